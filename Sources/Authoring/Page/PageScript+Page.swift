extension PageScript {
  /// The page as a whole: panels, findings, keys.
  static let page = #"""
    const panels = ["facts", "probes", "secrets", "rules", "case", "findings"];
    let found = [];
    let hiding;

    function say(text) {
      const status = document.getElementById("status");
      status.textContent = "";
      clearTimeout(hiding);
      requestAnimationFrame(() => { status.textContent = text; });
      hiding = setTimeout(() => { status.textContent = ""; }, 8000);
    }

    function openPanel(name, takesFocus = false) {
      for (const panel of panels) {
        const isOpen = panel === name;
        const tab = document.getElementById(`tab-${panel}`);
        tab.setAttribute("aria-selected", String(isOpen));
        tab.tabIndex = isOpen ? 0 : -1;
        document.getElementById(panel).hidden = !isOpen;
        if (isOpen && takesFocus) tab.focus();
      }
    }

    /** Shows the card of an item. */
    function show(list, id, takesFocus = true) {
      const index = state[list].findIndex((item) => item.id === id);
      showCard(list, index, takesFocus);
    }

    function showCard(list, index, takesFocus = true) {
      openPanel(list === "trajectories" || list === "constraints" ? "rules" : list);
      const target = document.getElementById(`card-${list}-${index}`);
      if (!target) return;
      target.scrollIntoView({ block: "nearest" });
      if (takesFocus) target.focus({ preventScroll: true });
    }

    const nameOfList = {
      facts: "Fact", probes: "Probe", secrets: "Secret", trajectories: "Trajectory",
    };

    function nameOfItem({ list, index }) {
      return list === "case" ? "Case" : `${nameOfList[list]} ${state[list][index].id}`;
    }

    /** Checks the case anew, and shows what is wrong in the panel and on each card. */
    function drawErrors() {
      found = errors();
      const list = document.getElementById("errors");
      list.replaceChildren(...found.map((error) => element("li", {},
        element("button", {
          type: "button", class: "link", click: () => showCard(error.list, error.index),
        }, nameOfItem(error)),
        element("span", { class: "message" }, error.message))));
      document.getElementById("no-errors").hidden = found.length > 0;
      for (const place of document.querySelectorAll(".card .errors, #errors-case-0")) {
        place.replaceChildren(...found.filter(({ list, index }) =>
          place.id === `errors-${list}-${index}`)
          .map(({ message }) => element("li", {}, message)));
      }
      const counts = {
        facts: state.facts.length, probes: state.probes.length, secrets: state.secrets.length,
        rules: state.trajectories.length + state.constraints.length, findings: found.length,
      };
      for (const [name, count] of Object.entries(counts)) {
        const badge = document.getElementById(`count-${name}`);
        if (badge.textContent !== String(count)) badge.textContent = String(count);
      }
      document.getElementById("tab-findings").classList.toggle("bad", found.length > 0);
      const text = found.length === 0 ? "No errors." : found.length === 1 ? "One error."
        : `${found.length} errors.`;
      const live = document.getElementById("error-count");
      if (live.textContent !== text) live.textContent = text;
      document.getElementById("undo").disabled = undone.length === 0;
    }

    function drawChecks() {
      drawErrors();
      drawTranscript();
    }

    function draw() {
      const focus = rememberedFocus();
      drawTitle();
      drawFacts();
      drawProbes();
      drawSecrets();
      drawRules();
      drawCase();
      drawChecks();
      drawSelection();
      focus();
    }

    /** Drawing makes the cards anew: the field that had the focus is found again by its place. */
    function rememberedFocus() {
      const active = document.activeElement;
      const card = active && active.closest(".card");
      if (!card) return () => {};
      const fields = (card) => [...card.querySelectorAll("input, select, textarea, button")];
      const index = fields(card).indexOf(active);
      return () => {
        const drawn = document.getElementById(card.id);
        const field = drawn && fields(drawn)[index];
        if (field) field.focus();
        else if (drawn) drawn.focus();
      };
    }

    function drawFindings() {
      document.getElementById("tool-findings").replaceChildren(
        ...payload.findings.map((finding) => element("li", { class: finding.severity },
          element("span", { class: "about" }, finding.place),
          element("span", { class: "message" }, finding.message))));
      document.getElementById("no-tool-findings").hidden = payload.findings.length > 0;
      document.getElementById("kept").textContent = payload.kept;
    }

    function onKey(event) {
      if (document.querySelector("dialog[open]")) return;
      const isCommand = event.ctrlKey || event.metaKey;
      const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      const key = event.key.toLowerCase();
      if (isCommand && key === "s") download();
      else if (isCommand && key === "z" && !isTyping) undo();
      else if (isCommand || event.altKey || isTyping) return;
      else if (key in actions && event.target.closest("#transcript")) act(key);
      else if (key in actions && getSelection().toString() && readSelection()) act(key);
      else if (event.key === "?") document.getElementById("help").showModal();
      else return;
      event.preventDefault();
    }

    function onTabKey(event) {
      const index = panels.findIndex((panel) => event.target.id === `tab-${panel}`);
      const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: panels.length - 1 };
      if (!(event.key in next)) return;
      event.preventDefault();
      openPanel(panels[(next[event.key] + panels.length) % panels.length], true);
    }

    function start() {
      const on = (id, action) => document.getElementById(id).addEventListener("click", action);
      for (const panel of panels) {
        on(`tab-${panel}`, () => openPanel(panel));
        document.getElementById(`tab-${panel}`).addEventListener("keydown", onTabKey);
      }
      for (const [key, { title }] of Object.entries(actions)) {
        const button = document.getElementById(`act-${key}`);
        button.title = `${title} (${key.toUpperCase()})`;
        // The selection is to outlive the click.
        button.addEventListener("mousedown", (event) => event.preventDefault());
        button.addEventListener("click", () => act(key));
      }
      on("download", download);
      on("undo", undo);
      on("add-probe", () => addProbe());
      on("open-help", () => document.getElementById("help").showModal());
      on("close-help", () => document.getElementById("help").close());
      document.addEventListener("keydown", onKey);
      document.addEventListener("selectionchange", drawSelection);
      addEventListener("beforeunload", (event) => {
        if (isChanged) event.preventDefault();
      });
      makeTranscript();
      drawFindings();
      openPanel("facts");
      draw();
    }

    start();
    """#
}
