import Testing

@testable import EvalKit

/// Calls that were expected and not made.
@Suite struct OmissionTests {
  private static func titles(_ count: Int) -> [Entry] {
    ["Quay", "Loom", "Road"].prefix(count).flatMap { name -> [Entry] in
      [
        .prompt("Give me a title for the \(name) project.", label: "p-\(name)"),
        .response("'\(name) at Dusk'", label: "r-\(name)"),
      ]
    }
  }

  private static func studio(precedents: Int) -> ConfusionBed {
    ConfusionBed(
      titles(precedents)
        + exchange(
          "Give me a title for the Glass project.", "make_title", ["project": "Glass"], "Grass",
          "'Grass'", id: "1")
        + [.prompt("Give me a title for the Orchard project.", label: "ask")],
      tools: [.reading("make_title")],
      expects: [ExpectedCall(tool: "make_title", arguments: ["project": .contains("Orchard")])])
  }

  private static let prose = Reply(text: "'What the Branches Keep'")

  // MARK: omitted-by-imitation

  @Test func `prose after turns recorded in prose is imitation`() throws {
    let bed = Self.studio(precedents: 3)
    // The exchange is gone, its answer is kept.
    let hit = try #require(bed.hit(Self.prose, shows: [0, 1, 2, 3, 4, 5, 6, 9, 10]))
    #expect(hit.kind == .omittedByImitation)
    #expect(hit.detail.contains("as after p-Quay, p-Loom, p-Road"))
    #expect(hit.lost == [EntryID(7), EntryID(8)])
  }

  @Test func `turns that are alike are the same when they were looked for before`() {
    let evalCase = EvalCase(id: "c", transcript: Transcript(entries: Self.titles(3)))
    let judged = Judge.default.prepare(evalCase)
    for _ in 0..<2 {
      for count in 0...evalCase.transcript.entries.count {
        #expect(
          LikeTurns.turns(before: count, in: judged).map(\.prompt)
            == LikeTurns.turns(before: count, in: evalCase).map(\.prompt), "\(count)")
      }
    }
    #expect(LikeTurns.turns(before: 6, in: judged).map(\.prompt) == [EntryID(0), EntryID(2)])
  }

  @Test func `without such turns in view, or with as many exchanges, it is not`() {
    let none = Self.studio(precedents: 0)
    #expect(none.hit(Self.prose, shows: [0, 3, 4])?.kind == .answeredWithoutTool)
    let one = Self.studio(precedents: 1)
    #expect(one.hit(Self.prose, shows: [0, 1, 2, 5, 6])?.kind == .omittedByImitation)
    #expect(one.hit(Self.prose, shows: Array(0...6))?.kind == .answeredWithoutTool)
    #expect(one.hit(Self.prose, shows: [2, 5, 6])?.kind == .answeredWithoutTool)
  }

  @Test func `the expected call is no omission, and neither is a wrong one`() {
    let bed = Self.studio(precedents: 3)
    #expect(bed.hit(.calling("make_title", ["project": "Orchard"]), shows: [10]) == nil)
    let scene = bed.scene(.calling("make_title", ["project": "Quay"]), shows: [0, 1, 10])
    for signature: any ConfusionSignature in [
      OmittedByImitation(), AnsweredWithoutTool(), LearnedRefusal(), RetrievalNotAttempted(),
    ] {
      #expect(signature.check(scene) == nil)
    }
  }

  @Test(arguments: [
    (
      "Give me a title for the Quay project.", "Give me a title for the Winter Orchard project.",
      true
    ),
    (
      "How many berths are free at the Tern pier?", "How many berths are free at the Curlew pier?",
      true
    ),
    ("Order 40 stems for Saturday.", "Order 7 stems for Monday.", true),
    ("Give me a title for the Quay project.", "Look up what Dorrit wrote to us.", false),
    ("What is the weather like?", "File the claim for my bag.", false),
    ("灯台の題名をください", "港の題名をください", true),
    ("灯台の題名をください", "明日の天気は晴れですか", false),
  ])
  func `prompts that ask for the same sort of thing`(
    _ left: String, _ right: String, _ areAlike: Bool
  ) {
    let evalCase = EvalCase(
      id: "like",
      transcript: Transcript(entries: [.prompt(left), .response("Yes."), .prompt(right)]))
    #expect(LikeTurns.turns(before: 3, in: evalCase).isEmpty != areAlike)
  }

  // MARK: answered-without-tool

  private static let berths = ConfusionBed(
    exchange("Free at the Osprey pier?", "count_free", ["pier": "Osprey"], "9", "Nine.", id: "1")
      + exchange("Free at the Tern pier?", "count_free", ["pier": "Tern"], "3", "Three.", id: "2")
      + [.prompt("Free at the Curlew pier?", label: "ask")],
    tools: [.reading("count_free")],
    expects: [ExpectedCall(tool: "count_free", arguments: ["pier": .contains("Curlew")])])

  @Test func `answers whose exchanges were dropped make answers without a tool`() throws {
    let hit = try #require(Self.berths.hit(Reply(text: "Twelve."), shows: [0, 3, 4, 7, 8]))
    #expect(hit.kind == .answeredWithoutTool)
    #expect(hit.lost == [1, 2, 5, 6].map { EntryID($0) })
    #expect(hit.detail == "it says 'Twelve.', and count_free was not called")
  }

  @Test func `where no call is expected prose is right`() {
    let bed = ConfusionBed(
      [.prompt("Thanks.", label: "ask")], tools: [.reading("count_free")])
    #expect(bed.hit(Reply(text: "Gladly."), shows: [0]) == nil)
  }

  // MARK: learned-refusal

  private static let desk = ConfusionBed(
    exchange(
      "Book the north dome.", "book", ["dome": "north"], "error: no answer", "I cannot.", id: "1")
      + exchange("Book the west dome.", "book", ["dome": "west"], "entered", "Entered.", id: "2")
      + [.prompt("Book the east dome.", label: "ask")],
    tools: [.writing("book")], expects: [ExpectedCall(tool: "book")])

  @Test func `declining as after a failure that is over is learned`() throws {
    let refusal = Reply(text: "I cannot book it, the desk does not answer.")
    let hit = try #require(Self.desk.hit(refusal, shows: [0, 1, 2, 3, 8]))
    #expect(hit.kind == .learnedRefusal)
    #expect(hit.lost == [EntryID(5), EntryID(6)])
    #expect(hit.detail.contains("as after o1, r1"))
    // The words alone are enough to learn from.
    #expect(Self.desk.hit(refusal, shows: [0, 3, 8])?.kind == .learnedRefusal)
  }

  @Test func `with the success in view, or no failure, declining is not learned`() {
    let refusal = Reply(text: "I cannot book it.")
    #expect(
      LearnedRefusal().check(Self.desk.scene(refusal, shows: Array(0...8))) == nil)
    #expect(LearnedRefusal().check(Self.desk.scene(refusal, shows: [4, 7, 8])) == nil)
    #expect(
      LearnedRefusal().check(Self.desk.scene(Reply(text: "Booked."), shows: [0, 1, 2, 3, 8])) == nil
    )
  }

  // MARK: retrieval-not-attempted

  private static let sheet = ConfusionBed(
    exchange(
      "Read the sheet.", "read_sheet", ["scene": "orchard"], "amber 62 percent", "Read.", id: "1")
      + [.prompt("How bright is the amber?", label: "ask")],
    tools: [.reading("read_sheet")])

  @Test func `declining what a cleared output had is not fetching it`() throws {
    let bed = Self.sheet
    let shown = bed.items([0, 1]) + [bed.masked(2)] + bed.items([3, 4])
    let scene = bed.scene(
      Reply(abstained: true), items: shown, oracle: Reply(text: "62 percent"))
    let hit = try #require(ConfusionVerdict.first(in: scene))
    #expect(hit.kind == .retrievalNotAttempted)
    #expect(hit.lost == [EntryID(2)])
  }

  @Test func `an answer of up to four words is looked for whole, of a longer one what has digits`()
  {
    let bed = ConfusionBed(
      exchange(
        "Where is it?", "read_sheet", ["scene": "orchard"], "kept at the old mill", "Read.", id: "1"
      )
        + [.prompt("Where again?", label: "ask")], tools: [.reading("read_sheet")])
    let decline = Reply(text: "I don't know.")
    func kind(_ oracle: String) -> ToolConfusion? {
      bed.hit(decline, shows: [0, 3, 4], oracle: Reply(text: oracle))?.kind
    }
    #expect(kind("at the old mill") == .retrievalNotAttempted)
    #expect(kind("kept at the old mill") == nil)
  }

  @Test func `what the oracle does not know either, or what is in view, is not to be fetched`() {
    let bed = Self.sheet
    let decline = Reply(text: "I don't know.")
    #expect(bed.hit(decline, shows: [0, 3, 4], oracle: Reply(abstained: true)) == nil)
    #expect(bed.hit(decline, shows: [0, 1, 2, 3, 4], oracle: Reply(text: "62 percent")) == nil)
    #expect(
      bed.hit(Reply(text: "50 %"), shows: [0, 3, 4], oracle: Reply(text: "62 percent")) == nil)
    var gone = bed
    gone.tools = [.reading("other")]
    #expect(gone.hit(decline, shows: [0, 3, 4], oracle: Reply(text: "62 percent")) == nil)
  }

  @Test
  func `declining where a read is expected is not fetching either; a write is another matter`() {
    #expect(
      Self.berths.hit(Reply(abstained: true), shows: [8])?.kind == .retrievalNotAttempted)
    #expect(Self.desk.hit(Reply(abstained: true), shows: [8])?.kind == .answeredWithoutTool)
  }
}
