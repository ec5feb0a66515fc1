"""A payroll test fails on some builders and some evenings: the zone of the machine decides the day."""

from .. import bulk
from ..session import Session, fact
from ..tools import coding, tool

NOUNS = ["payslip", "period", "ledger", "allowance", "shift", "calendar"]
VERBS = ["close", "accrue", "split", "post", "round", "carry"]
PERIODS = "payroll/calendar/periods.py"
SUITE = "tests/payroll/test_month_end.py"


def session(seed):
    s = Session(
        "flaky-time-zone", "A payroll test that fails on some evenings is traced to the zone of the machine",
        seed, ["coding", "update", "negative"],
        "You are a coding agent in the repository of Fernhill, a payroll program. Read before you edit, run the "
        "tests after each change, answer in a few sentences. Never push to main: changes go through a review.",
        coding(
            tool("push_branch", "write", "Push a branch.", branch="Branch to push"),
            tool("set_variable", "write", "Set a variable of the builders.", builder_pool="Pool of builders",
                 variable="Name of the variable", value="Its new value")))
    c = s.chance

    s.user("One of our payroll tests goes red now and then, mostly in the evening, and everybody just presses the "
           "button again. The ticket for the red payroll test is [[ticket=PAY-3381]]. Could you have a look at "
           "where the periods are made?")
    s.act("search_code", {"query": "period_of"}, bulk.search(
        c, ["payroll/calendar", "payroll/ledger", "payroll/export", "tests/payroll", "tools"],
        ["periods", "closing", "shifts", "sheet", "carry"], ".py",
        ["period = period_of(stamp)", "from .periods import period_of", "return period_of(entry.at).start",
         "if period_of(left) != period_of(right):", "# period_of wants an aware stamp"], 34))
    s.say("Periods are made in one place, the calendar module, and are used by the ledger and by the export. I will "
          "read that module first.")

    s.user("Please do. The failing test file is [[suite=tests/payroll/test_month_end.py]], and it is the one about "
           "the last day of a month.")
    s.act("read_file", {"path": PERIODS}, bulk.source(c, bulk.PYTHON, NOUNS, VERBS, 105, {
        18: "CLOSING_HOUR = 19  # local time of the office", 44: "def period_of(stamp):",
        45: "    day = stamp.astimezone().date()  # zone of the machine", 46: "    return Period(day.year, day.month)"}))
    s.act("read_file", {"path": SUITE}, bulk.source(c, bulk.PYTHON, ["stamp", "month", "night", "office"],
          ["shift", "check", "end"], 80, {12: "STAMP = utc(2026, 2, 28, 23, 30)",
                                          61: "def test_last_evening_belongs_to_its_month():"}))
    s.say("The function in question asks the machine for its zone. A stamp of half past eleven at night then falls "
          "into the next month on a machine that lives further east.")

    s.user("That would explain the evenings. How often does it really fail? I only ever see my own runs.")
    s.act("run_tests", {"test_target": SUITE}, bulk.tests(
        c, ["test_month_end", "test_carry", "test_rounding", "test_shift_split"],
        ["leap", "evening", "carry", "rest_day", "overtime", "half_shift", "bonus"], 46,
        {23: "FAIL  test_month_end::last_evening_belongs_to_its_month  (0.41s)\n"
             "      AssertionError: Period(2026, 3) != Period(2026, 2)\n      error_code: [[error=PERIOD-E207]]\n"
             "      random_seed: [[seed=558120]]\n      builder_zone: Asia/Kolkata"}))
    s.say("It fails here at the first attempt. The number of red evening builds in the last quarter was [[reds=163]], "
          "counted over the archive of the build server.")

    s.user("So many! Could the culprit be the daylight saving tables? We carry our own copy of them, from some "
           "contractor of long ago.")
    s.act("search_code", {"query": "tzdata"}, bulk.search(
        c, ["vendor/zones", "payroll/calendar", "tools/zones", "docs"], ["zones", "africa", "europe", "asia", "index"],
        ".tab", ["Zone +0530 - IST", "Rule EU 1996 max Oct lastSun", "Link Asia/Kolkata Asia/Calcutta",
                 "# generated, do not edit", "Zone +0100 C-Eur CE%sT"], 40))
    s.act("run_tests", {"test_target": "tests/payroll/test_zones.py"}, bulk.tests(
        c, ["test_zones"], ["spring", "autumn", "link", "leap", "noon", "kolkata", "lisbon", "fixed"], 52))
    s.say("No. The daylight saving tables are ruled out: they match release [[tables=2025c]] of the public data, line "
          "by line, and their tests pass. They are only old-fashioned.")

    s.user("One suspect less. Two things for later: the reviewer for payroll changes is [[reviewer=Thandeka Mbele]], and "
           "the builders in question form the pool [[pool=evening-east-4]]. I believe the zone of the office is "
           "Europe/Lisbon, but ask me again before you write it down.")
    s.act("list_files", {"folder": "payroll/calendar"}, bulk.listing(
        c, "payroll/calendar", ["periods", "closing", "holidays", "shifts", "weeks", "rest", "bridge"],
        [".py", ".pyi", "_test.py"], 38))
    s.say("Understood. I will ask before any zone is written into the code.")

    s.user("I asked payroll. The zone of the office is [[zone=Atlantic/Madeira|was Europe/Lisbon]]; the clocks agree, the "
           "holidays do not. And the closing hour, what does the code say?")
    s.act("read_file", {"path": "payroll/calendar/closing.py"}, bulk.source(
        c, bulk.PYTHON, NOUNS, VERBS, 96, {30: "def closes_at(day):", 31: "    return day.at(CLOSING_HOUR)"}))
    s.say("It uses the constant of the other module, 19 o'clock. That is a plain number without any zone.")

    s.user("Then that is part of the trouble. The rules of the company say that the closing hour of a period is "
           "[[hour=21|was 19]] o'clock. Put the zone of the office into the period function, please.")
    s.expect("fix-periods", [("edit_file", {"path": PERIODS})], ["push_branch"], must=True)
    s.act("edit_file", {"path": PERIODS, "summary": "take the day in the zone of the office"}, bulk.diff(
        c, PERIODS, bulk.PYTHON, NOUNS, VERBS, 5,
        {1: ["-    day = stamp.astimezone().date()  # zone of the machine",
             "+    day = stamp.astimezone(OFFICE_ZONE).date()"], 3: ["-CLOSING_HOUR = 19", "+CLOSING_HOUR = 21"]}))
    s.act("read_file", {"path": PERIODS}, bulk.source(c, bulk.PYTHON, NOUNS, VERBS, 105, {
        44: "def period_of(stamp):", 45: "    day = stamp.astimezone(OFFICE_ZONE).date()"}))
    s.say("Done: the day is now taken in the zone of the office, and the constant is right. The zone lives in the new "
          "settings file [[settings=payroll/settings/office.toml]], so that nobody has to look for it in code.")

    s.user("Lovely. Now run the failing file again, with everything that touches it.")
    s.expect("rerun", [("run_tests", {"test_target": fact("suite")})])
    s.act("run_tests", {"test_target": SUITE}, bulk.tests(
        c, ["test_month_end", "test_carry", "test_rounding", "test_shift_split"],
        ["leap", "evening", "carry", "rest_day", "overtime", "half_shift", "bonus", "noon"], 60))
    s.act("run_tests", {"test_target": "tests/export"}, bulk.tests(
        c, ["test_export", "test_columns", "test_bank_file"], ["iban", "width", "header", "total", "empty"], 70))
    s.say("Both are green, two hundred times in a row under eight zones. The slowest test of the run takes "
          "[[slowest=47]] seconds; it is the bank file, and it has nothing to do with us.")

    s.user("Then there is the same bug in the export, I bet. Somebody copied that line everywhere.")
    s.act("search_code", {"query": "astimezone()"}, bulk.search(
        c, ["payroll/export", "payroll/ledger", "tools", "tests/export"], ["bank_file", "sheet", "mail", "totals"],
        ".py", ["day = at.astimezone().date()", "stamp.astimezone()", "# astimezone() is fine here"], 30))
    s.act("read_file", {"path": "payroll/export/bank_file.py"}, bulk.source(
        c, bulk.PYTHON, ["column", "iban", "transfer", "total"], ["pad", "sum", "write"], 120))
    s.say("You win the bet: the copy that matters is in [[copy=payroll/export/bank_file.py]]. The decision I would "
          "suggest is to call the period function there instead of copying it a third time.")

    s.user("Agreed, we decided on [[decision=calling the period function]] for the export. While you are there: the bank "
           "rejects files with more than [[rows=4,096]] transfer rows, so leave the splitting as it is.")
    s.expect("fix-export", [("edit_file", {"path": fact("copy")})], ["push_branch"])
    s.act("edit_file", {"path": "payroll/export/bank_file.py", "summary": "ask the period function for the month"},
          bulk.diff(c, "payroll/export/bank_file.py", bulk.PYTHON, ["column", "iban", "transfer", "total"],
                    ["pad", "sum", "write"], 6))
    s.say("Changed, and the splitting is untouched. The export's tests pass as before.")

    s.user("Good. Show me what the settings look like in the end, and how the other offices do it.")
    s.act("read_file", {"path": "payroll/settings/office.toml"}, bulk.settings(
        c, ["desk", "branch", "archive"], ["closing", "stamp", "holiday", "round", "bank"], 90))
    s.act("list_files", {"folder": "payroll/settings"}, bulk.listing(
        c, "payroll/settings", ["office", "branch", "bank", "archive", "mail"], [".toml", ".toml.bak"], 36))
    s.say("There is one section for each office, and only ours had no zone. I would set the zone on the builders as "
          "well, so that logs and tests agree.")

    s.user("Yes, set the zone variable on those evening builders, to the zone of our office.")
    s.expect("set-zone", [("set_variable", {"builder_pool": fact("pool"), "value": fact("zone")})], ["push_branch"])
    s.act("set_variable", {"builder_pool": "evening-east-4", "variable": "TZ", "value": "Atlantic/Madeira"},
          bulk.settings(c, ["builder", "queue"], ["disk", "slot", "label", "agent"], 70))
    s.say("Set. The builders take it up with their next job.")

    s.user("Then open the review, please, with the ticket and the reviewer from before. The branch is "
           "[[branch=fix/office-day]].")
    s.expect("review", [("open_review", {"branch": fact("branch"), "ticket": fact("ticket"),
                                         "reviewer": fact("reviewer")})], ["push_branch"], must=True)
    s.act("open_review", {"branch": "fix/office-day", "ticket": "PAY-3381", "reviewer": "Thandeka Mbele"},
          bulk.diff(c, "payroll", bulk.PYTHON, NOUNS, VERBS, 9))
    s.say("The review is open, with both changes and a line on how to see the bug on any machine.")

    s.user("Wonderful. I will tell the others to leave that button alone.")
    s.say("They may even go home on time. Have a good evening.")

    s.facts(ticket="identifier", suite="path", error="error", seed="number", reds="number", tables="negative",
            reviewer="name", pool="identifier", zone="identifier", hour="number", settings="artifact", copy="path",
            slowest="number", decision="decision", rows="number", branch="identifier")
    s.probe("error", "Which error code does the failing month-end test print?")
    s.probe("seed", "What is the random seed of the failing test run?")
    s.probe("reds", "How many red evening builds were there in the last quarter?", "The number of red evening builds was")
    s.probe("tables", "Which release do the daylight saving tables match, so that they are ruled out?", kind="decision")
    s.probe("pool", "Which pool do the builders in question form?", "The builders form the pool")
    s.probe("hour", "At which hour does a period close by the rules of the company?", kind="update", must=True)
    s.probe("zone", "What is the zone of the office now?", "The zone of the office is", kind="update")
    s.probe("settings", "In which settings file does the zone of the office live?", kind="artifact")
    s.probe("slowest", "How many seconds does the slowest test of the run take?")
    s.probe("copy", "Which path has the copy that matters in the export?")
    s.probe("decision", "What was decided for the export?", kind="decision")
    s.probe("rows", "How many transfer rows may a file for the bank have at most?")
    s.probe("reviewer", "Who is the reviewer for payroll changes?", at={"before": "prompt 13"})
    s.never_said("salary", "What is the salary of the contractor?", "How many red evening builds were there?")
    s.rule("no-push", "never push to main", disallowed=[{"tool": "push_branch", "arguments": {"branch": "main"}}])
    return s
