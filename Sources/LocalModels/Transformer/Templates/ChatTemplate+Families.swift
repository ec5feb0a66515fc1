internal import EvalKit

extension ChatTemplate {
  // MARK: ChatML, and Qwen's tools

  func chatML(_ role: String, _ content: String) -> String {
    Self.marker("<|im_start|>") + "\(role)\n\(content)" + Self.marker("<|im_end|>") + "\n"
  }

  func chatMLHead(_ instructions: String, _ tools: [ToolDefinition]) -> [RenderedText] {
    if instructions.isEmpty, tools.isEmpty { return opened([]) }
    var text = Self.content(instructions)
    if family == .qwen, !tools.isEmpty {
      text += text.isEmpty ? "" : "\n\n"
      text += """
        # Tools

        You may call one or more functions to assist with the user query.

        You are provided with function signatures within <tools></tools> XML tags:
        <tools>

        """
      for tool in tools { text += Self.content(tool.functionText) + "\n" }
      text += """
        </tools>

        For each function call, return a json object with function name and arguments within \
        \(Self.marker("<tool_call>"))\(Self.marker("</tool_call>")) XML tags:
        \(Self.marker("<tool_call>"))
        {"name": <function-name>, "arguments": <args-json-object>}
        \(Self.marker("</tool_call>"))
        """
    } else {
      text += Self.content(neutralText(of: tools))
    }
    return opened([chatML("system", text)])
  }

  func qwen(_ entry: Entry) -> String {
    switch entry.kind {
    case .toolCalls:
      let calls = entry.calls.map { call in
        Self.marker("<tool_call>")
          + Self.content(
            "\n{\"name\": \(quoted(call.name)), \"arguments\": \(call.writtenArguments)}\n")
          + Self.marker("</tool_call>")
      }
      return chatML("assistant", calls.joined(separator: "\n"))
    case .toolOutput:
      return chatML(
        "user",
        Self.marker("<tool_response>") + "\n\(Self.content(entry.readText))\n"
          + Self.marker("</tool_response>"))
    default: return chatML(role(of: entry), Self.content(entry.readText))
    }
  }

  // MARK: Llama 3

  private func llama3(_ role: String, _ content: String) -> String {
    Self.marker("<|start_header_id|>") + role + Self.marker("<|end_header_id|>") + "\n\n\(content)"
      + Self.marker("<|eot_id|>")
  }

  func llama3Head(_ instructions: String, _ tools: [ToolDefinition]) -> [RenderedText] {
    var text = preamble + Self.content(instructions)
    if hasTools, !tools.isEmpty {
      text =
        "Environment: ipython\n" + text + """
          \n\nGiven the following functions, please respond with a JSON for a function call with its \
          proper arguments that best answers the given prompt.

          Respond in the format {"name": function name, "parameters": dictionary of argument name and \
          its value}.Do not use variables.


          """
      text += tools.map { Self.content($0.functionText) }.joined(separator: "\n\n") + "\n\n"
    } else {
      text += Self.content(neutralText(of: tools))
    }
    return opened(text.isEmpty ? [] : [llama3("system", text)])
  }

  func llama3(_ entry: Entry) -> String {
    switch entry.kind {
    case .toolCalls where hasTools:
      return entry.calls.map { call in
        llama3(
          "assistant",
          Self.content("{\"name\": \(quoted(call.name)), \"parameters\": \(call.writtenArguments)}")
        )
      }.joined()
    case .toolOutput: return llama3("ipython", Self.content(entry.readText))
    default: return llama3(role(of: entry), neutralText(of: entry))
    }
  }

  // MARK: Mistral

  /// The instructions go with the first prompt, which opens here.
  func mistralHead(_ instructions: String, _ tools: [ToolDefinition]) -> [RenderedText] {
    var text = ""
    if hasTools, !tools.isEmpty {
      text +=
        Self.marker("[AVAILABLE_TOOLS]") + " ["
        + tools.map { Self.content($0.functionText) }.joined(separator: ", ") + "]"
        + Self.marker("[/AVAILABLE_TOOLS]")
    }
    text += Self.marker("[INST]") + " "
    var system = Self.content(instructions)
    if !hasTools { system += Self.content(neutralText(of: tools)) }
    return opened([text + (system.isEmpty ? "" : system + "\n\n")])
  }

  func mistral(_ entry: Entry, isFirst: Bool) -> String {
    let end = Self.marker("</s>")
    let close = Self.marker("[/INST]")
    switch entry.kind {
    case .prompt, .opaque, .instructions:
      return (isFirst ? "" : Self.marker("[INST]") + " ") + Self.content(entry.readText) + close
    case .toolCalls where hasTools:
      let calls = entry.calls.map { call in
        "{\"name\": \(quoted(call.name)), \"arguments\": \(call.writtenArguments)}"
      }
      return (isFirst ? close : "") + Self.marker("[TOOL_CALLS]") + " "
        + Self.content("[\(calls.joined(separator: ", "))]") + end
    case .toolOutput where hasTools:
      return (isFirst ? close : "") + Self.marker("[TOOL_RESULTS]") + " "
        + Self.content("{\"content\": \(quoted(entry.readText))}") + Self.marker("[/TOOL_RESULTS]")
    case .toolOutput:
      return (isFirst ? "" : Self.marker("[INST]") + " ") + neutralText(of: entry) + close
    default: return (isFirst ? close : "") + " " + neutralText(of: entry) + end
    }
  }

  // MARK: Zephyr

  func zephyr(_ role: String, _ content: String) -> String {
    Self.marker("<|\(role)|>") + "\n\(content)" + Self.marker("</s>") + "\n"
  }

  func zephyrHead(_ instructions: String, _ tools: [ToolDefinition]) -> [RenderedText] {
    let text = Self.content(instructions + neutralText(of: tools))
    return opened(text.isEmpty ? [] : [zephyr("system", text)])
  }

  // MARK: All

  /// The parts of a head, the first with the token a sequence begins with.
  private func opened(_ parts: [String]) -> [RenderedText] {
    let start = beginning.isEmpty ? "" : Self.marker(beginning)
    if parts.isEmpty { return start.isEmpty ? [] : [RenderedText(start)] }
    return parts.enumerated().map { RenderedText(($0 == 0 ? start : "") + $1) }
  }

  /// How a call of a tool begins, up to its arguments.
  func callOpening(_ tool: String) -> String {
    let name = Self.content(quoted(tool))
    return switch family {
    case .qwen: Self.marker("<tool_call>") + "\n{\"name\": \(name), \"arguments\": "
    case .llama3: "{\"name\": \(name), \"parameters\": "
    case .mistral: Self.marker("[TOOL_CALLS]") + " [{\"name\": \(name), \"arguments\": "
    case .chatML, .zephyr: "\(Self.content(tool)) "
    }
  }

  private func quoted(_ text: String) -> String { JSONValue.string(text).serialised() }
}

extension ToolDefinition {
  /// The definition as chat templates write it.
  fileprivate var functionText: String {
    JSONValue.object(
      JSONObject([
        ("type", "function"),
        (
          "function",
          .object(
            JSONObject([
              ("name", .string(name)), ("description", .string(description)),
              ("parameters", parameters),
            ]))
        ),
      ])
    ).serialised()
  }
}
