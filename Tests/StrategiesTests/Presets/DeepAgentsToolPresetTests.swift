import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct DeepAgentsToolPresetTests {
  private let transcript = Transcript(
    entries: [.prompt("p1", label: "p1")]
      + (1...20).flatMap {
        ToolSession.round($0, "write_file", String(repeating: "x", count: 3000), gives: "ok")
      } + [.response("r1", label: "r1")])

  // Flaw: the edge slides, and the cache breaks at every call it reaches.
  @Test func `It keeps no memory of what it cut, so the edge slides`() async throws {
    let records = try await Bench(contextSize: 200_000).replay(
      transcript, "deepagents.truncate-arguments"
    ).records
    let breaks = records.filter { $0.commonPrefix < $0.held }.map(\.number)
    #expect(breaks == Array(12...21))
  }

  @Test func `Arguments keep twenty characters`() async throws {
    let items = try await Bench().edited(transcript, by: "deepagents.truncate-arguments").items
    #expect(
      items[1].entry.calls[0].arguments["path"]?.stringValue
        == String(repeating: "x", count: 20) + "...(argument truncated)")
  }

  // Flaw: short arguments are never cut, however many there are.
  @Test func `Many short arguments stay`() async throws {
    let round = ToolSession.round(
      1,
      [
        (
          "write_file",
          .object(JSONObject((0..<50).map { ("a\($0)", .string(ToolSession.words(200))) }))
        )
      ],
      outputs: ["ok"])
    let transcript = Transcript(entries: round + Shorthand.turns(12).entries)
    let items = try await Bench().edited(transcript, by: "deepagents.truncate-arguments").items
    #expect(items[0].form == .whole)
  }
}
