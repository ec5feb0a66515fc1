"""What tools print by the page: listings, logs, tables, sources, diffs, test runs.

Everything is drawn from words that a plot gives, so that no two sessions print the same. Values that
matter are put in by the caller: `at` maps a line's place to the line itself.
"""

SERVICES_NOISE = [
    "connection pool resized", "cache warmed", "lease renewed", "heartbeat sent", "config reloaded",
    "snapshot flushed", "index refreshed", "retry scheduled", "batch acknowledged", "session resumed",
]


def clock(start, step, chance):
    """Yields times of day from `start` seconds on, about `step` seconds apart."""
    now = start
    while True:
        yield f"{now // 3600 % 24:02d}:{now // 60 % 60:02d}:{now % 60:02d}"
        now += 1 + chance.below(2 * step)


def placed(lines, at):
    """The lines with those of `at` in their places."""
    lines = list(lines)
    for place in sorted(at or {}):
        lines.insert(min(place, len(lines)), at[place])
    return "\n".join(lines)


def log(chance, day, start, count, parts, events, at=None, step=7):
    """A service's log: time, level, part, event, a few fields."""
    times = clock(start, step, chance)
    lines = []
    for _ in range(count):
        level = "WARN" if chance.below(11) == 0 else ("DEBUG" if chance.below(3) == 0 else "INFO")
        event = chance.pick(events + SERVICES_NOISE[chance.below(5):][:4])
        fields = f"took={chance.between(1, 900)}ms trace={chance.hexadecimal(12)}"
        if chance.below(2):
            fields += f" shard={chance.below(16)} attempt={chance.between(1, 3)}"
        lines.append(f"{day}T{next(times)}Z {level:5} {chance.pick(parts)} {event} {fields}")
    return placed(lines, at)


def listing(chance, folder, stems, endings, count, at=None):
    """What `ls -l` prints of a folder."""
    lines = []
    for _ in range(count):
        name = chance.pick(stems) + chance.pick(["", "_v2", "_base", "_util", "_old", "_types"])
        size = chance.between(212, 96000)
        lines.append(
            f"-rw-r--r--  1 build build {size:>7} {chance.pick(['Jan', 'Feb', 'Mar'])} "
            f"{chance.between(1, 28):>2} {chance.below(24):02d}:{chance.below(60):02d} "
            f"{folder}/{name}{chance.pick(endings)}")
    return placed(sorted(lines, key=lambda line: (line.split(" ")[-1], line)), at)


def table(chance, columns, count, at=None):
    """What a database's console prints: `columns` maps a heading to what makes a cell."""
    heads = list(columns)
    rows = [[str(make(chance)) for make in columns.values()] for _ in range(count)]
    widths = [max(len(head), *(len(row[place]) for row in rows)) for place, head in enumerate(heads)]
    def line(cells):
        return " " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths))
    body = [line(row) for row in rows]
    return (line(heads) + "\n" + "-+-".join("-" * width for width in widths) + "\n"
            + placed(body, at) + f"\n({count + len(at or {})} rows)")


def pods(chance, names, count, at=None):
    """What `kubectl get pods -o wide` prints."""
    lines = []
    for _ in range(count):
        name = f"{chance.pick(names)}-{chance.hexadecimal(9)}-{chance.hexadecimal(5)}"
        lines.append(
            f"{name:<44} 1/1   Running   {chance.below(3)}   {chance.between(1, 40)}d   "
            f"10.{chance.below(64)}.{chance.below(250)}.{chance.between(2, 250)}   "
            f"node-{chance.pick('abcdef')}{chance.between(1, 9)}")
    return "NAME   READY   STATUS   RESTARTS   AGE   IP   NODE\n" + placed(lines, at)


PYTHON = (
    ["def {verb}_{noun}({other}, limit=None):", "    if {other} is None:", "        return default_{noun}()",
     "    items = self._{noun}s.get({other}.key, ())", "    for item in items:",
     "        if item.{other} != {other}:", "            continue",
     "        log.debug(\"{verb} {noun}: %s\", item.name)", "        yield item.with_{noun}({other})",
     "    return sorted(items, key=lambda item: item.{noun})", "", "",
     "class {Noun}{Verb}er:", "    \"\"\"Can {verb} any {noun} of a {other}.\"\"\"", "",
     "    def __init__(self, {other}, *, strict=True):", "        self.{other} = {other}",
     "        self.strict = strict", "", "    @property", "    def {noun}(self):",
     "        return self.{other}.{noun} if self.strict else None", ""])

GO = (
    ["func (s *{Noun}Store) {Verb}{Other}(ctx context.Context, id string) (*{Other}, error) {{",
     "\tctx, span := tracer.Start(ctx, \"{noun}.{verb}\")", "\tdefer span.End()",
     "\trow, err := s.db.QueryRowContext(ctx, {verb}{Other}SQL, id)", "\tif err != nil {{",
     "\t\treturn nil, fmt.Errorf(\"{verb} {noun}: %w\", err)", "\t}}",
     "\tif row.{Noun} == nil && !s.lenient {{", "\t\treturn nil, Err{Noun}Missing", "\t}}",
     "\ts.metrics.Observe(\"{noun}_{verb}\", time.Since(row.ReadAt))", "\treturn row.To{Other}(), nil", "}}", "",
     "type {Noun}Options struct {{", "\t{Other}Limit int `yaml:\"{other}_limit\"`",
     "\tSkip{Noun} bool `yaml:\"skip_{noun}\"`", "}}", ""])

TYPESCRIPT = (
    ["export async function {verb}{Noun}({other}: {Other}Id): Promise<{Noun}> {{",
     "  const cached = {noun}Cache.get({other});", "  if (cached) return cached;",
     "  const reply = await http.get(`/${{{other}}}/{noun}s`);", "  if (!reply.ok) {{",
     "    throw new {Noun}Error(reply.status, '{verb} failed');", "  }}",
     "  const {noun} = parse{Noun}(reply.body);", "  {noun}Cache.set({other}, {noun});", "  return {noun};", "}}", "",
     "interface {Noun}Props {{", "  readonly {other}: {Other}Id;", "  on{Verb}?: (value: {Noun}) => void;", "}}", ""])


def source(chance, language, nouns, verbs, count, at=None, first=1):
    """A file with line numbers, cut from a language's shapes; `at` maps a line's number to its text."""
    lines = []
    while len(lines) < count:
        noun, other, verb = chance.pick(nouns), chance.pick(nouns), chance.pick(verbs)
        words = {"noun": noun, "other": other, "verb": verb, "Noun": noun.capitalize(),
                 "Other": other.capitalize(), "Verb": verb.capitalize()}
        start = chance.below(3)
        lines += [shape.format(**words) for shape in language[start * 2:]]
    lines = lines[:count]
    for line, text in (at or {}).items():
        lines[line - first] = text
    return "\n".join(f"{first + place:>5}  {text}" for place, text in enumerate(lines))


def diff(chance, path, language, nouns, verbs, hunks, at=None):
    """A diff in `hunks` pieces; `at` maps a piece to the lines that it changes."""
    lines = [f"--- a/{path}", f"+++ b/{path}"]
    for hunk in range(hunks):
        line = chance.between(10, 700)
        body = source(chance, language, nouns, verbs, 8).split("\n")
        lines.append(f"@@ -{line},9 +{line},9 @@")
        lines += [" " + text[7:] for text in body[:4]]
        lines += (at or {}).get(hunk, ["-" + body[4][7:], "+" + body[5][7:]])
        lines += [" " + text[7:] for text in body[6:]]
    return "\n".join(lines)


def tests(chance, suites, cases, count, at=None):
    """What a test run prints: a line a test."""
    lines = []
    for _ in range(count):
        lines.append(
            f"ok    {chance.pick(suites)}::{chance.pick(cases)}_{chance.pick(cases)}  "
            f"({chance.below(3)}.{chance.below(100):02d}s)")
    return placed(lines, at)


def search(chance, folders, stems, ending, texts, count, at=None):
    """What a search prints: path, line, text."""
    lines = []
    for _ in range(count):
        lines.append(
            f"{chance.pick(folders)}/{chance.pick(stems)}{ending}:{chance.between(4, 900)}: "
            f"{chance.pick(texts)}")
    return placed(lines, at)


def settings(chance, sections, keys, count, at=None):
    """A file of settings by section."""
    lines = []
    for place in range(count):
        if place % 7 == 0:
            lines.append(f"{chance.pick(sections)}-{chance.between(1, 40)}:")
        value = chance.pick(["true", "false", str(chance.between(2, 9000)), f"{chance.between(1, 90)}s"])
        lines.append(f"  {chance.pick(keys)}_{chance.pick(keys)}: {value}")
    return placed(lines, at)


def series(chance, metric, labels, count, low, high, at=None):
    """Readings of a metric, a line a reading."""
    times = clock(chance.between(0, 60000), 30, chance)
    lines = []
    for _ in range(count):
        value = low + (high - low) * chance.below(1000) / 1000
        lines.append(f"{next(times)}  {metric}{{{chance.pick(labels)}}}  {value:.3f}")
    return placed(lines, at)


def usage(chance, folders, count, at=None):
    """What `du` prints."""
    lines = [
        f"{chance.between(3, 980)}.{chance.below(10)}M\t/{chance.pick(folders)}/{chance.pick(folders)}"
        f"/{chance.hexadecimal(6)}"
        for _ in range(count)
    ]
    return placed(lines, at)
