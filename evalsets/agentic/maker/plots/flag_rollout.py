"""A feature is rolled out by shares; one region shows a fault that the others hide."""

from .. import bulk
from ..session import Session, fact
from ..tools import number, operations, tool

PARTS = ["basket", "prices", "coupons", "checkout"]


def session(seed):
    s = Session(
        "flag-rollout", "A new checkout is rolled out by shares, stopped for one region, mended and rolled out again", seed,
        ["operations", "rollout", "update", "negative"],
        "You are an operations agent of Market Thirteen, a grocer. A share is raised in steps, never above 25 percent in one "
        "go, and never on a Friday. Say what you did in a few sentences. Flags are never deleted.",
        operations(
            tool("read_file", "read", "Read a file with line numbers.", path="Path of the file"),
            tool("edit_file", "write", "Change a file.", path="Path of the file", summary="What is changed"),
            tool("set_flag", "write", "Set the share of a flag.", flag="Flag", region="Region",
                 percent=number("Share in percent")),
            tool("delete_flag", "write", "Delete a flag.", flag="Flag"),
            tool("list_flags", "read", "List flags and their shares.", owner="Owner of flags")))
    c = s.chance

    s.user("Today we begin with the new checkout. Its flag is [[flag=checkout-heron]], and the plan for it is [[plan=RO-2026-58]]. "
           "What is its share now?")
    s.act("list_flags", {"owner": "checkout"}, bulk.table(c, {
        "flag": lambda c: c.pick(["basket", "price", "coupon", "till"]) + "-" + c.pick(["egret", "crane", "stork", "teal", "smew"]),
        "region": lambda c: c.pick(["north", "coast", "valley", "isles"]), "percent": lambda c: c.pick([0, 5, 10, 50, 100]),
        "since": lambda c: f"2026-0{c.between(1, 6)}-{c.between(10, 28)}"}, 70))
    s.say("Zero everywhere, and nobody else has touched it.")

    s.user("Before anything: what is our guard? The share of failed checkouts must not go over some number, I recall 0.9 percent.")
    s.act("read_file", {"path": "rollouts/checkout-heron.yaml"}, bulk.settings(
        c, ["basket", "coupon", "till"], ["guard", "step", "wait", "owner", "alarm"], 100,
        {45: "checkout:", 46: "  guard_percent: [[guard=0.6|was 0.9]]", 47: "  window: ten minutes"}))
    s.say("It is stricter than you recall, the plan's file has it. It is measured over ten minutes.")

    s.user("Good. The first region is [[first=valley-east]], it is small and patient. Give it ten percent.")
    s.expect("first-step", [("set_flag", {"flag": fact("flag"), "region": fact("first"), "percent": 10})], ["delete_flag"], must=True)
    s.act("set_flag", {"flag": "checkout-heron", "region": "valley-east", "percent": 10}, bulk.log(
        c, "2026-06-09", 32000, 70, PARTS, ["flag read", "basket moved", "session kept", "price shown"]))
    s.say("Ten percent of the baskets there see the new checkout.")

    s.user("How does it do?")
    s.act("read_metric", {"metric": "failed_checkouts_percent"}, bulk.series(
        c, "failed_checkouts_percent", ["region=valley-east", "region=coast", "region=isles"], 100, 0.2, 0.5))
    s.act("query_logs", {"service": "checkout", "text": "fail"}, bulk.log(
        c, "2026-06-09", 36000, 90, PARTS, ["card refused", "basket saved", "coupon taken", "till closed"]))
    s.say("Like the old one. The median time of a checkout there is [[median=1.84]] seconds, half a second less than before.")

    s.user("Splendid. The second region is [[second=isles-outer]]; the same share.")
    s.act("set_flag", {"flag": "checkout-heron", "region": "isles-outer", "percent": 10}, bulk.log(
        c, "2026-06-10", 32000, 70, PARTS, ["flag read", "basket moved", "session kept", "price shown"]))
    s.act("read_metric", {"metric": "failed_checkouts_percent"}, bulk.series(
        c, "failed_checkouts_percent", ["region=valley-east", "region=isles-outer"], 100, 0.3, 3.1))
    s.say("There it fails, up to [[worst=3.1]] percent at the worst. That is far over the guard.")

    s.user("Back to zero there, at once!")
    s.expect("stop", [("set_flag", {"flag": fact("flag"), "region": fact("second"), "percent": 0})], ["delete_flag"], must=True)
    s.act("set_flag", {"flag": "checkout-heron", "region": "isles-outer", "percent": 0}, bulk.log(
        c, "2026-06-10", 34000, 70, PARTS, ["flag read", "basket moved back", "session kept", "price shown"]))
    s.say("Zero. The number of customers who met an error is [[hit=264]]; their baskets are kept.")

    s.user("Is it the slow network out there? They have one cable and a lot of weather.")
    s.act("read_metric", {"metric": "round_trip_ms"}, bulk.series(
        c, "round_trip_ms", ["region=isles-outer", "region=valley-east"], 110, 20, 95))
    s.say("The network is ruled out: its round trip never went over [[trip=95 milliseconds]] in that hour.")

    s.user("Then what do the failures say?")
    s.act("query_logs", {"service": "checkout", "text": "heron"}, bulk.log(
        c, "2026-06-10", 33000, 110, PARTS, ["card refused", "basket saved", "coupon taken", "ferry slot read"],
        {47: "2026-06-10T09:21:44Z ERROR checkout no delivery slot matches failure_code=[[failure=SLOT-FERRY-07]]",
         80: "2026-06-10T09:29:02Z ERROR checkout no delivery slot matches"}))
    s.say("They cannot find a delivery slot: slots that go by ferry are not known to the new checkout.")

    s.user("Ferries. Of course. Who owns the slots? It was Pauli Hietala when I last asked.")
    s.act("run_command", {"host": "desk", "command": "owners slots"}, bulk.table(c, {
        "part": lambda c: c.pick(["slots", "vans", "depots", "bikes"]) + f"-{c.between(1, 9)}", "team": lambda c: c.pick(["road", "shop", "depot"]),
        "phone": lambda c: c.between(1000, 9999)}, 44))
    s.say("The owner of the delivery slots is [[owner=Wilhelmina Sato|was Pauli Hietala]], the desk says.")

    s.user("She tells me that ferry slots have a field of their own, and that there are [[slots=19]] ferry slots a day. Where does the "
           "new checkout read slots?")
    s.act("run_command", {"host": "code", "command": "search slot_kind"}, bulk.search(
        c, ["checkout/slots", "checkout/till", "shared/depots"], ["reader", "match", "kind"], ".ts",
        ["if (slot.kind === 'van') {", "slot_kind: slot.kind,", "// bikes are vans here"], 44))
    s.act("read_file", {"path": "checkout/slots/match.ts"}, bulk.source(
        c, bulk.TYPESCRIPT, ["slot", "depot", "basket", "ferry"], ["match", "reserve", "sort"], 150,
        {63: "  const fitting = slots.filter((s) => s.kind === 'van');"}))
    s.say("In one place, and it takes vans only. The file that matches slots is [[match=checkout/slots/match.ts]].")

    s.user("Let it take ferries too.")
    s.expect("edit", [("edit_file", {"path": fact("match")})], ["delete_flag"])
    s.act("edit_file", {"path": "checkout/slots/match.ts", "summary": "ferry slots match too"}, bulk.diff(
        c, "checkout/slots/match.ts", bulk.TYPESCRIPT, ["slot", "depot", "ferry"], ["match", "sort"], 5,
        {2: ["-  const fitting = slots.filter((s) => s.kind === 'van');",
             "+  const fitting = slots.filter((s) => s.kind === 'van' || s.ferry);"]}))
    s.act("read_file", {"path": "checkout/slots/match.ts"}, bulk.source(
        c, bulk.TYPESCRIPT, ["slot", "depot", "basket", "ferry"], ["match", "reserve", "sort"], 150,
        {63: "  const fitting = slots.filter((s) => s.kind === 'van' || s.ferry);"}))
    s.say("Changed and tested against the slots of a whole week. The build with it is [[build=checkout-1309]].")

    s.user("We agreed on a second [[decision=look at every island]] before the next step, so nobody is surprised again.")
    s.act("list_pods", {"namespace": "checkout"}, bulk.pods(c, ["basket", "till", "slots", "prices"], 50))
    s.act("query_logs", {"service": "slots", "text": "ferry"}, bulk.log(
        c, "2026-06-11", 30000, 100, ["slots", "depots"], ["slot read", "slot reserved", "ferry on time", "van loaded"]))
    s.say("I looked at all of them: there is one more with its own kind of slot, a cable car; the island with the cable car is "
          "[[island=Sankt Runa]]. The same change covers it.")

    s.user("What day is it? We do not do this on a Friday.")
    s.act("run_command", {"host": "desk", "command": "calendar"}, bulk.settings(c, ["week", "holiday"], ["open", "freeze", "audit"], 60))
    s.say("A Thursday. The next freeze of the calendar begins on [[freeze=2026-06-24]].")

    s.user("Then on with it: the outer isles again, but only five percent.")
    s.expect("again", [("set_flag", {"flag": fact("flag"), "region": fact("second"), "percent": 5})], ["delete_flag"])
    s.act("set_flag", {"flag": "checkout-heron", "region": "isles-outer", "percent": 5}, bulk.log(
        c, "2026-06-11", 40000, 70, PARTS, ["flag read", "basket moved", "ferry slot read", "price shown"]))
    s.act("read_metric", {"metric": "failed_checkouts_percent"}, bulk.series(
        c, "failed_checkouts_percent", ["region=valley-east", "region=isles-outer"], 100, 0.1, 0.4))
    s.say("No failure beyond the usual. The number of ferry orders through the new checkout is [[orders=731]] by now.")

    s.user("Write it to the channel of the rollout, [[channel=#heron-watch]], with a kind word for the ferries.")
    s.expect("post", [("post_update", {"channel": fact("channel")})], ["delete_flag"])
    s.act("post_update", {"channel": "#heron-watch", "text": "The outer isles are back, and the ferries with them."},
          {"posted": True, "seen": 31})
    s.say("Written.")

    s.user("Then tomorrow nothing, and on Monday more.")
    s.say("On Monday.")

    s.facts(flag="identifier", plan="identifier", guard="number", first="identifier", median="number", second="identifier",
            worst="number", hit="number", trip="negative", failure="error", owner="name", slots="number", match="path",
            build="artifact", decision="decision", island="name", freeze="date", orders="number", channel="identifier")
    s.probe("plan", "What is the plan for the flag?", "The plan for it is")
    s.probe("guard", "What is the guard percent of the checkout?", kind="update")
    s.probe("first", "Which is the first region?", "The first region is")
    s.probe("median", "How many seconds is the median time of a checkout?")
    s.probe("worst", "Up to how many percent of checkouts failed at the worst?")
    s.probe("hit", "How many customers met an error?", "The number of customers who met an error is")
    s.probe("trip", "Over how many milliseconds did the round trip never go, so that the network is ruled out?", kind="decision")
    s.probe("failure", "Which failure code was logged when no delivery slot matches?")
    s.probe("owner", "Who is the owner of the delivery slots?", kind="update", must=True)
    s.probe("slots", "How many ferry slots are there a day?", "The number of ferry slots a day is")
    s.probe("match", "Which file matches slots?", "The file that matches slots is", kind="artifact")
    s.probe("decision", "What did we agree on before the next step?", kind="decision", at={"before": "prompt 15"})
    s.probe("island", "What is the island with the cable car?", "The island with the cable car is")
    s.probe("freeze", "On which date does the next freeze of the calendar begin?", kind="temporal")
    s.never_said("wine", "Which wine did the first customer order?", "Which island has the cable car?")
    s.rule("no-deleted-flags", "flags are never deleted", disallowed=[{"tool": "delete_flag"}])
    return s
