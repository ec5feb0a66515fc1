/// Makes Anthropic messages of a transcript, as a request has them.
struct AnthropicEncoder {
  private var losses: ExportLosses

  /// Writes a transcript: the outputs of a round are one message, as the API wants them.
  static func encode(_ transcript: Transcript, losses: inout ExportLosses) -> JSONValue {
    losses.addMessageLosses(of: transcript)
    var encoder = AnthropicEncoder(losses: losses)
    let value = encoder.encode(transcript)
    losses = encoder.losses
    return value
  }

  private mutating func encode(_ transcript: Transcript) -> JSONValue {
    var object = JSONObject()
    let instructions = transcript.head.instructions
    if instructions.count == 1, instructions[0].segments.count == 1,
      let text = instructions[0].segments[0].text
    {
      object["system"] = .string(text)
    } else if !instructions.isEmpty {
      object["system"] = .array(instructions.flatMap { blocks(of: $0) })
      if instructions.count > 1 { losses.add("entry of instructions, put with the first") }
    }
    if !transcript.head.tools.isEmpty {
      object["tools"] = .array(transcript.head.tools.map { definition($0) })
    }
    object["messages"] = .array(messages(of: transcript))
    return .object(object)
  }

  private mutating func messages(of transcript: Transcript) -> [JSONValue] {
    var messages: [JSONValue] = []
    var results: [JSONValue] = []
    func message(_ role: String, _ blocks: [JSONValue]) -> JSONValue {
      if blocks.count == 1, blocks[0]["type"] == "text", let text = blocks[0]["text"] {
        return ["role": .string(role), "content": text]
      }
      return ["role": .string(role), "content": .array(blocks)]
    }
    for next in MessageSequence(transcript, losses: &losses).messages {
      if case .output(let entry, let callID, _) = next {
        results.append(result(entry, callID: callID))
        continue
      }
      if !results.isEmpty { messages.append(message("user", results)) }
      results = []
      switch next {
      case .output: break
      case .prompt(let entry): messages.append(message("user", blocks(of: entry)))
      case .instructions(let entry):
        losses.add("instructions mid-conversation, written as a user's message")
        messages.append(message("user", blocks(of: entry)))
      case .reply(let reply): messages.append(message("assistant", blocks(of: reply)))
      case .opaque: losses.add("entry of unknown kind, left out")
      }
    }
    if !results.isEmpty { messages.append(message("user", results)) }
    return messages
  }

  private func definition(_ tool: ToolDefinition) -> JSONValue {
    [
      "name": .string(tool.name), "description": .string(tool.description),
      "input_schema": tool.parameters,
    ]
  }

  // MARK: Blocks

  private mutating func blocks(of reply: MessageSequence.Reply) -> [JSONValue] {
    var blocks: [JSONValue] = []
    if let reasoning = reply.reasoning {
      var block = JSONObject([
        ("type", "thinking"), ("thinking", .string(reasoning.plainText(&losses))),
      ])
      if let signature = reasoning.extra["signature"] {
        block["signature"] = signature
      } else {
        losses.add("reasoning without a signature, which the API takes back from no one")
      }
      blocks.append(.object(block))
    }
    if let response = reply.response { blocks += self.blocks(of: response) }
    for (id, call) in reply.calls {
      blocks.append([
        "type": "tool_use", "id": .string(id), "name": .string(call.name),
        "input": call.objectArguments(&losses),
      ])
    }
    return blocks
  }

  private mutating func result(_ entry: Entry, callID: String) -> JSONValue {
    var object = JSONObject([("type", "tool_result"), ("tool_use_id", .string(callID))])
    let blocks = blocks(of: entry)
    if blocks.count == 1, blocks[0]["type"] == "text", let text = blocks[0]["text"] {
      object["content"] = text
    } else if !blocks.isEmpty {
      object["content"] = .array(blocks)
    }
    if let isError = entry.extra["is_error"]?.boolValue { object["is_error"] = .bool(isError) }
    return .object(object)
  }

  private mutating func blocks(of entry: Entry) -> [JSONValue] {
    if entry.speaker != nil { losses.add("speaker's name") }
    return entry.segments.map { segment in
      func text(_ text: String) -> JSONValue { ["type": "text", "text": .string(text)] }
      switch segment.content {
      case .text(let string): return text(string)
      case .structure(let value, _):
        losses.add("JSON value, written as a text")
        return text(value.serialised())
      case .attachment(let attachment):
        if let block = Self.image(attachment) { return block }
        losses.add("attachment without its content, written as a text that names it")
        return text(attachment.placeholder)
      case .opaque(let value):
        losses.add("content of unknown type, written as it came")
        return value
      }
    }
  }

  private static func image(_ attachment: Attachment) -> JSONValue? {
    if let recorded = attachment.recorded, recorded["type"] == "image",
      recorded["source"] != nil
    {
      return recorded
    }
    guard let url = attachment.url else { return nil }
    guard url.hasPrefix("data:") else {
      return ["type": "image", "source": ["type": "url", "url": .string(url)]]
    }
    guard let mediaType = attachment.mediaType, let comma = url.firstIndex(of: ","),
      url[..<comma].hasSuffix(";base64")
    else { return nil }
    return [
      "type": "image",
      "source": [
        "type": "base64", "media_type": .string(mediaType),
        "data": .string(String(url[url.index(after: comma)...])),
      ],
    ]
  }
}
