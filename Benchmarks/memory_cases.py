"""Makes cases of a file of recorded sessions with facts that were said in them.

usage: memory_cases.py SESSIONS.jsonl FOLDER

A line: {id, messages: [{role: "user", content}], facts: [{id, question, answers, evidence: [message]}]}.
Writes FOLDER/evalset.json5 and a case a session; every fact is asked at the end.
"""

import json
import os
import sys


def case(session):
    """A session as a case."""
    transcript = [{"instructions": "You answer questions about what you were told, in a few words."}]
    transcript += [{"prompt": message["content"]} for message in session["messages"]]
    facts, probes = [], []
    for fact in session["facts"]:
        answers = [str(answer) for answer in fact["answers"]]
        entries = [f"prompt {place + 1}" for place in fact["evidence"]]
        facts.append({"id": fact["id"], "value": answers[0], "aliases": answers[1:], "evidence": entries})
        probes.append({"id": "q-" + fact["id"], "ask": fact["question"], "facts": [fact["id"]]})
    name = session["id"]
    return {
        "version": 1, "id": name, "title": name, "source": {"kind": "imported"}, "cluster": name,
        "transcript": transcript, "facts": facts, "probes": probes,
    }


def main():
    source, folder = sys.argv[1:]
    os.makedirs(f"{folder}/cases", exist_ok=True)
    for line in open(source, encoding="utf-8"):
        made = case(json.loads(line))
        with open(f"{folder}/cases/{made['id']}.json5", "w", encoding="utf-8") as file:
            json.dump(made, file, ensure_ascii=False, indent=1)
    with open(f"{folder}/evalset.json5", "w", encoding="utf-8") as file:
        json.dump({"version": 1, "id": "memory", "title": "What was said in sessions", "cases": ["cases/*.json5"],
                   "defaults": {"contexts": [2048], "reserve": 256}}, file)


main()
