extension PromptChat {
  /// The instructions before the first message; empty where there are none.
  var anthropicSystem: String {
    messages.prefix { $0.role == .system }.map(\.text).joined(separator: "\n\n")
  }

  /// The messages as Anthropic's service has them.
  ///
  /// Those of one side that follow each other are one, outputs are said by the user, instructions
  /// amid the conversation too. Reasoning is left out: it is taken with its signature only.
  var anthropicMessages: JSONValue {
    var turns: [(role: String, blocks: [JSONValue])] = []
    for message in messages.drop(while: { $0.role == .system }) {
      let role = message.role == .assistant ? "assistant" : "user"
      let blocks = message.anthropicBlocks
      if blocks.isEmpty { continue }
      if turns.last?.role == role {
        turns[turns.count - 1].blocks += blocks
      } else {
        turns.append((role, blocks))
      }
    }
    return .array(
      turns.map { .sorted(["content": .array($0.blocks), "role": .string($0.role)]) })
  }

  /// Whether any tool was called or answered.
  var usesTools: Bool { messages.contains { !$0.calls.isEmpty || $0.role == .tool } }
}

extension PromptChat.Message {
  /// What it says; empty texts, which are refused, are left out.
  fileprivate var anthropicBlocks: [JSONValue] {
    switch role {
    case .tool:
      return [
        .sorted([
          "content": text.isEmpty ? nil : .string(text),
          "tool_use_id": .string(callID ?? ""), "type": "tool_result",
        ])
      ]
    case .system:
      return text.isEmpty ? [] : [Self.block("System: \(text)")]
    case .user, .assistant:
      return parts.compactMap(\.anthropic)
        + calls.map { call in
          .sorted([
            "id": .string(call.id), "input": call.input, "name": .string(call.name),
            "type": "tool_use",
          ])
        }
    }
  }

  fileprivate static func block(_ text: String) -> JSONValue {
    .sorted(["text": .string(text), "type": "text"])
  }
}

extension PromptChat.Message.Part {
  fileprivate var anthropic: JSONValue? {
    switch self {
    case .text(let text): return text.isEmpty ? nil : PromptChat.Message.block(text)
    case .image(let url):
      let source: JSONValue =
        Self.payload(of: url).map { type, data in
          .sorted(["data": .string(data), "media_type": .string(type), "type": "base64"])
        } ?? .sorted(["type": "url", "url": .string(url)])
      return .sorted(["source": source, "type": "image"])
    }
  }

  /// The media type and the payload of a data URL.
  private static func payload(of url: String) -> (type: String, data: String)? {
    guard url.hasPrefix("data:"), let comma = url.firstIndex(of: ",") else { return nil }
    let type = url[url.index(url.startIndex, offsetBy: 5)..<comma].prefix { $0 != ";" }
    return (String(type), String(url[url.index(after: comma)...]))
  }
}

extension PromptChat.Message.Call {
  /// The arguments as an object, which is all that is taken.
  fileprivate var input: JSONValue {
    arguments.objectValue == nil ? .sorted(["value": arguments]) : arguments
  }
}
