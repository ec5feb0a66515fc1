extension TranscriptFormat {
  /// The events of a Copilot CLI session, one a line.
  public static let copilotCLI = TranscriptFormat(
    name: "copilot-cli", title: "Copilot CLI events",
    recognises: { CopilotFormat.recognises($0) },
    decode: { unit in
      guard let events = unit.value.arrayValue else { throw Refusal("expected an array of events") }
      var decoder = CopilotDecoder()
      return try decoder.decode(events)
    })
}

enum CopilotFormat {
  static func recognises(_ value: JSONValue) -> Bool {
    guard let events = value.arrayValue else { return false }
    let types: Set<String> = [
      "assistant.message", "user.message", "tool.execution_complete", "session.start",
    ]
    return events.prefix(16).contains { event in
      event["type"]?.stringValue.map(types.contains) == true && event["data"]?.objectValue != nil
    }
  }
}

/// Makes a transcript of Copilot CLI events.
struct CopilotDecoder {
  private var builder = TranscriptBuilder()
  private var metadata = JSONObject()

  mutating func decode(_ events: [JSONValue]) throws(Refusal) -> DecodedTranscript {
    let hasPrompts = events.contains { $0["type"] == "user.message" }
    for (index, value) in events.enumerated() {
      do throws(Refusal) {
        let event = try value.requiredObject("an event")
        let type = try event.string("type") ?? "none"
        let data = try event.object("data") ?? JSONObject()
        do throws(Refusal) {
          try add(type, data, hasPrompts: hasPrompts, label: "m\(index)")
        } catch {
          throw error.inside(.key("data"))
        }
      } catch {
        throw error.inside(.index(index))
      }
    }
    return builder.decoded(metadata: metadata)
  }

  private mutating func add(
    _ type: String, _ data: JSONObject, hasPrompts: Bool, label: String
  ) throws(Refusal) {
    switch type {
    case "session.start": metadata = data
    case "user.message":
      let text = try data.string("content") ?? ""
      builder.add([Entry(kind: .prompt, segments: text.isEmpty ? [] : [.text(text)])], label: label)
    case "hook.start" where data["hookType"] == "userPromptSubmitted":
      if hasPrompts {
        builder.notes.add(.duplicate, at: label, "a prompt that a hook was told of too")
      } else if let text = data["input"]?["prompt"]?.stringValue {
        builder.add([Entry(kind: .prompt, segments: [.text(text)])], label: label)
      }
    case "assistant.message": try addReply(data, label: label)
    case "tool.execution_complete":
      let content =
        data["result"]?["content"] ?? data["error"]?["message"]
        ?? data.value(
          anyOf: "result", "error")
      let segments = content.map { [$0.stringValue.map { .text($0) } ?? Segment.structure($0)] }
      builder.add(
        [
          Entry(
            kind: .toolOutput, segments: segments ?? [], callID: try data.string("toolCallId"),
            extra: JSONObject(data.value("success").map { [("success", $0)] } ?? []))
        ], label: label)
    default:
      builder.notes.add(
        .skippedRecord, at: label, "an event of type '\(type)', no part of the conversation")
    }
  }

  private mutating func addReply(_ data: JSONObject, label: String) throws(Refusal) {
    var entries: [Entry] = []
    if let text = try data.string("reasoningText"), !text.isEmpty {
      entries.append(.reasoning(text))
    }
    let calls = try data.elements("toolRequests") { value, _ throws(Refusal) in
      let call = try value.requiredObject("a request")
      return builder.call(
        id: try call.string("toolCallId"), name: try call.requiredString("name"),
        arguments: call.value("arguments"),
        extra: call.others(["toolCallId", "name", "arguments"]), label: label)
    }
    let text = try data.string("content") ?? ""
    if !text.isEmpty || calls.isEmpty {
      entries.append(Entry(kind: .response, segments: text.isEmpty ? [] : [.text(text)]))
    }
    if !calls.isEmpty { entries.append(.calls(calls)) }
    let id = try data.string("messageId")
    for index in entries.indices { entries[index].recordedID = id }
    builder.add(entries, label: label)
  }
}
