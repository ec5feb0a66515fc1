import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct ForgetToolsTests {
  private func transcript(_ tools: [String]) -> Transcript {
    Transcript(
      head: Head("be brief", tools: tools.map { ToolDefinition(name: $0) }),
      entries: [.prompt("p1", label: "p1")]
        + ToolSession.round(
          1, [("search", ["q": 1]), ("send", ["q": 2])], outputs: ["found", "sent"])
        + ToolSession.round(2, "search", gives: "more")
        + [
          .output("stray", toolName: "search", label: "o9"), .response("r1", label: "r1"),
          .prompt("p2", label: "p2"),
        ] + ToolSession.round(3, "search", gives: "last"))
  }

  @Test(arguments: [
    ([], "", "i p1 c1 o1.0 o1.1 c2 o2.0 o9 r1 p2 c3 o3.0"),
    (["search", "send"], "", "i p1 c1 o1.0 o1.1 c2 o2.0 o9 r1 p2 c3 o3.0"),
    (["send"], "", "i p1 c1 o1.1 r1 p2 c3 o3.0"),
    (["send"], "in-flight: false", "i p1 c1 o1.1 r1 p2"),
    (["other"], "", "i p1 r1 p2 c3 o3.0"),
    (["other"], "exclude-tools: [search]", "i p1 c1 o1.0 c2 o2.0 o9 r1 p2 c3 o3.0"),
    ([], "without-tools: dropped", "i p1 r1 p2 c3 o3.0"),
  ])
  func `Calls of tools that are not defined go with their outputs`(
    tools: [String], arguments: String, left: String
  ) async throws {
    let spec = arguments.isEmpty ? "forget-tools" : "forget-tools(\(arguments))"
    #expect(try await Bench().left(of: transcript(tools), by: spec) == left)
  }

  @Test func `Of a mixed round the calls still defined stay`() async throws {
    let items = try await Bench().edited(transcript(["send"]), by: "forget-tools").items
    #expect(items[1].entry.calls.map(\.name) == ["send"])
    #expect(items[1].isPartial)
    #expect(Exchanges(items).rounds[0].isComplete)
  }

  @Test func `It begins at the request at which the head changes`() async throws {
    var transcript = ToolSession.turns(3, words: 3)
    transcript.head.tools = [ToolDefinition(name: "search")]
    transcript.changes = [HeadChange(position: 8, tools: [ToolDefinition(name: "send")])]
    let views = try await Bench().replay(transcript, "forget-tools").views
    #expect(views[3] == "p1 c1 o1.0 r1 p2 c2 o2.0")
    #expect(views[4] == "p1 r1 p2 r2 p3")
  }

  // When it fails: the answer stays, the exchange is gone.
  @Test func `An answer that came from a forgotten tool stays`() async throws {
    let left = try await Bench().left(of: transcript(["other"]), by: "forget-tools")
    #expect(left.contains("r1") && !left.contains("c1"))
  }

  // When it fails: the turn was interrupted, so no answer tells of it either.
  @Test func `A forgotten call that changed something leaves no trace`() async throws {
    var transcript = Shorthand.transcript("p1 c1 o1 p2 r2")
    transcript.head.tools = [ToolDefinition(name: "search", effect: .write)]
    transcript.changes = [HeadChange(position: 3, tools: [ToolDefinition(name: "send")])]
    let found = try await Bench().hazards(transcript, "forget-tools")
    #expect(found == ["effect-forgotten"])
  }
}
