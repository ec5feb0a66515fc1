"""A library is raised by one major version; three things break, each elsewhere."""

from .. import bulk
from ..session import Session, fact
from ..tools import coding, tool

NOUNS = ["waypoint", "route", "voyage", "berth", "tide", "leg"]
VERBS = ["plan", "merge", "encode", "trim", "weigh"]
LOCK = "helm/go.sum"
CODEC = "helm/internal/wire/codec.go"
MODULES = ["wireform", "tidemath", "geoknot", "slogline", "pqueue", "ratelim", "yamlette", "clikit"]


def session(seed):
    s = Session(
        "dependency-bump", "A wire format library is raised by a major version, and what breaks is mended", seed,
        ["coding", "update", "negative"],
        "You are a coding agent in the repository of Helmsman, a program for planning voyages. Read before you edit, run "
        "the tests after each change, answer in a few sentences. Never vendor a library: versions are pinned in go.mod.",
        coding(
            tool("set_version", "write", "Pin a library to a version.", library="Library", version="Version"),
            tool("vendor_library", "write", "Copy a library into the repository.", library="Library"),
            tool("tag_release", "write", "Tag a release.", tag="Tag")))
    c = s.chance

    s.user("The security page says that we must leave wireform 3. The advisory is [[advisory=GX-2026-0093]], and the deadline "
           "for it is [[deadline=2026-04-17]]. What do we use it for?")
    s.act("search_code", {"query": "wireform."}, bulk.search(
        c, ["helm/internal/wire", "helm/internal/sync", "helm/cmd/helmd", "helm/tools"], ["codec", "frame", "push", "main", "dump"],
        ".go", ["buf, err := wireform.Marshal(leg)", "wireform.Register(Voyage{})", "dec := wireform.NewDecoder(r)",
                "// wireform keeps unknown fields"], 55))
    s.say("For everything that leaves the ship. Most of it goes through one codec, and a few tools call the library directly.")

    s.user("Which version should we take? I read somewhere that wireform 4.0.2 is the one to have.")
    s.act("read_file", {"path": "helm/docs/advisories.md"}, bulk.settings(
        c, MODULES, ["fixed", "severity", "range", "path", "note"], 110,
        {48: "wireform:", 49: "  fixed_version: [[version=4.1.7|was 4.0.2]]", 50: "  note: 4.0 has the same fault in its decoder"}))
    s.say("Not that one, it has the same fault; the page names a later version as fixed. It also asks for a newer compiler: "
          "the compiler that wireform needs is [[compiler=go1.25.3]].")

    s.user("We have that. Pin the library to the fixed version, please.")
    s.expect("pin", [("set_version", {"library": {"contains": "wireform"}, "version": fact("version")})], ["vendor_library"],
             must=True)
    s.act("set_version", {"library": "example.org/wireform", "version": "4.1.7"}, bulk.table(c, {
        "library": lambda c: c.pick(MODULES), "from": lambda c: f"{c.below(5)}.{c.below(20)}.{c.below(9)}",
        "to": lambda c: f"{c.below(5)}.{c.below(20)}.{c.below(9)}", "why": lambda c: c.pick(["indirect", "direct"])}, 40))
    s.act("read_file", {"path": LOCK}, "\n".join(
        f"example.org/{c.pick(MODULES)} v{c.below(6)}.{c.below(30)}.{c.below(12)} h1:{c.hexadecimal(32)}=" for _ in range(90)))
    s.say("Pinned, with its own dependencies. Now for the tests.")

    s.user("All of them, and be patient: the package with the long name, [[slow=helm/internal/simulator/weather]], takes ages.")
    s.act("run_tests", {"test_target": "helm/..."}, bulk.tests(
        c, ["wire", "sync", "planner", "tide", "berth", "simulator"], ["round", "trip", "merge", "gap", "leap", "empty"], 110,
        {30: "FAIL  wire::unknown_fields_survive  (0.02s)\n      error_code: [[error=WIRE-E22]]",
         74: "FAIL  sync::old_ship_to_new_shore  (3.11s)\n      frame too short: want 24, have 16",
         99: "FAIL  tools::dump_is_stable  (0.30s)\n      order of keys differs"}))
    s.say("Three are red, of [[total=1,846]] tests in all: unknown fields, the talk between an old ship and a new shore, and "
          "a dump whose order changed.")

    s.user("One after the other. Is the last one perhaps the map order of Go, and not the library?")
    s.act("read_file", {"path": "helm/tools/dump.go"}, bulk.source(c, bulk.GO, NOUNS, VERBS, 130))
    s.say("Map order is ruled out: the dump sorts its keys, and has since commit [[sorted=c5d09e1]]. The library now writes "
          "numbers before names.")

    s.user("Fine, then that test is simply too strict. What about the unknown fields?")
    s.act("read_file", {"path": CODEC}, bulk.source(c, bulk.GO, NOUNS, VERBS, 180, {
        140: "\t// unknown fields are kept: old ships send colours", 141: "\tdec.Strict = true"}))
    s.say("The new version is strict by default and refuses what it does not know. The codec file to change is "
          "[[codec=helm/internal/wire/codec.go]]; there is an option to keep such fields.")

    s.user("Keep them. Old ships will send colours until they sink. Change the codec, please.")
    s.expect("edit-codec", [("edit_file", {"path": fact("codec")})], ["vendor_library"])
    s.act("edit_file", {"path": CODEC, "summary": "keep unknown fields"}, bulk.diff(
        c, CODEC, bulk.GO, NOUNS, VERBS, 6, {3: ["-\tdec.Strict = true", "+\tdec.KeepUnknown = true"]}))
    s.act("read_file", {"path": CODEC}, bulk.source(c, bulk.GO, NOUNS, VERBS, 180, {
        140: "\t// unknown fields are kept: old ships send colours", 141: "\tdec.KeepUnknown = true"}))
    s.say("Changed: they are kept as they come and written back last.")

    s.user("Now the frames. How long is the header of a frame in the new format? The old one had 16 bytes.")
    s.act("read_file", {"path": "helm/internal/wire/frame.go"}, bulk.source(c, bulk.GO, ["frame", "header", "crc"],
          ["read", "write", "check"], 140))
    s.act("search_code", {"query": "headerSize"}, bulk.search(
        c, ["helm/internal/wire", "helm/internal/sync", "helm/third"], ["frame", "pipe", "push"], ".go",
        ["const headerSize = 16", "if len(b) < headerSize {", "pad := headerSize - n"], 38))
    s.say("The header of a frame now has [[header=24|was 16]] bytes, since a checksum was added. An old ship sends the shorter one.")

    s.user("How many ships are that old? The fleet desk knows: the contact at the fleet desk is [[contact=Maarit Oduya]].")
    s.act("read_file", {"path": "helm/docs/fleet.md"}, bulk.table(c, {
        "ship": lambda c: c.pick(["Amaranth", "Bluethroat", "Corncrake", "Dunlin", "Eider"]) + f" {c.between(1, 40)}",
        "program": lambda c: f"{c.between(5, 9)}.{c.below(12)}", "yard": lambda c: c.pick(["Gdynia", "Vigo", "Turku"]),
        "berths": lambda c: c.between(4, 80)}, 90))
    s.say("By her list the number of ships with the old frames is [[ships=58]]. They will be raised in the yard, one by one.")

    s.user("So we must read both for a while. We agreed to read old frames until the [[until=autumn refit]]. Write that, please.")
    s.expect("edit-frame", [("edit_file", {"path": {"contains": "wire/frame"}})], ["vendor_library"])
    s.act("edit_file", {"path": "helm/internal/wire/frame.go", "summary": "read the old header too"}, bulk.diff(
        c, "helm/internal/wire/frame.go", bulk.GO, ["frame", "header", "crc"], ["read", "write"], 7))
    s.say("Written: a frame says which header it has by its first byte. The recorded frames for the test are in "
          "[[recorded=helm/testdata/frames_58.bin]].")

    s.user("Run everything once more.")
    s.act("run_tests", {"test_target": "helm/..."}, bulk.tests(
        c, ["wire", "sync", "planner", "tide", "berth", "simulator"], ["round", "trip", "merge", "gap", "leap", "empty"], 130))
    s.say("Green. The new decoder is slower, by the way: it needs [[slower=11 percent]] more time a frame.")

    s.user("That we can live with. The ticket for the library is [[ticket=HELM-642]], the reviewer for the wire is "
           "[[reviewer=Sindre Valcourt]], and the branch is [[branch=bump/wireform-four]].")
    s.act("list_files", {"folder": "helm/internal/wire"}, bulk.listing(
        c, "helm/internal/wire", ["codec", "frame", "field", "crc", "pipe"], [".go", "_test.go"], 40))
    s.say("Thank you, that is all I need for the review.")

    s.user("One more thing: does anybody outside import our codec? I would rather know.")
    s.act("search_code", {"query": "internal/wire"}, bulk.search(
        c, ["shore/api", "shore/web", "yard/tools"], ["client", "pull", "sheet"], ".go",
        ["import \"example.org/helm/internal/wire\"", "wire.Open(conn)", "// wire: see helm"], 42))
    s.say("Only the shore, which is built from the same tree.")

    s.user("Good. Open the review then, with all that.")
    s.expect("review", [("open_review", {"branch": fact("branch"), "ticket": fact("ticket"), "reviewer": fact("reviewer")})],
             ["vendor_library"], must=True)
    s.act("open_review", {"branch": "bump/wireform-four", "ticket": "HELM-642", "reviewer": "Sindre Valcourt"}, bulk.diff(
        c, "helm", bulk.GO, NOUNS, VERBS, 10))
    s.say("It is open.")

    s.user("Then let us see what he says about the colours.")
    s.say("He will remember who painted the ships.")

    s.facts(advisory="identifier", deadline="date", version="identifier", compiler="identifier", slow="path", error="error",
            total="number", sorted="negative", codec="path", header="number", contact="name", ships="number", until="decision",
            recorded="artifact", slower="number", ticket="identifier", reviewer="name", branch="identifier")
    s.probe("advisory", "What is the advisory?", "The advisory is")
    s.probe("deadline", "What is the deadline for the advisory?", "The deadline for the advisory is", kind="temporal", must=True)
    s.probe("version", "Which version of wireform is fixed?", kind="update")
    s.probe("compiler", "Which compiler does wireform need?", "The compiler that wireform needs is")
    s.probe("slow", "Which package with the long name takes ages?")
    s.probe("error", "Which error code does the test unknown_fields_survive print?")
    s.probe("total", "Of how many tests in all were three red?")
    s.probe("sorted", "Since which commit does the dump sort its keys, so that map order is ruled out?", kind="decision")
    s.probe("header", "How many bytes has the header of a frame now?", kind="update")
    s.probe("contact", "Who is the contact at the fleet desk?", "The contact at the fleet desk is")
    s.probe("ships", "What is the number of ships with the old frames?")
    s.probe("until", "What did we agree to read old frames until?", kind="decision", at={"after": "response 12"})
    s.probe("recorded", "In which file are the recorded frames for the test?", kind="artifact")
    s.probe("slower", "How many percent more time does the new decoder need a frame?")
    s.never_said("captain", "Which captain signed the voyage plan?", "Which compiler does wireform need?")
    s.rule("no-vendor", "never vendor a library", disallowed=[{"tool": "vendor_library"}])
    return s
