import EvalKitTesting
import Testing

@testable import EvalKit

struct JudgingSupportTests {
  private typealias Fixture = JudgingFixture

  @Test func `leaves are traced to earlier turns, the others counted by reason`() throws {
    let trace = Fixture.judged.trace
    #expect(trace.traceable == 2)
    #expect(trace.leaves[8]?.map(\.id) == ["c2#1/tag", "c2#1/fee"])
    // The first call's tag is in its own turn; the note is free text.
    #expect(trace.untraceable == [.inTurn: 1, .composed: 1])
    let tag = try #require(trace.leaves[8]?.first)
    #expect(Array(tag.holders) == [2, 3])
  }

  @Test(arguments: [
    (JSONValue.bool(true), ArgumentTrace.Untraceable.weak), (.null, .weak), ("", .weak), (7, .weak),
    ("yes", .weak), ("ZZ-9", .unseen), (98765, .composed), ("celsius", .schema),
    ("one two three four five", .composed),
  ])
  func `what cannot be traced`(value: JSONValue, reason: ArgumentTrace.Untraceable) {
    let tool = ToolDefinition(
      name: "do", parameters: ["properties": ["unit": ["enum": ["celsius", "kelvin"]]]])
    let transcript = Transcript(
      head: Head("Help.", tools: [tool]),
      entries: [
        .prompt("celsius it is"), .response("Yes."), .prompt("Go."),
        .calls([ToolCall(id: "k", name: "do", arguments: ["x": value])]),
      ])
    let trace = ArgumentTrace(transcript, structure: TranscriptStructure(transcript.entries))
    #expect(trace.traceable == 0)
    #expect(trace.untraceable == [reason: 1])
  }

  private func support(_ items: [Item]) -> [Bool] {
    var support = ArgumentSupport(Fixture.judged.trace)
    support.observe(
      Fixture.record(1, entry: 8), view: View(head: Head(), items: items),
      change: ViewChange(from: Fixture.whole(0, 1, 2, 3, 4, 5, 6, 7, 8), to: items))
    return support.findings.map(\.isSupported)
  }

  @Test func `a value is supported by any entry, or by what a stage made of one`() {
    #expect(support(Fixture.whole(0, 8)) == [false, false])
    #expect(support(Fixture.whole(3, 8)) == [true, false])
    #expect(support(Fixture.whole(4, 8)) == [false, true])
    #expect(support([Fixture.made("BA 4711 costs 38,40")] + Fixture.whole(8)) == [true, true])
    #expect(support([Fixture.masked(4, "[output hidden]")] + Fixture.whole(8)) == [false, false])
    #expect(
      support([Fixture.masked(4, "Held, fee 38.40", form: .truncated)] + Fixture.whole(8))
        == [false, true])
  }

  @Test func `values that repeat count once`() {
    let entries: [Entry] = [
      .prompt("Take T-100 and T-200."), .response("Yes."),
      .prompt("Go."), .calls([ToolCall(id: "a", name: "get", arguments: ["x": "T-100"])]),
      .output("ok", callID: "a"), .response("Done."),
      .prompt("Again."), .calls([ToolCall(id: "b", name: "get", arguments: ["x": "T-100"])]),
      .output("ok", callID: "b"), .response("Done."),
      .prompt("And."), .calls([ToolCall(id: "c", name: "get", arguments: ["x": "T-200"])]),
    ]
    let transcript = Transcript(entries: entries)
    let trace = ArgumentTrace(transcript, structure: TranscriptStructure(entries))
    #expect(trace.traceable == 3)
    #expect(trace.distinct == 2)
    var support = ArgumentSupport(trace)
    for (input, shown) in [(2, [0, 2]), (6, [6]), (10, [10])] {
      let record = RequestRecord(
        number: 1, moment: .prompt, entry: EntryID(input), tokens: 0, cached: 0, commonPrefix: 0,
        held: 0, blocking: 0, overBy: 0)
      support.observe(
        record,
        view: View(
          head: Head(), items: shown.map { Item(recorded: EntryID($0), entry: entries[$0]) }),
        change: ViewChange(splices: [.init(at: 0, remove: 0, insert: [])]))
    }
    // T-100 at half, T-200 at none.
    #expect(support.share == 0.25)
    #expect(trace.foreignRate(in: [.prompt("T-200 is another's")]) == 0.5)
  }

  @Test func `what is looked up grows with the session, not with its square`() {
    func trace(_ turns: Int) -> ArgumentTrace {
      let entries = (0..<turns).flatMap { turn -> [Entry] in
        let id = turn < 20 ? "none" : "ORD-\(9980 + turn)"
        return [
          .prompt("Order ORD-\(10_000 + turn) is next, after \(Entry.words("w\(turn)", 30))"),
          .calls([ToolCall(id: "k\(turn)", name: "get", arguments: ["id": .string(id)])]),
          .output(Entry.words("o\(turn)", 30), callID: "k\(turn)"), .response("Done."),
        ]
      }
      return ArgumentTrace(
        Transcript(entries: entries), structure: TranscriptStructure(entries))
    }
    for turns in [100, 200] {
      let trace = trace(turns)
      #expect(trace.traceable == turns - 20)
      #expect(trace.leaves.values.joined().reduce(0) { $0 + $1.holders.count } == turns - 20)
    }
  }
}
