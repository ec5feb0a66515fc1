"""Reads one prompt in every way there is, and fails at the first digest of logits that differs.

usage: bits.py EVALRUN MODEL [--quick] [--text FILE]

Instruction sets x threads x chunks x held prefix, logits after every token; the plain loops on fewer
tokens. --quick takes a covering set: every two settings meet at least once. Prints a line a cell.
"""

import itertools
import json
import subprocess
import sys

SETS = {"threads": [1, 2, 4], "chunk": [1, 7, 64, 512], "held": [0, 0.4]}


def covering(names, values):
    """Cells in which every two values of different settings meet, picked greedily."""
    pairs = {
        ((a, x), (b, y))
        for a, b in itertools.combinations(names, 2)
        for x in values[a]
        for y in values[b]
    }
    grid = list(itertools.product(*(values[name] for name in names)))
    chosen = []
    while pairs:
        def met(cell):
            named = list(zip(names, cell))
            return pairs & set(itertools.combinations(named, 2))

        best = max(grid, key=lambda cell: len(met(cell)))
        pairs -= met(best)
        chosen.append(best)
    return chosen


def main():
    arguments = [a for a in sys.argv[1:] if a != "--quick"]
    text = []
    if "--text" in arguments:
        place = arguments.index("--text")
        text = arguments[place : place + 2]
        del arguments[place : place + 2]
    tool, model = arguments

    def run(tokens, path=None, threads=1, chunk=64, held=0, every=True):
        command = [tool, "models", "bench", model, "--json", "--generate", "4"]
        command += ["--every-token"] if every else []
        command += ["--tokens", str(tokens), "--threads", str(threads), "--chunk", str(chunk)] + text
        command += ["--held", str(int(held * tokens))]
        if path:
            command += ["--path", path]
        return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)

    def compare(tokens, cells):
        # What was held gave no logits, so cells compare with the same number held.
        expected = {}
        for path, threads, chunk, held in cells:
            found = run(tokens, path, threads, chunk, held)
            digest = expected.setdefault(held, found["digest"])
            same = "same" if digest == found["digest"] else "DIFFERS"
            print(f"{tokens} tokens, {path}, {threads} threads, chunks of {chunk}, "
                  f"{int(held * tokens)} held: {found['digest']} {same}", flush=True)
            if same != "same":
                sys.exit(1)

    probe = subprocess.run([tool, "models", "bench", model, "--path", "?"], stderr=subprocess.PIPE)
    paths = probe.stderr.decode().rsplit("it has ", 1)[1].split("\n")[0].strip().split(", ")
    names = ["path", "threads", "chunk", "held"]
    values = SETS | {"path": [p for p in paths if p != "scalar"]}
    if "--quick" in sys.argv:
        cells = covering(names, values)
    else:
        cells = list(itertools.product(*(values[name] for name in names)))
    compare(600, cells)
    # After the last token, and those written then, there is no telling what was held.
    last = {held: run(600, held=held, every=False)["digest"] for held in [0, 0.4, 0.9]}
    print("last logits:", ", ".join(f"{int(600 * h)} held {d}" for h, d in last.items()))
    if len(set(last.values())) > 1:
        sys.exit("a held prefix changes what follows")
    compare(64, [(path, 1, 64, 0) for path in paths] + [("scalar", 2, 7, 0)])
    print("all the same")


main()
