import EvalKit

/// A small view with everything a prompt can show, and prompts made of it.
enum Shown {
  static let tool = ToolDefinition(
    name: "find_bag", description: "Looks a bag up.",
    parameters: ["type": "object", "properties": ["tag": ["type": "string"]]])

  static let head = Head("Be brief.", tools: [tool])

  static let entries: [Entry] = [
    .prompt("Where is my bag?", label: "m1"),
    .reasoning("Look it up.", label: "m2.reasoning"),
    .response("One moment.", label: "m2.text"),
    .calls(
      [ToolCall(name: "find_bag", arguments: ["tag": "BA4711"])], label: "m2.calls"),
    .output("in Porto", toolName: "find_bag", label: "m3"),
    .response("It is in Porto.", label: "m4"),
    .prompt("Which tag?", label: "ask"),
  ]

  static func prompt(
    _ id: String = "bag/tag/answer", head: Head = head, entries: [Entry] = entries,
    task: ModelTask = .answer, options: RequestOptions? = nil
  ) -> Prompt {
    let asked = options ?? RequestOptions(toolMode: task == .answer ? .disallowed : nil)
    return Prompt(
      id: id, head: head, entries: entries, task: task,
      options: asked.resolved(for: ReplayModel.capabilities))
  }

  static func request(_ prompt: Prompt) -> ModelRequest {
    ModelRequest(
      id: prompt.id, head: prompt.head,
      items: prompt.entries.enumerated().map { place, entry in
        Item(source: .recorded(EntryID(place)), form: .whole, entry: entry)
      }, task: prompt.task, options: prompt.options)
  }
}

extension PromptFormat {
  func value(_ prompt: Prompt, model: String = "m-1") throws -> JSONValue {
    try JSONValue.parse(line(prompt, arms: ["a|reader|2048"], model: model))
  }
}
