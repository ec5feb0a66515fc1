extension TranscriptFormat {
  /// Rows of agents whose messages are Anthropic's: Factory Droid (`type`, `message`) and Cursor
  /// (`role`, `message`).
  public static let anthropicRows = TranscriptFormat(
    name: "anthropic-rows", title: "Droid and Cursor session rows",
    recognises: { AnthropicRowsFormat.recognises($0) },
    decode: { unit in
      guard let rows = unit.value.arrayValue else { throw Refusal("expected an array of rows") }
      var builder = TranscriptBuilder()
      var metadata = JSONObject()
      for (index, value) in rows.enumerated() {
        do throws(Refusal) {
          let row = try value.requiredObject("a row")
          guard let message = try row.object("message") else {
            let type = try row.string("type") ?? "none"
            if index == 0 {
              metadata = row
            } else {
              builder.notes.add(
                .skippedRecord, at: "row \(index)",
                "a row of type '\(type)', no part of the conversation")
            }
            continue
          }
          do throws(Refusal) {
            var role = try message.string("role")
            if role == nil { role = try row.requiredString("role") }
            try builder.addAnthropic(role: role ?? "", message, label: "m\(index)")
          } catch {
            throw error.inside(.key("message"))
          }
        } catch {
          throw error.inside(.index(index))
        }
      }
      return builder.decoded(metadata: metadata)
    })
}

enum AnthropicRowsFormat {
  static func recognises(_ value: JSONValue) -> Bool {
    guard let rows = value.arrayValue?.prefix(16), let first = rows.first else { return false }
    if first["type"] == "session_start" { return rows.contains { isMessage($0, typed: true) } }
    return isMessage(first, typed: false)
  }

  private static func isMessage(_ row: JSONValue, typed: Bool) -> Bool {
    guard let message = row["message"]?.objectValue, message["content"] != nil else { return false }
    return typed
      ? row["type"] == "message" && message["role"] != nil
      : row["role"]?.stringValue != nil && message["role"] == nil && row["type"] == nil
  }
}
