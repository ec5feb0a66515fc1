extension TranscriptFormat {
  /// Trajectories of SWE-agent; those of mini-swe-agent are plain chat messages.
  public static let sweAgent = TranscriptFormat(
    name: "swe-agent", title: "SWE-agent trajectories",
    recognises: { value in
      guard let first = value["history"]?.arrayValue?.first, first["role"] != nil else {
        return false
      }
      return first["agent"] != nil || first["message_type"] != nil
        || value["trajectory"]?.arrayValue?.first?["observation"] != nil
    },
    decode: { unit in
      var decoder = SWEAgentDecoder()
      return try decoder.decode(try unit.value.requiredObject("a trajectory"))
    })
}

/// Makes a transcript of the history of a run.
///
/// Commands written in the text, and what they gave as a message of the user, stay what they were
/// to the model: text.
struct SWEAgentDecoder {
  private var builder = TranscriptBuilder()
  private var agent: String?

  mutating func decode(_ root: JSONObject) throws(Refusal) -> DecodedTranscript {
    guard let history = try root.array("history") else { throw Refusal("missing key 'history'") }
    agent = history.lazy.compactMap { $0["agent"]?.stringValue }.first
    _ = try root.elements("history") { value, index throws(Refusal) in
      try add(value, label: "m\(index)")
    }
    if let steps = root["trajectory"]?.arrayValue, !steps.isEmpty {
      builder.notes.add(
        .duplicate, count: steps.count, at: "trajectory[0]",
        "a step that stands in 'history' too, left out")
    }
    return builder.decoded(metadata: root.others(["history", "trajectory"]))
  }

  private mutating func add(_ value: JSONValue, label: String) throws(Refusal) {
    let message = try EncodedChatMessage(value)
    if value["is_demo"]?.boolValue == true {
      builder.notes.add(
        .skippedRecord, at: label, "a message of a demonstration, no part of the run")
      return
    }
    if let other = value["agent"]?.stringValue, other != agent {
      builder.notes.add(.otherBranch, at: label, "a message of another agent, left out")
      return
    }
    var extra = message.extra
    extra["tool_call_ids"] = nil
    var entry = Entry(
      recordedID: message.id, kind: .prompt, segments: message.segments, extra: extra)
    switch message.role {
    case "system", "developer":
      entry.kind = .instructions
      builder.addInstructions(entry, label: label)
    case "user": builder.add([entry], label: label)
    case "tool":
      entry.kind = .toolOutput
      builder.add(outputs(entry, of: value, message), label: label)
    case "assistant":
      var reply = ReplyBuilder(recordedID: message.id, extra: extra)
      reply.addReasoning(message.reasoning ?? "")
      for segment in message.segments { reply.add(segment) }
      for call in message.calls {
        reply.add(
          builder.call(
            id: call.id, name: call.name, arguments: call.arguments, extra: call.extra,
            label: label))
      }
      builder.add(reply.entries, label: label)
    case let role:
      builder.notes.add(.unknownRole, at: label, "a message of unknown role '\(role)'")
      builder.add([Entry(kind: .opaque, segments: [Segment(.opaque(value))])], label: label)
    }
  }

  /// A message of a tool answers the calls it lists; with several, the first takes the content.
  private mutating func outputs(
    _ entry: Entry, of value: JSONValue, _ message: EncodedChatMessage
  ) -> [Entry] {
    var ids = value["tool_call_ids"]?.arrayValue?.compactMap(\.stringValue) ?? []
    if ids.isEmpty, let id = message.answeredCallID { ids = [id] }
    var first = entry
    first.toolName = message.toolName
    first.callID = ids.first
    if ids.count > 1 {
      builder.notes.add(
        .mergedRecords, count: ids.count, at: ids[0], "an output of several calls at once")
    }
    return [first] + ids.dropFirst().map { Entry(kind: .toolOutput, callID: $0) }
  }
}
