extension Prompt {
  /// The line of an input file for OpenAI's batches.
  func openAIBatch(model: String) -> String {
    let defined = chat.tools.map(\.openAI) + missingTools.map { ToolDefinition(name: $0).openAI }
    let messages = chat.messages.filter { !$0.isReasoningOnly }.map { $0.openAI(isStrict: true) }
    var choice: JSONValue?
    switch (task, task.toolMode(options)) {
    case (.fill(let tool), _):
      choice = .sorted(["function": .sorted(["name": .string(tool)]), "type": "function"])
    case (_, .disallowed): choice = "none"
    case (_, .required): choice = "required"
    case (_, .allowed): break
    }
    let format = options.responseSchema.map { schema in
      JSONValue.sorted([
        "json_schema": .sorted(["name": "response", "schema": schema]), "type": "json_schema",
      ])
    }
    return JSONValue.sorted([
      "body": .sorted([
        "max_completion_tokens": options.maximumResponseTokens.map { JSONValue($0) },
        "messages": .array(messages), "model": .string(model), "response_format": format,
        "temperature": JSONValue(options.temperature),
        "tool_choice": defined.isEmpty ? nil : choice,
        "tools": JSONValue.array(defined).unlessEmpty,
      ]),
      "custom_id": .string(customID), "method": "POST", "url": "/v1/chat/completions",
    ]).serialised()
  }

  /// A request of an Anthropic message batch.
  func anthropicBatch(model: String) -> String {
    var names = missingTools
    var mode = task.toolMode(options)
    if chat.tools.isEmpty, chat.usesTools {
      // Calls in the conversation are taken only with a definition beside them.
      names += chat.undefinedTools.filter { !names.contains($0) }
      if task == .act { mode = .disallowed }
    }
    let defined = chat.tools.map(\.anthropic) + names.map { ToolDefinition(name: $0).anthropic }
    var choice: JSONValue?
    switch (task, mode) {
    case (.fill(let tool), _):
      choice = .sorted([
        "disable_parallel_tool_use": true, "name": .string(tool), "type": "tool",
      ])
    case (_, .disallowed): choice = .sorted(["type": "none"])
    case (_, .required): choice = .sorted(["type": "any"])
    case (_, .allowed): break
    }
    let system = chat.anthropicSystem
    return JSONValue.sorted([
      "custom_id": .string(customID),
      "params": .sorted([
        "max_tokens": JSONValue(options.maximumResponseTokens ?? 0),
        "messages": chat.anthropicMessages, "model": .string(model),
        "system": system.isEmpty ? nil : .string(system),
        "temperature": JSONValue(options.temperature),
        "tool_choice": defined.isEmpty ? nil : choice,
        "tools": JSONValue.array(defined).unlessEmpty,
      ]),
    ]).serialised()
  }

  /// The tool that is to be called though nothing defines it: defined with its name alone.
  private var missingTools: [String] {
    guard case .fill(let tool) = task, !chat.tools.contains(where: { $0.name == tool }) else {
      return []
    }
    return [tool]
  }
}
