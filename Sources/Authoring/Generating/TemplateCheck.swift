import EvalKit

/// Finds what a template lacks once all its files were read.
struct TemplateCheck {
  private let template: CaseTemplate
  private let places: [String: (position: TextPosition, file: String, path: String)]
  private let diagnostics: DiagnosticCollector

  init(_ reader: TemplateReader, _ diagnostics: DiagnosticCollector) {
    template = reader.template
    places = reader.places
    self.diagnostics = diagnostics
  }

  /// The names that a rule is handed, beside those of rules, cast and state.
  static func locals(_ rule: String) -> Set<String> {
    switch rule {
    case "open": return ["about"]
    case "mention", "reply-mention": return ["value"]
    case "report": return ["tool"]
    case "want": return ["deed"]
    case "done": return ["outcome"]
    default: break
    }
    switch rule.split(separator: "-").first {
    case "tell": return ["noun", "value"]
    case "fix": return ["noun", "about", "value", "old"]
    case "ask", "cloze": return ["noun", "about", "as"]
    default: return []
    }
  }

  /// The rules every template has, with those of the shapes it plants.
  private var neededRules: [String] {
    let shapes = Set(template.facts.map(\.generator.shape)).sorted()
    return [
      "open", "aside", "reply", "mention", "reply-mention", "report", "want", "done",
      "failed", "again",
    ]
      + shapes.flatMap { ["tell-\($0)", "fix-\($0)", "cloze-\($0)", "ask-\($0)"] }
  }

  func check() {
    for name in neededRules where template.rules[name] == nil {
      error("there is no rule '\(name)', which is needed", at: nil)
    }
    checkNames()
    checkTools()
    checkFacts()
    checkActions()
  }

  private func error(_ message: String, at place: String?) {
    let found = place.flatMap { places[$0] }
    diagnostics.inFile(found?.file ?? diagnostics.file).error(
      message, at: found?.position ?? TextPosition(line: 1, column: 1), path: found?.path ?? "")
  }

  // MARK: Names

  private var known: Set<String> {
    Set(template.rules.keys).union(template.cast.map(\.name)).union(template.state.keys)
  }

  private func checkNames() {
    let all: Set<String> = [
      "noun", "about", "value", "old", "as", "tool", "deed", "outcome",
    ]
    for (name, alternatives) in template.rules.sorted(by: { $0.key < $1.key }) {
      check(alternatives.flatMap(\.names), known.union(all), "rule \(name)")
      if isCircular(name, []) {
        error("the rule '\(name)' leads back to itself", at: "rule \(name)")
      }
      guard neededRules.contains(name) else { continue }
      for local in reached(name).intersection(all).subtracting(Self.locals(name)).sorted() {
        error("'{\(local)}' has no value in the rule '\(name)'", at: "rule \(name)")
      }
    }
    for (name, generator) in template.cast {
      if case .phrase(let pattern, _) = generator { check(pattern.names, known, "cast \(name)") }
    }
    check(template.instructions.flatMap(\.names), known, nil)
    for tool in template.tools {
      let names =
        tool.gives.names + tool.arguments.names + (tool.rows?.row.names ?? [])
        + (tool.wants + tool.failures).flatMap(\.names)
      check(names, known, "tool \(tool.name)")
    }
    for fact in template.facts {
      if case .phrase(let pattern, _) = fact.generator {
        check(pattern.names, known, "fact \(fact.id)")
      }
    }
    for action in template.actions {
      let other = action.arguments.flatMap { argument -> [String] in
        if case .other(let pattern) = argument.value { pattern.names } else { [] }
      }
      check(
        other + (action.deeds + action.outcomes).flatMap(\.names), known, "action \(action.id)")
    }
    for constraint in template.constraints {
      check(constraint.says.flatMap(\.names), known, "constraint \(constraint.id)")
    }
  }

  private func check(_ names: [String], _ known: Set<String>, _ place: String?) {
    var seen = Set<String>()
    for name in names where !known.contains(name) && seen.insert(name).inserted {
      error(
        "nothing is called '{\(name)}'" + EditDistance.suggestion(for: name, in: known.sorted()),
        at: place)
    }
  }

  private func isCircular(_ name: String, _ path: [String]) -> Bool {
    if path.contains(name) { return path.first == name }
    return (template.rules[name] ?? []).flatMap(\.names).contains {
      isCircular($0, path + [name])
    }
  }

  /// The names that a rule leads to; circles were reported.
  private func reached(_ name: String) -> Set<String> {
    var found = Set<String>()
    var open = [name]
    while let next = open.popLast() {
      for name in (template.rules[next] ?? []).flatMap(\.names) where found.insert(name).inserted {
        open.append(name)
      }
    }
    return found
  }

  // MARK: Things

  private func checkTools() {
    let reads = template.tools.filter { $0.isRead && !$0.wants.isEmpty }
    if reads.isEmpty { error("no tool that reads says what the user 'wants' of it", at: nil) }
    if !reads.contains(where: { $0.rows != nil }) {
      error("no tool that reads gives rows, so that no case can be made larger", at: nil)
    }
    if !reads.contains(where: { !$0.failures.isEmpty }) {
      error("no tool that reads has 'failures'", at: nil)
    }
    for tool in template.tools {
      for name in tool.sets.keys.sorted() where template.state[name] == nil {
        error("there is no state '\(name)' to set", at: "tool \(tool.name)")
      }
    }
  }

  private func checkFacts() {
    if template.facts.count < 8 {
      error("\(template.facts.count) facts; a template has at least 8", at: nil)
    }
    var seen: [String: String] = [:]
    for fact in template.facts {
      if let first = seen.updateValue(fact.id, forKey: "\(fact.noun)\u{0}\(fact.about)") {
        error(
          "'\(first)' has the noun '\(fact.noun)' of '\(fact.about)' too, so that a question does "
            + "not tell them apart", at: "fact \(fact.id)")
      }
      if let name = fact.tool, template.tool(name)?.isRead != true {
        error("there is no tool '\(name)' that reads", at: "fact \(fact.id)")
      }
    }
  }

  private func checkActions() {
    if template.actions.count < 4 {
      error("\(template.actions.count) actions; a template has at least 4", at: nil)
    }
    for action in template.actions {
      let place = "action \(action.id)"
      if template.tool(action.tool) == nil { error("there is no tool '\(action.tool)'", at: place) }
      let properties = template.tool(action.tool)?.definition["parameters"]?["properties"]
      for argument in action.arguments where properties?[argument.name] == nil {
        error(
          "the tool '\(action.tool)' has no argument '\(argument.name)'"
            + EditDistance.suggestion(
              for: argument.name, in: properties?.objectValue?.keys ?? []), at: place)
      }
      for id in action.facts where template.fact(id) == nil {
        error(
          "there is no fact '\(id)'"
            + EditDistance.suggestion(for: id, in: template.facts.map(\.id)), at: place)
      }
      if action.facts.isEmpty { error("no argument is a fact", at: place) }
    }
    for constraint in template.constraints {
      guard let tool = constraint.tool else { continue }
      if template.tool(tool) == nil {
        error("there is no tool '\(tool)'", at: "constraint \(constraint.id)")
      }
      if template.actions.contains(where: { $0.tool == tool }) {
        error(
          "the tool '\(tool)' is forbidden and called by an action",
          at: "constraint \(constraint.id)")
      }
    }
  }
}
