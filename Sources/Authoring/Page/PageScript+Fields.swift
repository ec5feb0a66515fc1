extension PageScript {
  /// Labelled fields, and fields that write what is typed into the case.
  static let fields = #"""
    let fieldCount = 0;

    function labelled(text, control, ...others) {
      control.id = control.id || `field-${fieldCount += 1}`;
      return element("div", { class: "field" },
        element("label", { for: control.id }, text), control, ...others);
    }

    function checkbox(text, control) {
      return element("label", { class: "check" }, control, text);
    }

    /** A choice of texts; one that is not among them is added. */
    function choice(values, value, name = (text) => text) {
      const all = values.includes(value) ? values : [...values, value];
      const select = element("select", {},
        all.map((text) => element("option", { value: text }, name(text))));
      select.value = value;
      return select;
    }

    /** A field whose text goes into the case as it is typed; a field is one step to undo. */
    function bound(control, write, { redraws = false } = {}) {
      let isFresh = true;
      control.addEventListener("focus", () => { isFresh = true; });
      const isTyped = control.tagName === "TEXTAREA" || control.type === "text";
      control.addEventListener(isTyped ? "input" : "change", () => {
        if (isFresh) remember();
        isFresh = false;
        write(control.type === "checkbox" ? control.checked : control.value);
        if (redraws) draw();
        else drawChecks();
      });
      return control;
    }

    function textField(label, value, write, properties = {}) {
      const control = element(properties.rows ? "textarea" : "input",
        properties.rows ? { rows: properties.rows } : { type: "text" });
      control.value = value;
      const field = labelled(label, bound(control, write, properties));
      if (properties.name) control.dataset.name = properties.name;
      return field;
    }

    const listText = (items) => items.join("\n");
    const listOf = (text) => text.split("\n").map((line) => line.trim()).filter((line) => line);

    /** The frame of a card: its heading, its errors, what is in it and the buttons under it. */
    function card(list, index, heading, fields, buttons) {
      const item = state[list][index];
      return element("section", {
        class: "card", id: `card-${list}-${index}`, tabindex: "-1", "data-id": item.id,
        "aria-label": heading,
      },
      element("h3", {}, heading, item.draft
        ? element("span", { class: "draft" }, "draft") : null),
      element("ul", { class: "errors", id: `errors-${list}-${index}` }),
      ...fields,
      element("div", { class: "buttons" },
        item.draft ? element("button", {
          type: "button", class: "primary", click: () => change(() => { delete item.draft; }),
        }, "Accept draft") : null,
        ...buttons,
        element("button", {
          type: "button", class: "danger", "aria-label": `Delete ${heading}`,
          click: () => {
            change(() => state[list].splice(index, 1));
            say(`${heading} deleted. Undo brings it back.`);
          },
        }, "Delete")));
    }

    /** Evidence as a list: a link to each place, and a button that takes it out. */
    function evidenceList(label, evidence) {
      return element("div", { class: "field" }, element("span", { class: "label" }, label),
        element("ul", { class: "evidence" }, evidence.map((said, index) => element("li", {},
          element("button", {
            type: "button", class: "link", click: () => goTo(place(said.entry) ?? -1),
          }, said.entry),
          element("q", {}, shortened(said.quote)),
          element("button", {
            type: "button", class: "quiet", "aria-label": `Remove evidence in ${said.entry}`,
            click: () => change(() => evidence.splice(index, 1)),
          }, "Remove")))));
    }
    """#
}
