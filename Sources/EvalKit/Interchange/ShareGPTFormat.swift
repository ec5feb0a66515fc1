extension TranscriptFormat {
  /// Conversations as ShareGPT and the data sets for fine-tuning after it have them.
  public static let shareGPT = TranscriptFormat(
    name: "sharegpt", title: "ShareGPT conversations",
    recognises: { value in
      guard let first = value["conversations"]?.arrayValue?.first else { return false }
      return first["from"]?.stringValue != nil
    },
    decode: { unit in
      var decoder = ShareGPTDecoder()
      return try decoder.decode(try unit.value.requiredObject("a conversation"))
    })
}

/// Makes a transcript of a conversation.
struct ShareGPTDecoder {
  private var builder = TranscriptBuilder()

  mutating func decode(_ root: JSONObject) throws(Refusal) -> DecodedTranscript {
    try addHead(of: root)
    guard try root.array("conversations") != nil else {
      throw Refusal("missing key 'conversations'")
    }
    _ = try root.elements("conversations") { value, index throws(Refusal) in
      try add(try value.requiredObject("a turn"), label: "m\(index)")
    }
    return builder.decoded(metadata: root.others(["conversations", "system", "tools"]))
  }

  /// Some keep the instructions and the tools beside the turns, the tools as the text of JSON.
  private mutating func addHead(of root: JSONObject) throws(Refusal) {
    if let text = try root.string("system"), !text.isEmpty {
      builder.addInstructions(Entry(kind: .instructions, segments: [.text(text)]), label: "system")
    }
    var tools = root.value("tools")
    if case .string(let text)? = tools {
      let isBlank = !text.utf8.contains { $0 > 0x20 }
      tools = isBlank ? [] : try? JSONParser.value(Array(text.utf8)).root
    } else if tools == nil {
      tools = []
    }
    guard let definitions = tools?.arrayValue else {
      throw Refusal("expected an array of tool definitions, or the text of one", at: "tools")
    }
    builder.addTools(
      try definitions.decoded(at: .key("tools")) { value, _ throws(Refusal) in
        try ToolDefinition(decoding: value)
      })
  }

  private mutating func add(_ turn: JSONObject, label: String) throws(Refusal) {
    let text = try turn.string("value") ?? ""
    let segments: [Segment] = text.isEmpty ? [] : [.text(text)]
    let extra = turn.others(["from", "value"])
    func entry(_ kind: EntryKind) -> Entry { Entry(kind: kind, segments: segments, extra: extra) }
    switch try turn.requiredString("from") {
    case "system": builder.addInstructions(entry(.instructions), label: label)
    case "human", "user": builder.add([entry(.prompt)], label: label)
    case "gpt", "assistant", "chatgpt", "bing", "bard", "model":
      builder.add([entry(.response)], label: label)
    case "observation", "tool", "function_response", "tool_response":
      builder.add([entry(.toolOutput)], label: label)
    case "function_call", "tool_call": addCalls(text, entry(.response), label: label)
    case let other:
      builder.notes.add(.unknownRole, at: label, "a turn from unknown '\(other)'")
      builder.add(
        [Entry(kind: .opaque, segments: [Segment(.opaque(.object(turn)))])], label: label)
    }
  }

  /// Adds the calls that a turn holds as the text of JSON; a text that is none is what was said.
  private mutating func addCalls(_ text: String, _ said: Entry, label: String) {
    let value = try? JSONParser.value(Array(text.utf8)).root
    let calls = value?.arrayValue ?? value.map { [$0] } ?? []
    let names = calls.compactMap { $0["name"]?.stringValue }
    guard !calls.isEmpty, names.count == calls.count else {
      builder.notes.add(
        .unparsableArguments, at: label, "a call that is no JSON with a 'name', kept as text")
      return builder.add([said], label: label)
    }
    var entry = Entry(kind: .toolCalls, extra: said.extra)
    for (call, name) in zip(calls, names) {
      let object = call.objectValue ?? JSONObject()
      entry.calls.append(
        builder.call(
          id: object["id"]?.stringValue, name: name,
          arguments: object.value("arguments") ?? object.value("parameters"),
          extra: object.others(["id", "name", "arguments", "parameters"]), label: label))
    }
    builder.add([entry], label: label)
  }
}
