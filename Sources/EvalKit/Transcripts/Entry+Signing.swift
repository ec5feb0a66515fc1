extension Entry {
  /// Whether the entry is, or holds, reasoning that its provider signed or encrypted: it takes it
  /// back only as it was, after what stood before it.
  ///
  /// Signatures come as a key beside the reasoning (Apple), within a part of the message (Anthropic's
  /// `signature` and `redacted_thinking`, OpenAI's `encrypted_content`, the logs of agents) or on a
  /// call (Gemini's thought signatures).
  public var isSigned: Bool {
    Self.isSigned(extra) || calls.contains { Self.isSigned($0.extra) }
      || segments.contains { segment in
        guard case .opaque(let part) = segment.content, let part = part.objectValue else {
          return false
        }
        return Self.isReasoning(part)
          && (part["type"]?.stringValue == "redacted_thinking" || Self.isSigned(part))
      }
  }

  /// Whether nothing is in it, or nothing but parts that are reasoning.
  var isBlank: Bool {
    calls.isEmpty
      && segments.allSatisfy { segment in
        switch segment.content {
        case .text(let text): text.utf8.allSatisfy { $0 <= UInt8(ascii: " ") }
        case .opaque(let part): kind != .reasoning && part.objectValue.map(Self.isReasoning) == true
        case .structure, .attachment: false
        }
      }
  }

  private static let signatures = [
    "signature", "thinkingSignature", "thoughtSignature", "thought_signature", "encrypted_content",
  ]

  private static func isSigned(_ object: JSONObject) -> Bool {
    if object.isEmpty { return false }
    return signatures.contains { object[$0]?.stringValue?.isEmpty == false }
      || object["extra_content"]?["google"]?["thought_signature"] != nil
  }

  private static func isReasoning(_ part: JSONObject) -> Bool {
    switch part["type"]?.stringValue {
    case "thinking", "redacted_thinking", "reasoning": true
    default: part["thought"] == .bool(true)
    }
  }
}
