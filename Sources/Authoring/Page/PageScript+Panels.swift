extension PageScript {
  /// The panels beside the transcript: facts, probes, secrets and the case itself.
  static let panels = #"""
    function drawFacts() {
      const namedBy = new Map(state.trajectories.flatMap((trajectory) =>
        trajectory.facts.map(({ fact }) => [fact, trajectory.id])));
      document.getElementById("facts-list").replaceChildren(...state.facts.map((fact, index) => {
        const id = textField("Id", fact.id, (text) => rename(fact, text), { name: "id" });
        if (namedBy.has(fact.id)) {
          const control = id.querySelector("input");
          control.readOnly = true;
          control.title = `named by the trajectory ${namedBy.get(fact.id)}`;
        }
        const kind = choice(factKinds, fact.kind);
        kind.dataset.name = "kind";
        return card("facts", index, `Fact ${fact.id}`, [
          element("div", { class: "pair" }, id,
            labelled("Kind", bound(kind, (text) => { fact.kind = text; }))),
          textField(fact.derived ? "Value, computed from its evidence" : "Value", fact.value,
            (text) => { fact.value = text; }, { name: "value" }),
          textField("Also said as, one a line", listText(fact.aliases),
            (text) => { fact.aliases = listOf(text); }, { rows: 1, name: "aliases" }),
          checkbox("Computed, not said", bound(
            element("input", { type: "checkbox", checked: fact.derived }),
            (isOn) => { fact.derived = isOn; }, { redraws: true })),
          evidenceList("Evidence", fact.evidence),
          ...fact.supersedes.map((older) => element("div", { class: "replaced" },
            evidenceList(`Older value ${older.value}`, older.evidence),
            element("button", {
              type: "button", class: "quiet", "aria-label": `Remove older value ${older.value}`,
              click: () => change(() => {
                fact.supersedes = fact.supersedes.filter((other) => other !== older);
              }),
            }, "Remove older value"))),
        ], [element("button", { type: "button", click: () => addProbe(fact) }, "Ask about it")]);
      }));
    }

    /** Gives a fact another id, also where probes name it. */
    function rename(fact, id) {
      const old = fact.id;
      fact.id = id;
      if (state.facts.some((other) => other.id === old)) return;
      for (const probe of state.probes) {
        if (probe.facts) probe.facts = probe.facts.map((name) => name === old ? id : name);
      }
    }

    function addProbe(fact) {
      const probe = { id: freeID(fact ? fact.id : "question", [
        ...state.probes, ...state.trajectories,
      ]), ask: "" };
      if (fact) probe.facts = [fact.id];
      if (fact && fact.supersedes.length) probe.kind = "update";
      change(() => state.probes.push(probe));
      show("probes", probe.id);
      document.querySelector(`#card-probes-${state.probes.length - 1} [data-name=ask]`).focus();
    }

    function drawProbes() {
      document.getElementById("probes-list").replaceChildren(...state.probes.map((probe, index) =>
        card("probes", index, `Probe ${probe.id}`, [
          element("div", { class: "pair" },
            textField("Id", probe.id, (text) => { probe.id = text; }, { name: "id" }),
            labelled("Kind", bound(choice(probeKinds, probe.kind || "recall"),
              (text) => { probe.kind = text; }, { redraws: true }))),
          textField("Question", probe.ask, (text) => { probe.ask = text; },
            { rows: 2, name: "ask" }),
          textField("Sentence that the answer ends", probe.cloze || "",
            (text) => { probe.cloze = text; }, { name: "cloze" }),
          ...expectationFields(probe),
          labelled("Asked", bound(placeChoice(probe),
            (text) => { probe.at = JSON.parse(text); }, { redraws: true })),
          checkbox("A gate fails if it newly fails", bound(
            element("input", { type: "checkbox", checked: probe.must === true }),
            (isOn) => { probe.must = isOn; })),
        ], [])));
    }

    const expectationNames = {
      facts: "the values of its facts", answer: "another answer", number: "a number",
      list: "a list", abstain: "no answer: it was never said",
    };

    function expectationFields(probe) {
      const expects = expectationOf(probe);
      const known = Object.keys(expectationNames);
      const select = choice(known, known.includes(expects) ? expects : "facts",
        (key) => expectationNames[key]);
      const fields = [labelled("Right is", bound(select, (key) => expect(probe, key),
        { redraws: true }))];
      if (expects === "answer") {
        fields.push(textField("Answer", String(probe.expect.answer),
          (text) => { probe.expect.answer = text; }, { name: "answer" }));
      } else if (expects === "number") {
        fields.push(textField("Number", String(probe.expect.number.value ?? probe.expect.number),
          (text) => { writeNumber(probe, text); }, { name: "number" }));
      } else if (expects === "list") {
        fields.push(textField("List, one a line", listText(probe.expect.list.map(String)),
          (text) => { probe.expect.list = listOf(text); }, { rows: 3, name: "list" }));
      } else if (expects === "abstain") {
        fields.push(textField("Decoy: the same of something that was said", probe.decoy || "",
          (text) => { probe.decoy = text; }, { rows: 2, name: "decoy" }));
      }
      if (expects !== "abstain") fields.push(factChoice(probe));
      return fields;
    }

    function expect(probe, key) {
      delete probe.expect;
      if (key === "abstain") probe.kind = "abstention";
      else if (probe.kind === "abstention") delete probe.kind;
      if (key !== "abstain") delete probe.decoy;
      if (key === "answer") probe.expect = { answer: "" };
      if (key === "number") probe.expect = { number: { value: 0 } };
      if (key === "list") probe.expect = { list: [], order: "any" };
      if (key !== "abstain" && !probe.facts) probe.facts = [];
    }

    function writeNumber(probe, text) {
      const value = Number(text.trim());
      if (!text.trim() || !Number.isFinite(value)) return say(`'${text}' is no number.`);
      if (typeof probe.expect.number === "object") probe.expect.number.value = value;
      else probe.expect.number = value;
    }

    function factChoice(probe) {
      const named = probe.facts || [];
      const ids = [...state.facts.map((fact) => fact.id),
        ...named.filter((id) => !factWith(id))];
      return element("fieldset", {}, element("legend", {}, "Facts it asks for"),
        ids.length ? null : element("p", { class: "note" }, "There is no fact yet."),
        ids.map((id) => checkbox(id, bound(
          element("input", { type: "checkbox", checked: named.includes(id) }), (isOn) => {
            const facts = (probe.facts || []).filter((other) => other !== id);
            probe.facts = isOn ? [...facts, id] : facts;
          }))),
        ids.length < 2 ? null : checkbox("One of them is enough", bound(
          element("input", { type: "checkbox", checked: probe.anyOf === true }),
          (isOn) => { probe.anyOf = isOn; })));
    }

    /** The places a probe can be asked at: boundaries between turns, and every few turns. */
    function placeChoice(probe) {
      const starts = entries.filter((entry, index) => entry.kind === "prompt" && index > 0);
      const names = new Map([[JSON.stringify("end"), "at the end"],
        ...starts.map((entry) => [JSON.stringify({ before: entry.address }),
          `before ${entry.address} (turn ${entry.turn + 1})`]),
        ...[1, 2, 3, 5, 10].map((count) => [
          JSON.stringify({ every: count === 1 ? "1 turn" : `${count} turns` }),
          count === 1 ? "after every turn" : `after every ${count} turns`])]);
      const value = JSON.stringify(probe.at || "end");
      if (!names.has(value)) names.set(value, `${Object.keys(probe.at)[0]} ${
        Object.values(probe.at)[0]}`);
      const select = choice([...names.keys()], value, (key) => names.get(key));
      select.dataset.name = "at";
      return select;
    }

    function drawSecrets() {
      document.getElementById("secrets-list").replaceChildren(
        ...state.secrets.map((secret, index) => card("secrets", index, `Secret ${secret.id}`, [
          textField("Id", secret.id, (text) => { secret.id = text; }, { name: "id" }),
          textField("Text", secret.value, (text) => { secret.value = text; }, { name: "value" }),
          evidenceList("Said in", secret.evidence),
        ], [])));
    }

    /** Expected calls and rules are shown as they are written; a person keeps or deletes them. */
    function drawRules() {
      for (const [list, name] of [["trajectories", "Trajectory"], ["constraints", "Constraint"]]) {
        document.getElementById(`${list}-list`).replaceChildren(
          ...state[list].map((item, index) => card(list, index, `${name} ${item.id}`,
            [element("div", { class: "json" }, item.rows.map((row) => rowElement(row, [])))], [])));
        document.getElementById(`no-${list}`).hidden = state[list].length > 0;
      }
    }

    function drawCase() {
      document.getElementById("case-fields").replaceChildren(
        element("ul", { class: "errors", id: "errors-case-0" }),
        textField("Id", state.id, (text) => { state.id = text; drawTitle(); }, { name: "id" }),
        textField("Title", state.title, (text) => { state.title = text; drawTitle(); },
          { rows: 2, name: "title" }),
        textField("Tags, one a line", listText(state.tags),
          (text) => { state.tags = listOf(text); }, { rows: 3, name: "tags" }),
        textField("Cluster: what statistics count as one", state.cluster,
          (text) => { state.cluster = text.trim(); }, { name: "cluster" }));
    }

    function drawTitle() {
      document.getElementById("title").textContent = state.title || state.id;
      document.title = `${state.id} · evalrun author`;
    }
    """#
}
