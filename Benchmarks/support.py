"""What `support` of a language model is worth, from folders of runs.

usage: support.py kept RUN [--without CASE]...
       support.py order MODEL-RUN READER-RUN
       support.py actions MODEL-RUN READER-RUN

kept: how well support tells views that keep the evidence from views that dropped it: the share of
pairs of views of one probe in the right order, and the area under the curve of all views pooled, for
support and for the bare log-probability.
order: Kendall's tau-b between the order of the policies by support and the reader's by recall and by
survival, with an interval from resampling cases.
actions: where the reader goes wrong and its oracle does not, whether the model's odds of the recorded
action fall, too.
"""

import collections
import itertools
import json
import random
import statistics
import sys

KEPT = ("verbatim", "rewritten", "restated")


def lines(run, name):
    with open(f"{run}/{name}", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def scores(run):
    """(case, arm, metric, question) to score."""
    return {(s["case"], s["arm"], s["metric"], s.get("question", "")): s
            for s in lines(run, "scores.jsonl") if s["kind"] == "score"}


def area(kept, dropped):
    """The probability that a kept view has more than a dropped one, ties by half."""
    if not kept or not dropped:
        return None
    ranked = sorted([(value, 1) for value in kept] + [(value, 0) for value in dropped])
    total, place = 0.0, 0
    while place < len(ranked):
        end = place
        while end < len(ranked) and ranked[end][0] == ranked[place][0]:
            end += 1
        rank = (place + end + 1) / 2
        total += rank * sum(kind for _, kind in ranked[place:end])
        place = end
    return (total - len(kept) * (len(kept) + 1) / 2) / (len(kept) * len(dropped))


def views(run, without, controls):
    """(case, question) to [(arm, kept, support, ln P)]."""
    found = scores(run)
    bare = {}
    for observation in lines(run, "observations.jsonl"):
        for question in observation.get("questions", []):
            right = [v["logLikelihood"] for v in question.get("likelihoods", []) if v["role"] == "right"]
            if right:
                bare[observation["case"], observation["arm"], question["id"]] = max(right)
    survived = collections.defaultdict(list)
    for (case, arm, metric, question), score in found.items():
        if metric == "survival" and score["outcome"] == "scored":
            survived[case, arm, question.split("/")[0]].append(score)
    probes = collections.defaultdict(list)
    for (case, arm, question), facts in survived.items():
        name = arm.split("|")[0]
        isControl = name in ("oracle", "null", "evidence", "foreign") or name.startswith("placebo(")
        if case in without or (isControl and not controls):
            continue
        score = found.get((case, arm, "support", question))
        if score is None or score["outcome"] != "scored":
            continue
        kept = [fact["verdict"].split()[0] in KEPT for fact in facts]
        if any(kept) != all(kept):
            continue
        probes[case, question].append((arm, all(kept), score["value"], bare.get((case, arm, question))))
    return probes


def kept(run, without):
    for controls in (False, True):
        probes = views(run, without, controls)
        right = ties = pairs = 0
        for found in probes.values():
            for keeps, drops in itertools.product(
                    [v[2] for v in found if v[1]], [v[2] for v in found if not v[1]]):
                pairs += 1
                right += keeps > drops
                ties += keeps == drops
        every = [v for found in probes.values() for v in found]
        print("policies and controls" if controls else "policies")
        print(f"  {len(probes)} probes, {len(every)} views, {sum(v[1] for v in every)} keep the evidence")
        if pairs:
            print(f"  pairs in the right order: {right} of {pairs}, {100 * right / pairs:.1f} %, {ties} equal")
        for name, place in (("support", 2), ("ln P", 3)):
            value = area([v[place] for v in every if v[1]], [v[place] for v in every if not v[1]])
            print(f"  area under the curve of {name}: " + ("-" if value is None else f"{value:.3f}"))


def tau(left, right):
    """Kendall's tau-b; None where one side does not vary."""
    agree = onlyLeft = onlyRight = 0
    for (a, b), (c, d) in itertools.combinations(zip(left, right), 2):
        x, y = (a > c) - (a < c), (b > d) - (b < d)
        agree += x * y
        onlyLeft += x != 0
        onlyRight += y != 0
    return agree / (onlyLeft * onlyRight) ** 0.5 if onlyLeft and onlyRight else None


def means(run, metric):
    """Policy and context to case to mean; questions of a case count alike."""
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    for (case, arm, key, _), score in scores(run).items():
        name, _, context = arm.rsplit("|", 2)
        isControl = name in ("oracle", "null", "evidence", "foreign") or name.startswith("placebo(")
        if key == metric and score["outcome"] == "scored" and not isControl:
            found[name, context][case].append(score["value"])
    return {arm: {case: statistics.fmean(v) for case, v in cases.items()} for arm, cases in found.items()}


def order(model, reader):
    support = means(model, "support")
    cases = sorted({case for found in support.values() for case in found})
    for metric in ("recall", "survival"):
        other = means(reader, metric)
        arms = sorted(set(support) & set(other))

        def value(chosen):
            def pooled(found, arm):
                return statistics.fmean(found[arm][c] for c in chosen if c in found[arm])
            return tau([pooled(support, arm) for arm in arms], [pooled(other, arm) for arm in arms])

        chance = random.Random(1)
        draws = []
        while len(draws) < 2000:
            try:
                found = value([chance.choice(cases) for _ in cases])
            except statistics.StatisticsError:
                continue
            if found is not None:
                draws.append(found)
        draws.sort()
        print(f"support against the reader's {metric}: tau-b {value(cases):.2f}, "
              f"95 % {draws[50]:.2f} to {draws[1949]:.2f}; {len(arms)} arms, {len(cases)} cases")


def actions(model, reader):
    odds, wrong = scores(model), scores(reader)
    kinds = collections.defaultdict(list)
    for (case, arm, metric, question), score in sorted(wrong.items()):
        name, _, context = arm.rsplit("|", 2)
        if metric != "toolConfusion" or score.get("value") != 1 or not score.get("verdict"):
            continue
        for (c, a, key, q), mine in odds.items():
            if (c, key) != (case, "actionOdds") or mine["outcome"] != "scored":
                continue
            n, m, x = a.rsplit("|", 2)
            if (n, x) != (name, context) or q.split("@")[0] != question.split("@")[0]:
                continue
            whole = next((s["value"] for (c2, a2, k2, q2), s in odds.items()
                          if (c2, k2, q2) == (case, "actionOdds", q) and a2.startswith(f"oracle|{m}|")
                          and s["outcome"] == "scored"), None)
            if whole is not None:
                kinds[score["verdict"]].append((case, name, whole, mine["value"]))
    fell = 0
    for kind, rows in kinds.items():
        change = statistics.fmean(after - before for _, _, before, after in rows)
        fell += change < 0
        print(f"{kind}: odds change by {change:+.2f} nats on average of {len(rows)}")
        for case, name, before, after in rows:
            print(f"    {case}, {name}: {before:+.2f} with everything in view, {after:+.2f} here")
    print(f"the odds fall in {fell} of {len(kinds)} ways")


def main():
    verb, *rest = sys.argv[1:]
    without = [rest[i + 1] for i, word in enumerate(rest) if word == "--without"]
    runs = [w for i, w in enumerate(rest) if w != "--without" and (i == 0 or rest[i - 1] != "--without")]
    if verb == "kept":
        kept(runs[0], without)
    elif verb == "order":
        order(*runs)
    else:
        actions(*runs)


main()
