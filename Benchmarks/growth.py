#!/usr/bin/env python3
"""Replay cost against session length, a strategy at a time.

usage: growth.py EVALRUN [--limit 1.2]
Replays generated sessions of 250, 500, 1,000 and 2,000 entries of the same mean size and fits
log(time) against log(entries). Time is the mean user + system time of twelve runs of the whole
command (the system counts it in ticks too coarse for one run), less that of `evalrun --version`,
so that starting the process is not taken for replay.
Exits 1 if an exponent is over the limit.
"""
import math
import os
import resource
import subprocess
import sys
import tempfile

STRATEGIES = [
    "rolling-window(entries: 10)", "drop-completed-tool-calls",
    "clear-tool-results(when: 50%, keep: 3 uses)", "keep-first-last(first: 2, last: 8)",
    "whole-turn-window(tokens: 50%)", "summarize-history(entries: 50)"]
LENGTHS = [250, 500, 1000, 2000]


def seconds(command, runs=12):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for _ in range(runs):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / runs


def exponent(times):
    xs = [math.log(n) for n in LENGTHS]
    ys = [math.log(max(t, 1e-4)) for t in times]
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / sum((x - mx) ** 2 for x in xs)


def main():
    tool = sys.argv[1]
    limit = float(sys.argv[3]) if len(sys.argv) > 3 else 1.2
    here = os.path.dirname(os.path.abspath(__file__))
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for length in LENGTHS:
            path = os.path.join(folder, f"{length}.json")
            with open(path, "w") as file:
                subprocess.run([sys.executable, os.path.join(here, "transcripts.py"),
                                str(length), "300"], check=True, stdout=file)
            files.append(path)
        start = seconds([tool, "--version"])
        for strategy in STRATEGIES:
            times = [seconds([tool, "replay", path, "--strategy", strategy]) - start
                     for path in files]
            slope = exponent(times)
            worst = max(worst, slope)
            shown = "  ".join(f"{n}: {t * 1000:7.1f} ms" for n, t in zip(LENGTHS, times))
            print(f"{strategy:46s} {shown}   exponent {slope:.2f}")
    print(f"worst exponent {worst:.2f}, limit {limit}")
    sys.exit(worst > limit)


main()
