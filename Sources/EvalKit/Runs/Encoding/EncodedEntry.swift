/// An entry of a transcript as JSON, nothing lost.
enum EncodedEntry {
  static func json(_ entry: Entry) -> JSONValue {
    .sorted([
      "callID": entry.callID.map { .string($0) },
      "calls": calls(entry.calls).unlessEmpty,
      "extra": JSONValue.object(entry.extra).unlessEmpty,
      "kind": .string(entry.kind.rawValue),
      "label": entry.label.isEmpty ? nil : .string(entry.label),
      "recordedID": entry.recordedID.map { .string($0) },
      "responseSchema": entry.responseSchema,
      "segments": segments(entry.segments).unlessEmpty,
      "speaker": entry.speaker.map { .string($0) },
      "toolName": entry.toolName.map { .string($0) },
    ])
  }

  static func entry(_ value: JSONValue, path: String) throws -> Entry {
    let fields = try RecordFields(value, path: path)
    return Entry(
      label: try fields.optionalString("label") ?? "",
      recordedID: try fields.optionalString("recordedID"),
      kind: try fields.word("kind", as: EntryKind.self),
      segments: try fields.list("segments", segment), calls: try fields.list("calls", call),
      callID: try fields.optionalString("callID"),
      toolName: try fields.optionalString("toolName"),
      responseSchema: fields.object["responseSchema"],
      speaker: try fields.optionalString("speaker"),
      extra: fields.object["extra"]?.objectValue ?? JSONObject())
  }

  // MARK: Calls

  static func calls(_ calls: [ToolCall]) -> JSONValue { .array(calls.map(json)) }

  static func json(_ call: ToolCall) -> JSONValue {
    .sorted([
      "arguments": call.arguments,
      "argumentsText": call.argumentsText.map { .string($0) },
      "extra": JSONValue.object(call.extra).unlessEmpty,
      "id": call.id.map { .string($0) },
      "name": .string(call.name),
    ])
  }

  static func call(_ value: JSONValue, path: String) throws -> ToolCall {
    let fields = try RecordFields(value, path: path)
    return ToolCall(
      id: try fields.optionalString("id"), name: try fields.string("name"),
      arguments: try fields.value("arguments"),
      argumentsText: try fields.optionalString("argumentsText"),
      extra: fields.object["extra"]?.objectValue ?? JSONObject())
  }

  // MARK: Segments

  static func segments(_ segments: [Segment]) -> JSONValue { .array(segments.map(json)) }

  /// A text without an id is the text itself; everything else is an object.
  private static func json(_ segment: Segment) -> JSONValue {
    let id = segment.id.map { JSONValue.string($0) }
    switch segment.content {
    case .text(let text):
      return id == nil ? .string(text) : .sorted(["id": id, "text": .string(text)])
    case .structure(let value, let source):
      return .sorted(["id": id, "source": source.map { .string($0) }, "structure": value])
    case .attachment(let file):
      let attachment = JSONValue.sorted([
        "byteCount": file.byteCount.map { JSONValue($0) },
        "mediaType": file.mediaType.map { .string($0) },
        "name": .string(file.name),
        "recorded": file.recorded,
        "tokens": file.tokens.map { JSONValue($0) },
      ])
      return .sorted(["attachment": attachment, "id": id])
    case .opaque(let value):
      return .sorted(["id": id, "opaque": value])
    }
  }

  static func segment(_ value: JSONValue, path: String) throws -> Segment {
    if let text = value.stringValue { return .text(text) }
    let fields = try RecordFields(value, path: path)
    let id = try fields.optionalString("id")
    if let text = try fields.optionalString("text") { return Segment(.text(text), id: id) }
    if let structure = fields.object["structure"] {
      return Segment(.structure(structure, source: try fields.optionalString("source")), id: id)
    }
    if let opaque = fields.object["opaque"] { return Segment(.opaque(opaque), id: id) }
    let file = try RecordFields(try fields.value("attachment"), path: fields.path(of: "attachment"))
    return Segment(
      .attachment(
        Attachment(
          name: try file.string("name"), mediaType: try file.optionalString("mediaType"),
          byteCount: file.object["byteCount"]?.intValue, tokens: file.object["tokens"]?.intValue,
          recorded: file.object["recorded"])),
      id: id)
  }
}
