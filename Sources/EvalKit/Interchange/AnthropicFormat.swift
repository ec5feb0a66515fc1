extension TranscriptFormat {
  /// Messages as Anthropic's API has them: content in blocks, results of tools in the user's turns.
  ///
  /// An object with `messages` and perhaps `system` and `tools`, a bare array of messages, one a line,
  /// or a single reply. A `compaction` block is a compaction: its text stands for all before it.
  public static let anthropic = TranscriptFormat(
    name: "anthropic", title: "Anthropic messages",
    recognises: { AnthropicFormat.place(in: $0) != nil },
    decode: { unit in
      guard let place = AnthropicFormat.place(in: unit.value) ?? AnthropicFormat.likely(unit.value)
      else {
        throw Refusal(
          "no messages here; expected 'messages', an array of objects with 'role' and 'content'")
      }
      var decoder = AnthropicDecoder()
      return try decoder.decode(unit.value, messagesAt: place)
    })
}

/// Where a value keeps Anthropic's messages, and how they are told from others.
enum AnthropicFormat {
  /// A place of messages within a value.
  enum Place {
    /// The value is the array of messages.
    case root
    /// The array is at `messages`.
    case messages
    /// The value is a message.
    case single
  }

  static func place(in value: JSONValue) -> Place? {
    switch value {
    case .array(let elements):
      return areMessages(elements) && elements.contains(where: hasBlock) ? .root : nil
    case .object(let object):
      if let messages = object["messages"]?.arrayValue {
        guard areMessages(messages) else { return nil }
        let hasSystem = object["system"]?.stringValue != nil || object["system"]?.arrayValue != nil
        return hasSystem || messages.contains(where: hasBlock) ? .messages : nil
      }
      let isReply =
        object["role"]?.stringValue == "assistant" && object["content"]?.arrayValue != nil
        && object["stop_reason"] != nil
      return isReply || (isMessage(value) && hasBlock(value)) ? .single : nil
    default: return nil
    }
  }

  /// The place to read when the format was asked for, though nothing is particular to it.
  static func likely(_ value: JSONValue) -> Place? {
    switch value {
    case .array(let elements): areMessages(elements) ? .root : nil
    case .object(let object):
      object["messages"]?.arrayValue != nil ? .messages : isMessage(value) ? .single : nil
    default: nil
    }
  }

  /// The first element decides; mistakes in others are reported when they are read.
  private static func areMessages(_ elements: [JSONValue]) -> Bool {
    elements.first.map(isMessage) ?? false
  }

  private static func isMessage(_ value: JSONValue) -> Bool {
    let role = value["role"]?.stringValue
    return role == "user" || role == "assistant"
  }

  /// Whether a message has a content block that no other format has.
  private static func hasBlock(_ message: JSONValue) -> Bool {
    message["content"]?.arrayValue?.contains { block in
      switch block["type"]?.stringValue {
      case "tool_use"?, "server_tool_use"?, "mcp_tool_use"?: block["input"] != nil
      case "tool_result"?: block["tool_use_id"] != nil
      case "thinking"?: block["thinking"] != nil
      case "redacted_thinking"?, "compaction"?: true
      case "image"?, "document"?: block["source"] != nil
      case let type?: type.hasSuffix("_tool_result")
      case nil: false
      }
    } ?? false
  }
}

/// Makes a transcript of Anthropic's messages.
struct AnthropicDecoder {
  private var builder = TranscriptBuilder()

  mutating func decode(_ value: JSONValue, messagesAt place: AnthropicFormat.Place)
    throws(Refusal) -> DecodedTranscript
  {
    switch place {
    case .root:
      try add(value.arrayValue ?? [], at: nil)
      return builder.decoded()
    case .single:
      do throws(Refusal) {
        try add([value], at: nil)
      } catch {
        throw error.withoutOutermostStep
      }
      let read: Set<String> = ["role", "content", "id", "type"]
      return builder.decoded(metadata: value.objectValue?.others(read) ?? JSONObject())
    case .messages:
      let object = value.objectValue ?? JSONObject()
      builder.addTools(
        try object.elements("tools") { value, _ throws(Refusal) in
          try ToolDefinition(decoding: value)
        })
      try addSystem(of: object)
      try add(try object.array("messages") ?? [], at: .key("messages"))
      return builder.decoded(metadata: object.others(["system", "tools", "messages"]))
    }
  }

  private mutating func addSystem(of object: JSONObject) throws(Refusal) {
    let segments = try EncodedContentPart.segments(of: object, at: "system")
    if !segments.isEmpty {
      builder.addInstructions(Entry(kind: .instructions, segments: segments), label: "system")
    }
  }

  private mutating func add(_ messages: [JSONValue], at step: KeyPathStep?) throws(Refusal) {
    for (index, value) in messages.enumerated() {
      do throws(Refusal) {
        let message = try value.requiredObject("a message")
        let read: Set<String> =
          messages.count == 1 && step == nil
          ? Set(message.keys) : ["role", "content", "id", "type"]
        try builder.addAnthropic(
          role: try message.requiredString("role"), message, extra: message.others(read),
          label: "m\(index)")
      } catch {
        throw step.map { error.inside($0, .index(index)) } ?? error.inside(.index(index))
      }
    }
  }
}
