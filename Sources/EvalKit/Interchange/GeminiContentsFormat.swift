extension TranscriptFormat {
  /// Contents as Gemini's API has them, and the sessions of agents that keep them in events.
  ///
  /// An object with `contents` and perhaps `systemInstruction` and `tools`, a bare array of contents,
  /// one a line, or an object with `events` that hold one each (an ADK session).
  public static let geminiContents = TranscriptFormat(
    name: "gemini-contents", title: "Gemini API contents",
    recognises: { GeminiContentsFormat.place(in: $0) != nil },
    decode: { unit in
      guard let place = GeminiContentsFormat.place(in: unit.value) else {
        throw Refusal("no contents here; expected objects with 'role' and 'parts'")
      }
      var decoder = GeminiContentsDecoder()
      return try decoder.decode(unit.value, at: place)
    })
}

/// Where a value keeps Gemini's contents, and how they are told from others.
enum GeminiContentsFormat {
  /// A place of contents within a value.
  enum Place {
    /// The value is the array of contents.
    case root
    /// The array is at `contents`.
    case contents
    /// They are in the events of a session.
    case events
  }

  static func place(in value: JSONValue) -> Place? {
    switch value {
    case .array(let contents): return areContents(contents) ? .root : nil
    case .object(let object):
      if object["contents"]?.stringValue != nil { return .contents }
      if let contents = object["contents"]?.arrayValue {
        return areContents(contents) ? .contents : nil
      }
      guard let events = object["events"]?.arrayValue else { return nil }
      guard let first = events.first else {
        return object["app_name"] != nil || object["appName"] != nil ? .events : nil
      }
      return first["author"] != nil && first["content"]?["parts"]?.arrayValue != nil ? .events : nil
    default: return nil
    }
  }

  private static func areContents(_ contents: [JSONValue]) -> Bool {
    guard let first = contents.first, let parts = first["parts"]?.arrayValue else { return false }
    // OpenTelemetry's parts have a type.
    return parts.allSatisfy { $0.objectValue != nil && $0["type"] == nil }
  }
}

/// Makes a transcript of Gemini's contents.
struct GeminiContentsDecoder {
  private var builder = TranscriptBuilder()
  /// When each entry was recorded, where that is known.
  private var times: [Double?] = []

  mutating func decode(_ value: JSONValue, at place: GeminiContentsFormat.Place) throws(Refusal)
    -> DecodedTranscript
  {
    let object = value.objectValue ?? JSONObject()
    switch place {
    case .root:
      try add(value.arrayValue ?? [], at: nil)
      return builder.decoded()
    case .contents:
      try addHead(of: object)
      if let text = object["contents"]?.stringValue {
        try add([["role": "user", "parts": [.string(text)]]], at: nil)
      } else {
        try add(try object.array("contents") ?? [], at: .key("contents"))
      }
      return builder.decoded(
        metadata: object.others(["contents", "systemInstruction", "system_instruction", "tools"]))
    case .events:
      return try decodeSession(object)
    }
  }

  private mutating func add(_ contents: [JSONValue], at step: KeyPathStep?) throws(Refusal) {
    for (index, value) in contents.enumerated() {
      do throws(Refusal) {
        let content = try value.requiredObject("a content")
        try add(content, extra: content.others(["role", "parts"]), label: "m\(index)")
      } catch {
        throw step.map { error.inside($0, .index(index)) } ?? error.inside(.index(index))
      }
    }
  }

  private mutating func add(
    _ content: JSONObject, speaker: String? = nil, extra: JSONObject, label: String
  ) throws(Refusal) {
    let role = try content.string("role")
    if let role, !["user", "model", "function", "tool", "system"].contains(role) {
      builder.notes.add(.unknownRole, at: label, "a content of unknown role '\(role)'")
      builder.add(
        [Entry(kind: .opaque, segments: [Segment(.opaque(.object(content)))])], label: label)
      return
    }
    do throws(Refusal) {
      var entries = try GeminiParts(
        try content.array("parts") ?? [], role: role, label: label, notes: &builder.notes
      ).entries
      for member in extra.members { entries[0].extra[member.key] = member.value }
      for index in entries.indices { entries[index].speaker = speaker }
      if entries.allSatisfy({ $0.kind == .instructions }) {
        for entry in entries { builder.addInstructions(entry, label: label) }
      } else {
        builder.add(entries, label: label)
      }
    } catch {
      throw error.inside(.key("parts"))
    }
  }

  /// Adds the system instruction and the tools of a request.
  private mutating func addHead(of object: JSONObject) throws(Refusal) {
    for key in ["systemInstruction", "system_instruction"] {
      guard let value = object.value(key) else { continue }
      var entries = try GeminiParts(
        value["parts"]?.parts ?? value.parts, role: "system", label: "system",
        notes: &builder.notes
      ).entries
      entries.removeAll { $0.segments.isEmpty }
      for entry in entries { builder.addInstructions(entry, label: "system") }
    }
    let groups = try object.elements("tools") { value, _ throws(Refusal) in
      try Self.tools(try value.requiredObject("tools"))
    }
    builder.addTools(groups.flatMap(\.self))
  }

  /// The tools of a group of declarations; tools of Google's own are named by their keys.
  private static func tools(_ group: JSONObject) throws(Refusal) -> [ToolDefinition] {
    var tools: [ToolDefinition] = []
    for member in group.members where !member.value.isNull {
      if member.key == "functionDeclarations" || member.key == "function_declarations" {
        tools += try group.elements(member.key) { value, _ throws(Refusal) in
          let object = try value.requiredObject("a declaration")
          let schemas = ["parameters", "parametersJsonSchema", "parameters_json_schema"]
          let schema = schemas.lazy.compactMap { object.value($0) }.first
          return ToolDefinition(
            name: try object.requiredString("name"),
            description: try object.string("description") ?? "",
            parameters: schema ?? .object(JSONObject()),
            extra: object.others(Set(["name", "description"] + schemas)))
        }
      } else {
        tools.append(
          ToolDefinition(name: member.key, extra: JSONObject([("settings", member.value)])))
      }
    }
    return tools
  }
}

/// Sessions of Google's Agent Development Kit.
extension GeminiContentsDecoder {
  private mutating func decodeSession(_ session: JSONObject) throws(Refusal) -> DecodedTranscript {
    // The log of requests is the only place that has the instructions and the tools.
    if let request = session["event_logs"]?.arrayValue?.first?["model_request"],
      let config = request["config"]?.objectValue
    {
      do throws(Refusal) {
        try addHead(of: config)
      } catch {
        throw error.inside(.key("event_logs"), .index(0), .key("model_request"), .key("config"))
      }
    }
    let events = try session.array("events") ?? []
    if events.isEmpty { throw Refusal("the session has no events, so no conversation") }
    for (index, value) in events.enumerated() {
      do throws(Refusal) {
        try add(event: try value.requiredObject("an event"), index)
      } catch {
        throw error.inside(.key("events"), .index(index))
      }
    }
    return builder.decoded(metadata: session.others(["events", "event_logs"]))
  }

  private mutating func add(event: JSONObject, _ index: Int) throws(Refusal) {
    let label = "m\(index)"
    let time = event["timestamp"]?.doubleValue
    if let compaction = event["actions"]?["compaction"]?.objectValue {
      return try add(compaction: compaction, label: label)
    }
    let isPartial =
      event["partial"]?.boolValue == true || event["options"]?["partial"]?.boolValue == true
    if isPartial {
      builder.notes.add(.duplicate, at: label, "a part of a reply whose whole comes later")
      return
    }
    guard let content = try event.object("content") else {
      builder.notes.add(.skippedRecord, at: label, "an event without content")
      return
    }
    let author = try event.string("author")
    do throws(Refusal) {
      try add(
        content, speaker: author == "user" ? nil : author,
        extra: event.others(["content", "author"]), label: label)
    } catch {
      throw error.inside(.key("content"))
    }
    times += Array(repeating: time, count: builder.count - times.count)
  }

  /// Adds a compaction, whose summary stands for the events of a span of time.
  private mutating func add(compaction: JSONObject, label: String) throws(Refusal) {
    let content = compaction.value(anyOf: "compacted_content", "compactedContent")
    let entries = try GeminiParts(
      content?["parts"]?.arrayValue ?? [], role: "model", label: label, notes: &builder.notes
    ).entries
    let start = compaction.value(anyOf: "start_timestamp", "startTimestamp")?.doubleValue
    let end = compaction.value(anyOf: "end_timestamp", "endTimestamp")?.doubleValue
    guard let start, let end, builder.count > 0 else {
      return builder.addSummary(entries[0].segments, kind: .response, label: label)
    }
    var covers = RangeSet<Int>()
    for (place, time) in times.enumerated() {
      if let time, time >= start, time <= end { covers.insert(contentsOf: place..<place + 1) }
    }
    let place = covers.ranges.last?.upperBound ?? builder.count
    builder.add(
      CompactionEvent(
        position: builder.count,
        summaries: [
          CompactionEvent.Summary(
            kind: .response, segments: entries[0].segments, covers: covers, place: place)
        ]))
  }
}
