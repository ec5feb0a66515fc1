extension FoundationModelsFormat {
  /// Writes a transcript as Apple's decoder reads it.
  ///
  /// Every key that the decoder requires is there: ids are made of labels where none was recorded,
  /// objects in parameters of tools get the `title`, `required`, `additionalProperties` and
  /// `x-order` they lack, and an output's id is its call's. What Apple's format has no place for is
  /// written as follows: a change of the head as an instructions entry, media without payload as a
  /// text that names them (in version 1 all media). Version 1 leaves out reasoning, both leave out
  /// recorded compactions. Opaque entries and segments are written as they came; Apple's decoder
  /// refuses those it does not know.
  public static func encode(_ transcript: Transcript, version: Version = .v1_1) -> JSONValue {
    var encoder = AppleEncoder(transcript, version: version)
    let entries = encoder.encode()
    return [
      "type": .string(typeName),
      "version": version == .v1 ? 1 : .string(version.rawValue),
      "transcript": ["entries": .array(entries)],
    ]
  }
}

/// Makes Apple's entries of a transcript.
private struct AppleEncoder {
  let transcript: Transcript
  let structure: TranscriptStructure
  let version: FoundationModelsFormat.Version
  private var entries: [JSONValue] = []

  init(_ transcript: Transcript, version: FoundationModelsFormat.Version) {
    self.transcript = transcript
    self.version = version
    structure = TranscriptStructure(transcript.entries)
  }

  mutating func encode() -> [JSONValue] {
    addHead(transcript.head.instructions, tools: transcript.head.tools, name: "instructions")
    for (index, entry) in transcript.entries.enumerated() {
      addChanges(at: index)
      add(entry, at: index)
    }
    addChanges(at: transcript.entries.count)
    return entries
  }

  private mutating func addChanges(at position: Int) {
    for (index, change) in transcript.changes.enumerated() where change.position == position {
      addHead(change.instructions ?? [], tools: change.tools ?? [], name: "change-\(index)")
    }
  }

  /// Adds instructions entries; the first carries the tools.
  private mutating func addHead(_ instructions: [Entry], tools: [ToolDefinition], name: String) {
    var instructions = instructions
    if instructions.isEmpty, !tools.isEmpty {
      instructions = [Entry(label: name, kind: .instructions)]
    }
    for (index, entry) in instructions.enumerated() {
      var object = head(of: entry, role: "instructions")
      object["contents"] = contents(of: entry)
      if index == 0, !tools.isEmpty { object["tools"] = .array(tools.map { definition($0) }) }
      finish(&object, with: entry.extra)
    }
  }

  private mutating func add(_ entry: Entry, at index: Int) {
    var object: JSONObject
    switch entry.kind {
    case .instructions:
      object = head(of: entry, role: "instructions")
      object["contents"] = contents(of: entry)
    case .prompt:
      object = head(of: entry, role: "user")
      object["contents"] = contents(of: entry)
      object["options"] = entry.extra["options"] ?? .object(JSONObject())
      if version == .v1_1 {
        object["contextOptions"] = entry.extra["contextOptions"] ?? .object(JSONObject())
      }
      object["responseFormat"] = responseFormat(of: entry)
    case .response:
      object = head(of: entry, role: "response")
      object["contents"] = contents(of: entry)
      if version == .v1 { object["assets"] = entry.extra["assets"] ?? [] }
    case .reasoning:
      if version == .v1 { return }
      object = head(of: entry, role: "reasoning")
      var reasoning = JSONObject([("contents", contents(of: entry))])
      reasoning["signature"] = entry.extra["signature"]
      object["reasoning"] = .object(reasoning)
    case .toolCalls:
      object = head(of: entry, role: "response")
      object["toolCalls"] = .array(entry.calls.indices.map { call($0, of: entry) })
    case .toolOutput:
      object = output(entry, at: index)
    case .opaque:
      if case .opaque(let recorded)? = entry.segments.first?.content { entries.append(recorded) }
      return
    }
    finish(&object, with: entry.extra)
  }

  private func head(of entry: Entry, role: String) -> JSONObject {
    JSONObject([("id", .string(id(of: entry))), ("role", .string(role))])
  }

  private func id(of entry: Entry) -> String { entry.recordedID ?? entry.label }

  /// Adds what was recorded beside the keys of the format, and the object to the entries.
  private mutating func finish(_ object: inout JSONObject, with extra: JSONObject) {
    for member in extra.members where object[member.key] == nil {
      if member.key == "signature", object["reasoning"] != nil { continue }
      object[member.key] = member.value
    }
    entries.append(.object(object))
  }

  private func output(_ entry: Entry, at index: Int) -> JSONObject {
    let answered = structure.answers[index]
    let calls = answered.map { transcript[$0.entry] }
    let callID = entry.callID ?? answered.flatMap { calls?.callLabel($0.index) } ?? id(of: entry)
    let name = entry.toolName ?? answered.flatMap { calls?.calls[$0.index].name } ?? "unknown"
    return JSONObject([
      ("id", .string(callID)), ("role", "tool"), ("toolName", .string(name)),
      ("toolCallID", .string(callID)), ("contents", contents(of: entry)),
    ])
  }

  private func call(_ index: Int, of entry: Entry) -> JSONValue {
    let call = entry.calls[index]
    var object = JSONObject([
      ("id", .string(entry.callLabel(index))), ("name", .string(call.name)),
      ("arguments", .string(argumentsText(of: call))),
    ])
    for member in call.extra.members where object[member.key] == nil {
      object[member.key] = member.value
    }
    return .object(object)
  }

  /// The recorded text of arguments if it is JSON, which Apple's decoder insists on.
  private func argumentsText(of call: ToolCall) -> String {
    guard let text = call.argumentsText, !text.utf8.allSatisfy({ $0 <= 0x20 }) else {
      return call.arguments.serialised()
    }
    // Arguments that are a string are a JSON string, or a text that did not parse.
    if case .string = call.arguments, (try? JSONValue.parse(text)) == nil {
      return call.arguments.serialised()
    }
    return text
  }

  private func responseFormat(of entry: Entry) -> JSONValue? {
    var format = entry.extra["responseFormat"]?.objectValue
    guard let schema = entry.responseSchema else { return format.map { .object($0) } }
    let name = schema["title"]?.stringValue ?? "Response"
    var described = format?["jsonSchema"]?.objectValue ?? JSONObject([("name", .string(name))])
    described["schema"] = AppleSchema.completed(schema, title: name)
    if format == nil { format = JSONObject([("type", "jsonSchema")]) }
    format?["jsonSchema"] = .object(described)
    return format.map { .object($0) }
  }

  private func definition(_ tool: ToolDefinition) -> JSONValue {
    var function = JSONObject([
      ("name", .string(tool.name)), ("description", .string(tool.description)),
      ("parameters", AppleSchema.completed(tool.parameters, title: "Arguments")),
    ])
    for member in tool.extra.members where function[member.key] == nil {
      function[member.key] = member.value
    }
    return ["type": "function", "function": .object(function)]
  }

  private func contents(of entry: Entry) -> JSONValue {
    .array(
      entry.segments.enumerated().map { index, segment in
        encoded(segment, id: segment.id ?? "\(id(of: entry)).s\(index)")
      })
  }

  private func encoded(_ segment: Segment, id: String) -> JSONValue {
    switch segment.content {
    case .text(let text): return ["type": "text", "id": .string(id), "text": .string(text)]
    case .structure(let value, let source):
      return [
        "type": "structure", "id": .string(id),
        "structure": ["source": .string(source ?? ""), "content": value],
      ]
    case .attachment(let attachment):
      guard version == .v1_1, let url = attachment.url, url.hasPrefix("data:") else {
        return ["type": "text", "id": .string(id), "text": .string(attachment.placeholder)]
      }
      if let recorded = attachment.recorded, recorded["type"] == "image" { return recorded }
      return ["type": "image", "id": .string(id), "image": .string(url)]
    case .opaque(let value): return value
    }
  }
}

extension FoundationModelsFormat {
  /// Adds what ``encode(_:version:)`` writes as something else, or leaves out.
  static func addLosses(of transcript: Transcript, to losses: inout ExportLosses) {
    losses.addCommon(of: transcript)
    losses.add(
      "change of the head, written as an entry of instructions", count: transcript.changes.count)
    let entries = transcript.head.instructions + transcript.entries
    losses.add("speaker's name", count: entries.count { $0.speaker != nil })
    losses.add(
      "entry of unknown kind, written as it came, which Apple's decoder may refuse",
      count: entries.count { $0.kind == .opaque })
    let isOrphan = TranscriptStructure(transcript.entries).answers.map { $0 == nil }
    losses.add(
      "output that answers no call",
      count: zip(transcript.entries, isOrphan).count { $0.kind == .toolOutput && $1 })
    for segment in entries.filter({ $0.kind != .opaque }).flatMap(\.segments) {
      switch segment.content {
      case .attachment(let attachment) where attachment.url?.hasPrefix("data:") != true:
        losses.add("attachment without its content, written as a text that names it")
      case .opaque: losses.add("content of unknown type, which Apple's decoder may refuse")
      case .attachment, .text, .structure: break
      }
    }
  }
}
