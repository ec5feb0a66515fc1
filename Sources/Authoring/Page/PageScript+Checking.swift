extension PageScript {
  /// The errors that a case shows by itself, in the words of the tool.
  static let checking = #"""
    const bytes = new TextEncoder();
    const isWord = (letter) => /^[0-9a-z]$/.test(letter);
    const folded = entries.map((entry) => leavesOf(entry).map((leaf) => leaf.toLowerCase()));
    const instructionTexts = payload.instructionLeaves.map((leaf) => leaf.toLowerCase());
    const toolTexts = payload.toolLeaves.map((leaf) => leaf.toLowerCase());

    /** Everything an entry says, in pieces. */
    function leavesOf(entry) {
      return entry.parts.flatMap((part) => "text" in part ? [part.text]
        : (part.rows || []).filter((row) => "leaf" in row).map((row) => row.leaf));
    }

    /** Whether a text stands at a place, not within a longer word or number. */
    function standsAt(text, start, wanted) {
      const end = start + wanted.length;
      const joins = (left, right) => isWord(left || "") && isWord(right || "");
      const isPlural = text[end] === "s" && !isWord(text[end + 1] || "");
      return !joins(text[start - 1], wanted[0])
        && (!joins(wanted[wanted.length - 1], text[end]) || isPlural);
    }

    /** Where a text stands in another, both folded: the next place from one on, or -1. */
    function nextPlace(text, wanted, from, anywhere) {
      for (let start = text.indexOf(wanted, from); start >= 0;
        start = text.indexOf(wanted, start + 1)) {
        if (anywhere || standsAt(text, start, wanted)) return start;
      }
      return -1;
    }

    function saidIn(texts, wanted, anywhere = false) {
      const text = wanted.toLowerCase();
      return text !== "" && texts.some((piece) => nextPlace(piece, text, 0, anywhere) >= 0);
    }

    function says(text, index) {
      if (index === -1) return saidIn(instructionTexts, text);
      return index !== undefined && saidIn(folded[index], text);
    }

    function nameOf(index) {
      return index === undefined || index < 0 ? "the instructions" : `'${entries[index].address}'`;
    }

    const listed = (words) => [...new Set(words)].map((word) => `'${word}'`).join(" nor ");

    /** Everything wrong: a message, and the list and place of what it is about. */
    function errors() {
      const errors = [];
      const report = (list, index, message) => errors.push({ list, index, message });
      checkIDs(report);
      state.facts.forEach((fact, index) => checkFact(fact, (text) => report("facts", index, text)));
      state.secrets.forEach((secret, index) => {
        for (const { entry, quote } of secret.evidence) {
          if (!says(quote, place(entry))) {
            report("secrets", index,
              `${nameOf(place(entry))} does not say the secret '${secret.id}'`);
          }
        }
      });
      state.probes.forEach((probe, index) =>
        checkProbe(probe, (text, list = "probes") => report(list, index, text)));
      state.trajectories.forEach((trajectory, index) =>
        checkTrajectory(trajectory, (text) => report("trajectories", index, text)));
      return errors;
    }

    function checkIDs(report) {
      const isID = (id) => /^[\p{L}\p{N}\p{M}\-_.:\u0080-\u{10ffff}]+$/u.test(id);
      const rule = "an id is made of letters, digits, '-', '_', '.' and ':'";
      if (!isID(state.id)) report("case", 0, rule);
      for (const [list, word, others] of [
        ["facts", "the fact", []], ["secrets", "the secret", []],
        ["probes", "the probe", state.trajectories],
      ]) {
        const seen = new Set(others.map((other) => other.id));
        state[list].forEach((item, index) => {
          if (!isID(item.id)) report(list, index, rule);
          if (seen.has(item.id)) report(list, index, `the id '${item.id}' is used twice`);
          seen.add(item.id);
          if (list !== "probes" && item.value === "") {
            report(list, index, `${word} '${item.id}' has no value`);
          }
        });
      }
    }

    function checkFact(fact, report) {
      if (!fact.evidence.length) {
        report(`nothing says where '${fact.id}' was said: no mark and no evidence`);
      }
      for (const { entry, quote } of fact.evidence) {
        const words = [...(fact.derived ? [] : [fact.value]), ...fact.aliases, quote];
        if (!words.some((word) => says(word, place(entry)))) {
          report(`${nameOf(place(entry))} is evidence of '${fact.id}' and says neither `
            + listed(words));
        }
      }
      for (const older of fact.supersedes) {
        if (older.value.toLowerCase() === fact.value.toLowerCase()) {
          report(`the fact '${fact.id}' supersedes '${older.value}', which is its value still`);
        }
        for (const { entry, quote } of older.evidence) {
          if (!says(older.value, place(entry)) && !says(quote, place(entry))) {
            report(`${nameOf(place(entry))} is evidence of the older value of '${fact.id}' and `
              + `does not say '${older.value}'`);
          }
        }
      }
    }

    function expectationOf(probe) {
      if (probe.expect) return Object.keys(probe.expect).find((key) =>
        ["answer", "number", "list", "abstain"].includes(key)) || "nothing";
      return probe.kind === "abstention" ? "abstain" : "facts";
    }

    /** The ways to say the answer. */
    function answers(probe, facts) {
      const expect = probe.expect || {};
      switch (expectationOf(probe)) {
      case "facts": return facts.flatMap((fact) => [fact.value, ...fact.aliases]);
      case "answer": return [String(expect.answer), ...(expect.aliases || []).map(String)];
      case "list": return expect.list.map(String);
      case "number": return [String(expect.number.value ?? expect.number)];
      default: return [];
      }
    }

    function checkProbe(probe, report) {
      const facts = [];
      for (const id of probe.facts || []) {
        if (factWith(id)) facts.push(factWith(id));
        else report(`there is no fact '${id}'`);
      }
      const expects = expectationOf(probe);
      if (expects === "facts" && !(probe.facts || []).length) {
        report(`the probe '${probe.id}' has no facts and expects nothing else`);
      }
      if (!probe.ask.trim()) report("the question is empty");
      if (expects === "nothing" || (expects !== "abstain"
        && answers(probe, facts).some((answer) => answer === ""))
        || (expects === "list" && !probe.expect.list.length)) {
        report(`the probe '${probe.id}' expects an empty answer`);
      }
      if (probe.decoy && expects !== "abstain") {
        report("a decoy belongs to an abstention probe");
      }
      checkGivenAway(probe, facts, report);
      if (expects === "facts") checkTwins(probe, facts, report);
      const count = placeOf(probe);
      const late = facts.filter((fact) => {
        const places = fact.evidence.map(({ entry }) => place(entry) ?? -1);
        if (!places.length) return false;
        return (fact.derived ? Math.max(...places) : Math.min(...places)) >= count;
      });
      if (probe.anyOf && late.length < facts.length) return;
      for (const fact of late) {
        const said = Math.min(...fact.evidence.map(({ entry }) => place(entry))
          .filter((index) => index >= 0));
        report(`the probe '${probe.id}' is asked before '${fact.id}' was said, in ${nameOf(said)}`);
      }
    }

    /** How many entries stand before a probe; of one asked at several places, the last. */
    function placeOf(probe) {
      const at = probe.at;
      if (at && at.before !== undefined) return place(at.before) ?? entries.length;
      if (at && at.after !== undefined) return (place(at.after) ?? entries.length - 1) + 1;
      return entries.length;
    }

    function checkGivenAway(probe, facts, report) {
      const count = placeOf(probe);
      const turn = count > 0 ? entries[count - 1].turn : -1;
      const start = turn < 0 ? count : entries.findIndex((entry) => entry.turn === turn);
      const evidence = new Set(facts.flatMap((fact) => [
        ...fact.evidence, ...fact.supersedes.flatMap((older) => older.evidence),
      ]).map(({ entry }) => place(entry)));
      for (const answer of answers(probe, facts)) {
        const inText = (text) => saidIn([(text || "").toLowerCase()], answer);
        if (inText(probe.ask)) report(`the question says the answer, '${answer}'`);
        if (inText(probe.cloze)) report(`the cloze says the answer, '${answer}'`);
        // One or two letters are met everywhere by chance.
        if (bytes.encode(answer).length <= 2) continue;
        if (inText(state.title)) {
          report(`the case's title says the answer of '${probe.id}', '${answer}'`, "case");
        }
        if (saidIn(toolTexts, answer)) report(`a tool's definition says the answer, '${answer}'`);
        for (let index = start; index < count; index += 1) {
          if (!evidence.has(index) && says(answer, index)) {
            report(`${nameOf(index)} says the answer, '${answer}', in the last turn before the `
              + "question: nothing could be lost");
          }
        }
      }
    }

    function checkTwins(probe, facts, report) {
      for (const fact of facts) {
        for (const other of state.facts) {
          if (other.id === fact.id || (probe.facts.includes(other.id) && other.id < fact.id)) {
            continue;
          }
          if (other.value.toLowerCase() === fact.value.toLowerCase()) {
            report(`the facts '${fact.id}' and '${other.id}' both have the value '${fact.value}', `
              + "so the answer does not tell which was meant");
          }
        }
      }
    }

    /** What the page's edits can break of a trajectory: the facts its arguments name. */
    function checkTrajectory(trajectory, report) {
      for (const { argument, fact: id } of trajectory.facts) {
        const fact = factWith(id);
        if (!fact) {
          report(`there is no fact '${id}'`);
          continue;
        }
        if (argument === null || !fact.evidence.length) continue;
        const first = Math.min(...fact.evidence.map(({ entry }) => place(entry) ?? -1));
        if (first >= trajectory.place) {
          report(`the argument '${argument}' is '${id}', which is said only later, in `
            + nameOf(first));
        }
      }
    }
    """#
}
