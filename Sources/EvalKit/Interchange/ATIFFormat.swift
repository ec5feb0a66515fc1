extension TranscriptFormat {
  /// The Agent Trajectory Interchange Format, versions 1.0 to 1.8.
  public static let atif = TranscriptFormat(
    name: "atif", title: "Agent Trajectory Interchange Format",
    recognises: { value in
      value["schema_version"]?.stringValue?.hasPrefix("ATIF-") == true && value["steps"] != nil
    },
    decode: { unit in
      var decoder = ATIFDecoder()
      return try decoder.decode(try unit.value.requiredObject("a trajectory"))
    })
}

/// Makes a transcript of the steps of a trajectory.
struct ATIFDecoder {
  private var builder = TranscriptBuilder()
  /// How many steps in a row were copied from the segment before.
  private var copied = 0

  private static let stepKeys: Set<String> = [
    "step_id", "source", "message", "reasoning_content", "tool_calls", "observation",
  ]

  mutating func decode(_ root: JSONObject) throws(Refusal) -> DecodedTranscript {
    try checkVersion(of: root)
    let agent = try root.object("agent") ?? JSONObject()
    do throws(Refusal) {
      builder.addTools(
        try agent.elements("tool_definitions") { value, _ throws(Refusal) in
          try ToolDefinition(decoding: value)
        })
    } catch {
      throw error.inside(.key("agent"))
    }
    guard try root.array("steps") != nil else { throw Refusal("missing key 'steps'") }
    _ = try root.elements("steps") { value, index throws(Refusal) in
      try add(try value.requiredObject("a step"), index: index)
    }
    endCopies()
    noteOthers(of: root)
    var metadata = root.others(["steps", "agent", "subagent_trajectories"])
    metadata["agent"] = .object(agent.others(["tool_definitions"]))
    return builder.decoded(metadata: metadata)
  }

  private func checkVersion(of root: JSONObject) throws(Refusal) {
    let version = try root.requiredString("schema_version")
    guard version.hasPrefix("ATIF-v1.") else {
      throw Refusal(
        "version '\(version)'; ATIF-v1.0 to ATIF-v1.8 are read", at: "schema_version")
    }
  }

  private mutating func add(_ step: JSONObject, index: Int) throws(Refusal) {
    let label = "m\(index)"
    let isCopied = step["is_copied_context"]?.boolValue == true
    if !isCopied { endCopies() }
    let id = step.value("step_id")?.intValue.map { String($0) }
    let extra = step.others(Self.stepKeys)
    let message = try Self.segments(of: step, "message")
    switch try step.requiredString("source") {
    case "system":
      builder.addInstructions(
        Entry(recordedID: id, kind: .instructions, segments: message, extra: extra), label: label)
    case "user":
      builder.add(
        [Entry(recordedID: id, kind: .prompt, segments: message, extra: extra)], label: label)
    case "agent":
      try addReply(step, ReplyBuilder(recordedID: id, extra: extra), message, label: label)
    case let other:
      builder.notes.add(.unknownRole, at: label, "a step of unknown source '\(other)'")
      builder.add(
        [Entry(recordedID: id, kind: .opaque, segments: [Segment(.opaque(.object(step)))])],
        label: label)
      return
    }
    if step["source"] != "agent", step.value("tool_calls") != nil {
      builder.notes.add(
        .skippedRecord, at: label, "calls in a step that is not the agent's, left out")
    }
    try addObservation(of: step, label: label)
    if isCopied { copied += 1 }
  }

  private mutating func addReply(
    _ step: JSONObject, _ reply: ReplyBuilder, _ message: [Segment], label: String
  ) throws(Refusal) {
    var reply = reply
    reply.addReasoning(try step.string("reasoning_content") ?? "")
    for segment in message { reply.add(segment) }
    _ = try step.elements("tool_calls") { value, _ throws(Refusal) in
      let call = try value.requiredObject("a call")
      reply.add(
        builder.call(
          id: try call.string("tool_call_id"), name: try call.requiredString("function_name"),
          arguments: call.value("arguments"),
          extra: call.others(["tool_call_id", "function_name", "arguments"]), label: label))
    }
    builder.add(reply.entries, label: label)
  }

  /// Adds the results of a step; those that name no call are answers while its calls last.
  private mutating func addObservation(of step: JSONObject, label: String) throws(Refusal) {
    guard let observation = try step.object("observation") else { return }
    var waiting = try step.array("tool_calls")?.count ?? 0
    do throws(Refusal) {
      let results = try observation.elements("results") { value, _ throws(Refusal) in
        let result = try value.requiredObject("a result")
        let segments = try Self.segments(of: result, "content")
        let id = try result.string("source_call_id")
        let extra = result.others(["source_call_id", "content"])
        if extra["subagent_trajectory_ref"] != nil, segments.isEmpty {
          builder.notes.add(
            .missingContent, at: label, "a result that stands in the trajectory of a sub-agent")
        }
        guard id != nil || waiting > 0 else {
          return Entry.environment(segments, extra: extra)
        }
        waiting -= 1
        return Entry(kind: .toolOutput, segments: segments, callID: id, extra: extra)
      }
      for (place, entry) in results.enumerated() {
        builder.add([entry], label: "\(label)o\(place)")
      }
    } catch {
      throw error.inside(.key("observation"))
    }
  }

  /// Steps carried over from the segment before show that a compaction was made there.
  private mutating func endCopies() {
    if copied > 0 {
      builder.add(
        CompactionEvent(
          position: builder.count, extra: JSONObject([("copied_steps", JSONValue(copied))])))
    }
    copied = 0
  }

  private mutating func noteOthers(of root: JSONObject) {
    if let next = root.value("continued_trajectory_ref") {
      let name = next.stringValue ?? next["trajectory_path"]?.stringValue ?? next.serialised()
      builder.notes.add(.missingContent, at: "", "it is continued in another file, '\(name)'")
    }
    let agents = root["subagent_trajectories"]?.arrayValue?.count ?? 0
    if agents > 0 {
      builder.notes.add(
        .otherBranch, count: agents, at: "subagent_trajectories[0]",
        "a trajectory of a sub-agent, left out; select it to read it")
    }
  }

  private static func segments(of object: JSONObject, _ key: String) throws(Refusal) -> [Segment] {
    switch object.value(key) {
    case nil: return []
    case .string(let text)?: return text.isEmpty ? [] : [.text(text)]
    case .array(let parts)?:
      return try parts.decoded(at: .key(key)) { part, _ throws(Refusal) in try segment(part) }
    case let other?:
      throw Refusal("expected a string or an array of parts, found \(other.kindName)", at: key)
    }
  }

  private static func segment(_ part: JSONValue) throws(Refusal) -> Segment {
    let object = try part.requiredObject("a content part")
    switch try object.string("type") {
    case "text": return .text(try object.requiredString("text"))
    case "image", "audio":
      let source = try object.object("source") ?? JSONObject()
      return Segment(
        .attachment(
          Attachment(
            name: source["path"]?.stringValue ?? "media",
            mediaType: source["media_type"]?.stringValue, recorded: part)))
    default: return Segment(.opaque(part))
    }
  }
}
