extension TranscriptFormat {
  /// The chats that the Gemini CLI records: one object with `messages`, or rows with updates.
  ///
  /// Results of tools are in their calls; here they are entries after them, in the calls' order.
  public static let geminiCLI = TranscriptFormat(
    name: "gemini-cli", title: "Gemini CLI chats",
    recognises: { GeminiCLIFormat.recognises($0) },
    decode: { unit in
      var decoder = GeminiCLIDecoder()
      switch unit.value {
      case .array(let rows): return try decoder.decode(rows: rows)
      case .object(let chat): return try decoder.decode(chat: chat)
      default: throw Refusal("expected a chat, an object with 'messages', or its rows")
      }
    })
}

/// How chats of the Gemini CLI are told from others.
enum GeminiCLIFormat {
  static func recognises(_ value: JSONValue) -> Bool {
    switch value {
    case .object(let chat):
      guard isSession(chat) else { return false }
      return chat["messages"]?.arrayValue.map { $0.first.map(isMessage) ?? true }
        ?? (chat["$set"] == nil)
    case .array(let rows):
      guard let first = rows.first?.objectValue, isSession(first) else { return false }
      return rows.dropFirst().allSatisfy {
        isMessage($0) || $0["$set"] != nil || $0["$rewindTo"] != nil || $0["sessionId"] != nil
          || $0.objectValue == nil
      }
    default: return false
    }
  }

  private static func isSession(_ object: JSONObject) -> Bool {
    object["sessionId"] != nil && object["projectHash"] != nil
  }

  private static func isMessage(_ value: JSONValue) -> Bool {
    value["type"]?.stringValue != nil && value["content"] != nil
  }
}

/// Makes a transcript of a Gemini CLI chat.
struct GeminiCLIDecoder {
  /// A message, with its place in the file.
  private struct Message {
    var value: JSONValue
    var steps: [KeyPathStep]
    let label: String
    var id: String? { value["id"]?.stringValue }
  }

  private var builder = TranscriptBuilder()

  mutating func decode(chat: JSONObject) throws(Refusal) -> DecodedTranscript {
    let messages = try chat.array("messages") ?? []
    try add(
      messages.enumerated().map { index, value in
        Message(value: value, steps: [.key("messages"), .index(index)], label: "m\(index)")
      })
    return builder.decoded(metadata: chat.others(["messages"]))
  }

  /// Plays the rows: messages, those written again, checkpoints and rewinds.
  mutating func decode(rows: [JSONValue]) throws(Refusal) -> DecodedTranscript {
    var messages: [Message] = []
    /// The places of messages, by id.
    var places: [String: Int] = [:]
    var metadata = JSONObject()
    for (index, row) in rows.enumerated() {
      let label = "m\(index)"
      guard let object = row.objectValue else {
        builder.notes.add(
          .skippedRecord, at: "row \(index)", "a row that is \(row.kindName), no object")
        continue
      }
      if let update = object["$set"]?.objectValue {
        for member in update.others(["messages"]).members { metadata[member.key] = member.value }
        guard let list = update["messages"]?.arrayValue else { continue }
        let ids = Set(list.compactMap { $0["id"]?.stringValue })
        drop(messages.filter { $0.id.map { !ids.contains($0) } ?? true })
        builder.notes.add(
          .mergedRecords, at: label, "a checkpoint, which states all messages again")
        messages = list.enumerated().map { place, value in
          Message(
            value: value,
            steps: [.index(index), .key("$set"), .key("messages"), .index(place)],
            label: "\(label).\(place)")
        }
        places = Self.places(of: messages)
      } else if let id = object["$rewindTo"]?.stringValue {
        let place = places[id] ?? 0
        drop(Array(messages[place...]))
        messages.removeSubrange(place...)
        places = Self.places(of: messages)
      } else if object["type"] != nil {
        let message = Message(value: row, steps: [.index(index)], label: label)
        if let place = message.id.flatMap({ places[$0] }) {
          builder.notes.add(
            .mergedRecords, at: label, "a message written again, the last one taken")
          messages[place].value = row
          messages[place].steps = message.steps
        } else {
          if let id = message.id { places[id] = messages.count }
          messages.append(message)
        }
      } else {
        for member in object.others(["messages"]).members { metadata[member.key] = member.value }
      }
    }
    try add(messages)
    return builder.decoded(metadata: metadata)
  }

  private static func places(of messages: [Message]) -> [String: Int] {
    var places: [String: Int] = [:]
    for (place, message) in messages.enumerated() {
      if let id = message.id { places[id] = place }
    }
    return places
  }

  private mutating func drop(_ messages: [Message]) {
    for message in messages {
      builder.notes.add(
        .otherBranch, at: message.label, "a message that was taken back, left out")
    }
  }

  private mutating func add(_ messages: [Message]) throws(Refusal) {
    if messages.isEmpty { throw Refusal("the chat has no messages, so no conversation") }
    for message in messages {
      do throws(Refusal) {
        try add(try message.value.requiredObject("a message"), label: message.label)
      } catch {
        throw message.steps.reversed().reduce(error) { $0.inside($1) }
      }
    }
  }

  private mutating func add(_ message: JSONObject, label: String) throws(Refusal) {
    let type = try message.requiredString("type")
    var entries: [Entry] = []
    switch type {
    case "user": entries = try content(of: message, role: "user", label: label)
    case "gemini":
      if let thoughts = try reasoning(of: message) { entries.append(thoughts) }
      let calls = try message.array("toolCalls") ?? []
      let texts = try content(of: message, role: "model", label: label)
      if calls.isEmpty || texts.contains(where: { !$0.segments.isEmpty || !$0.calls.isEmpty }) {
        entries += texts
      }
      if !calls.isEmpty { entries += try round(calls, label: label) }
    case "info", "error", "warning":
      builder.notes.add(
        .skippedRecord, at: label, "a message of type '\(type)', which the model is not shown")
      return
    default:
      builder.notes.add(.unknownRole, at: label, "a message of unknown type '\(type)'")
      entries = [Entry(kind: .opaque, segments: [Segment(.opaque(.object(message)))])]
    }
    let read: Set<String> = ["id", "type", "content", "displayContent", "thoughts", "toolCalls"]
    if message.value("displayContent") != nil {
      builder.notes.add(.duplicate, at: label, "a second copy of a message, for display")
    }
    if !entries.isEmpty, entries[0].kind != .opaque {
      for member in message.others(read).members { entries[0].extra[member.key] = member.value }
      let id = try message.string("id")
      for index in entries.indices where entries[index].kind != .toolOutput {
        entries[index].recordedID = id
      }
    }
    builder.add(entries, label: label)
  }

  private mutating func content(of message: JSONObject, role: String, label: String)
    throws(Refusal) -> [Entry]
  {
    do throws(Refusal) {
      return try GeminiParts(
        message.value("content")?.parts ?? [], role: role, label: label, notes: &builder.notes
      ).entries.map { entry in
        // An empty text is no content.
        var entry = entry
        entry.segments.removeAll { $0.text?.isEmpty == true }
        return entry
      }
    } catch {
      throw error.inside(.key("content"))
    }
  }

  private func reasoning(of message: JSONObject) throws(Refusal) -> Entry? {
    let segments = try message.elements("thoughts") { value, _ throws(Refusal) in
      let thought = try value.requiredObject("a thought")
      let parts = [try thought.string("subject"), try thought.string("description")]
      return Segment.text(
        parts.compactMap { $0?.isEmpty == false ? $0 : nil }.joined(separator: "\n"))
    }
    return segments.isEmpty ? nil : Entry(kind: .reasoning, segments: segments)
  }

  /// The calls of a message, and their results.
  private mutating func round(_ calls: [JSONValue], label: String) throws(Refusal) -> [Entry] {
    var round = Entry(kind: .toolCalls)
    var outputs: [Entry] = []
    for (index, value) in calls.enumerated() {
      do throws(Refusal) {
        let object = try value.requiredObject("a call")
        let id = try object.string("id")
        let name = try object.requiredString("name")
        round.calls.append(
          builder.call(
            id: id, name: name, arguments: object.value("args"),
            extra: object.others(["id", "name", "args", "result", "resultDisplay"]), label: label))
        if object.value("resultDisplay") != nil {
          builder.notes.add(
            .duplicate, at: label, "a second copy of a tool's output (resultDisplay)")
        }
        if let output = try output(of: object, id: id, name: name, label: label) {
          outputs.append(output)
        }
      } catch {
        throw error.inside(.key("toolCalls"), .index(index))
      }
    }
    return [round] + outputs
  }

  /// The result in a call: the function's response, and the parts beside it.
  private mutating func output(of call: JSONObject, id: String?, name: String, label: String)
    throws(Refusal) -> Entry?
  {
    guard let result = call.value("result") else { return nil }
    let read = try GeminiParts(result.parts, role: "user", label: label, notes: &builder.notes)
    var output = Entry(kind: .toolOutput, callID: id, toolName: name)
    for entry in read.entries { output.segments += entry.segments }
    return output
  }
}
