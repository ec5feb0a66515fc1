/// What the parts of a Gemini content make, in their order: camel-case names or snake-case ones.
///
/// Parts of a kind that follow each other make one entry. Where a part has no id, calls and results
/// are paired by name and order.
struct GeminiParts {
  private(set) var entries: [Entry] = []
  private let textKind: EntryKind

  /// Reads parts; `role` decides what texts are.
  init(_ parts: [JSONValue], role: String?, label: String, notes: inout ImportNotes)
    throws(Refusal)
  {
    textKind = role == "model" ? .response : role == "system" ? .instructions : .prompt
    for (index, part) in parts.enumerated() {
      do throws(Refusal) {
        try add(part, label: label, notes: &notes)
      } catch {
        throw error.inside(.index(index))
      }
    }
    if entries.isEmpty { entries = [Entry(kind: textKind)] }
  }

  private mutating func add(_ value: JSONValue, label: String, notes: inout ImportNotes)
    throws(Refusal)
  {
    if case .string(let text) = value { return add(.text(text), to: textKind) }
    let part = try value.requiredObject("a part")
    let signature = part.value(anyOf: "thoughtSignature", "thought_signature")
    if let call = part.value(anyOf: "functionCall", "function_call") {
      try addCall(try call.requiredObject("a call"), signature, label: label, notes: &notes)
    } else if let response = part.value(anyOf: "functionResponse", "function_response") {
      entries.append(Self.output(try response.requiredObject("a function's response")))
    } else if let code = part.value(anyOf: "executableCode", "executable_code") {
      add(ToolCall(name: "code_execution", arguments: code))
    } else if let result = part.value(anyOf: "codeExecutionResult", "code_execution_result") {
      let output = result["output"]?.stringValue
      entries.append(
        Entry(
          kind: .toolOutput, segments: [output.map { .text($0) } ?? .structure(result)],
          toolName: "code_execution", extra: result.objectValue?.others(["output"]) ?? JSONObject())
      )
    } else if let text = try part.string("text") {
      let isThought = part["thought"]?.boolValue == true
      // The end of a stream is an empty text, which may carry a signature.
      if text.isEmpty, signature == nil { return }
      add(text.isEmpty ? nil : .text(text), to: isThought ? .reasoning : textKind)
      if let signature { entries[entries.count - 1].extra["thoughtSignature"] = signature }
    } else if let media = part.value(anyOf: "inlineData", "inline_data") {
      let type = media["mimeType"]?.stringValue ?? media["mime_type"]?.stringValue ?? ""
      let data = media["data"]?.stringValue ?? ""
      add(
        Segment(.attachment(Attachment(url: "data:\(type);base64,\(data)", recorded: value))),
        to: textKind)
    } else if let file = part.value(anyOf: "fileData", "file_data") {
      var attachment = Attachment(
        url: file["fileUri"]?.stringValue ?? file["file_uri"]?.stringValue ?? "file",
        recorded: value)
      attachment.mediaType = file["mimeType"]?.stringValue ?? file["mime_type"]?.stringValue
      add(Segment(.attachment(attachment)), to: textKind)
    } else {
      let known = part.others([])
      if known.isEmpty { return }
      notes.add(
        .unknownSegment, at: label, "a part of unknown keys '\(known.keys.joined(separator: ", "))'"
      )
      // Noted here by its keys, since parts have no type.
      add(.structure(value, source: "part"), to: textKind)
    }
  }

  /// Adds a segment to the entry that is last, if it is of the kind, else to a new one.
  private mutating func add(_ segment: Segment?, to kind: EntryKind) {
    if entries.last?.kind != kind { entries.append(Entry(kind: kind)) }
    if let segment { entries[entries.count - 1].segments.append(segment) }
  }

  private mutating func add(_ call: ToolCall) {
    if entries.last?.kind != .toolCalls { entries.append(Entry(kind: .toolCalls)) }
    entries[entries.count - 1].calls.append(call)
  }

  private mutating func addCall(
    _ object: JSONObject, _ signature: JSONValue?, label: String, notes: inout ImportNotes
  ) throws(Refusal) {
    var extra = object.others(["id", "name", "args"])
    if let signature { extra["thoughtSignature"] = signature }
    add(
      ToolCall(
        id: try object.string("id"), name: try object.requiredString("name"),
        recordedArguments: object.value("args"), extra: extra, label: label, notes: &notes))
  }

  /// The output in a function's response: the text, where that is all there is.
  static func output(_ object: JSONObject) -> Entry {
    let id = object["id"]?.stringValue
    return Entry(
      kind: .toolOutput, segments: segments(ofResponse: object.value("response")),
      callID: id.flatMap { $0.isEmpty ? nil : $0 }, toolName: object["name"]?.stringValue,
      extra: object.others(["id", "name", "response"]))
  }

  private static func segments(ofResponse response: JSONValue?) -> [Segment] {
    guard let response else { return [] }
    if let object = response.objectValue, object.members.count == 1,
      let text = (object["output"] ?? object["result"])?.stringValue
    {
      return text.isEmpty ? [] : [.text(text)]
    }
    if let text = response.stringValue { return [.text(text)] }
    return [.structure(response)]
  }
}

extension JSONValue {
  /// The parts of content that may be a text, a part or an array of parts.
  var parts: [JSONValue] {
    switch self {
    case .array(let parts): parts
    case .null: []
    default: [self]
    }
  }
}
