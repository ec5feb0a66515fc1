/// An answer as it stands on a line of a file.
struct EncodedAnswer: Sendable {
  /// What it answers.
  let key: AnswerKey
  /// What it answers, for messages.
  let name: String
  /// What came of it.
  let answer: RecordedAnswers.Answer

  /// Reads a line, in any of the three forms.
  ///
  /// - Returns: nil if it does not fit; then at least one error was added.
  static func decode(_ node: JSONNode, _ diagnostics: DiagnosticCollector) -> EncodedAnswer? {
    if node["custom_id"] != nil { return EncodedBatchResult(node, diagnostics).answer() }
    let before = diagnostics.errorCount
    let object = StrictObject(node, diagnostics: diagnostics)
    // A prompt's own line with the answer added to it is an answer, too.
    object.ignore(
      "arms", "maximumTokens", "messages", "responseSchema", "task", "temperature", "tool",
      "toolMode", "tools", "transcript")
    checkHeader(object)
    let id = object.required("id", as: String.self)
    let digest = object.required("digest", as: String.self)
    if let digest, digest.utf8.count != 64 || !digest.utf8.allSatisfy(AnswerKey.isDigit) {
      object.error("expected the prompt's digest, 64 hexadecimal digits", at: "digest")
    }
    let text = object.present("text", as: String.self)
    let calls = object.node("calls").flatMap { node -> [ToolCall]? in
      node.kind == .null ? nil : Self.calls(node, path: object.path(of: "calls"), diagnostics)
    }
    let abstained = object.present("abstained", as: Bool.self)
    let usage = Self.usage(object)
    if object.isObject, abstained != true, !["text", "calls"].contains(where: object.isPresent) {
      object.error("missing 'text' or 'calls': what the model said, or the calls it made")
    }
    object.finish()
    guard diagnostics.errorCount == before, let id, let digest else { return nil }
    return EncodedAnswer(
      key: AnswerKey(id: id, digest: digest), name: "'\(id)'",
      answer: .reply(
        Reply(
          text: text ?? "", calls: calls ?? [], abstained: abstained ?? false, usage: usage)))
  }

  private static func checkHeader(_ object: StrictObject) {
    if let version = object.optional("version", as: Int.self), version != 1 {
      object.error("unknown version \(version); the newest known is 1", at: "version")
    }
    if let kind = object.optional("kind", as: String.self), kind != "answer", kind != "prompt" {
      object.error("expected kind 'answer', found '\(kind)'", at: "kind")
    }
  }

  /// Calls as `{ name, arguments, id? }`, or as chat completions have them.
  static func calls(_ node: JSONNode, path: String, _ diagnostics: DiagnosticCollector)
    -> [ToolCall]?
  {
    guard let elements = node.elements else {
      node.reportMismatch("an array of calls", path: path, to: diagnostics)
      return nil
    }
    return elements.enumerated().compactMap { index, element in
      let path = KeyPathText.appending(index: index, to: path)
      let outer = StrictObject(element, path: path, diagnostics: diagnostics)
      outer.ignore("type", "index")
      let id = outer.present("id", as: String.self)
      let inner = outer.contains("function") ? outer.requiredObject("function") : outer
      let name = inner?.required("name", as: String.self)
      let arguments = inner?.optional("arguments", as: JSONValue.self)
      inner?.finish()
      if inner !== outer { outer.finish() }
      return name.map { ToolCall(id: id, name: $0, answered: arguments) }
    }
  }

  private static func usage(_ object: StrictObject) -> Usage {
    guard object.isPresent("usage"), let fields = object.optionalObject("usage") else {
      _ = object.node("usage")
      return Usage()
    }
    func count(_ key: String) -> Int {
      guard let count = fields.optional(key, as: Int.self) else { return 0 }
      if count < 0 { fields.error("expected 0 or more, found \(count)", at: key) }
      return max(0, count)
    }
    let usage = Usage(
      input: count("input"), cached: count("cached"), output: count("output"),
      reasoning: count("reasoning"))
    fields.finish()
    return usage
  }
}

extension ToolCall {
  /// Makes a call of arguments that are JSON, a JSON text, or a text that is none and stays one.
  init(id: String?, name: String, answered arguments: JSONValue?) {
    var notes = ImportNotes()
    self.init(
      id: id, name: name, recordedArguments: arguments, extra: JSONObject(), label: "",
      notes: &notes)
  }
}

extension StrictObject {
  /// Whether a key is there with a value other than null.
  fileprivate func isPresent(_ key: String) -> Bool {
    contains(key) && node(key)?.kind != .null
  }

  /// The value at a key; nil where it is missing or null.
  fileprivate func present<Value: StrictDecodable>(_ key: String, as type: Value.Type) -> Value? {
    guard let node = node(key), node.kind != .null else { return nil }
    return Value.decode(node, path: path(of: key), diagnostics: diagnostics)
  }
}
