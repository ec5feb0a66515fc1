import EvalKit
import Testing

@testable import LocalModels

/// Filling the arguments of a call.
struct TransformerFillTests {
  private static func fill(_ script: String, cap: Int = 20) async throws -> Reply {
    // A call is begun with the tool's name and a space, which the vocabulary writes as this letter.
    try await ScriptedModel.builder(writing: script, after: "\u{120}").withSavedFile { path in
      let model = try TransformerModel(path: path, name: "scripted")
      let request = ModelRequest(
        head: Head(),
        items: [Item(recorded: EntryID(0), entry: .prompt("hello"), run: nil)],
        task: .fill(tool: "f"),
        options: RequestOptions(maximumResponseTokens: cap, toolMode: .allowed))
      return try await TransformerModel.Executor(configuration: model.executorConfiguration)
        .respond(to: request, model: model)
    }
  }

  @Test(arguments: [("{}xyz", "{}", 2), ("{\"a:[1]}", nil, 0)] as [(String, String?, Int)])
  func `ends with its object, whatever the model would go on with`(
    script: String, arguments: String?, written: Int
  ) async throws {
    guard let arguments else {
      await #expect(throws: ModelError.self) { _ = try await Self.fill(script) }
      return
    }
    let reply = try await Self.fill(script)
    #expect(reply.calls.map { $0.arguments.serialised() } == [arguments])
    #expect(reply.calls.map(\.name) == ["f"])
    #expect(reply.usage.output == written)
  }

  @Test(
    arguments: [
      ("{}", 2), ("{} {}", 2), (" {\"a\": \"}\"} x", 11), ("{\"a\": \"\\\"}\"}", 12),
      ("{\"a\": [{}, {\"b\": 1}]}, 2", 21), ("{\"a\": {", nil), ("", nil), ("[1, [2]] 3", 8),
      ("{\"\u{e9}\u{1F600}\": 1}x", 13),
    ] as [(String, Int?)])
  func `an object ends where its first bracket is closed`(text: String, length: Int?) {
    let end = text.endOfFirstObject
    #expect(end.map { text[..<$0].utf8.count } == length)
  }
}
