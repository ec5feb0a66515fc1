extension TranscriptFormat {
  /// Rows of `trajectory-v1`, one message or one part of it each, as converters of agents' logs
  /// write them: as lines, as `{records}`, or as canonical rows with the row in `record_json`.
  public static let trajectoryRows = TranscriptFormat(
    name: "trajectory-v1", title: "rows of trajectory-v1",
    recognises: { TrajectoryRowsFormat.rows(in: $0) != nil },
    decode: { unit in
      guard let (rows, step) = TrajectoryRowsFormat.rows(in: unit.value) else {
        throw Refusal("no rows here; expected an array of objects, the first of role 'meta'")
      }
      var decoder = TrajectoryRowsDecoder()
      var decoded = try decoder.decode(rows, at: step)
      let beside = unit.value.objectValue?.others(["records"]) ?? JSONObject()
      for member in beside.members where member.value != [] {
        decoded.metadata[member.key] = member.value
      }
      return decoded
    })
}

/// Where a value keeps its rows.
enum TrajectoryRowsFormat {
  static func rows(in value: JSONValue) -> (rows: [JSONValue], step: KeyPathStep?)? {
    if let rows = value.arrayValue, areRows(rows) { return (rows, nil) }
    if let rows = value["records"]?.arrayValue, areRows(rows) { return (rows, .key("records")) }
    return nil
  }

  /// Rows begin with their source; without it, only they have reasoning as a message of its own.
  private static func areRows(_ rows: [JSONValue]) -> Bool {
    guard let first = rows.first else { return false }
    if first["record_json"]?.stringValue != nil { return first["record_type"] != nil }
    if first["role"] == "meta" { return true }
    return first["role"] != nil && rows.contains { $0["role"] == "reasoning" }
  }
}

/// Makes a transcript of rows.
struct TrajectoryRowsDecoder {
  private var builder = TranscriptBuilder()
  private var metadata = JSONObject()

  mutating func decode(_ rows: [JSONValue], at step: KeyPathStep?) throws(Refusal)
    -> DecodedTranscript
  {
    _ = try rows.decoded(at: step) { value, index throws(Refusal) in
      try add(try Self.row(value), label: "m\(index)")
    }
    return builder.decoded(metadata: metadata)
  }

  /// A row, out of the canonical row that holds it as a text.
  private static func row(_ value: JSONValue) throws(Refusal) -> JSONObject {
    let object = try value.requiredObject("a row")
    guard let text = try object.string("record_json") else { return object }
    guard let row = try? JSONParser.value(Array(text.utf8)).root else {
      throw Refusal("expected the text of a JSON object", at: "record_json")
    }
    return try row.requiredObject("a row")
  }

  private mutating func add(_ row: JSONObject, label: String) throws(Refusal) {
    let extra = row.others(["role", "content", "tool_calls", "tool_call_id"])
    let segments = try Self.segments(of: row)
    func entry(_ kind: EntryKind) -> Entry { Entry(kind: kind, segments: segments, extra: extra) }
    switch try row.requiredString("role") {
    case "meta": metadata = extra
    case "system", "developer": builder.addInstructions(entry(.instructions), label: label)
    case "user": builder.add([entry(.prompt)], label: label)
    case "reasoning": builder.add([entry(.reasoning)], label: label)
    case "observation":
      builder.add([.environment(segments, extra: extra)], label: label)
    case "tool":
      var output = entry(.toolOutput)
      output.callID = try row.string("tool_call_id")
      builder.add([output], label: label)
    case "assistant":
      var reply = ReplyBuilder(extra: extra)
      for segment in segments { reply.add(segment) }
      _ = try row.elements("tool_calls") { value, _ throws(Refusal) in
        let call = try value.requiredObject("a call")
        reply.add(
          builder.call(
            id: try call.string("id"), name: try call.requiredString("name"),
            arguments: call.value("args"), extra: call.others(["id", "name", "args"]),
            label: label))
      }
      builder.add(reply.entries, label: label)
    case let other:
      builder.notes.add(.unknownRole, at: label, "a row of unknown role '\(other)'")
      builder.add(
        [Entry(kind: .opaque, segments: [Segment(.opaque(.object(row)))])], label: label)
    }
  }

  private static func segments(of row: JSONObject) throws(Refusal) -> [Segment] {
    guard let text = try row.string("content"), !text.isEmpty else { return [] }
    return [.text(text)]
  }
}
