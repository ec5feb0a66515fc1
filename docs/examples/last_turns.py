"""A policy for `exec`: keeps the first prompt and the last turns.

    evalrun run evalsets/starter --strategy "exec('python3 docs/examples/last_turns.py 3')"
"""
import json
import sys

turns = int(sys.argv[1]) if len(sys.argv) > 1 else 2
for line in sys.stdin:
    items = json.loads(line)["items"]
    prompts = [place for place, item in enumerate(items) if item["kind"] == "prompt"]
    start = prompts[-turns] if len(prompts) > turns else 0
    kept = [item for place, item in enumerate(items) if place in prompts[:1] or place >= start]
    print(json.dumps({"version": 1, "items": [{"label": item["label"]} for item in kept]}), flush=True)
