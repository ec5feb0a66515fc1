extension TranscriptFormat {
  /// Sessions as OpenCode exports them: `info`, and `messages` with `info` and `parts`.
  ///
  /// Results of tools are in their parts. A message that is a summary is a compaction.
  public static let openCode = TranscriptFormat(
    name: "opencode", title: "OpenCode session",
    recognises: { OpenCodeFormat.recognises($0) },
    decode: { unit in
      let object = try unit.value.requiredObject("a session")
      var decoder = OpenCodeDecoder()
      return try decoder.decode(object)
    })
}

enum OpenCodeFormat {
  static func recognises(_ value: JSONValue) -> Bool {
    guard let first = value["messages"]?.arrayValue?.first else { return false }
    return first["info"]?["role"]?.stringValue != nil && first["parts"]?.arrayValue != nil
  }
}

/// Makes a transcript of an OpenCode session.
struct OpenCodeDecoder {
  private var builder = TranscriptBuilder()
  /// The place of the round that a call of the same step would join.
  private var round: Int?

  mutating func decode(_ session: JSONObject) throws(Refusal) -> DecodedTranscript {
    for (index, value) in (try session.array("messages") ?? []).enumerated() {
      do throws(Refusal) {
        let message = try value.requiredObject("a message")
        try add(message, label: "m\(index)")
      } catch {
        throw error.inside(.key("messages"), .index(index))
      }
    }
    return builder.decoded(metadata: session.others(["messages"]))
  }

  private mutating func add(_ message: JSONObject, label: String) throws(Refusal) {
    let info = try message.object("info") ?? JSONObject()
    let role = try info.string("role") ?? "none"
    let kind = role == "user" ? EntryKind.prompt : .response
    var entries: [Entry] = []
    round = nil
    for (index, value) in (try message.array("parts") ?? []).enumerated() {
      do throws(Refusal) {
        try add(value, to: &entries, kind: kind, label: label)
      } catch {
        throw error.inside(.key("parts"), .index(index))
      }
    }
    if entries.isEmpty { entries = [Entry(kind: kind)] }
    for index in entries.indices where entries[index].kind.isReply {
      entries[index].recordedID = info["id"]?.stringValue
    }
    if role == "assistant", info["summary"] == true {
      let segments = entries.flatMap { $0.kind == .response ? $0.segments : [] }
      return builder.addSummary(segments, kind: .response, by: "model", label: label)
    }
    builder.add(entries, label: label)
  }

  private mutating func add(
    _ value: JSONValue, to entries: inout [Entry], kind: EntryKind, label: String
  ) throws(Refusal) {
    let part = try value.requiredObject("a part")
    let type = try part.requiredString("type")
    if type != "tool" { round = nil }
    switch type {
    case "text":
      let text = Segment.text(try part.requiredString("text"))
      if entries.last?.kind == kind {
        entries[entries.count - 1].segments.append(text)
      } else {
        entries.append(Entry(kind: kind, segments: [text]))
      }
    case "reasoning": entries.append(.reasoning(try part.requiredString("text")))
    case "tool": try addTool(part, to: &entries, label: label)
    case "file":
      let url = try part.string(anyOf: "url", "filename") ?? "file"
      var attachment = Attachment(url: url, recorded: value)
      attachment.mediaType = attachment.mediaType ?? part["mime"]?.stringValue
      entries.append(Entry(kind: kind, segments: [Segment(.attachment(attachment))]))
    default:
      builder.notes.add(
        .skippedRecord, at: label, "a part of type '\(type)', no part of the conversation")
    }
  }

  /// Adds a call, and its output if it has one; the calls of a step are a round.
  private mutating func addTool(_ part: JSONObject, to entries: inout [Entry], label: String)
    throws(Refusal)
  {
    let state = try part.object("state") ?? JSONObject()
    let id = try part.string("callID")
    let name = try part.requiredString("tool")
    let status = JSONObject(state.value("status").map { [("status", $0)] } ?? [])
    let call = builder.call(
      id: id, name: name, arguments: state.value("input"), extra: status, label: label)
    if let round {
      entries[round].calls.append(call)
    } else {
      round = entries.count
      entries.append(.calls([call]))
    }
    guard let output = state.value(anyOf: "output", "error") else { return }
    entries.append(
      Entry(
        kind: .toolOutput, segments: [output.stringValue.map { .text($0) } ?? .structure(output)],
        callID: id, toolName: name))
  }
}
