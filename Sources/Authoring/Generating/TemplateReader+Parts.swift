import EvalKit

/// The parts of a template.
extension TemplateReader {
  mutating func tool(_ object: StrictObject) -> ToolTemplate? {
    let description = object.required("description", as: String.self)
    let effect = object.required("effect", as: ToolEffect.self)
    let parameters = object.required("parameters", as: JSONValue.self)
    if let parameters, parameters.objectValue == nil {
      object.error("expected an object, found \(parameters.kindName)", at: "parameters")
    }
    let arguments = object.optional("arguments", as: JSONPattern.self) ?? .object([])
    let gives = object.required("gives", as: JSONPattern.self)
    if let node = object.node("gives"), node.members == nil {
      object.error("what a tool gives is an object, so that rows and records fit in", at: "gives")
    }
    var rows: (key: String, row: JSONPattern)?
    if let inner = object.optionalObject("rows") {
      let key = inner.required("key", as: String.self)
      let row = inner.required("row", as: JSONPattern.self)
      if let key, let row { rows = (key, row) }
      inner.finish()
    }
    var sets: [String: String] = [:]
    if let inner = object.optionalObject("sets") {
      for name in inner.keys { sets[name] = inner.required(name) ?? "" }
    }
    let wants = patterns(object, "wants")
    let failures = patterns(object, "failures")
    guard let name = object.required("name", as: String.self), let description, let effect,
      let parameters, let gives
    else { return nil }
    note("tool \(name)", object)
    if template.tool(name) != nil { object.error("there is a tool '\(name)' already", at: "name") }
    let definition: JSONValue = [
      "name": .string(name), "effect": .string(effect.rawValue),
      "description": .string(description), "parameters": parameters,
    ]
    return ToolTemplate(
      name: name, effect: effect, definition: definition, arguments: arguments, gives: gives,
      rows: rows, wants: wants, failures: failures, sets: sets)
  }

  mutating func fact(_ object: StrictObject) -> FactTemplate? {
    let id = object.required("id", as: String.self)
    let kind = object.required("kind", as: String.self)
    let generator = object.required("value", as: ValueGenerator.self)
    let about = object.required("about", as: String.self)
    let noun = object.required("noun", as: String.self)
    let asked = object.optional("as", as: String.self)
    let key = object.optional("key", as: String.self)
    let tool = object.optional("tool", as: String.self)
    var sources =
      object.optional("from", as: [FactTemplate.Source].self)
      ?? (tool == nil ? [.prompt, .response] : FactTemplate.Source.allCases)
    if tool == nil, sources.contains(.output) {
      object.error("a value from an output names its 'tool'", at: "from")
      sources = []
    }
    if sources.isEmpty { object.error("nobody says it", at: "from") }
    let isFixed = object.optional("fixed", default: false)
    let decoy = object.optional("decoy", as: String.self)
    guard let id, let kind, let generator, let about, let noun else { return nil }
    if !Self.isID(id) { object.error("an id is made of letters, digits and '-'", at: "id") }
    if template.fact(id) != nil { object.error("there is a fact '\(id)' already", at: "id") }
    note("fact \(id)", object)
    return FactTemplate(
      id: id, kind: kind, generator: generator, about: about, noun: noun,
      asked: asked ?? generator.noun, key: key ?? Self.key(noun, generator), sources: sources,
      tool: tool, isFixed: isFixed, decoy: decoy)
  }

  /// The key of a noun: `seal` of a code is `seal_no`.
  private static func key(_ noun: String, _ generator: ValueGenerator) -> String {
    let words = noun.lowercased().split(separator: " ").joined(separator: "_")
    switch generator.shape {
    case "code": return words + "_no"
    case "date": return words + "_on"
    case "clock": return words + "_at"
    default: return words
    }
  }

  mutating func action(_ object: StrictObject) -> ActionTemplate? {
    let id = object.required("id", as: String.self)
    let tool = object.required("tool", as: String.self)
    var arguments: [(name: String, value: ActionTemplate.Argument)] = []
    if let inner = object.requiredObject("arguments") {
      for name in inner.keys {
        guard let node = inner.node(name) else { continue }
        if let fact = node["fact"]?.stringValue, node.members?.count == 1 {
          arguments.append((name, .fact(fact)))
        } else if let pattern = inner.required(name, as: JSONPattern.self) {
          arguments.append((name, .other(pattern)))
        }
      }
    }
    let deeds = patterns(object, "deeds", required: true)
    let outcomes = patterns(object, "outcomes", required: true)
    guard let id, let tool else { return nil }
    note("action \(id)", object)
    return ActionTemplate(
      id: id, tool: tool, arguments: arguments, deeds: deeds, outcomes: outcomes)
  }

  mutating func constraint(_ object: StrictObject) -> ConstraintTemplate? {
    let id = object.required("id", as: String.self)
    let text = object.required("text", as: String.self)
    let says = patterns(object, "says", required: true)
    let tool = object.optional("tool", as: String.self)
    let forbid = object.optional("forbid", as: String.self)
    if tool == nil, forbid == nil { object.error("a constraint forbids a tool or a pattern") }
    guard let id, let text else { return nil }
    note("constraint \(id)", object)
    return ConstraintTemplate(id: id, text: text, says: says, tool: tool, forbid: forbid)
  }

  mutating func absent(_ object: StrictObject) -> AbsentTemplate? {
    let about = object.required("about", as: String.self)
    let noun = object.required("noun", as: String.self)
    let asked = object.optional("as", as: String.self) ?? "number"
    guard let about, let noun else { return nil }
    return AbsentTemplate(about: about, noun: noun, asked: asked)
  }
}
