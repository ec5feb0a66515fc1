extension OpenAIChatFormat {
  /// Writes a transcript as the messages and tools of a request.
  ///
  /// Reasoning is written as `reasoning_content`, as most servers of open models have it.
  static func encode(_ transcript: Transcript, losses: inout ExportLosses) -> JSONValue {
    losses.addMessageLosses(of: transcript)
    var encoder = OpenAIChatEncoder(losses: losses)
    let value = encoder.encode(transcript)
    losses = encoder.losses
    return value
  }
}

/// Makes chat messages of a transcript.
private struct OpenAIChatEncoder {
  var losses: ExportLosses

  mutating func encode(_ transcript: Transcript) -> JSONValue {
    let head = transcript.head.instructions.map { message("system", $0) }
    let sequence = MessageSequence(transcript, losses: &losses)
    var object = JSONObject([
      ("messages", .array(head + sequence.messages.compactMap { message($0) }))
    ])
    if !transcript.head.tools.isEmpty {
      object["tools"] = .array(transcript.head.tools.map(\.openAIDefinition))
    }
    return .object(object)
  }

  private mutating func message(_ message: MessageSequence.Message) -> JSONValue? {
    switch message {
    case .instructions(let entry): return self.message("system", entry)
    case .prompt(let entry): return self.message("user", entry)
    case .reply(let reply): return self.message(reply)
    case .output(let entry, let callID, _):
      var object = JSONObject([("role", "tool"), ("tool_call_id", .string(callID))])
      if let name = entry.toolName { object["name"] = .string(name) }
      object["content"] = content(of: entry)
      return .object(object)
    case .opaque(let entry):
      losses.add("entry of unknown kind, written as it came")
      guard case .opaque(let value)? = entry.segments.first?.content else { return nil }
      return value
    }
  }

  private mutating func message(_ role: String, _ entry: Entry) -> JSONValue {
    var object = JSONObject([("role", .string(role))])
    if let speaker = entry.speaker { object["name"] = .string(speaker) }
    object["content"] = content(of: entry)
    return .object(object)
  }

  private mutating func message(_ reply: MessageSequence.Reply) -> JSONValue {
    var object = JSONObject([("role", "assistant")])
    if let speaker = reply.response?.speaker { object["name"] = .string(speaker) }
    if let reasoning = reply.reasoning {
      object["reasoning_content"] = .string(reasoning.plainText(&losses))
      if reply.response == nil, reply.calls.isEmpty {
        losses.add("reasoning that no text or call follows, with a message without content")
      }
    }
    object["content"] = reply.response.map { content(of: $0) } ?? .null
    if !reply.calls.isEmpty {
      object["tool_calls"] = .array(
        reply.calls.map { id, call in
          [
            "id": .string(id), "type": "function",
            "function": [
              "name": .string(call.name),
              "arguments": .string(call.argumentsText ?? call.arguments.serialised()),
            ],
          ]
        })
    }
    return .object(object)
  }

  /// A string, or parts where there is more than one text.
  private mutating func content(of entry: Entry) -> JSONValue {
    let segments = entry.segments
    if segments.isEmpty { return "" }
    if segments.count == 1 {
      if let text = segments[0].text { return .string(text) }
      if case .structure(let value, _) = segments[0].content {
        losses.add("JSON value, written as a text")
        return .string(value.serialised())
      }
    }
    return .array(segments.map { part($0) })
  }

  private mutating func part(_ segment: Segment) -> JSONValue {
    func text(_ text: String) -> JSONValue { ["type": "text", "text": .string(text)] }
    switch segment.content {
    case .text(let string): return text(string)
    case .structure(let value, _):
      losses.add("JSON value, written as a text")
      return text(value.serialised())
    case .attachment(let attachment):
      if let recorded = attachment.recorded, recorded["type"] == "image_url" { return recorded }
      if let url = attachment.url {
        return ["type": "image_url", "image_url": ["url": .string(url)]]
      }
      losses.add("attachment without its content, written as a text that names it")
      return text(attachment.placeholder)
    case .opaque(let value):
      losses.add("content of unknown type, written as it came")
      return value
    }
  }
}

extension ToolDefinition {
  /// `{type: "function", function: {name, description, parameters}}`, as OpenAI and others have it.
  var openAIDefinition: JSONValue {
    var function = JSONObject([
      ("name", .string(name)), ("description", .string(description)), ("parameters", parameters),
    ])
    for member in extra.members where function[member.key] == nil {
      function[member.key] = member.value
    }
    return ["type": "function", "function": .object(function)]
  }
}
