import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct LangChainToolPresetTests {
  private let transcript = ToolSession.turns(4, words: 20)

  private func left(_ arguments: String) async throws -> String {
    try await Bench().left(of: transcript, by: "langchain.clear-tool-uses(\(arguments))")
  }

  @Test func `The placeholder is a bare word`() async throws {
    let items = try await Bench().edited(
      transcript, by: "langchain.clear-tool-uses(when: 10 tokens, keep: 3)"
    ).items
    #expect(items[2].entry.text == "[cleared]")
  }

  // Flaw: an output has 21 tokens and some ninety characters.
  @Test func `Keep in tokens counts characters`() async throws {
    let tokens = "p1 c1 o1.0* r1 p2 c2 o2.0* r2 p3 c3 o3.0* r3 p4 c4 o4.0 r4"
    #expect(try await left("when: 10 tokens, keep: 84 tokens") == tokens)
    #expect(
      try await Bench().left(
        of: transcript, by: "clear-tool-results(when: 10 tokens, keep: 84 tokens)")
        == Shorthand.text(Bench().history(transcript)))
  }

  @Test func `The newest result stays whatever its size`() async throws {
    #expect(try await left("when: 10 tokens, keep: 1 token").hasSuffix("o4.0 r4"))
  }

  // Flaw: what has just come in is cleared before the model saw it.
  @Test func `Keeping none clears results the model has not seen`() async throws {
    let views = try await Bench().replay(
      Shorthand.transcript("p1 c1 o1 r1"), "langchain.clear-tool-uses(when: 1 token, keep: 0)"
    ).views
    #expect(views == ["p1", "p1 c1 o1*"])
  }

  @Test func `It stops once enough is cleared, the oldest first`() async throws {
    #expect(
      try await left(
        "when: 10 tokens, keep: 0, clear: enough, clear-at-least: 30 tokens")
        == "p1 c1 o1.0* r1 p2 c2 o2.0* r2 p3 c3 o3.0 r3 p4 c4 o4.0 r4")
  }
}
