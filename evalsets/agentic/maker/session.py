"""A session under construction: what is said, called and given back, in order."""

import json


class Chance:
    """SplitMix64: the same numbers on every platform and in every version of Python."""

    def __init__(self, seed):
        self.state = seed & (2**64 - 1)

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & (2**64 - 1)
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & (2**64 - 1)
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & (2**64 - 1)
        return z ^ (z >> 31)

    def below(self, count):
        """A whole number from 0 up to, not including, `count`."""
        return self.next() % count

    def between(self, low, high):
        """A whole number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def pick(self, values):
        return values[self.below(len(values))]

    def hexadecimal(self, count):
        return "".join("0123456789abcdef"[self.below(16)] for _ in range(count))


def tool(name, effect, description, **parameters):
    """A tool's definition; every parameter is needed. A parameter is its description, or a schema."""
    properties = {
        key: value if isinstance(value, dict) else {"type": "string", "description": value}
        for key, value in parameters.items()
    }
    return {
        "name": name,
        "effect": effect,
        "description": description,
        "parameters": {"type": "object", "properties": properties, "required": list(properties)},
    }


def number(description):
    return {"type": "integer", "description": description}


def fact(name):
    """A matcher: the argument is the value of a fact."""
    return {"fact": name}


class Session:
    """Collects a case. Texts may hold marks such as `[[ticket=OPS-2217]]`."""

    def __init__(self, name, title, seed, tags, instructions, tools):
        self.chance = Chance(seed)
        self.seed = seed
        self.case = {
            "version": 1,
            "id": name,
            "title": title,
            "tags": ["agentic"] + tags,
            "source": {"kind": "generated", "template": name, "seed": seed},
            "cluster": name,
            "transcript": [{"instructions": instructions, "tools": tools}],
            "facts": [],
            "probes": [],
            "trajectories": [],
            "constraints": [],
        }
        self.calls = 0
        self.rounds = 0
        self.prompts = 0
        self.responses = 0

    # What happens.

    def user(self, text):
        self.prompts += 1
        self.case["transcript"].append({"prompt": text})

    def say(self, text):
        self.responses += 1
        self.case["transcript"].append({"response": text})

    def think(self, text):
        self.case["transcript"].append({"reasoning": text})

    def act(self, name, arguments, output):
        """One call and what it gives back: a text, or a value as JSON."""
        self.together((name, arguments, output))

    def together(self, *calls):
        """Calls made in one round."""
        made, given = [], []
        for name, arguments, output in calls:
            self.calls += 1
            key = f"c{self.calls}"
            made.append({"id": key, "tool": name, "arguments": arguments})
            kind = "text" if isinstance(output, str) else "json"
            given.append({"output": key, kind: output})
        self.rounds += 1
        self.case["transcript"].append({"calls": made})
        self.case["transcript"] += given

    # What is asked about it.

    def fact(self, name, kind, **more):
        self.case["facts"].append({"id": name, "kind": kind, **more})

    def facts(self, **kinds):
        """The kinds of facts that marks have given."""
        for name, kind in kinds.items():
            self.fact(name, kind)

    def probe(self, name, ask, cloze=None, **more):
        """A question about the fact of that name, unless `facts` names others."""
        probe = {"id": name, "ask": ask}
        if cloze:
            probe["cloze"] = cloze
        if "kind" not in more or more["kind"] != "abstention":
            probe["facts"] = more.pop("facts", [name])
        probe.update(more)
        self.case["probes"].append(probe)

    def never_said(self, name, ask, decoy):
        self.case["probes"].append({"id": name, "kind": "abstention", "ask": ask, "decoy": decoy})

    def expect(self, name, calls, disallowed=(), **more):
        """Expects calls at the reply that comes next; `calls` are pairs of a tool and matchers."""
        expect = {
            "ordered": [{"tool": tool, "arguments": arguments} for tool, arguments in calls],
            "allowsAdditionalCalls": True,
        }
        if disallowed:
            expect["disallowed"] = [{"tool": tool} for tool in disallowed]
        self.case["trajectories"].append(
            {"id": name, "at": {"before": f"call {self.rounds + 1}"}, "expect": expect, **more})

    def rule(self, name, text, **more):
        self.case["constraints"].append(
            {"id": name, "text": text, "evidence": more.pop("evidence", ["instructions"]), **more})

    # The file.

    def written(self):
        """The case as a file: an entry a line, so that a change shows as one."""
        lines = []
        for key, value in self.case.items():
            if isinstance(value, list) and value and not isinstance(value[0], str):
                inner = ",\n".join("    " + json.dumps(entry, ensure_ascii=False) for entry in value)
                lines.append(f"  {json.dumps(key)}: [\n{inner}\n  ]")
            else:
                lines.append(f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
        return "{\n" + ",\n".join(lines) + "\n}\n"
