extension TranscriptFormat {
  /// Items as OpenAI's Responses API has them.
  ///
  /// A request (`instructions`, `tools`, `input`), a reply (`output`), both in one object, a bare
  /// array of items, or one item a line. A `compaction` item is a compaction that only the provider
  /// can read.
  public static let openAIResponses = TranscriptFormat(
    name: "openai-responses", title: "OpenAI Responses items",
    recognises: { OpenAIResponsesFormat.recognises($0) },
    decode: { unit in
      switch unit.value {
      case .array(let items): return try OpenAIResponsesFormat.decode(items)
      case .object(let body): return try OpenAIResponsesFormat.decode(body)
      default:
        throw Refusal("expected an array of items, or an object with 'input' or 'output'")
      }
    })
}

/// Where OpenAI's items are, and how they are told from chat messages.
enum OpenAIResponsesFormat {
  static func recognises(_ value: JSONValue) -> Bool {
    switch value {
    case .array(let items): return areItems(items)
    case .object(let body):
      if body["messages"] != nil || body["target"] != nil { return false }
      if case .array(let output)? = body["output"],
        body["object"] == "response" || areItems(output)
      {
        return true
      }
      switch body["input"] {
      case .array(let input)?: return areItems(input) || input.first.map(isMessage) ?? false
      case .string?: return requestKeys.contains { body.value($0) != nil }
      default: return false
      }
    default: return false
    }
  }

  /// Keys of a request that other requests with an `input` text do not have.
  private static let requestKeys = [
    "instructions", "tools", "previous_response_id", "max_output_tokens", "store", "reasoning",
  ]

  /// Items of which one at least has a type; the others may be bare messages.
  private static func areItems(_ values: [JSONValue]) -> Bool {
    guard let first = values.first, isItem(first) || isMessage(first) else { return false }
    return values.contains(where: isItem)
  }

  private static func isMessage(_ value: JSONValue) -> Bool {
    value["role"]?.stringValue != nil && value["content"] != nil && value["type"] == nil
  }

  private static func isItem(_ value: JSONValue) -> Bool {
    guard let object = value.objectValue, let type = object["type"]?.stringValue else {
      return false
    }
    switch type {
    case "message":
      return object["role"]?.stringValue != nil && object["content"] != nil
        && object["stop_reason"] == nil
    case "reasoning": return object["summary"]?.arrayValue != nil
    case "compaction", "compaction_summary": return object["encrypted_content"] != nil
    case "program", "program_output", "tool_search_output": return object["call_id"] != nil
    case _ where type.hasPrefix("mcp_"): return object["id"] != nil
    default:
      let isCall = type.hasSuffix("_call") || type.hasSuffix("_call_output")
      return isCall && (object["call_id"] ?? object["id"])?.stringValue != nil
    }
  }

  static func decode(_ items: [JSONValue]) throws(Refusal) -> DecodedTranscript {
    var decoder = ResponsesItemDecoder()
    try decoder.add(items, at: nil)
    return decoder.finished().decoded()
  }

  static func decode(_ body: JSONObject) throws(Refusal) -> DecodedTranscript {
    var decoder = ResponsesItemDecoder()
    decoder.builder.addTools(
      try body.elements("tools") { value, _ throws(Refusal) in
        try ToolDefinition(decoding: value)
      })
    switch body.value("instructions") {
    case .array(let items)?: try decoder.add(items, at: .key("instructions"))
    case .string(let text)?:
      decoder.builder.addInstructions(
        Entry(kind: .instructions, segments: [.text(text)]), label: "instructions")
    default: break
    }
    if body.value(anyOf: "previous_response_id", "conversation") != nil {
      decoder.builder.notes.add(
        .missingContent, at: "", "earlier turns that the provider keeps, which are not in the file")
    }
    if case .string(let text)? = body["input"] {
      try decoder.add([["role": "user", "content": .string(text)]], at: nil)
    } else {
      try decoder.add(try body.array("input") ?? [], at: .key("input"))
    }
    try decoder.add(try body.array("output") ?? [], at: .key("output"))
    return decoder.finished().decoded(
      metadata: body.others(["instructions", "tools", "input", "output"]))
  }
}
