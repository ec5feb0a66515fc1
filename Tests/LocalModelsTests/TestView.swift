import EvalKit
import Foundation

@testable import LocalModels

/// A view made of entries, asked in a test.
struct TestView {
  var head = Head()
  var items: [Item]

  init(_ entries: [Entry], head: Head = Head()) {
    self.head = head
    items = entries.enumerated().map { Item(recorded: EntryID($0.offset), entry: $0.element) }
  }

  init(_ entries: Entry..., head: Head = Head()) { self.init(entries, head: head) }

  func answer(_ question: String) async throws -> Reply {
    let ask = Item(recorded: EntryID(items.count), entry: .prompt(question))
    return try await respond(ModelRequest(head: head, items: items + [ask], task: .answer))
  }

  func act() async throws -> Reply {
    try await respond(ModelRequest(head: head, items: items, task: .act))
  }

  func fill(_ tool: String) async throws -> JSONValue? {
    let reply = try await respond(ModelRequest(head: head, items: items, task: .fill(tool: tool)))
    return reply.calls.first?.arguments
  }

  private func respond(_ request: ModelRequest) async throws -> Reply {
    let reader = Reader()
    return try await Reader.Executor(configuration: reader.executorConfiguration)
      .respond(to: request, model: reader)
  }
}

/// A tool with string arguments unless types are given.
func tool(
  _ name: String, _ description: String = "", effect: ToolEffect? = nil,
  arguments: KeyValuePairs<String, JSONValue> = [:]
) -> ToolDefinition {
  let properties = JSONObject(arguments.map { ($0.key, $0.value) })
  return ToolDefinition(
    name: name, description: description,
    parameters: [
      "type": "object", "properties": .object(properties),
      "required": .array(arguments.map { .string($0.key) }),
    ], effect: effect)
}

/// The recordings shared by the machine's builders; nil where there are none.
func corpora(from file: String = #filePath) -> URL? {
  var folder = URL(fileURLWithPath: file).deletingLastPathComponent()
  while folder.path != "/" {
    let found = folder.appending(path: "shared/corpora")
    if FileManager.default.fileExists(atPath: found.path) { return found }
    folder.deleteLastPathComponent()
  }
  return nil
}
