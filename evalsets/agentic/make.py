#!/usr/bin/env python3
"""Writes the cases of this set from their plots: the same bytes every time.

    python3 evalsets/agentic/make.py            writes cases/
    python3 evalsets/agentic/make.py --check    says whether cases/ is what would be written
"""

import importlib
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
PLOTS = [
    "flaky_time_zone", "rolled_back_migration", "full_disk", "auth_regression", "dependency_bump",
    "queue_race", "expired_certificate", "memory_leak", "backfill", "poisoned_cache", "flag_rollout",
    "renamed_api",
]


def main(arguments):
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(FOLDER))
    cases = {}
    for place, plot in enumerate(PLOTS):
        session = importlib.import_module(f"maker.plots.{plot}").session(seed=7001 + 97 * place)
        cases[session.case["id"] + ".json"] = session.written()
    folder = FOLDER / "cases"
    if arguments == ["--check"]:
        found = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.json")}
        wrong = sorted(name for name in cases.keys() | found.keys() if cases.get(name) != found.get(name))
        for name in wrong:
            print(f"{folder / name}: not what make.py writes; run it", file=sys.stderr)
        return 1 if wrong else 0
    if arguments:
        print(__doc__, file=sys.stderr)
        return 64
    folder.mkdir(exist_ok=True)
    for name, text in cases.items():
        (folder / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
