/// A question with the view it was asked on, the answer and its scores, as a sample of Inspect.
struct InspectSample {
  let evalCase: EvalCase
  let question: Question
  let outcome: QuestionObservation
  let model: String
  let scores: [Score]

  var json: JSONValue {
    var losses = ExportLosses()
    var messages = InspectMessages.messages(of: outcome.view, losses: &losses)
    let input = messages
    let answer = answerMessage(number: messages.count)
    if let answer { messages.append(answer) }
    let identifier = "\(evalCase.id)/\(question.id)"
    var object = JSONObject([
      ("id", .string(identifier)), ("epoch", 1), ("input", .array(input)), ("target", target),
      ("messages", .array(messages)), ("output", output(answer)), ("scores", scoreObject),
      (
        "metadata",
        [
          "case": .string(evalCase.id), "cluster": .string(evalCase.cluster),
          "question": .string(question.id), "status": .string(status.word),
          "tokens": JSONValue(outcome.tokens),
        ]
      ),
      ("store", .object(JSONObject())), ("events", .array([])),
      ("model_usage", .object(JSONObject())),
      ("uuid", .string(String(SHA256.hexadecimal("\(model) \(identifier)").prefix(22)))),
      ("attachments", .object(JSONObject())),
    ])
    if let message = status.error {
      object["error"] = [
        "message": .string(message), "traceback": .string(message),
        "traceback_ansi": .string(message),
      ]
    }
    return .object(object)
  }

  /// How the asking ended, and what Inspect is to show as an error.
  private var status: (word: String, error: String?) {
    switch outcome.status {
    case .answered: ("answered", nil)
    case .overflow: ("overflow: the view did not fit the context", nil)
    case .errored(let reason): ("errored", reason)
    case .unanswered(let reason): ("unanswered", reason)
    case .notApplicable(let reason): ("not applicable: \(reason)", nil)
    }
  }

  /// What is right: the values, any one of several where one is enough.
  private var target: JSONValue {
    func probe(_ probe: Probe) -> JSONValue {
      let values = probe.facts.compactMap { evalCase.fact($0)?.value }
      switch probe.expect {
      case .facts:
        return probe.anyOf
          ? .array(values.map { .string($0) }) : .string(values.joined(separator: ", "))
      case .answer(let text, let aliases, _): return .array(([text] + aliases).map { .string($0) })
      case .number(let number, _): return .string(JSONValue(number).serialised())
      case .list(let texts, _): return .string(texts.joined(separator: ", "))
      case .abstain: return ""
      }
    }
    switch question.subject {
    case .probe(let index): return probe(evalCase.probes[index])
    case .decoy, .fill: return ""
    case .trajectory(let index):
      let expected = evalCase.trajectories[index]
      return .string((expected.ordered + expected.unordered).map(\.tool).joined(separator: ", "))
    }
  }

  // MARK: Answer

  private func answerMessage(number: Int) -> JSONValue? {
    guard let reply = outcome.reply else { return nil }
    var losses = ExportLosses()
    let calls = reply.calls.isEmpty ? outcome.filled : reply.calls
    return InspectMessages.assistant(
      id: "m\(number)", content: .string(reply.text),
      calls: calls.enumerated().map { ($1.id ?? "m\(number)c\($0)", $1) }, model: model,
      losses: &losses)
  }

  private func output(_ answer: JSONValue?) -> JSONValue {
    guard let answer, let reply = outcome.reply else {
      return ["model": .string(model), "choices": .array([])]
    }
    let usage = reply.usage
    return [
      "model": .string(model),
      "choices": [["message": answer, "stop_reason": reply.calls.isEmpty ? "stop" : "tool_calls"]],
      "completion": .string(reply.text),
      "usage": [
        "input_tokens": JSONValue(usage.input), "output_tokens": JSONValue(usage.output),
        "total_tokens": JSONValue(usage.input + usage.output),
        "input_tokens_cache_read": JSONValue(usage.cached),
      ],
    ]
  }

  // MARK: Scores

  /// A score a metric; survival is measured a fact at a time, and is their mean here.
  private var scoreObject: JSONValue {
    var metrics: [String] = []
    for score in scores where !metrics.contains(score.metric) { metrics.append(score.metric) }
    var object = JSONObject()
    for metric in metrics {
      let mine = scores.filter { $0.metric == metric }
      let numbers = mine.compactMap { score in
        if case .scored(let value) = score.outcome { value } else { nil }
      }
      guard !numbers.isEmpty else { continue }
      let reasons = mine.map { score in
        let fact = score.question.split(separator: "/").dropFirst().joined(separator: "/")
        let words = [score.verdict, score.reason].filter { !$0.isEmpty }
        return (fact.isEmpty ? "" : "\(fact): ") + words.joined(separator: ": ")
      }
      object[metric] = [
        "value": JSONValue(numbers.reduce(0, +) / Double(numbers.count)),
        "answer": .string(outcome.reply?.text ?? ""),
        "explanation": .string(reasons.joined(separator: "\n")),
        "metadata": ["verdict": .string(mine.map(\.verdict).joined(separator: ", "))],
        "history": .array([]),
      ]
    }
    return .object(object)
  }
}

/// Makes chat messages of Inspect.
enum InspectMessages {
  /// The messages of a view, the head first.
  static func messages(of view: View, losses: inout ExportLosses) -> [JSONValue] {
    let transcript = Transcript(head: view.head, entries: view.items.map(\.entry))
    var messages: [JSONValue] = []
    func base(_ role: String, _ content: JSONValue) -> JSONObject {
      JSONObject([
        ("id", .string("m\(messages.count)")), ("content", content), ("role", .string(role)),
      ])
    }
    for entry in view.head.instructions {
      messages.append(.object(base("system", .string(entry.plainText(&losses)))))
    }
    for message in MessageSequence(transcript, losses: &losses).messages {
      switch message {
      case .instructions(let entry):
        messages.append(.object(base("system", .string(entry.plainText(&losses)))))
      case .prompt(let entry), .opaque(let entry):
        messages.append(.object(base("user", .string(entry.plainText(&losses)))))
      case .reply(let reply):
        messages.append(
          assistant(
            id: "m\(messages.count)", content: content(of: reply, losses: &losses),
            calls: reply.calls, model: nil, losses: &losses))
      case .output(let entry, let callID, _):
        var object = base("tool", .string(entry.plainText(&losses)))
        object["tool_call_id"] = .string(callID)
        if let name = entry.toolName { object["function"] = .string(name) }
        messages.append(.object(object))
      }
    }
    return messages
  }

  /// A message of the model.
  static func assistant(
    id: String, content: JSONValue, calls: [(id: String, call: ToolCall)], model: String?,
    losses: inout ExportLosses
  ) -> JSONValue {
    var object = JSONObject([
      ("id", .string(id)), ("content", content), ("source", "generate"), ("role", "assistant"),
    ])
    // A message that was recorded is not of the model that was asked.
    if model == nil { object["source"] = nil }
    if !calls.isEmpty {
      object["tool_calls"] = .array(
        calls.map { id, call in
          [
            "id": .string(id), "function": .string(call.name),
            "arguments": call.objectArguments(&losses), "type": "function",
          ]
        })
    }
    if let model { object["model"] = .string(model) }
    return .object(object)
  }

  private static func content(of reply: MessageSequence.Reply, losses: inout ExportLosses)
    -> JSONValue
  {
    let text = reply.response?.plainText(&losses) ?? ""
    guard let reasoning = reply.reasoning else { return .string(text) }
    let part: JSONValue = [
      "type": "reasoning", "reasoning": .string(reasoning.plainText(&losses)), "redacted": false,
    ]
    return reply.response == nil ? [part] : [part, ["type": "text", "text": .string(text)]]
  }
}
