"""A service grows until it is killed: listeners that are added on every reconnection."""

from .. import bulk
from ..session import Session, fact
from ..tools import coding, number, tool

NOUNS = ["stream", "listener", "buffer", "frame", "viewer", "channel"]
VERBS = ["attach", "relay", "drain", "mix", "close"]
RELAY = "stage/relay/connection.ts"


def session(seed):
    s = Session(
        "memory-leak", "A relay grows until it is killed; what is added at each reconnection is never taken off", seed,
        ["coding", "performance", "update", "negative"],
        "You are a coding agent in the repository of Stagelight, which relays concerts. Read before you edit, run the tests "
        "after each change, answer in a few sentences. No deployment while a concert is on the air.",
        coding(
            tool("take_heap", "read", "Take a picture of a process's memory.", pod="Pod"),
            tool("read_metric", "read", "Read a metric over time.", metric="Metric"),
            tool("list_pods", "read", "List the pods of a namespace.", namespace="Namespace"),
            tool("set_memory", "write", "Set the memory limit of a deployment.", deployment="Deployment",
                 limit_mb=number("Megabytes")),
            tool("deploy", "write", "Deploy a build.", build="Build", deployment="Deployment")))
    c = s.chance

    s.user("Our relay gets killed for its memory about twice a day, and viewers see a black stage. The ticket is "
           "[[ticket=STG-2088]], and the deployment is called [[deployment=relay-main-eu]].")
    s.together(
        ("list_pods", {"namespace": "stage"}, bulk.pods(c, ["relay-main-eu", "mixer", "lobby", "tickets"], 55)),
        ("read_metric", {"metric": "heap_mb"}, bulk.series(c, "heap_mb", ["pod=a", "pod=b", "pod=c"], 90, 400, 2900)))
    s.say("The heap climbs in a straight line and never falls, which is a leak and no load. It grows by [[rate=38]] megabytes "
          "an hour on each pod.")

    s.user("What is the limit at present? I remember a memory limit of 2,048 megabytes.")
    s.act("read_file", {"path": "stage/deploy/relay.yaml"}, bulk.settings(
        c, ["mixer", "lobby", "tickets"], ["memory", "cpu", "replica", "probe", "grace"], 110,
        {50: "relay-main-eu:", 51: "  memory_limit_mb: [[limit=3072|was 2,048]]", 52: "  comment: raised for the spring tour"}))
    s.say("It was raised for the tour. So the pods live a bit longer now, and that is all.")

    s.user("Take a picture of the memory of one of them, please. The pod that is oldest is [[pod=relay-main-eu-5c9f-x7k2p]].")
    s.act("take_heap", {"pod": "relay-main-eu-5c9f-x7k2p"}, bulk.table(c, {
        "kept": lambda c: c.between(100, 90000), "kind": lambda c: c.pick(["(string)", "Frame", "Buffer", "Map", "Promise", "Closure"]),
        "from": lambda c: c.pick(["mix.ts", "drain.ts", "lobby.ts", "timer.ts"]) + f":{c.between(3, 300)}",
        "bytes": lambda c: c.between(1000, 900000)}, 80, {
            2: " 1904422 | Listener | connection.ts:118 | 611208800   <- largest"}))
    s.say("By far the most is held by listeners: the number of listeners on the heap is [[listeners=1,904,422]], all made in the "
          "same line of the connection.")

    s.user("Not the frame buffers? The mixer people swear that it is the frame buffers.")
    s.act("search_code", {"query": "new FrameBuffer"}, bulk.search(
        c, ["stage/mixer", "stage/relay", "stage/test"], ["mix", "pool", "frame", "drain"], ".ts",
        ["const buffer = pool.take() ?? new FrameBuffer(size);", "pool.give(buffer);", "// one FrameBuffer a viewer"], 46))
    s.act("run_tests", {"test_target": "stage/test/pool"}, bulk.tests(
        c, ["pool", "frames"], ["take", "give", "twice", "empty", "full"], 70))
    s.say("Frame buffers are ruled out: the pool never holds more than [[buffers=96 buffers]], and all of them come back.")

    s.user("Then let us see that connection.")
    s.act("read_file", {"path": RELAY}, bulk.source(c, bulk.TYPESCRIPT, NOUNS, VERBS, 190, {
        116: "  onReconnect() {", 117: "    // a viewer comes back after a break", 118: "    this.stage.on('frame', (f) => this.send(f));",
        119: "  }"}))
    s.say("At each reconnection a listener is added, and none is ever taken off. Every viewer with a poor line leaves dozens.")

    s.user("Since when is it like that? I suspect the big clean-up, commit 41d7e0b.")
    s.act("search_code", {"query": "onReconnect"}, bulk.search(
        c, ["stage/relay", "stage/lobby", "stage/test/relay"], ["connection", "viewer", "line"], ".ts",
        ["onReconnect() {", "viewer.onReconnect();", "// onReconnect used to replace the old one"], 30))
    s.act("read_file", {"path": "stage/CHANGES.md"}, bulk.log(
        c, "2026-04-02", 30000, 70, ["relay", "mixer", "lobby"], ["cleaned up", "renamed", "made faster", "tested again"],
        {35: "2026-04-02T09:12:00Z INFO relay onReconnect rewritten guilty_commit: [[commit=b83f5a6|was 41d7e0b]]"}))
    s.say("Not the clean-up but a rewrite two weeks later; the list of changes has its number.")

    s.user("All right. Take the old listener off before the new one is put on.")
    s.expect("fix", [("edit_file", {"path": RELAY})], ["deploy"], must=True)
    s.act("edit_file", {"path": RELAY, "summary": "one listener a connection"}, bulk.diff(
        c, RELAY, bulk.TYPESCRIPT, NOUNS, VERBS, 5, {2: ["-    this.stage.on('frame', (f) => this.send(f));",
                                                       "+    this.stage.off('frame', this.relayFrame);",
                                                       "+    this.stage.on('frame', this.relayFrame);"]}))
    s.act("read_file", {"path": RELAY}, bulk.source(c, bulk.TYPESCRIPT, NOUNS, VERBS, 190, {
        116: "  onReconnect() {", 117: "    this.stage.off('frame', this.relayFrame);",
        118: "    this.stage.on('frame', this.relayFrame);", 119: "  }"}))
    s.say("Changed: one connection, one listener.")

    s.user("Write a test that reconnects a thousand times. The tests for lines are in the folder [[folder=stage/test/lines]].")
    s.act("list_files", {"folder": "stage/test/lines"}, bulk.listing(
        c, "stage/test/lines", ["slow", "broken", "mobile", "train", "hotel"], [".test.ts", ".fixture.json"], 44))
    s.act("edit_file", {"path": "stage/test/lines/thousand.test.ts", "summary": "a thousand reconnections, one listener"},
          bulk.diff(c, "stage/test/lines/thousand.test.ts", bulk.TYPESCRIPT, ["line", "viewer"], ["break", "return"], 3))
    s.say("The new test is [[test=stage/test/lines/thousand.test.ts]].")

    s.user("Run it.")
    s.expect("run", [("run_tests", {"test_target": fact("test")})])
    s.act("run_tests", {"test_target": "stage/test/lines/thousand.test.ts"}, bulk.tests(
        c, ["thousand"], ["back", "forth", "again", "still"], 30))
    s.act("run_tests", {"test_target": "stage/test"}, bulk.tests(
        c, ["relay", "mixer", "lobby", "lines", "pool"], ["open", "close", "seat", "row", "late", "clap"], 120,
        {70: "FAIL  lobby::late_viewer_gets_a_seat  (5.00s)\n      problem_code: [[problem=LOBBY-TIMEOUT-5]]"}))
    s.say("It passes; on the old code it fails at the second reconnection. A test of the lobby ran into its time limit.")

    s.user("The lobby test does that on slow builders, you may leave it alone. We agreed on [[decision=mending the code]] "
           "instead of more memory.")
    s.act("read_metric", {"metric": "reconnections"}, bulk.series(
        c, "reconnections_per_minute", ["country=pt", "country=no", "country=gr", "country=ie"], 110, 10, 900))
    s.say("Noted, and it is not needed. The number of reconnections in a concert is about [[reconnects=51,600]], which fits what "
          "the heap shows.")

    s.user("Is a concert on the air? The calendar knows.")
    s.act("search_code", {"query": "on-air"}, bulk.search(
        c, ["stage/calendar", "stage/lobby"], ["may", "june", "tour"], ".json",
        ["{\"on-air\": false, \"hall\": \"Porto\"}", "{\"on-air\": false, \"hall\": \"Bergen\"}"], 34))
    s.say("Not before the evening. The next concert begins at [[begins=20:15]], in Bergen.")

    s.user("Then we have time. The build with the fix is [[build=relay-2026.04.19-3]]; deploy it to our deployment.")
    s.expect("deploy", [("deploy", {"build": fact("build"), "deployment": fact("deployment")})], must=True)
    s.act("deploy", {"build": "relay-2026.04.19-3", "deployment": "relay-main-eu"}, bulk.log(
        c, "2026-04-19", 50000, 80, ["rollout", "probe"], ["pod started", "pod drained", "probe passed", "viewer moved"]))
    s.say("Deployed, pod by pod, and no viewer had to come back by hand.")

    s.user("Look at the heap again, after some hours of rehearsal.")
    s.act("read_metric", {"metric": "heap_mb"}, bulk.series(c, "heap_mb", ["pod=a", "pod=b", "pod=c"], 110, 380, 460))
    s.say("Flat. It stays under [[flat=460]] megabytes.")

    s.user("Open the review for the record; the reviewer of the relay is [[reviewer=Leocadia Brandt]] and the branch "
           "[[branch=one-listener]].")
    s.expect("review", [("open_review", {"branch": fact("branch"), "ticket": fact("ticket"), "reviewer": fact("reviewer")})])
    s.act("open_review", {"branch": "one-listener", "ticket": "STG-2088", "reviewer": "Leocadia Brandt"}, bulk.diff(
        c, "stage", bulk.TYPESCRIPT, NOUNS, VERBS, 8))
    s.say("Opened.")

    s.user("I shall tell the mixer people gently.")
    s.say("Bring flowers.")

    s.facts(ticket="identifier", deployment="identifier", rate="number", limit="number", pod="identifier", listeners="number",
            buffers="negative", commit="identifier", folder="path", test="artifact", problem="error", decision="decision",
            reconnects="number", begins="state", build="identifier", flat="number", reviewer="name", branch="identifier")
    s.probe("rate", "By how many megabytes an hour does the heap grow on each pod?")
    s.probe("limit", "What is the memory limit of the relay?", kind="update")
    s.probe("pod", "What is the pod that is oldest?", "The pod that is oldest is")
    s.probe("listeners", "What is the number of listeners on the heap?")
    s.probe("buffers", "How many buffers does the pool hold at most, so that frame buffers are ruled out?", kind="decision")
    s.probe("commit", "Which is the guilty commit of the rewritten onReconnect?", kind="update")
    s.probe("folder", "In which folder are the tests for lines?")
    s.probe("test", "Which file is the new test?", "The new test is", kind="artifact", at={"before": "prompt 13"})
    s.probe("problem", "Which problem code did the test of the lobby print?")
    s.probe("decision", "What did we agree on instead of more memory?", kind="decision")
    s.probe("reconnects", "What is the number of reconnections in a concert?")
    s.probe("begins", "At what time does the next concert begin?", "The next concert begins at", must=True)
    s.probe("flat", "Under how many megabytes does the heap stay after the fix?")
    s.probe("deployment", "What is the deployment called?", "The deployment is called", at={"before": "prompt 12"})
    s.never_said("singer", "What is the name of the singer?", "When does the next concert begin?")
    s.rule("no-deployment", "no deployment while a concert is on the air", forbid={"pattern": "deployed during the concert"})
    return s
