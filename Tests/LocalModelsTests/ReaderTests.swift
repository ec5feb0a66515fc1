import EvalKit
import Testing

@testable import LocalModels

@Suite struct ReaderTests {
  @Test func `a value in view is given, one that is not is not`() async throws {
    let view = try TestView.of(.prompt("My bag tag is BA4711."), .response("Thank you."))
    let found = try await view.answer("What is the bag tag number?")
    #expect(found.text == "BA4711")
    #expect(found.sources == [EntryID(0)])
    let missing = try await view.answer("Which gate does the flight leave from?")
    #expect(missing.abstained)
  }
}

/// A view made of entries, asked in a test.
struct TestView {
  var head = Head()
  var items: [Item]

  static func of(_ entries: Entry..., head: Head = Head()) throws -> TestView {
    TestView(
      head: head,
      items: entries.enumerated().map { Item(recorded: EntryID($0.offset), entry: $0.element) })
  }

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
