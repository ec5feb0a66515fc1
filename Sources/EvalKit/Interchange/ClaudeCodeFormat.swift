extension TranscriptFormat {
  /// The rows of a Claude Code session: one a line, or the `loglines` of an object.
  ///
  /// What is read is the path to the last row; other branches and the rows of sub-agents are left
  /// out and noted. Rows of one message are put together. A compaction's summary is an event.
  public static let claudeCode = TranscriptFormat(
    name: "claude-code", title: "Claude Code session rows",
    recognises: { ClaudeCodeFormat.recognises($0) },
    decode: { unit in
      guard let (rows, steps) = ClaudeCodeFormat.rows(of: unit.value) else {
        throw Refusal("expected rows, objects with 'type' and 'message', or 'loglines'")
      }
      var decoder = ClaudeCodeDecoder(document: steps.isEmpty ? unit : nil)
      return try decoder.decode(rows, at: steps)
    })
}

/// Where the rows of a session are, and how they are told from others.
enum ClaudeCodeFormat {
  static func recognises(_ value: JSONValue) -> Bool {
    guard let rows = rows(of: value)?.rows else { return false }
    return rows.prefix(64).contains(where: isMessageRow)
  }

  static func rows(of value: JSONValue) -> (rows: [JSONValue], steps: [KeyPathStep])? {
    switch value {
    case .array(let rows): (rows, [])
    case .object(let object):
      object["loglines"]?.arrayValue.map { ($0, [.key("loglines")]) }
        ?? (isMessageRow(value) ? ([value], []) : nil)
    default: nil
    }
  }

  private static func isMessageRow(_ value: JSONValue) -> Bool {
    guard let row = value.objectValue, let type = row["type"]?.stringValue,
      type == "user" || type == "assistant", row["message"]?["role"]?.stringValue == type
    else { return false }
    return ["uuid", "sessionId", "parentUuid", "isSidechain", "timestamp"].contains {
      row[$0] != nil
    }
  }
}

/// A row of a session that is part of its conversation.
struct ClaudeCodeRow {
  let index: Int
  let object: JSONObject
  /// The message; nil for a compaction's mark.
  let message: JSONObject?

  var uuid: String? { object["uuid"]?.stringValue }
  var parent: String? { object["parentUuid"]?.stringValue }
  /// The row before a compaction's mark, which begins a tree of its own.
  var logicalParent: String? { object["logicalParentUuid"]?.stringValue }
  var isSidechain: Bool { object["isSidechain"]?.boolValue ?? false }
  var isMeta: Bool { object["isMeta"]?.boolValue ?? false }
  var isCompactSummary: Bool { object["isCompactSummary"]?.boolValue ?? false }
  var isAssistant: Bool { message?["role"] == "assistant" }
  var messageID: String? { message?["id"]?.stringValue }
  /// The blocks of the message's content; a text is one.
  var blocks: [JSONValue] {
    switch message?["content"] {
    case .array(let blocks)?: blocks
    case .string(let text)?: [["type": "text", "text": .string(text)]]
    default: []
    }
  }
  /// The ids of the calls it makes.
  var callIDs: [String] { ids("tool_use", key: "id") }
  /// The ids of the calls it answers.
  var answeredIDs: [String] { ids("tool_result", key: "tool_use_id") }
  /// Whether it holds results of tools and nothing else.
  var isResults: Bool {
    let blocks = blocks
    return !blocks.isEmpty && blocks.allSatisfy { $0["type"] == "tool_result" }
  }

  private func ids(_ type: JSONValue, key: String) -> [String] {
    guard case .array(let blocks)? = message?["content"] else { return [] }
    return blocks.compactMap { $0["type"] == type ? $0[key]?.stringValue : nil }
  }
}
