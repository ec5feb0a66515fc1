extension PageScript {
  /// The case being edited, with what can be taken back, and the text of the file it becomes.
  static let model = #"""
    const payload = JSON.parse(document.getElementById("payload").textContent);
    const entries = payload.entries;
    const places = new Map(entries.map((entry, index) => [entry.address, index]));
    const factKinds = [
      "text", "identifier", "number", "date", "name", "path", "quote", "decision", "preference",
      "artifact", "state", "negative", "error", "sequence",
    ];
    const probeKinds = [
      "recall", "update", "temporal", "multi-hop", "artifact", "continuation", "decision",
      "constraint", "abstention",
    ];
    let state = payload.state;
    const undone = [];
    let isChanged = false;

    /** Where an address is: the place of an entry, -1 for instructions, else undefined. */
    function place(address) {
      return places.has(address) ? places.get(address)
        : payload.instructionAddresses.includes(address) ? -1 : undefined;
    }

    function factWith(id) { return state.facts.find((fact) => fact.id === id); }

    /** Remembers the state before a change. */
    function remember() {
      undone.push(JSON.stringify(state));
      if (undone.length > 200) undone.shift();
      isChanged = true;
    }

    /** Makes a change that redraws everything. */
    function change(edit) {
      remember();
      edit();
      draw();
    }

    function undo() {
      const last = undone.pop();
      if (last === undefined) return say("There is nothing to undo.");
      state = JSON.parse(last);
      draw();
      say("Undone.");
    }

    /** An id that nothing in a list has, made of a word. */
    function freeID(word, items) {
      const ids = new Set(items.map((item) => item.id));
      const stem = word.normalize("NFC").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-")
        .replace(/^-+|-+$/g, "").slice(0, 24).replace(/-+$/, "") || "item";
      for (let number = 1; ; number += 1) {
        const id = number === 1 ? stem : `${stem}-${number}`;
        if (!ids.has(id)) return id;
      }
    }

    /** What kind of value a text looks like. */
    function guessedKind(text) {
      if (/^\d{4}-\d\d-\d\d/.test(text)) return "date";
      if (/^[\p{Sc}]?\s?[\d.,]+\s?([\p{Sc}%]|\p{L}{1,4})?$/u.test(text)) return "number";
      if (/^(\/|~\/|\.{1,2}\/|[A-Za-z]:\\)\S+$/.test(text) || /^\S+\/\S+\.\w+$/.test(text)) {
        return "path";
      }
      if (/^\S*\d\S*$/.test(text)) return "identifier";
      if (/^\p{Lu}\S*( \p{Lu}\S*){0,3}$/u.test(text)) return "name";
      return "text";
    }

    /** Evidence without its quote where the value itself is what is quoted. */
    function writtenEvidence(list, value) {
      return list.map(({ entry, quote }) => {
        const isPlain = quote === value && says(quote, place(entry));
        return isPlain ? entry : { entry, quote };
      });
    }

    function writtenFact(fact) {
      const { id, kind, value, aliases, derived, evidence, supersedes, ...others } = fact;
      const written = { id };
      if (kind !== "text") written.kind = kind;
      written.value = value;
      if (aliases.length) written.aliases = aliases;
      if (derived) written.derived = true;
      written.evidence = writtenEvidence(evidence, derived ? undefined : value);
      if (supersedes.length) {
        written.supersedes = supersedes.map((older) => ({
          value: older.value, evidence: writtenEvidence(older.evidence, older.value),
        }));
      }
      return Object.assign(written, others);
    }

    function writtenProbe(probe) {
      const written = {};
      for (const [key, value] of Object.entries(probe)) {
        const isEmpty = value === "" || value === false
          || (Array.isArray(value) && value.length === 0);
        if (key === "ask" || !isEmpty) written[key] = value;
      }
      return written;
    }

    /** A list with an item a line, so that a file is read and compared by lines. */
    function lines(items) {
      if (!items.length) return "[]";
      return "[\n" + items.map((item) => "    " + item).join(",\n") + "\n  ]";
    }

    /** The file: what the page does not edit is in it letter by letter as it came. */
    function caseText() {
      const { id, title, tags, cluster } = state;
      const parts = [["version", "1"], ["id", JSON.stringify(id)]];
      if (title) parts.push(["title", JSON.stringify(title)]);
      if (tags.length) parts.push(["tags", JSON.stringify(tags)]);
      if (payload.raw.source) parts.push(["source", payload.raw.source]);
      if (cluster) parts.push(["cluster", JSON.stringify(cluster)]);
      parts.push(["transcript", payload.raw.steps ? lines(payload.raw.steps)
        : payload.raw.transcript]);
      const list = (key, items, written) => {
        if (items.length) {
          parts.push([key, lines(items.map((item) => JSON.stringify(written(item))))]);
        }
      };
      list("facts", state.facts, writtenFact);
      list("probes", state.probes, writtenProbe);
      for (const key of ["trajectories", "constraints"]) {
        const texts = state[key].map((item) => item.draft ? item.written : item.accepted);
        if (texts.length) parts.push([key, lines(texts)]);
      }
      list("secrets", state.secrets, ({ id, value, evidence, ...others }) => ({
        id, value, evidence, ...others,
      }));
      for (const [key, text] of payload.raw.others) parts.push([key, text]);
      return "{\n" + parts.map(([key, text]) => `  ${JSON.stringify(key)}: ${text}`).join(",\n")
        + "\n}\n";
    }

    function download() {
      const blob = new Blob([caseText()], { type: "application/json" });
      const link = element("a", { href: URL.createObjectURL(blob), download: fileName() });
      document.body.append(link);
      link.click();
      link.remove();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
      isChanged = false;
      const count = found.length;
      const rest = count === 0 ? "" : count === 1 ? ", with one error in it" :
        `, with ${count} errors in it`;
      say(`Downloaded as ${fileName()}${rest}.`);
    }

    function fileName() {
      return `${(state.id || "case").replace(/[^\p{L}\p{N}._-]+/gu, "-")}.json`;
    }
    """#
}
