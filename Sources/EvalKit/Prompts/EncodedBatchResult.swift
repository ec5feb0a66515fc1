/// A line of the results of an OpenAI or Anthropic batch; keys that are not needed are not looked at.
struct EncodedBatchResult {
  private let node: JSONNode
  private let diagnostics: DiagnosticCollector

  init(_ node: JSONNode, _ diagnostics: DiagnosticCollector) {
    self.node = node
    self.diagnostics = diagnostics
  }

  /// The answer.
  ///
  /// - Returns: nil if it does not fit; then an error was added.
  func answer() -> EncodedAnswer? {
    guard let customID = node["custom_id"]?.stringValue, let key = AnswerKey(customID) else {
      diagnostics.error(
        "a custom id that 'evalrun ask' did not write; expected 20 and 40 hexadecimal digits with "
          + "a '-' between",
        at: node["custom_id"]?.position ?? node.position, path: "custom_id")
      return nil
    }
    let answer: RecordedAnswers.Answer?
    if let result = node["result"] {
      answer = anthropic(result.value)
    } else if node["response"] != nil || node["error"] != nil {
      answer = openAI(node.value)
    } else if node["body"] != nil || node["params"] != nil {
      diagnostics.error(
        "a request, not its result; expected the file that the batch gave back", at: node.position)
      return nil
    } else {
      diagnostics.error(
        "expected 'response' (OpenAI) or 'result' (Anthropic) beside 'custom_id'",
        at: node.position)
      return nil
    }
    return answer.map { EncodedAnswer(key: key, name: "custom id '\(customID)'", answer: $0) }
  }

  private func mismatch(_ expected: String, _ path: String...) -> RecordedAnswers.Answer? {
    diagnostics.error(
      "expected \(expected)", at: node.deepest(at: path.map { .key($0) }).position,
      path: path.joined(separator: "."))
    return nil
  }

  // MARK: OpenAI

  private func openAI(_ line: JSONValue) -> RecordedAnswers.Answer? {
    let status = line["response"]?["status_code"]?.intValue
    let body = line["response"]?["body"]
    let error = [line["error"], body?["error"]].compactMap { $0 }.first { !$0.isNull }
    if let error {
      return .failure(Self.reason(error) + (status.map { " (status \($0))" } ?? ""))
    }
    if let status, status != 200 { return .failure("status \(status)") }
    guard let choice = body?["choices"]?.arrayValue?.first, let message = choice["message"] else {
      return mismatch("'choices' with a message", "response", "body")
    }
    let calls = message["tool_calls"]?.arrayValue ?? []
    let usage = body?["usage"]
    return Self.answer(
      text: message["content"]?.stringValue ?? message["refusal"]?.stringValue ?? "",
      calls: calls.compactMap { call in
        guard let name = call["function"]?["name"]?.stringValue else { return nil }
        return ToolCall(
          id: call["id"]?.stringValue, name: name, answered: call["function"]?["arguments"])
      },
      usage: Usage(
        input: usage?["prompt_tokens"]?.intValue ?? 0,
        cached: usage?["prompt_tokens_details"]?["cached_tokens"]?.intValue ?? 0,
        output: usage?["completion_tokens"]?.intValue ?? 0,
        reasoning: usage?["completion_tokens_details"]?["reasoning_tokens"]?.intValue ?? 0),
      end: choice["finish_reason"]?.stringValue)
  }

  // MARK: Anthropic

  private func anthropic(_ result: JSONValue) -> RecordedAnswers.Answer? {
    guard let type = result["type"]?.stringValue else {
      return mismatch("a result with its 'type'", "result")
    }
    guard type == "succeeded" else {
      // The error is wrapped in a response of its own type.
      let error = result["error"]
      return .failure((error?["error"] ?? error).map(Self.reason) ?? type)
    }
    guard let message = result["message"], let blocks = message["content"]?.arrayValue else {
      return mismatch("a message with 'content'", "result", "message")
    }
    let usage = message["usage"]
    let cached = usage?["cache_read_input_tokens"]?.intValue ?? 0
    let written = usage?["cache_creation_input_tokens"]?.intValue ?? 0
    return Self.answer(
      text: blocks.compactMap { $0["type"] == "text" ? $0["text"]?.stringValue : nil }.joined(),
      calls: blocks.compactMap { block in
        guard block["type"] == "tool_use", let name = block["name"]?.stringValue else { return nil }
        return ToolCall(id: block["id"]?.stringValue, name: name, answered: block["input"])
      },
      // What was read from or written to the cache is not in the input that is stated.
      usage: Usage(
        input: (usage?["input_tokens"]?.intValue ?? 0) + cached + written, cached: cached,
        output: usage?["output_tokens"]?.intValue ?? 0),
      end: message["stop_reason"]?.stringValue)
  }

  // MARK: Both

  private static func answer(text: String, calls: [ToolCall], usage: Usage, end: String?)
    -> RecordedAnswers.Answer
  {
    if text.isEmpty, calls.isEmpty {
      return .failure("it has neither text nor calls (it ended by '\(end ?? "unknown")')")
    }
    return .reply(Reply(text: text, calls: calls, usage: usage))
  }

  private static func reason(_ error: JSONValue) -> String {
    error["message"]?.stringValue ?? error["code"]?.stringValue ?? error["type"]?.stringValue
      ?? error.serialised()
  }
}
