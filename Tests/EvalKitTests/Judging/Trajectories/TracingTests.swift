import Testing

@testable import EvalKit

/// Which arguments are traced to earlier turns, how they are named, and how far back they stand.
struct TracingTests {
  private func transcript(
    _ said: [String], _ arguments: JSONValue, head: Head = Head(), label: String = "c",
    changes: [HeadChange] = []
  ) -> Transcript {
    Transcript(
      head: head,
      entries: said.flatMap { [Entry.prompt($0), .response("Yes.")] }
        + [
          .prompt("Go."),
          .calls([ToolCall(id: "k", name: "do", arguments: arguments)], label: label),
        ],
      changes: changes)
  }

  private func traced(_ transcript: Transcript) -> ArgumentTrace {
    ArgumentTrace(transcript, structure: TranscriptStructure(transcript.entries))
  }

  @Test func `leaves are named by entry, call and path`() throws {
    let value: JSONValue = ["days": [["tag": "ZZ98"], ["tag": "YY97"]], "to": "ZZ98"]
    let labelled = traced(transcript(["ZZ98, YY97"], value))
    let leaves = try #require(labelled.leaves[2])
    #expect(leaves.map(\.id) == ["c#1/days[0].tag", "c#1/days[1].tag", "c#1/to"])
    #expect(leaves.allSatisfy { $0.entry == 3 && Array($0.holders) == [0] })
    #expect((labelled.traceable, labelled.distinct) == (3, 2))
    let bare = traced(transcript(["ZZ98"], ["to": "ZZ98"], label: ""))
    #expect(bare.leaves[2]?.map(\.id) == ["3#1/to"])
  }

  @Test func `only what stands in turns before is a source`() throws {
    let before = traced(transcript(["ZZ98", "So, ZZ98.", "No."], ["x": "ZZ98"]))
    #expect(before.leaves[6].map { Array($0[0].holders) } == [0, 2])
    var now = transcript(["ZZ98"], ["x": "ZZ98"])
    now.entries[2] = .prompt("Take ZZ98.")
    #expect(traced(now).untraceable == [.inTurn: 1])
    var later = transcript(["So."], ["x": "ZZ98"])
    later.entries.append(.output("ZZ98 done", callID: "k"))
    #expect(traced(later).untraceable == [.unseen: 1])
    #expect(traced(later).unsupplied == [.init(entry: 3, call: 0, path: "x")])
  }

  @Test(arguments: [
    (JSONValue.string(String(repeating: "z", count: 400)), nil as ArgumentTrace.Untraceable?),
    (.string(String(repeating: "z", count: 401)), .composed), ("one two three four", nil),
    ("one two three four five", .composed), ("7", .weak), ("7 kg", nil), (98765, nil), (5, .weak),
    ("yes", .weak), ("Yes", .weak), ("--", .weak), (true, .weak), ("Malmö", nil),
  ])
  func `what is too long, or says too little`(
    value: JSONValue, reason: ArgumentTrace.Untraceable?
  ) {
    let text = value.stringValue ?? value.serialised()
    let trace = traced(transcript(["x \(text) x"], ["x": value]))
    #expect(trace.untraceable == (reason.map { [$0: 1] } ?? [:]))
    #expect(trace.traceable == (reason == nil ? 1 : 0))
  }

  @Test func `what no earlier entry says is unseen, a number composed`() {
    #expect(traced(transcript(["x"], ["x": "ZZ98"])).untraceable == [.unseen: 1])
    #expect(traced(transcript(["x"], ["x": 98765])).untraceable == [.composed: 1])
  }

  @Test func `what the head in force says is the schema's`() {
    let change = HeadChange(position: 2, instructions: Head("Use KK55.").instructions)
    func reasons(_ tag: String, _ changes: [HeadChange]) -> [ArgumentTrace.Untraceable: Int] {
      traced(
        transcript(
          ["ZZ98 KK55"], ["x": .string(tag)], head: Head("Use ZZ98."), changes: changes)
      ).untraceable
    }
    #expect(reasons("ZZ98", []) == [.schema: 1])
    #expect(reasons("KK55", []) == [:])
    #expect(reasons("ZZ98", [change]) == [:])
    #expect(reasons("KK55", [change]) == [.schema: 1])
    let last = HeadChange(position: 3, instructions: Head("None.").instructions)
    #expect(reasons("KK55", [change, last]) == [:])
  }

  @Test func `texts are looked for by what they are`() {
    func kind(_ text: String) -> ValueMatcher.Kind {
      ArgumentTrace.matcher(text, isNumber: false).kind
    }
    #expect(kind("14 May 2026") == .date)
    #expect(kind("room 12") == .identifier)
    #expect(kind("room 9") == .identifier && kind("room 0") == .identifier)
    #expect(kind("Porto") == .identifier)
    #expect(kind("red box") == .text)
    #expect(ArgumentTrace.matcher("5", isNumber: true).kind == .number)
  }

  @Test func `how often another session says the values`() {
    let found = traced(transcript(["ZZ98, YY97"], ["a": "ZZ98", "b": "YY97", "c": "ZZ98"]))
    #expect(found.foreignRate(in: [.prompt("ZZ98")]) == 0.5)
    #expect(found.foreignRate(in: [.prompt("ZZ98"), .prompt("YY97")]) == 1)
    #expect(found.foreignRate(in: []) == 0)
    #expect(traced(transcript(["x"], [:])).foreignRate(in: [.prompt("ZZ98")]) == nil)
    #expect(ArgumentSupport(traced(transcript(["x"], [:]))).share == nil)
  }

  @Test func `how many turns back the latest source stands`() {
    for (turns, bucket) in [(0, 0), (1, 1), (2, 1), (3, 2), (6, 2), (7, 3), (15, 4), (30, 4)] {
      let said = ["ZZ98", "ZZ98"] + (0..<turns).map { "Turn \($0) goes on." }
      let transcript = transcript(said, ["x": "ZZ98"])
      let structure = TranscriptStructure(transcript.entries)
      let counts = ReuseDistances(traced(transcript), structure: structure).counts
      #expect(counts.indices.filter { counts[$0] == 1 } == [bucket], "\(turns)")
      #expect(counts.reduce(0, +) == 1)
    }
  }
}
