extension PromptChat.Message {
  /// The message as chat completions have it.
  ///
  /// - Parameter isStrict: Whether what OpenAI's own service does not know is left out: reasoning,
  ///   and the name of an output's tool.
  func openAI(isStrict: Bool) -> JSONValue {
    let isNamed = role != .tool && name.map(Self.isName) ?? false
    return .sorted([
      "content": content,
      "name": isNamed || !isStrict ? name.map { .string($0) } : nil,
      "reasoning_content": isStrict || reasoning.isEmpty ? nil : .string(reasoning),
      "role": .string(role.rawValue),
      "tool_call_id": callID.map { .string($0) },
      "tool_calls": JSONValue.array(calls.map(\.openAI)).unlessEmpty,
    ])
  }

  /// Whether nothing would be left of it for a service that takes no reasoning.
  var isReasoningOnly: Bool { role == .assistant && parts.isEmpty && calls.isEmpty }

  /// A text, or parts where there is an image among them.
  private var content: JSONValue {
    let hasImage = parts.contains { if case .image = $0 { true } else { false } }
    guard hasImage else { return .string(text) }
    return .array(
      parts.map { part in
        switch part {
        case .text(let text): .sorted(["text": .string(text), "type": "text"])
        case .image(let url):
          .sorted(["image_url": .sorted(["url": .string(url)]), "type": "image_url"])
        }
      })
  }

  /// Whether a speaker's name is one that OpenAI's service takes.
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64
      && !name.unicodeScalars.contains { scalar in
        scalar.properties.isWhitespace || "<|\\/>".unicodeScalars.contains(scalar)
      }
  }
}

extension PromptChat.Message.Call {
  /// The call as chat completions have it: its arguments are a text.
  fileprivate var openAI: JSONValue {
    .sorted([
      "function": .sorted(["arguments": .string(argumentsText), "name": .string(name)]),
      "id": .string(id), "type": "function",
    ])
  }
}

extension ToolDefinition {
  /// The definition as chat completions have it.
  var openAI: JSONValue {
    .sorted([
      "function": .sorted([
        "description": description.isEmpty ? nil : .string(description), "name": .string(name),
        "parameters": objectSchema,
      ]),
      "type": "function",
    ])
  }

  /// The definition as Anthropic's messages have it.
  var anthropic: JSONValue {
    .sorted([
      "description": description.isEmpty ? nil : .string(description),
      "input_schema": objectSchema, "name": .string(name),
    ])
  }

  /// The schema of the arguments, said to be one of an object where it says nothing.
  private var objectSchema: JSONValue {
    guard var schema = parameters.objectValue else { return parameters }
    if schema["type"] == nil { schema["type"] = "object" }
    if schema["properties"] == nil { schema["properties"] = .object(JSONObject()) }
    return .object(schema)
  }
}
