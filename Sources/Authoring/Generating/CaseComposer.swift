import EvalKit

/// Writes a planned case out: steps, marks, facts, questions.
struct CaseComposer {
  /// A case without its bulk.
  struct Draft {
    var steps: [JSONValue] = []
    /// The outputs that can hold rows: the step, and the tool.
    var bulky: [(step: Int, tool: ToolTemplate)] = []
    /// What each fact's current value was said in: a sentence, or a key and the value.
    var evidence: [String: String] = [:]
    var trajectories: [JSONValue] = []
    var constraints: [JSONValue] = []
  }

  private let plan: CasePlan
  private var prose: Prose
  private var draft = Draft()
  private var calls = 0

  private var template: CaseTemplate { prose.template }

  /// Writes a plan out; the prose comes back with its dice rolled on.
  static func draft(_ plan: CasePlan, _ prose: inout Prose) -> Draft {
    var composer = CaseComposer(plan: plan, prose: prose)
    composer.head()
    for index in plan.turns.indices { composer.turn(index) }
    prose = composer.prose
    return composer.draft
  }

  private init(plan: CasePlan, prose: Prose) {
    self.plan = plan
    self.prose = prose
  }

  private mutating func append(_ members: [(String, JSONValue)]) {
    draft.steps.append(.object(JSONObject(members)))
  }

  private mutating func head() {
    append([
      ("instructions", .string(prose.say(template.instructions, "instructions"))),
      ("tools", .array(template.tools.map { template.definition(of: $0) })),
    ])
  }

  // MARK: Turns

  private mutating func turn(_ index: Int) {
    let turn = plan.turns[index]
    let number = index + 1
    append([("id", .string("p\(number)")), ("prompt", .string(prompt(turn, number)))])
    var told = turn.tells.filter { $0.source == .response }
    switch turn.work {
    case .lookup(let tool), .retry(let tool):
      call(tool, arguments: prose.json(tool.arguments), in: number)
      output(of: tool, telling: turn.tells.filter { $0.source == .output })
      if case .retry = turn.work { expect(tool, nil, in: number) }
    case .failure(let tool):
      call(tool, arguments: prose.json(tool.arguments), in: number)
      let text = prose.say(tool.failures, "failures \(tool.name)")
      append([("output", .string("k\(calls)")), ("text", .string(text))])
    case .action(let action):
      guard let tool = template.tool(action.tool) else { break }
      call(tool, arguments: arguments(action), in: number)
      for (name, value) in tool.sets { prose.bound[name] = value }
      append([("output", .string("k\(calls)")), ("json", prose.json(tool.gives))])
      expect(tool, action, in: number)
    case nil: break
    }
    // What an output should have said, had there been one.
    if case .lookup = turn.work {} else { told += turn.tells.filter { $0.source == .output } }
    append([
      ("id", .string("r\(number)")), ("response", .string(response(turn, told))),
    ])
  }

  private mutating func prompt(_ turn: CasePlan.Turn, _ number: Int) -> String {
    var parts: [String] = []
    let told = turn.tells.filter { $0.source == .prompt }
    parts.append(prose.say("aside"))
    if told.isEmpty { parts.append(prose.say("aside")) }
    for tell in told { parts += sentences(tell) }
    if let constraint = turn.constraint {
      parts.append(prose.say(constraint.says, "constraint \(constraint.id)"))
      draft.constraints.append(rule(constraint, number))
    }
    for mention in turn.mentions where mention.isUsers {
      parts.append(prose.say("mention", ["value": mention.value]))
    }
    switch turn.work {
    case .lookup(let tool), .failure(let tool):
      parts.append(prose.say(tool.wants, "wants \(tool.name)"))
    case .retry(let tool):
      parts.append(prose.say("again"))
      parts.append(prose.say(tool.wants, "wants \(tool.name)"))
    case .action(let action):
      let deed = prose.say(action.deeds, "deeds \(action.id)")
      parts.append(prose.say("want", ["deed": deed]))
    case nil: break
    }
    return parts.joined(separator: " ")
  }

  private mutating func response(_ turn: CasePlan.Turn, _ told: [CasePlan.Tell]) -> String {
    var parts: [String] = []
    switch turn.work {
    case .lookup(let tool), .retry(let tool):
      let words = tool.name.split(separator: "_").dropFirst().joined(separator: " ")
      parts.append(prose.say("report", ["tool": words.isEmpty ? tool.name : words]))
    case .failure: parts.append(prose.say("failed"))
    case .action(let action):
      let outcome = prose.say(action.outcomes, "outcomes \(action.id)")
      parts.append(prose.say("done", ["outcome": outcome]))
    case nil: break
    }
    for tell in told { parts += sentences(tell) }
    for mention in turn.mentions where !mention.isUsers {
      parts.append(prose.say("reply-mention", ["value": mention.value]))
    }
    parts.append(prose.say("reply"))
    if told.isEmpty { parts.append(prose.say("reply")) }
    return parts.joined(separator: " ")
  }

  /// The sentences that say a value: what it belongs to, then what it is; a correction says both.
  private mutating func sentences(_ tell: CasePlan.Tell) -> [String] {
    let shape = tell.fact.generator.shape
    let isCurrent = !tell.isDecoy && plan.values[tell.fact.id] == tell.value
    let value = tell.isDecoy ? tell.value : mark(tell)
    var locals = ["noun": tell.fact.noun, "about": tell.about, "value": value]
    let sentence: String
    let opening: [String]
    if let old = tell.old {
      locals["old"] = old
      opening = [prose.say("open", locals)]
      sentence = prose.say("fix-\(shape)", locals)
    } else {
      opening = [prose.say("open", locals)]
      sentence = prose.say("tell-\(shape)", locals)
    }
    if isCurrent {
      draft.evidence[tell.fact.id] = sentence.components(separatedBy: value)
        .joined(separator: tell.value)
    }
    return opening + [sentence]
  }

  /// The value as the transcript has it: marked, unless it is one that is corrected later.
  private func mark(_ tell: CasePlan.Tell) -> String {
    let later = plan.turns.flatMap(\.tells).last {
      $0.fact.id == tell.fact.id && $0.old != nil && !$0.isDecoy
    }
    if let old = tell.old { return "[[\(tell.fact.id)=\(tell.value)|was \(old)]]" }
    return later == nil ? "[[\(tell.fact.id)=\(tell.value)]]" : tell.value
  }

  // MARK: Calls

  private mutating func call(_ tool: ToolTemplate, arguments: JSONValue, in turn: Int) {
    calls += 1
    append([
      ("id", .string("c\(turn)")),
      (
        "calls",
        [["id": .string("k\(calls)"), "tool": .string(tool.name), "arguments": arguments]]
      ),
    ])
  }

  private mutating func output(of tool: ToolTemplate, telling told: [CasePlan.Tell]) {
    var object = prose.json(tool.gives).objectValue ?? JSONObject()
    if let rows = tool.rows { object[rows.key] = [] }
    var records: [JSONValue] = []
    for tell in told {
      records.append([
        "item": .string(tell.about), tell.fact.key: .string(mark(tell)),
      ])
      if plan.values[tell.fact.id] == tell.value {
        draft.evidence[tell.fact.id] = "\(tell.fact.key) \(tell.value)"
      }
    }
    if !records.isEmpty { object["matched"] = .array(records) }
    if tool.rows != nil { draft.bulky.append((draft.steps.count, tool)) }
    append([("output", .string("k\(calls)")), ("json", .object(object))])
  }

  private mutating func arguments(_ action: ActionTemplate) -> JSONValue {
    var object = JSONObject()
    for (name, argument) in action.arguments {
      switch argument {
      case .fact(let id): object[name] = .string(plan.values[id] ?? "")
      case .other(let pattern): object[name] = prose.json(pattern)
      }
    }
    return .object(object)
  }

  // MARK: Expectations

  private mutating func expect(_ tool: ToolTemplate, _ action: ActionTemplate?, in turn: Int) {
    var matchers = JSONObject()
    for (name, argument) in action?.arguments ?? [] {
      if case .fact(let id) = argument { matchers[name] = ["fact": .string(id)] }
    }
    let call: JSONValue = ["tool": .string(tool.name), "arguments": .object(matchers)]
    let forbidden = template.constraints.compactMap(\.tool)
      .map { name -> JSONValue in ["tool": .string(name)] }
    var expected = JSONObject([("ordered", [call])])
    if !forbidden.isEmpty { expected["disallowed"] = .array(forbidden) }
    expected["allowsAdditionalCalls"] = true
    draft.trajectories.append([
      "id": .string(action?.id ?? "retry"), "at": ["before": .string("c\(turn)")],
      "expect": .object(expected),
    ])
  }

  private func rule(_ constraint: ConstraintTemplate, _ turn: Int) -> JSONValue {
    var object = JSONObject([
      ("id", .string(constraint.id)), ("text", .string(constraint.text)),
      ("evidence", [.string("p\(turn)")]),
    ])
    if let tool = constraint.tool { object["disallowed"] = [["tool": .string(tool)]] }
    if let forbid = constraint.forbid { object["forbid"] = ["pattern": .string(forbid)] }
    return .object(object)
  }
}
