import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct TruncateToolArgumentsTests {
  private let long = String(repeating: "x", count: 3000)

  private func arguments(_ call: (tool: String, argument: JSONValue), _ spec: String) async throws
    -> JSONValue
  {
    let transcript = Transcript(
      entries: ToolSession.round(1, [call], outputs: ["ok"])
        + [.response("r1", label: "r1"), .prompt("p2", label: "p2")])
    return try await Bench().edited(transcript, by: "truncate-tool-arguments(\(spec))")
      .items[0].entry.calls[0].arguments
  }

  @Test func `A long text argument keeps its beginning`() async throws {
    let short = String(repeating: "x", count: 20) + "...(argument truncated)"
    #expect(
      try await arguments(
        ("write_file", ["path": "a.txt", "content": .string(long), "mode": 7]), "last: 0")
        == ["path": "a.txt", "content": .string(short), "mode": 7])
  }

  @Test func `Other tools, short texts, other values and nested ones stay`() async throws {
    let text = JSONValue.string(String(repeating: "x", count: 2000))
    for call in [
      ("search", ["q": .string(long)]), ("write_file", ["content": text]),
      ("write_file", ["content": [.string(long)]]), ("write_file", .string(long)),
    ] as [(String, JSONValue)] {
      #expect(try await arguments(call, "last: 0") == call.1)
    }
  }

  @Test func `Recent calls stay`() async throws {
    let call = ("edit_file", ["content": .string(long)] as JSONValue)
    #expect(try await arguments(call, "last: 4 entries") == call.1)
    #expect(try await arguments(call, "last: 3 entries") != call.1)
    #expect(try await arguments(call, "last: 3 entries, when: 4 entries") == call.1)
    #expect(try await arguments(call, "last: 1 turn") != call.1)
  }

  @Test func `The recorded text of arguments gives way to the short ones`() async throws {
    var transcript = Transcript(entries: ToolSession.round(1, "write_file", long, gives: "ok"))
    transcript.entries[0].calls[0].argumentsText = "{\"path\": \"\(long)\"}"
    let entry = try await Bench().edited(transcript, by: "truncate-tool-arguments(last: 0)")
      .items[0].entry
    #expect(entry.calls[0].argumentsText == nil)
  }

  // What `every` is for, and what happens without.
  @Test func `The edge slides at every call, or moves in steps`() async throws {
    let transcript = Transcript(
      entries: [.prompt("p1", label: "p1")]
        + (1...20).flatMap { ToolSession.round($0, "write_file", long, gives: "ok") }
        + [.response("r1", label: "r1")])
    func breaks(_ every: Int) async throws -> Int {
      try await Bench(contextSize: 100_000).replay(
        transcript, "truncate-tool-arguments(last: 4, every: \(every))"
      ).records.count { $0.commonPrefix < $0.held }
    }
    #expect(try await breaks(1) == 18)
    #expect(try await breaks(10) == 3)
  }
}
