import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct KeepToolsTests {
  private func left(_ spec: String, tools: [String]) async throws -> History {
    var transcript = Shorthand.transcript("i p1 c1 o1")
    transcript.head.tools = tools.map { ToolDefinition(name: $0) }
    let bench = Bench()
    let stage = try #require(try Strategies.catalog.parse(spec).stages.first)
    return try await bench.edited(bench.history(transcript), by: stage, transcript)
  }

  @Test(arguments: [
    ("keep-tools([search, send])", ["send"]), ("keep-tools(search)", []),
    ("keep-tools([send, list, sing])", ["list", "send"]), ("keep-tools([])", []),
  ])
  func `Only named tools stay defined, in their order`(spec: String, tools: [String]) async throws {
    let history = try await left(spec, tools: ["list", "send"])
    #expect(history.head.tools.map(\.name) == tools)
    #expect(history.isHeadEdited == (tools.count < 2))
    #expect(history.head.instructionsText == "instructions i")
  }

  // When it fails: past calls of tools that are no longer defined stay in view.
  @Test func `The history stays, calls of other tools with it`() async throws {
    #expect(
      Shorthand.text(try await left("keep-tools([send])", tools: ["search", "send"]))
        == "i p1 c1 o1")
  }

  @Test func `Sent less from the first request on the cache never breaks`() async throws {
    var transcript = Transcript.plain(turns: 6, head: 20)
    transcript.head.tools = ["a", "b", "c"].map {
      ToolDefinition(name: $0, description: Entry.words($0, 99))
    }
    let records = try await Bench().replay(transcript, "keep-tools([b])").records
    #expect(records.first?.tokens == 20 + 100 + 10)
    #expect(records.allSatisfy { !$0.isBreak })
  }
}
