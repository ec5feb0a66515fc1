/// The calls that were recorded at a checkpoint, as an expectation.
///
/// Identifiers, numbers and enums must be equal; free text need only be there. (Exact matching of
/// recorded runs marks 27 of 84 successful ones wrong.)
enum RecordedReference {
  static func calls(
    _ checkpoint: Checkpoint, _ transcript: Transcript, _ structure: TranscriptStructure,
    _ replies: [RecordedReply]
  ) -> [ExpectedCall] {
    let judged: [RecordedReply]
    switch checkpoint {
    case .before(let id): judged = replies.filter { $0.entries.contains(id.index) }
    case .turn(let id):
      let turn = structure.turns[id.index]
      judged = replies.filter { structure.turns[$0.input.index] == turn }
    case .end, .after, .every: judged = []
    }
    return judged.flatMap { reply in
      let tools = transcript.head(at: reply.start.index).tools
      return reply.calls(in: transcript).map { entry in
        expected(entry.call, tools.first { $0.name == entry.call.name })
      }
    }
  }

  private static func expected(_ call: ToolCall, _ tool: ToolDefinition?) -> ExpectedCall {
    var matchers: [String: ArgumentMatcher] = [:]
    for member in call.arguments.objectValue?.members ?? [] {
      let schema = tool?.parameters["properties"]?[member.key]
      matchers[member.key] = isFixed(member.value, schema) ? .exact(member.value) : .keyOnly
    }
    return ExpectedCall(tool: call.name, arguments: matchers)
  }

  /// Whether a value can be said in one way only: no free text.
  static func isFixed(_ value: JSONValue, _ schema: JSONValue?) -> Bool {
    if let words = schema?["enum"]?.arrayValue, words.contains(value) { return true }
    switch value {
    case .null, .bool, .number: return true
    case .string(let text): return isIdentifier(text)
    case .array(let values): return values.allSatisfy { isFixed($0, schema?["items"]) }
    case .object(let object):
      return object.members.allSatisfy { isFixed($0.value, schema?["properties"]?[$0.key]) }
    }
  }

  /// Whether a text is one word of at most 80 bytes: an id, a date, a path, an address, a name.
  /// Scripts without spaces are told by length: up to eight letters are a name.
  private static func isIdentifier(_ text: String) -> Bool {
    guard !text.isEmpty, text.utf8.count <= 80, !text.contains(where: \.isWhitespace) else {
      return false
    }
    return text.unicodeScalars.count { $0.value >= 0x2E80 } <= 8
  }
}
