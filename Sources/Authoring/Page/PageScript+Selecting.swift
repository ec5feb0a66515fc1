extension PageScript {
  /// What is selected in the transcript, and what can be made of it.
  static let selecting = #"""
    let selected = null;

    /** The words selected, and where; null where they are not of one entry. */
    function readSelection() {
      const selection = getSelection();
      if (selection.isCollapsed || !selection.rangeCount) return null;
      const range = selection.getRangeAt(0);
      const start = range.startContainer;
      const from = (start.nodeType === 1 ? start : start.parentElement)
        .closest(".entry, #instructions");
      if (!from) return null;
      const clipped = range.cloneRange();
      if (!from.contains(range.endContainer)) {
        // A third click selects up to the start of what follows.
        clipped.setEndAfter(from.lastChild);
      }
      const words = clipped.toString().trim();
      const index = from.id === "instructions" ? -1 : Number(from.id.slice("entry-".length));
      return words ? { words, index } : null;
    }

    function drawSelection() {
      const read = readSelection();
      if (read) selected = read;
      else if (!document.getElementById("bar").contains(document.activeElement)) selected = null;
      const isSaid = selected && says(selected.words, selected.index);
      const text = !selected ? "Select words in the transcript, or focus an entry and press F."
        : isSaid ? `“${shortened(selected.words)}” in ${addressOf(selected.index)}`
        : `“${shortened(selected.words)}” is no whole word or value of ${addressOf(selected.index)}`;
      const status = document.getElementById("selection");
      if (status.textContent !== text) status.textContent = text;
      for (const button of document.querySelectorAll("#bar button")) {
        const needsFact = button.dataset.needs === "fact";
        button.disabled = !isSaid || (needsFact && !state.facts.length);
      }
    }

    const shortened = (text) => text.length > 60 ? text.slice(0, 59) + "…" : text;

    const addressOf = (index) => index < 0 ? payload.instructionAddresses[0] || "instructions"
      : entries[index].address;

    /** What to act on: the selection, else the entry that has the focus. */
    function subject() {
      drawSelection();
      if (selected) return selected;
      const entry = document.activeElement && document.activeElement.closest(".entry");
      return entry ? { words: "", index: Number(entry.id.slice("entry-".length)) } : null;
    }

    /** Words of an entry that are likely to be values. */
    function candidates(index) {
      const texts = index < 0 ? payload.instructionLeaves : leavesOf(entries[index]);
      const words = texts.flatMap((text) => text.length < 40 ? [text]
        : text.match(/[\p{L}\p{N}_./@:+-]*\p{N}[\p{L}\p{N}_./@:+-]*[\p{L}\p{N}]|\p{Lu}\p{L}+/gu)
          || []);
      return [...new Set(words)].filter((word) => says(word, index)).slice(0, 200);
    }

    const actions = {
      f: { title: "Mark a fact", ask: askFact },
      r: { title: "A new value", ask: (subject) => askFactFor(subject, "replace") },
      o: { title: "An older value", ask: (subject) => askFactFor(subject, "older") },
      e: { title: "More evidence", ask: (subject) => askFactFor(subject, "evidence") },
      s: { title: "Mark a secret", ask: askSecret },
    };

    function act(key) {
      const found = subject();
      if (!found) return say("Select words in the transcript first, or focus an entry.");
      if ("roe".includes(key) && !state.facts.length) return say("There is no fact yet.");
      actions[key].ask(found);
    }

    /** Opens a form in a dialog; `submit` returns what is wrong, or nothing once it is done. */
    function openForm(title, fields, action, submit) {
      const wrong = element("p", { class: "wrong", role: "alert" });
      const back = document.activeElement;
      const dialog = element("dialog", { "aria-label": title },
        element("form", {
          method: "dialog",
          submit: (event) => {
            event.preventDefault();
            const message = submit();
            if (message) wrong.textContent = message;
            else dialog.close();
          },
        },
        element("h2", {}, title), ...fields, wrong,
        element("div", { class: "buttons" },
          element("button", { type: "submit", class: "primary" }, action),
          element("button", { type: "button", click: () => dialog.close() }, "Cancel"))));
      dialog.addEventListener("close", () => {
        dialog.remove();
        if (back && back.isConnected) back.focus();
      });
      document.body.append(dialog);
      dialog.showModal();
      const first = dialog.querySelector("input, select, textarea");
      if (first) first.focus();
      if (first && first.select) first.select();
    }

    /** A field for words of an entry, with those likely to be meant to choose from. */
    function wordsField(label, { words, index }) {
      const input = element("input", { type: "text", list: "candidates", required: true });
      input.value = words;
      return { input, field: labelled(label, input,
        element("datalist", { id: "candidates" },
          candidates(index).map((word) => element("option", { value: word })))) };
    }

    const notSaid = (words, index) => words && says(words, index) ? null
      : `${addressOf(index)} does not say “${shortened(words)}” as a whole word or value.`;

    function askFact(subject) {
      const { input: quote, field } = wordsField(`Words in ${addressOf(subject.index)}`, subject);
      const id = element("input", { type: "text", required: true });
      const kind = choice(factKinds, guessedKind(subject.words));
      const derived = element("input", { type: "checkbox" });
      const value = element("input", { type: "text" });
      const valueField = labelled("Value", value);
      valueField.hidden = true;
      let isOwnID = false;
      const fill = () => {
        if (!isOwnID) id.value = quote.value ? freeID(quote.value, state.facts) : "";
      };
      quote.addEventListener("input", () => { fill(); kind.value = guessedKind(quote.value); });
      id.addEventListener("input", () => { isOwnID = true; });
      derived.addEventListener("change", () => { valueField.hidden = !derived.checked; });
      fill();
      openForm("Mark a fact", [field, labelled("Id", id), labelled("Kind", kind),
        checkbox("The value is computed from these words", derived), valueField,
      ], "Add fact", () => {
        const words = quote.value.trim();
        const wrong = notSaid(words, subject.index);
        if (wrong) return wrong;
        if (factWith(id.value)) return `There is a fact '${id.value}' already.`;
        if (derived.checked && !value.value.trim()) return "A computed value has to be written.";
        const fact = {
          id: id.value, kind: kind.value, value: derived.checked ? value.value.trim() : words,
          aliases: [], derived: derived.checked,
          evidence: [{ entry: addressOf(subject.index), quote: words }], supersedes: [],
        };
        change(() => state.facts.push(fact));
        show("facts", fact.id, false);
        say(`Fact ${fact.id} added.`);
      });
    }

    function askFactFor(subject, way) {
      const labels = {
        replace: ["A new value", "replaces the value of", "Replace"],
        older: ["An older value", "was once the value of", "Add older value"],
        evidence: ["More evidence", "says the value of", "Add evidence"],
      }[way];
      const { input: quote, field } = wordsField(`Words in ${addressOf(subject.index)}`, subject);
      const fact = choice(state.facts.map((fact) => fact.id), state.facts[0].id,
        (id) => `${id} = ${shortened(factWith(id).value)}`);
      openForm(labels[0], [field, labelled(labels[1], fact)], labels[2], () => {
        const words = quote.value.trim();
        const wrong = notSaid(words, subject.index);
        if (wrong) return wrong;
        const evidence = { entry: addressOf(subject.index), quote: words };
        const chosen = factWith(fact.value);
        if (way !== "evidence" && words.toLowerCase() === chosen.value.toLowerCase()) {
          return `'${words}' is the value of '${chosen.id}' already.`;
        }
        change(() => addTo(chosen, way, words, evidence));
        show("facts", chosen.id, false);
        say(`${labels[0]} of ${chosen.id} added.`);
      });
    }

    function addTo(fact, way, words, evidence) {
      if (way === "evidence") return sortIn(fact.evidence, evidence);
      const value = way === "replace" ? fact.value : words;
      let older = fact.supersedes.find((older) => older.value === value);
      if (!older) {
        older = { value, evidence: [] };
        fact.supersedes.push(older);
      }
      if (way === "older") return sortIn(older.evidence, evidence);
      for (const said of fact.evidence) sortIn(older.evidence, said);
      Object.assign(fact, { value: words, evidence: [evidence], derived: false });
      fact.supersedes = fact.supersedes.filter((older) => older.value !== words);
    }

    /** Adds evidence at its place in the transcript, once. */
    function sortIn(list, evidence) {
      if (list.some((said) => said.entry === evidence.entry && said.quote === evidence.quote)) {
        return;
      }
      list.push(evidence);
      list.sort((one, other) => (place(one.entry) ?? -1) - (place(other.entry) ?? -1));
    }

    function askSecret(subject) {
      const { input: quote, field } = wordsField(`Words in ${addressOf(subject.index)}`, subject);
      const id = element("input", { type: "text", required: true });
      id.value = freeID("secret", state.secrets);
      openForm("Mark a secret", [field, labelled("Id", id)], "Add secret", () => {
        const words = quote.value.trim();
        const wrong = notSaid(words, subject.index);
        if (wrong) return wrong;
        const known = state.secrets.find((secret) => secret.id === id.value);
        if (known && known.value !== words) return `The secret '${id.value}' is another text.`;
        const evidence = { entry: addressOf(subject.index), quote: words };
        change(() => {
          if (known) sortIn(known.evidence, evidence);
          else state.secrets.push({ id: id.value, value: words, evidence: [evidence] });
        });
        show("secrets", id.value, false);
        say(`Secret ${id.value} marked.`);
      });
    }
    """#
}
