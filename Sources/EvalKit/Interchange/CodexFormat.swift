extension TranscriptFormat {
  /// The rows of a Codex rollout.
  ///
  /// What the model was sent is in the `response_item` rows; the events that say the same again are
  /// noted and left out. A `compacted` row is a compaction. The context that Codex puts in as the
  /// user's is instructions. A fork begins with its parent's rows, which its model was sent too.
  public static let codex = TranscriptFormat(
    name: "codex", title: "Codex rollout rows",
    recognises: { CodexFormat.recognises($0) },
    decode: { unit in
      guard let rows = CodexFormat.rows(of: unit.value) else {
        throw Refusal("expected rows, objects with 'type' and 'payload'")
      }
      var decoder = CodexDecoder()
      return try decoder.decode(rows)
    })
}

/// How the rows of a rollout are told from others.
enum CodexFormat {
  private static let types: Set<String> = [
    "session_meta", "turn_context", "response_item", "event_msg", "compacted", "world_state",
  ]

  static func recognises(_ value: JSONValue) -> Bool {
    guard let rows = rows(of: value) else { return false }
    if rows.prefix(16).contains(where: isRow) { return true }
    // The first releases wrote a row of the session, then bare items.
    return rows.first?["id"] != nil && rows.first?["timestamp"] != nil
      && rows.first?["instructions"] != nil
      && rows.dropFirst().contains { $0["record_type"] != nil || $0["role"] != nil }
  }

  static func rows(of value: JSONValue) -> [JSONValue]? {
    switch value {
    case .array(let rows): rows
    case .object: isRow(value) ? [value] : nil
    default: nil
    }
  }

  private static func isRow(_ value: JSONValue) -> Bool {
    guard let type = value["type"]?.stringValue, types.contains(type) else { return false }
    return value["payload"]?.objectValue != nil
  }

  /// Whether an item of the user's role is context that Codex put in.
  static func isInjected(_ item: JSONObject) -> Bool {
    guard item["role"] == "user",
      let text = item["content"]?.stringValue
        ?? item["content"]?.arrayValue?.first?["text"]?
        .stringValue
    else { return false }
    return injections.contains { text.hasPrefix($0) }
  }

  private static let injections = [
    "<environment_context>", "<user_instructions>", "<permissions instructions>",
    "<turn_aborted>", "<collaboration_mode>", "<skill>", "<user_shell_command>",
    "<subagent_notification>", "# AGENTS.md instructions", "<INSTRUCTIONS>",
  ]
}
