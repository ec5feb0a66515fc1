import Testing

@testable import EvalKit

/// Calls that repeat the record, or that no tool answers.
@Suite struct CallConfusionTests {
  // MARK: ghost-tool

  private static let texted = ConfusionBed(
    exchange("Text Ann.", "send_sms", ["to": "Ann"], "sent", "Sent.", id: "1")
      + exchange("Text Bo.", "post_note", ["to": "Bo"], "posted", "Posted.", id: "2")
      + [.prompt("Text Cy.", label: "ask")],
    tools: [.writing("post_note")],
    expects: [ExpectedCall(tool: "post_note", arguments: ["to": .exact("Cy")])])

  @Test func `a tool that is not defined is a ghost`() throws {
    let hit = try #require(
      Self.texted.hit(.calling("send_sms", ["to": "Cy"]), shows: [0, 1, 2, 3, 8]))
    #expect(hit.kind == .ghostTool)
    #expect(hit.detail == "send_sms is not defined; called in c1, in view")
    #expect(hit.lost == [4, 5, 6].map { EntryID($0) })
  }

  @Test func `a tool that is defined is none, and where no tool is defined nobody knows`() {
    #expect(Self.texted.hit(.calling("post_note", ["to": "Cy"]), shows: [8]) == nil)
    var bed = Self.texted
    bed.tools = []
    let scene = bed.scene(.calling("send_sms", ["to": "Cy"]), shows: [8])
    #expect(GhostTool().check(scene) == nil)
  }

  // MARK: repeated-side-effect

  private static let ordered = ConfusionBed(
    exchange(
      "Order 40 lilies.", "order", ["flower": "lilies", "stems": 40], "accepted", "Done.", id: "1")
      + [.prompt("And my lilies?", label: "ask")],
    tools: [.writing("order"), .reading("look_up")])

  @Test func `a write that was done is not done again, whatever its note says`() throws {
    let again: JSONValue = [
      "flower": "Lilies", "stems": 40, "note": "as quickly as you possibly can",
    ]
    let hit = try #require(Self.ordered.hit(.calling("order", again), shows: [0, 4]))
    #expect(hit.kind == .repeatedSideEffect)
    #expect(hit.lost == [EntryID(1), EntryID(2)])
    #expect(hit.detail.hasSuffix("was done in c1"))
  }

  @Test func `another order is another tool's worth of trouble, not a repetition`() {
    let other = Self.ordered.scene(.calling("order", ["flower": "roses", "stems": 40]), shows: [4])
    #expect(RepeatedSideEffect().check(other) == nil)
    let fewer = Self.ordered.scene(
      .calling("order", ["flower": "lilies", "stems": 10]), shows: [4])
    #expect(RepeatedSideEffect().check(fewer) == nil)
    // Half of an order is none: what it is of is missing.
    let half = Self.ordered.scene(.calling("order", ["stems": 40]), shows: [4])
    #expect(RepeatedSideEffect().check(half) == nil)
    // Unless the tool lets it be left out.
    var lenient = Self.ordered
    lenient.tools[0].parameters = [
      "properties": ["flower": ["type": "string"], "stems": ["type": "integer"]],
      "required": ["stems"],
    ]
    let short = lenient.scene(.calling("order", ["stems": 40]), shows: [4])
    #expect(RepeatedSideEffect().check(short)?.kind == .repeatedSideEffect)
  }

  @Test func `a write that failed may be made again, and so may one that is expected`() {
    var failed = Self.ordered
    failed.entries[2] = .output("Error: out of stock", callID: "1")
    let call = Reply.calling("order", ["flower": "lilies", "stems": 40])
    #expect(RepeatedSideEffect().check(failed.scene(call, shows: [4])) == nil)
    var expected = Self.ordered
    expected.expectation.ordered = [ExpectedCall(tool: "order")]
    #expect(expected.hit(call, shows: [4]) == nil)
  }

  @Test func `a tool whose case states no effect is told by the judge's patterns`() {
    let bed = ConfusionBed(
      exchange("Send it.", "send_mail", ["to": "Ann"], "sent", "Sent.", id: "1")
        + exchange("Find her.", "find_person", ["name": "Ann"], "here", "Here.", id: "2")
        + [.prompt("Thanks.", label: "ask")],
      tools: [ToolDefinition(name: "send_mail"), ToolDefinition(name: "find_person")])
    #expect(bed.hit(.calling("send_mail", ["to": "Ann"]), shows: [8])?.kind == .repeatedSideEffect)
    #expect(bed.hit(.calling("find_person", ["name": "Ann"]), shows: [8])?.kind == .redundantCall)
  }

  // MARK: error-loop

  private static let failed = ConfusionBed(
    exchange(
      "Read the gauge.", "read_gauge", ["at": "mole"], "Error: no answer", "Silent.", id: "1")
      + exchange("Again.", "read_gauge", ["at": "mole"], "4 metres", "Four metres.", id: "2")
      + [.prompt("And the gauge?", label: "ask")],
    tools: [.reading("read_gauge")])

  @Test func `a call whose failure is in view and whose success is not is a loop`() throws {
    let hit = try #require(
      Self.failed.hit(.calling("read_gauge", ["at": "mole"]), shows: [0, 1, 2, 3, 8]))
    #expect(hit.kind == .errorLoop)
    #expect(hit.lost == [EntryID(5), EntryID(6)])
  }

  @Test func `a failure that is out of view, or of another call, makes no loop`() {
    let call = Reply.calling("read_gauge", ["at": "mole"])
    #expect(Self.failed.hit(call, shows: [8])?.kind == .redundantCall)
    let other = Self.failed.scene(.calling("read_gauge", ["at": "quay"]), shows: [0, 1, 2, 3, 8])
    #expect(ErrorLoop().check(other) == nil)
  }

  @Test(arguments: [
    ("Error: no answer", true), (#"{"error": "no route"}"#, true), (#"{"ok": false}"#, true),
    (#"{"status": "failed"}"#, true), ("Timed out after 30 s", true), ("permission denied", true),
    (#"{"error": null, "rows": 3}"#, false), (#"{"errors": []}"#, false), ("4 metres", false),
    (#"{"status": "on its way"}"#, false),
    (
      "Nine barrels, forty crates of slate, a piano in a frame and one line on how errors are read",
      false
    ),
  ])
  func `outputs that say they failed`(_ text: String, _ isFailed: Bool) throws {
    #expect(FailedOutput.isFailed(.output(text)) == isFailed)
    if text.first == "{" {
      let value = try JSONValue.parse(text)
      let entry = Entry(kind: .toolOutput, segments: [.structure(value)])
      #expect(FailedOutput.isFailed(entry) == isFailed)
    }
  }

  // MARK: redundant-call

  private static let sheet = ConfusionBed(
    exchange(
      "Read the sheet.", "read_sheet", ["scene": "orchard"], "amber 62 percent", "Read.", id: "1")
      + [.prompt("How bright is the amber?", label: "ask")],
    tools: [.reading("read_sheet")])

  @Test func `a read whose output the oracle still sees is redundant`() throws {
    let call = Reply.calling("read_sheet", ["scene": "the Orchard"])
    let gone = try #require(Self.sheet.hit(call, shows: [0, 3, 4]))
    #expect(gone.kind == .redundantCall)
    #expect(gone.lost == [EntryID(1), EntryID(2)])
    #expect(gone.detail.hasSuffix("was answered in o1, not in view whole"))
    // In view it is as redundant, and nothing that was lost explains it.
    let seen = try #require(Self.sheet.hit(call, shows: [0, 1, 2, 3, 4]))
    #expect(seen.kind == .redundantCall)
    #expect(seen.lost.isEmpty)
  }

  @Test func `another read, and a read that is expected or optional, are not`() {
    let other = Self.sheet.scene(.calling("read_sheet", ["scene": "storm"]), shows: [0, 3, 4])
    #expect(RedundantCall().check(other) == nil)
    let call = Reply.calling("read_sheet", ["scene": "orchard"])
    var expected = Self.sheet
    expected.expectation.ordered = [ExpectedCall(tool: "read_sheet")]
    #expect(expected.hit(call, shows: [0, 3, 4]) == nil)
    var optional = Self.sheet
    optional.expectation.optional = [ExpectedCall(tool: "read_sheet")]
    #expect(optional.hit(call, shows: [0, 3, 4]) == nil)
  }

  @Test func `a redundant read is one also where other calls are allowed`() {
    var bed = Self.sheet
    bed.expectation.allowsAdditionalCalls = true
    let call = Reply.calling("read_sheet", ["scene": "orchard"])
    #expect(bed.scene(call, shows: [0, 3, 4]).result.isInOrder)
    #expect(bed.hit(call, shows: [0, 3, 4])?.kind == .redundantCall)
  }

  // MARK: wrong-tool

  private static let library = ConfusionBed(
    exchange("Find a book.", "ask_depot", ["title": "Salt"], "crate 3", "In crate 3.", id: "1")
      + [.prompt("Find the other book.", label: "ask")],
    tools: [.reading("ask_depot"), .reading("find_book")],
    expects: [ExpectedCall(tool: "ask_depot", arguments: ["title": .keyOnly])], allowsOthers: true)

  @Test func `a defined tool in the place of the expected one is wrong`() throws {
    let hit = try #require(
      Self.library.hit(.calling("find_book", ["title": "Sea"]), shows: [0, 3, 4]))
    #expect(hit.kind == .wrongTool)
    #expect(hit.detail == #"find_book({"title":"Sea"}) is called, expected was ask_depot"#)
    #expect(hit.lost == [EntryID(1), EntryID(2)])
  }

  @Test func `beside the expected call another is wrong only where it is refused`() {
    let both = Reply(calls: [
      ToolCall(name: "ask_depot", arguments: ["title": "Sea"]),
      ToolCall(name: "find_book", arguments: ["title": "Sea"]),
    ])
    #expect(Self.library.hit(both, shows: [4]) == nil)
    var strict = Self.library
    strict.expectation.allowsAdditionalCalls = false
    #expect(strict.hit(both, shows: [4])?.kind == .wrongTool)
  }

  @Test func `a call where none is expected names what the oracle answered from`() throws {
    let hit = try #require(
      Self.sheet.hit(
        .calling("read_sheet", ["scene": "amber"]), shows: [0, 3, 4],
        oracle: Reply(text: "62 percent")))
    #expect(hit.kind == .wrongTool)
    #expect(hit.lost == [EntryID(2)])
  }
}
