#!/usr/bin/env python3
"""Writes a generated session in OpenAI chat form: turns of prompt, call, output, answer.

usage: transcripts.py ENTRIES MEAN_BYTES > session.json
Deterministic: the same arguments give the same bytes.
"""
import json
import sys

WORDS = ("ledger harbour quartz timber signal meadow copper lantern orchard canyon violet "
         "engine saddle marble pepper anchor walnut feather granite mirror").split()


def text(size, seed):
    words, state, length = [], seed * 2654435761 % 2**32, 0
    while length < size:
        state = (state * 1664525 + 1013904223) % 2**32
        word = WORDS[(state >> 16) % len(WORDS)]
        words.append(word)
        length += len(word) + 1
        if state % 11 == 0:
            words[-1] += "."
    return " ".join(words)


def main():
    entries, size = int(sys.argv[1]), int(sys.argv[2])
    messages = [{"role": "system", "content": "You keep the records of a harbour office."}]
    turn = 0
    while len(messages) - 1 < entries:
        ref = f"HB-{10000 + turn * 37}"
        before = f"HB-{10000 + max(0, turn - 3) * 37}"
        messages += [
            {"role": "user", "content": f"Look up berth {ref}, please. " + text(size, 4 * turn)},
            {"role": "assistant", "content": None, "tool_calls": [{
                "id": f"c{turn}", "type": "function", "function": {
                    "name": "find_berth",
                    "arguments": json.dumps({"berth": ref, "previous": before})}}]},
            {"role": "tool", "tool_call_id": f"c{turn}", "content": json.dumps(
                {"berth": ref, "length": 20 + turn % 70, "note": text(size * 2, 4 * turn + 1)})},
            {"role": "assistant", "content": f"Berth {ref} is free. " + text(size, 4 * turn + 2)},
        ]
        turn += 1
    tools = [{"type": "function", "function": {
        "name": "find_berth", "description": "Finds a berth by its reference.",
        "parameters": {"type": "object", "properties": {
            "berth": {"type": "string"}, "previous": {"type": "string"}}, "required": ["berth"]}}}]
    json.dump({"messages": messages[:entries + 1], "tools": tools}, sys.stdout)


main()
