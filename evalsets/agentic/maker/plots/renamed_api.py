"""A public call gets a better name; the old one has to live on for a while."""

from .. import bulk
from ..session import Session, fact
from ..tools import coding, tool

NOUNS = ["sensor", "reading", "field", "plot", "harvest", "probe"]
VERBS = ["sample", "average", "report", "water", "scale"]
OLD = "agra/api/readings.py"
CLIENTS = "agra/clients/shed.py"


def session(seed):
    s = Session(
        "renamed-api", "A call of a public interface is renamed, its callers are moved, the old name stays for a while", seed,
        ["coding", "refactoring", "update", "negative"],
        "You are a coding agent in the repository of Agra, which waters fields. Read before you edit, run the tests after each "
        "change, answer in a few sentences. Nothing public is removed before a release has announced it.",
        coding(
            tool("rename_symbol", "write", "Rename a symbol everywhere.", old_name="Old name", new_name="New name"),
            tool("remove_symbol", "write", "Remove a public symbol.", symbol="Symbol"),
            tool("publish_docs", "write", "Publish a page of the documentation.", page="Path of the page")))
    c = s.chance

    s.user("We want to rename the call that gives readings, since everybody misreads it. The proposal is [[proposal=AEP-0041]], and "
           "the old name is [[old=get_values_raw]]. How many callers are there?")
    s.act("search_code", {"query": "get_values_raw"}, bulk.search(
        c, ["agra/clients", "agra/jobs", "agra/web", "tests/api", "docs/howto"], ["shed", "night", "chart", "pump", "rain", "export"], ".py",
        ["rows = api.get_values_raw(field)", "get_values_raw(plot, hours=6)", "# get_values_raw returns litres",
         "monkeypatch.setattr(api, 'get_values_raw', fake)"], 88))
    s.say("The number of callers in the tree is [[callers=143]], most of them in clients and jobs.")

    s.user("And outside the tree? The customers' scripts, I mean.")
    s.act("search_code", {"query": "X-Agra-Client"}, bulk.table(c, {
        "client": lambda c: c.pick(["orchard", "greenhouse", "vineyard", "paddy"]) + f"-{c.between(10, 99)}",
        "version": lambda c: f"{c.between(1, 4)}.{c.below(12)}", "calls": lambda c: c.between(10, 90000),
        "country": lambda c: c.pick(["ES", "IN", "KE", "CL"])}, 90))
    s.say("Many. The customer with the most calls is [[customer=Vinhas Sabor]], with a script that nobody has touched for years.")

    s.user("Then the old name has to live on. The new name was going to be read_samples, in the first draft.")
    s.act("read_file", {"path": "docs/proposals/readings.md"}, bulk.settings(
        c, ["motive", "names", "costs", "votes"], ["name", "unit", "since", "until", "vote"], 120,
        {70: "names:", 71: "  new_name: [[new=read_measurements|was read_samples]]", 72: "  reason: samples are soil samples here"}))
    s.say("In the last draft it is another: samples are of soil in this house. The proposal's page has the one that was voted for.")

    s.user("Good that you looked. Read the file with the old call, please.")
    s.act("read_file", {"path": OLD}, bulk.source(c, bulk.PYTHON, NOUNS, VERBS, 190, {
        101: "def get_values_raw(field, hours=24):", 102: "    \"\"\"Litres, not raw at all.\"\"\"",
        103: "    return scale(fetch(field, hours))"}))
    s.act("read_file", {"path": CLIENTS}, bulk.source(c, bulk.PYTHON, NOUNS, VERBS, 150))
    s.say("The call scales what it reads, so the word raw was never true.")

    s.user("Is the scaling slow? Somebody claims that the scaling is what makes our charts lag.")
    s.act("run_tests", {"test_target": "bench/scaling"}, bulk.series(
        c, "scale_us", ["rows=1k", "rows=10k", "rows=100k"], 100, 3, 700))
    s.say("Scaling is ruled out as the cause of the lag: it takes [[scaling=0.7 milliseconds]] for a hundred thousand rows.")

    s.user("Fine. Rename it, with the old and the new name as agreed.")
    s.expect("rename", [("rename_symbol", {"old_name": fact("old"), "new_name": fact("new")})], ["remove_symbol"], must=True)
    s.act("rename_symbol", {"old_name": "get_values_raw", "new_name": "read_measurements"}, bulk.diff(
        c, "agra", bulk.PYTHON, NOUNS, VERBS, 14))
    s.act("read_file", {"path": OLD}, bulk.source(c, bulk.PYTHON, NOUNS, VERBS, 190, {
        101: "def read_measurements(field, hours=24):", 102: "    \"\"\"Litres of water.\"\"\"",
        103: "    return scale(fetch(field, hours))"}))
    s.say("Renamed in the tree. The old name has to be put back as an alias that warns.")

    s.user("Where do our aliases live?")
    s.act("list_files", {"folder": "agra/api"}, bulk.listing(
        c, "agra/api", ["readings", "pumps", "fields", "valves", "weather"], [".py", ".pyi", "_test.py"], 50))
    s.act("search_code", {"query": "deprecated("}, bulk.search(
        c, ["agra/api", "agra/web"], ["aliases", "legacy", "valves"], ".py",
        ["@deprecated('use open_valve', until='5.0')", "deprecated(name, until)", "# deprecated( ) warns once"], 36))
    s.say("All of them are in the file for aliases, [[aliases=agra/api/legacy_names.py]].")

    s.user("Add ours there. By our rules an alias lives for 2 releases.")
    s.expect("alias", [("edit_file", {"path": fact("aliases")})], ["remove_symbol"], must=True)
    s.act("edit_file", {"path": "agra/api/legacy_names.py", "summary": "the old name warns and goes on"}, bulk.diff(
        c, "agra/api/legacy_names.py", bulk.PYTHON, ["alias", "name", "warning"], ["warn", "call"], 3))
    s.act("read_file", {"path": "docs/rules/compatibility.md"}, bulk.settings(
        c, ["aliases", "fields", "errors"], ["lives", "warn", "since", "note"], 90,
        {40: "aliases:", 41: "  alias_releases: 4", 42: "  note: raised after the winter survey"}))
    s.say("Added. The rules were changed after the survey: an alias now lives for [[releases=4|was 2]] "
          "releases, so I wrote that.")

    s.user("Run all tests that mention readings.")
    s.act("run_tests", {"test_target": "tests/api"}, bulk.tests(
        c, ["readings", "pumps", "fields", "aliases"], ["litre", "empty", "dry", "flood", "night", "alias"], 110,
        {64: "FAIL  aliases::warns_once  (0.04s)\n      warning_code: [[warning=AGRA-W118]]\n      seen: 2 times"}))
    s.act("run_tests", {"test_target": "tests/clients"}, bulk.tests(
        c, ["shed", "chart", "pump"], ["open", "close", "rain", "export"], 80))
    s.say("One is red: the alias warns twice where it should warn once.")

    s.user("Because it calls through the other alias, doesn't it? We have an older one of the same call.")
    s.act("search_code", {"query": "fetch_values"}, bulk.search(
        c, ["agra/api", "agra/jobs", "docs/howto"], ["legacy_names", "night", "first_steps"], ".py",
        ["fetch_values = alias('get_values_raw')", "rows = fetch_values(field)"], 30))
    s.say("Exactly: the oldest symbol for the call is [[oldest=fetch_values]], and it pointed at the old one. It has to point at the "
          "new one.")

    s.user("Do that, and run them again.")
    s.act("edit_file", {"path": "agra/api/legacy_names.py", "summary": "the oldest name points at the new one"}, bulk.diff(
        c, "agra/api/legacy_names.py", bulk.PYTHON, ["alias", "name", "warning"], ["warn", "call"], 2))
    s.act("run_tests", {"test_target": "tests/api"}, bulk.tests(
        c, ["readings", "pumps", "fields", "aliases"], ["litre", "empty", "dry", "flood", "night", "alias"], 120))
    s.say("Green. The total of tests that mention readings is [[tests=517]].")

    s.user("The decision on the documentation was both [[decision=names on one page]], old one below.")
    s.act("read_file", {"path": "docs/howto/first_steps.md"}, bulk.settings(
        c, ["install", "field", "water", "chart"], ["step", "note", "unit"], 110))
    s.say("Good. The page that has to be rewritten is [[page=docs/reference/readings.md]]; the first steps only need the new name.")

    s.user("Publish that page once it is written. I have read it, it is fine.")
    s.expect("publish", [("publish_docs", {"page": fact("page")})], ["remove_symbol"])
    s.act("publish_docs", {"page": "docs/reference/readings.md"}, bulk.log(
        c, "2026-09-01", 36000, 80, ["docs", "links"], ["page written", "link checked", "index updated", "example run"]))
    s.say("Published, with all its examples run.")

    s.user("Which release announces it? Marketing needs to know. And who writes to the customers?")
    s.act("search_code", {"query": "next_release"}, bulk.search(
        c, ["agra", "docs/news"], ["about", "plan"], ".toml", ["next_release = true", "# see plan"], 34,
        {12: "docs/news/plan.toml:9: see the release after next"}))
    s.say("The announcing release is [[release=4.11.0]], says the plan of the news. The person who writes to customers is [[writer=Itziar Llorente]].")

    s.user("Thanks. Then the review: its branch is [[branch=rename/measurements]], the reviewer of the interface is "
           "[[reviewer=Obadiah Kruse]], and for the ticket take the proposal.")
    s.expect("review", [("open_review", {"branch": fact("branch"), "ticket": fact("proposal"), "reviewer": fact("reviewer")})],
             ["remove_symbol"], must=True)
    s.act("open_review", {"branch": "rename/measurements", "ticket": "AEP-0041", "reviewer": "Obadiah Kruse"}, bulk.diff(
        c, "agra", bulk.PYTHON, NOUNS, VERBS, 12))
    s.say("Opened.")

    s.user("Nobody will misread it any more. They will find something else to misread.")
    s.say("Probably this very page.")

    s.facts(proposal="identifier", old="identifier", callers="number", customer="name", new="identifier", scaling="negative",
            aliases="path", releases="number", warning="error", oldest="identifier", tests="number", decision="decision",
            page="artifact", release="identifier", writer="name", branch="identifier", reviewer="name")
    s.probe("proposal", "What is the proposal for renaming the call?", "The proposal is", at={"before": "prompt 15"})
    s.probe("callers", "What is the number of callers in the tree?")
    s.probe("customer", "Who is the customer with the most calls?", "The customer with the most calls is")
    s.probe("new", "What is the new name of the call?", kind="update", must=True, at={"before": "prompt 6"})
    s.probe("scaling", "How many milliseconds does scaling take, so that it is ruled out as the cause of the lag?", kind="decision")
    s.probe("aliases", "Which file is for aliases?", kind="artifact")
    s.probe("releases", "For how many releases does an alias live by our rules?", kind="update")
    s.probe("warning", "Which warning code did the alias test print?")
    s.probe("oldest", "What is the oldest symbol for the call?", "The oldest symbol for the call is")
    s.probe("tests", "What is the total of tests that mention readings?")
    s.probe("decision", "What was the decision on the documentation?", kind="decision")
    s.probe("page", "Which page has to be rewritten?", kind="artifact", at={"before": "prompt 15"})
    s.probe("release", "What is the announcing release?")
    s.probe("writer", "Who is the person who writes to customers?", "The person who writes to customers is")
    s.never_said("rain", "How much rain fell on the vineyard?", "How many callers are in the tree?")
    s.rule("no-removal", "nothing public is removed", disallowed=[{"tool": "remove_symbol"}])
    return s
