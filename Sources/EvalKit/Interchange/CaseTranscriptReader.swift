/// Makes a transcript of the steps of a case.
struct CaseTranscriptReader {
  private(set) var transcript = Transcript()
  private var stripper: MarkStripper
  /// Where each label was given.
  private var labels: [String: TextPosition] = [:]
  private var counts: [EntryKind: Int] = [:]
  /// The calls that nothing answers yet, with the entry that made them.
  private var unanswered: [(entry: Int, call: ToolCall)] = []
  private var callIDs: Set<String> = []
  /// What the compactions so far came to.
  private var compactions = RecordedCompactions()

  init(diagnostics: DiagnosticCollector) { stripper = MarkStripper(diagnostics: diagnostics) }

  /// The marks that were taken out of texts.
  var marks: [Mark] { stripper.marks }

  /// Adds a step.
  mutating func add(_ step: StrictObject) {
    guard step.isObject else { return }
    defer { step.finish() }
    let names = CaseTranscriptFormat.stepKeys
    let kinds = names.filter { step.node($0) != nil }
    let id = id(of: step)
    switch kinds {
    case ["instructions"], ["tools"], ["instructions", "tools"]: addHead(step, id: id)
    case ["prompt"]:
      let schema = step.optional("schema", as: JSONValue.self)
      addText(.prompt, step, id: id, schema: schema)
    case ["response"]: addText(.response, step, id: id)
    case ["reasoning"]: addText(.reasoning, step, id: id)
    case ["calls"]: addCalls(step, id: id)
    case ["output"]: addOutput(step, id: id)
    case ["compaction"]: addCompaction(step, id: id)
    case [] where step.contains("text") || step.contains("json"): addOutput(step, id: id)
    case ["profile"]:
      step.error(
        "'profile' is reserved: a change of profile cannot be replayed yet", at: "profile")
    case []:
      // A misspelt key is reported as unknown, with the one it is near to.
      if !step.keys.contains(where: { EditDistance.nearest($0, in: names) != nil }) {
        step.error("a step has one of \(names.dropLast().joined(separator: ", "))")
      }
    default:
      let list = kinds.map { "'\($0)'" }.joined(separator: " and ")
      step.error("\(list) in one step; they are steps of their own")
    }
  }

  // MARK: Labels

  /// The id of a step, checked.
  private mutating func id(of step: StrictObject) -> String? {
    guard let node = step.node("id"), let id = step.required("id", as: String.self) else {
      return nil
    }
    guard MarkedText.isIdentifier(id) else {
      step.error("an id is made of letters, digits, '-', '_', '.' and ':'", at: "id")
      return nil
    }
    if let first = labels.updateValue(node.position, forKey: id) {
      step.error("the id '\(id)' is used twice; it is at \(first) already", at: "id")
      labels[id] = first
    }
    return id
  }

  /// Adds an entry, named by its id or as it is addressed: `prompt 3`.
  private mutating func append(_ entry: Entry, id: String?) {
    var entry = entry
    counts[entry.kind, default: 0] += 1
    entry.label = id ?? "\(entry.kind.addressName) \(counts[entry.kind, default: 0])"
    transcript.entries.append(entry)
  }

  /// The place of the entry that is being read.
  private var here: EntryLocation { .entry(EntryID(transcript.entries.count)) }

  // MARK: Head

  private mutating func addHead(_ step: StrictObject, id: String?) {
    let isHead = transcript.entries.isEmpty
    var instructions: [Entry]?
    if let node = step.node("instructions") {
      let place: EntryLocation = isHead ? .head(0) : .change(transcript.changes.count)
      let segments = stripper.segments(node, path: step.path(of: "instructions"), in: place)
      counts[.instructions, default: 0] += 1
      let number = counts[.instructions, default: 1]
      let label = id ?? (number == 1 ? "instructions" : "instructions \(number)")
      instructions = [Entry(label: label, kind: .instructions, segments: segments)]
    } else if id != nil {
      step.error("a change of tools is no entry and has no id", at: "id")
    }
    let tools = step.contains("tools") ? tools(of: step) : nil
    guard isHead else {
      transcript.changes.append(
        HeadChange(
          position: transcript.entries.count, instructions: instructions, tools: tools))
      return
    }
    for (key, isGivenTwice) in [
      ("instructions", instructions != nil && !transcript.head.instructions.isEmpty),
      ("tools", tools != nil && !transcript.head.tools.isEmpty),
    ] where isGivenTwice {
      step.error("there are \(key) already; the head changes only after an entry", at: key)
    }
    transcript.head = HeadChange(position: 0, instructions: instructions, tools: tools)
      .applied(to: transcript.head)
  }

  private func tools(of step: StrictObject) -> [ToolDefinition] {
    var names = Set<String>()
    return step.objects("tools") { object in
      let effect = object.optional("effect", as: ToolEffect.self)
      let description = object.optional("description", default: "")
      let parameters = object.optional("parameters", as: JSONValue.self)
      if let parameters, parameters.objectValue == nil {
        object.error("expected an object, found \(parameters.kindName)", at: "parameters")
      }
      guard let name = object.required("name", as: String.self) else { return nil }
      if !names.insert(name).inserted {
        object.error("there is a tool '\(name)' already", at: "name")
      }
      return ToolDefinition(
        name: name, description: description, parameters: parameters ?? .object(JSONObject()),
        effect: effect)
    }
  }

  // MARK: Compactions

  private mutating func addCompaction(_ step: StrictObject, id: String?) {
    if id != nil { step.error("a compaction is no entry and has no id", at: "id") }
    guard let object = step.requiredObject("compaction"), object.isObject else { return }
    let reader = CaseCompactionReader(object, after: transcript, compactions)
    guard let event = reader.event() else { return }
    transcript.compactions.append(event)
    compactions.add(event)
  }

  // MARK: Entries

  private mutating func addText(
    _ kind: EntryKind, _ step: StrictObject, id: String?, schema: JSONValue? = nil
  ) {
    var entry = Entry(kind: kind, responseSchema: schema)
    if let node = step.node(kind.rawValue) {
      entry.segments = stripper.segments(node, path: step.path(of: kind.rawValue), in: here)
    }
    append(entry, id: id)
  }

  private mutating func addCalls(_ step: StrictObject, id: String?) {
    var entry = Entry(kind: .toolCalls)
    var index = -1
    entry.calls = step.objects("calls") { object in
      index += 1
      return call(object, index: index)
    }
    if step.node("calls")?.elements?.isEmpty == true {
      step.error("there are no calls in 'calls'", at: "calls")
    }
    unanswered += entry.calls.map { (transcript.entries.count, $0) }
    append(entry, id: id)
  }

  private mutating func call(_ object: StrictObject, index: Int) -> ToolCall? {
    let id = object.optional("id", as: String.self)
    var arguments = JSONValue.object(JSONObject())
    if let node = object.node("arguments") {
      arguments = stripper.value(node, path: object.path(of: "arguments"), in: here) {
        .argument(call: index, path: $0)
      }
    }
    if let id, !callIDs.insert(id).inserted {
      object.error("the call id '\(id)' is used twice", at: "id")
    }
    return object.required("tool", as: String.self).map {
      ToolCall(id: id, name: $0, arguments: arguments)
    }
  }

  private mutating func addOutput(_ step: StrictObject, id: String?) {
    var entry = Entry(kind: .toolOutput)
    if let call = answeredCall(step) {
      entry.callID = call.id
      entry.toolName = call.name
    }
    switch (step.node("text"), step.node("json")) {
    case (let text?, nil):
      entry.segments = stripper.segments(text, path: step.path(of: "text"), in: here)
    case (nil, let json?):
      let value = stripper.value(json, path: step.path(of: "json"), in: here) {
        .structure(segment: 0, path: $0)
      }
      entry.segments = [.structure(value)]
    default: step.error("an output has either 'text' or 'json'")
    }
    append(entry, id: id)
  }

  /// The call a step answers: the one it names, or the earliest that nothing answers.
  private mutating func answeredCall(_ step: StrictObject) -> ToolCall? {
    if let node = step.node("output"), node.kind != .null {
      guard let id = step.required("output", as: String.self) else { return nil }
      if let index = unanswered.firstIndex(where: { $0.call.id == id }) {
        return unanswered.remove(at: index).call
      }
      let hint = EditDistance.suggestion(for: id, in: unanswered.compactMap(\.call.id))
      let problem = callIDs.contains(id) ? "is answered already" : "was not made"
      step.error("the call '\(id)' \(problem)" + hint, at: "output")
      return nil
    }
    guard let first = unanswered.first, let last = unanswered.last else {
      step.error("there is no call that this output could answer")
      return nil
    }
    if first.entry != last.entry {
      step.error("calls of two rounds are unanswered; name the call as 'output'")
    }
    return unanswered.removeFirst().call
  }
}
