extension TranscriptFormat {
  /// The events that FoundationModelsRouter records, one a line: a transcript for each session.
  ///
  /// An entry with the record of a compaction is that compaction.
  public static let foundationModelsRouter = TranscriptFormat(
    name: "foundation-models-router", title: "FoundationModelsRouter events",
    recognises: { FoundationModelsRouterFormat.recognises($0) },
    decodeEach: { unit in
      let events = unit.value.arrayValue ?? [unit.value]
      var sessions: [String] = []
      var places: [String: [Int]] = [:]
      for (index, event) in events.enumerated() {
        let session = event["sessionId"]?.stringValue ?? ""
        if places[session] == nil { sessions.append(session) }
        places[session, default: []].append(index)
      }
      return sessions.map { session in
        var decoder = FoundationModelsRouterDecoder()
        do throws(Refusal) {
          var decoded = try decoder.decode(events, at: places[session] ?? [])
          if sessions.count > 1, let first = places[session]?.first {
            decoded.steps = [.index(first)]
          }
          return .success(decoded)
        } catch {
          return .failure(error)
        }
      }
    })
}

/// How events are told from the lines of others.
enum FoundationModelsRouterFormat {
  static func recognises(_ value: JSONValue) -> Bool {
    let first = value.arrayValue?.first ?? value
    return ["routerId", "sessionId", "seq", "kind"].allSatisfy { first[$0] != nil }
  }
}

/// Makes a transcript of the events of a session.
struct FoundationModelsRouterDecoder {
  private static let compaction = "CompactionSegment"
  private var builder = TranscriptBuilder()
  /// The places of entries, by their ids.
  private var places: [String: Int] = [:]

  mutating func decode(_ events: [JSONValue], at indices: [Int]) throws(Refusal)
    -> DecodedTranscript
  {
    var metadata = JSONObject()
    let order = indices.map { (number: events[$0]["seq"]?.intValue ?? $0, index: $0) }
    let sorted = order.sorted { ($0.number, $0.index) < ($1.number, $1.index) }.map(\.index)
    for index in sorted {
      do throws(Refusal) {
        let event = try events[index].requiredObject("an event")
        for key in ["sessionId", "parentId", "model"] {
          if metadata[key] == nil, let value = event.value(key) { metadata[key] = value }
        }
        try add(event, label: "m\(index)")
      } catch {
        throw error.inside(.index(index))
      }
    }
    return builder.decoded(metadata: metadata)
  }

  private mutating func add(_ event: JSONObject, label: String) throws(Refusal) {
    let name = try event.requiredString("kind")
    guard let kind = LookalikeEntry.kind(named: name) else {
      builder.notes.add(
        .skippedRecord, at: label, "an event of kind '\(name)', no part of the conversation")
      return
    }
    guard let object = try event.object("entry") else {
      // The first releases recorded the text alone.
      let text = try event.string("text") ?? ""
      let entry = Entry(kind: kind, segments: text.isEmpty ? [] : [.text(text)])
      return builder.add(entry, tools: [], label: label)
    }
    do throws(Refusal) {
      try add(object, kind: kind, label: label)
    } catch {
      throw error.inside(.key("entry"))
    }
  }

  private mutating func add(_ object: JSONObject, kind: EntryKind, label: String) throws(Refusal) {
    let encoded = LookalikeEntry(kind: kind, id: try object.string("entryId"), object: object)
    if object["contentRemoved"]?.boolValue == true {
      builder.notes.add(.missingContent, at: label, "an entry recorded without its content")
    }
    let segments = try object.elements("segments") { value, _ throws(Refusal) in
      try Self.segment(value)
    }
    for segment in segments {
      guard case .structure(let record, let source?) = segment.content,
        source.hasSuffix(Self.compaction)
      else { continue }
      return addCompaction(record, summary: segments, kind: kind, id: encoded.id)
    }
    let tools = try object.elements("toolDefinitions") { value, _ throws(Refusal) in
      try Self.tool(value)
    }
    let entry = try encoded.entry(segments: segments) { call throws(Refusal) in
      builder.call(
        id: try call.string("id"), name: try call.requiredString("toolName"),
        arguments: call.value("argumentsJSON"),
        extra: call.others(["id", "toolName", "argumentsJSON"]), label: label)
    }
    if let id = encoded.id { places[id] = builder.count }
    builder.add(entry, tools: tools, label: label)
  }

  private static func tool(_ value: JSONValue) throws(Refusal) -> ToolDefinition {
    var object = try value.requiredObject("a tool definition")
    if let text = try object.string("parametersSchemaJSON") {
      object["parametersSchemaJSON"] = nil
      object["parameters"] = (try? JSONParser.value(Array(text.utf8)))?.root ?? .string(text)
    }
    return try ToolDefinition(decoding: .object(object))
  }

  private static func segment(_ value: JSONValue) throws(Refusal) -> Segment {
    let object = try value.requiredObject("a segment")
    let id = try object.string("id")
    switch try object.string("type") {
    case "text": return Segment(.text(try object.requiredString("content")), id: id)
    case "structure":
      return Segment(
        .structure(try json(object, "contentJSON"), source: try object.string("schemaName")),
        id: id)
    case "custom" where object["typeDiscriminator"]?.stringValue?.hasSuffix(compaction) == true:
      return Segment(.structure(try json(object, "contentJSON"), source: compaction), id: id)
    case "attachment":
      let name = try object.string(anyOf: "url", "label")
      return Segment(.attachment(Attachment(url: name ?? "attachment", recorded: value)), id: id)
    default: return Segment(.opaque(value), id: id)
    }
  }

  private static func json(_ object: JSONObject, _ key: String) throws(Refusal) -> JSONValue {
    let text = try object.string(key) ?? "null"
    return (try? JSONParser.value(Array(text.utf8)))?.root ?? .string(text)
  }

  /// Adds a compaction, whose record names the entries it folded and those that stayed.
  private mutating func addCompaction(
    _ record: JSONValue, summary: [Segment], kind: EntryKind, id: String?
  ) {
    var covers = RangeSet<Int>()
    for name in record["foldedEntryIds"]?.arrayValue ?? [] {
      if let place = name.stringValue.flatMap({ places[$0] }) {
        covers.insert(contentsOf: place..<place + 1)
      }
    }
    let window = record["liveWindowEntryIds"]?.arrayValue?.compactMap(\.stringValue) ?? []
    let tail = window.firstIndex { $0 == id }.map { window[($0 + 1)...] } ?? []
    let place = tail.compactMap { places[$0] }.first ?? builder.count
    let texts = summary.filter { $0.text?.isEmpty == false }
    let extra = record.objectValue?.others(["foldedEntryIds", "liveWindowEntryIds"])
    var event = CompactionEvent(
      position: builder.count, by: "model", extra: extra ?? JSONObject())
    if texts.isEmpty {
      event.dropped = covers
    } else {
      event.summaries = [
        CompactionEvent.Summary(kind: kind, segments: texts, covers: covers, place: place)
      ]
    }
    builder.add(event)
  }
}
