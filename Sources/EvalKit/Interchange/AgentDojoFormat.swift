extension TranscriptFormat {
  /// agentdojo's tasks as they were executed: `messages`, and in `expected` the answer and the calls
  /// of the task, or of each of several that were chained to one session.
  public static let agentDojo = TranscriptFormat(
    name: "agentdojo", title: "agentdojo tasks, executed",
    recognises: { value in
      guard value["messages"]?.arrayValue != nil, let expected = value["expected"] else {
        return false
      }
      let first = expected.arrayValue?.first ?? expected
      return first["trajectory"]?.arrayValue != nil && first["answer"] != nil
    },
    decode: { unit in
      var decoder = OpenAIChatDecoder()
      var decoded = try decoder.decode(unit.value, messagesAt: .key("messages"))
      try AgentDojoFormat.addExpectations(of: unit.value, to: &decoded)
      return decoded
    })
}

/// What agentdojo says of its tasks.
enum AgentDojoFormat {
  static func addExpectations(of value: JSONValue, to decoded: inout DecodedTranscript)
    throws(Refusal)
  {
    let object = try value.requiredObject("a task")
    var builder = ExpectationBuilder(decoded.transcript, cluster: object["id"]?.stringValue)
    if let tasks = object["expected"]?.arrayValue {
      _ = try tasks.decoded(at: .key("expected")) { task, _ throws(Refusal) in
        try add(task, to: &builder)
      }
    } else if let task = object["expected"] {
      do throws(Refusal) {
        try add(task, to: &builder)
      } catch {
        throw error.inside(.key("expected"))
      }
    }
    builder.finish(&decoded)
  }

  private static func add(_ value: JSONValue, to builder: inout ExpectationBuilder) throws(Refusal)
  {
    let task = try value.requiredObject("a task")
    let name = try task.string("task") ?? "task"
    let entries = builder.transcript.entries
    let messages = try task.elements("evidence_messages") { value, _ throws(Refusal) -> Int in
      guard let index = value.intValue, index >= 0 else {
        throw Refusal("expected the place of a message")
      }
      return index
    }
    let range = entries.indices.filter { place in
      guard let first = messages.first, let last = messages.last else { return true }
      return (first...max(first, last)).contains { entries[place].label.isOf(message: $0) }
    }
    guard let prompt = range.first(where: { entries[$0].kind == .prompt }) else {
      return builder.refuse("a task without a prompt", at: name)
    }
    let calls = try task.elements("trajectory") { call, _ throws(Refusal) in
      try ExpectationBuilder.Call(call)
    }
    builder.addTrajectory(id: name, inTurnOf: EntryID(prompt), calls)
    let answer = ExpectationBuilder.trimmed(try task.string("answer") ?? "")
    guard !answer.isEmpty else { return }
    let ask = entries[prompt].text
    guard let figure = figure(of: answer, apartFrom: ask) else {
      return builder.refuse("an answer without one figure to look for", at: name)
    }
    let places = builder.places(of: [figure], among: range)
    guard !places.isEmpty else {
      return builder.refuse("an answer that its own messages do not say", at: name)
    }
    builder.addFact(id: "answer-\(name)", ask: ask, answers: [figure], places: places)
  }

  /// The only number of an answer that the question does not have.
  static func figure(of answer: String, apartFrom question: String) -> String? {
    let asked = FoldedText([question])
    var figures: [String] = []
    for word in answer.split(whereSeparator: \.isWhitespace) {
      let figure = word.trimmed { !$0.isNumber }
      if figure.contains(where: \.isNumber), figure.count > 1, !asked.says(figure),
        !figures.contains(figure)
      {
        figures.append(figure)
      }
    }
    return figures.count == 1 ? figures[0] : nil
  }
}

extension StringProtocol {
  /// The text without the characters at both ends that a condition holds for.
  fileprivate func trimmed(_ isOut: (Character) -> Bool) -> String {
    var text = self[...]
    while let first = text.first, isOut(first) { text.removeFirst() }
    while let last = text.last, isOut(last) { text.removeLast() }
    return String(text)
  }
}
