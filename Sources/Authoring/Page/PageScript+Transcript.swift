extension PageScript {
  /// The transcript as it is read: entries by turn, with what is marked in them.
  static let transcript = #"""
    /** An element; properties that are functions listen, text is never read as markup. */
    function element(name, properties = {}, ...children) {
      const made = document.createElement(name);
      for (const [key, value] of Object.entries(properties)) {
        if (value === false || value === undefined || value === null) continue;
        if (typeof value === "function") made.addEventListener(key, value);
        else if (key in made && typeof value !== "string") made[key] = value;
        else made.setAttribute(key, value === true ? "" : value);
      }
      made.append(...children.flat().filter((child) => child !== null && child !== undefined));
      return made;
    }

    const clampedLength = 3000;
    const expanded = new Set();
    const drawnMarks = [];

    /** What is marked in each entry: the words, and the list and id they belong to. */
    function marksByEntry() {
      const marks = entries.map(() => []);
      const instructions = [];
      const add = ({ entry, quote }, list, id, role) => {
        const index = place(entry);
        const target = index === -1 ? instructions : marks[index];
        if (target && quote) target.push({ quote, list, id, role });
      };
      for (const fact of state.facts) {
        for (const evidence of fact.evidence) add(evidence, "facts", fact.id, "fact");
        for (const older of fact.supersedes) {
          for (const evidence of older.evidence) add(evidence, "facts", fact.id, "older");
        }
      }
      for (const secret of state.secrets) {
        for (const evidence of secret.evidence) add(evidence, "secrets", secret.id, "secret");
      }
      return { marks, instructions };
    }

    /** The text of a leaf as nodes, marked words in elements of their own. */
    function markedNodes(leaf, marks) {
      const text = leaf.toLowerCase();
      // Where lower case has another length, places in the two differ: nothing is marked then.
      if (text.length !== leaf.length) return [leaf];
      const spans = [];
      for (const mark of marks) {
        const wanted = mark.quote.toLowerCase();
        for (let start = nextPlace(text, wanted, 0); start >= 0;
          start = nextPlace(text, wanted, start + wanted.length)) {
          spans.push({ start, end: start + wanted.length, mark });
        }
      }
      spans.sort((one, other) => one.start - other.start || other.end - one.end);
      const nodes = [];
      let end = 0;
      for (const span of spans) {
        if (span.start < end) continue;
        if (span.start > end) nodes.push(leaf.slice(end, span.start));
        const { list, id, role } = span.mark;
        nodes.push(element("mark", {
          class: role, title: role === "older" ? `older value of ${id}` : `${role} ${id}`,
          click: () => { if (getSelection().isCollapsed) show(list, id); },
        }, leaf.slice(span.start, span.end)));
        end = span.end;
      }
      if (end < leaf.length) nodes.push(leaf.slice(end));
      return nodes;
    }

    function leafElement(leaf, marks) {
      return element("span", { class: "leaf" }, markedNodes(leaf, marks));
    }

    function rowElement(row, marks) {
      return element("div", { class: "row", style: `--depth: ${row.depth}` },
        row.key === undefined ? null : element("span", { class: "key" }, row.key),
        "leaf" in row ? leafElement(row.leaf, marks) : null);
    }

    function partElement(part, marks) {
      if ("text" in part) return element("p", { class: "text" }, leafElement(part.text, marks));
      return element("div", { class: "json" },
        part.name ? element("div", { class: "call" }, part.name) : null,
        (part.rows || []).map((row) => rowElement(row, marks)));
    }

    /** The chips under an entry's name: what is marked in it, each leading to its card. */
    function chips(marks) {
      const seen = new Set();
      return marks.filter(({ list, id, role }) => {
        const key = `${list} ${id} ${role}`;
        return seen.has(key) ? false : seen.add(key);
      }).map(({ list, id, role }) => element("button", {
        type: "button", class: `chip ${role}`, click: () => show(list, id),
      }, role === "older" ? `older ${id}` : id));
    }

    const kindNames = {
      toolCalls: "calls", toolOutput: "output", prompt: "prompt", response: "response",
      reasoning: "reasoning", instructions: "instructions", opaque: "unknown",
    };

    function entryContents(index, marks) {
      const entry = entries[index];
      const length = leavesOf(entry).reduce((sum, leaf) => sum + leaf.length, 0);
      const isLong = length > clampedLength;
      const isClamped = isLong && !expanded.has(index);
      return [
        element("header", {},
          // An address such as "prompt 3" says the kind too.
          entry.address.startsWith(kindNames[entry.kind]) || entry.address.startsWith("call ")
            ? null : element("span", { class: "kind" }, kindNames[entry.kind]),
          element("span", { class: "address" }, entry.address),
          element("span", { class: "chips" }, chips(marks))),
        element("div", { class: isClamped ? "body clamped" : "body" },
          entry.parts.map((part) => partElement(part, marks))),
        isLong ? element("button", {
          type: "button", class: "quiet", "aria-expanded": String(!isClamped),
          click: () => {
            if (isClamped) expanded.add(index); else expanded.delete(index);
            drawnMarks[index] = undefined;
            drawTranscript();
          },
        }, isClamped ? `Show all ${length.toLocaleString("en")} characters` : "Show less") : null,
      ];
    }

    function makeTranscript() {
      const list = document.getElementById("entries");
      let turn = -2;
      entries.forEach((entry, index) => {
        if (entry.turn !== turn) {
          turn = entry.turn;
          list.append(element("h3", {}, turn < 0 ? "Before the first turn" : `Turn ${turn + 1}`));
        }
        for (const note of payload.notes.filter((note) => note.position === index)) {
          list.append(element("p", { class: "note" }, note.text));
        }
        list.append(element("article", {
          class: `entry ${entry.kind}`, id: `entry-${index}`, tabindex: index === 0 ? "0" : "-1",
          "aria-label": `${kindNames[entry.kind]}, ${entry.address}`, "data-address": entry.address,
          keydown: (event) => onEntryKey(event, index),
          focus: () => { setCurrent(index); },
        }));
      });
      for (const note of payload.notes.filter((note) => note.position >= entries.length)) {
        list.append(element("p", { class: "note" }, note.text));
      }
    }

    /** Draws the entries in which something else is marked than before. */
    function drawTranscript() {
      const { marks, instructions } = marksByEntry();
      entries.forEach((_, index) => {
        const key = JSON.stringify(marks[index]);
        if (drawnMarks[index] === key) return;
        drawnMarks[index] = key;
        document.getElementById(`entry-${index}`)
          .replaceChildren(...entryContents(index, marks[index]).filter((node) => node));
      });
      const head = document.getElementById("instructions");
      head.hidden = payload.instructionLeaves.length === 0;
      const key = JSON.stringify(instructions);
      if (head.dataset.key === key) return;
      head.dataset.key = key;
      head.replaceChildren(
        element("header", {}, element("span", { class: "kind" }, "instructions"),
          element("span", { class: "chips" }, chips(instructions))),
        ...payload.instructionLeaves.map((leaf) =>
          element("p", { class: "text" }, leafElement(leaf, instructions))));
    }

    let current = 0;

    /** Makes an entry the one that tabbing comes to. */
    function setCurrent(index) {
      document.getElementById(`entry-${current}`).tabIndex = -1;
      current = index;
      document.getElementById(`entry-${index}`).tabIndex = 0;
    }

    function goTo(index) {
      const target = document.getElementById(index < 0 ? "instructions" : `entry-${index}`);
      if (!target) return;
      target.focus({ preventScroll: true });
      target.scrollIntoView({ block: "center" });
    }

    function onEntryKey(event, index) {
      if (event.target !== event.currentTarget) return;
      const steps = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };
      const next = event.key === "Home" ? 0 : event.key === "End" ? entries.length - 1
        : event.key in steps ? index + steps[event.key] : undefined;
      // With shift the arrows extend a selection.
      if (next === undefined || event.shiftKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      goTo(Math.min(Math.max(next, 0), entries.length - 1));
    }
    """#
}
