import Testing

@testable import EvalKit

/// What tells calls, turns and outputs alike or failed, at the edges.
@Suite struct ConfusionEdgeTests {
  private static let outputs: [(String, Bool)] = [
    (#"{"ok": true}"#, false), (#"{"ok": false}"#, true), (#"{"success": false}"#, true),
    (#"{"success": "false"}"#, false), (#"{"OK": false}"#, true), (#"{"error": true}"#, true),
    (#"{"error": false}"#, false), (#"{"error": 0}"#, false), (#"{"error": 3}"#, true),
    (#"{"error": ""}"#, false), (#"{"error": "x"}"#, true), (#"{"error": {}}"#, false),
    (#"{"error": {"a": 1}}"#, true), (#"{"errors": ["x"]}"#, true),
    (#"{"exception": null}"#, false),
    (#"{"state": "error"}"#, true), (#"{"result": "done"}"#, false),
    (#"{"outcome": "denied"}"#, true),
    (#"{"note": "error"}"#, false), (#"{"a": 1, "error": "x"}"#, true), (" {\"ok\": false}", true),
    ("{not json, an error", true), ("[1, 2]", false), ("a b c d e f g h i j k error", true),
    ("a b c d e f g h i j k l error", false), ("", false), ("It works", false), ("エラーです", true),
  ]

  @Test(arguments: outputs) func `an output that failed`(text: String, isFailed: Bool) {
    #expect(FailedOutput.isFailed(.output(text)) == isFailed)
    let item = Item(recorded: EntryID(0), entry: .output(text))
    #expect(FailedOutput.isFailed(item) == isFailed)
    // Noted at the first look, the same at the second.
    #expect(FailedOutput.isFailed(item) == isFailed)
  }

  @Test func `one segment that failed is enough, and an attachment says nothing`() {
    let fine = Segment.text("All is well."), failed = Segment.text("Error: no answer")
    let picture = Segment(.attachment(Attachment(name: "error.png")))
    #expect(FailedOutput.isFailed(Entry(kind: .toolOutput, segments: [fine, failed])))
    #expect(FailedOutput.isFailed(Entry(kind: .toolOutput, segments: [failed, fine])))
    #expect(!FailedOutput.isFailed(Entry(kind: .toolOutput, segments: [fine, picture])))
    #expect(!FailedOutput.isFailed(Entry(kind: .toolOutput, segments: [])))
    let said = Segment(.structure("error", source: nil))
    #expect(FailedOutput.isFailed(Entry(kind: .toolOutput, segments: [said])))
  }

  private static let long = "as quickly as you possibly can"

  private static let effects: [(JSONValue, JSONValue, Bool)] = [
    (["a": 1], ["a": 1], true), (["a": 1], ["a": 2], false),
    (["a": 1, "b": 2], ["a": 1, "b": 3], false),
    (["a": 1, "b": 2], ["a": 1], false), (["a": 1], ["a": 1, "b": 2], false), ([:], [:], true),
    (["a": 1], [:], false), (["a": 1], ["b": 1], false), (["a": .string(long)], [:], true),
    (["a": .string(long), "b": 1], ["b": 1], true), (["a": [1, 2]], ["a": [1, 2]], true),
    (["a": [1, 2]], ["a": [2, 1]], false), (["a": ["b": 1]], ["a": ["b": 1]], true),
    (["a": 1, "o": 2], ["a": 1], true), (["a": 1, "o": 2], ["a": 1, "o": 3], false),
    (["o": 2], [:], false),
    (["a": "BA 4711"], ["a": "ba4711"], true),
  ]

  @Test(arguments: effects)
  func `two calls with the same effect`(left: JSONValue, right: JSONValue, isSame: Bool) {
    let tool = ToolDefinition(
      name: "t",
      parameters: [
        "properties": ["a": ["type": "string"], "o": ["type": "string"]], "required": ["a"],
      ])
    func same(_ one: JSONValue, _ other: JSONValue) -> Bool {
      CallSameness.haveSameEffect(
        ToolCall(name: "t", arguments: one), ToolCall(name: "t", arguments: other), tool: tool)
    }
    #expect(same(left, right) == isSame)
    #expect(same(right, left) == isSame)
    #expect(
      !CallSameness.haveSameEffect(
        ToolCall(name: "t", arguments: left), ToolCall(name: "u", arguments: right), tool: tool))
  }

  @Test func `the leaves of arguments`() {
    let leaves = CallSameness.leaves(of: ["a": ["b": [1, ["c": 2]]], "d": 3])
    #expect(leaves == ["/a/b/0": 1, "/a/b/1/c": 2, "/d": 3])
    #expect(CallSameness.leaves(of: 5) == ["": 5])
  }

  private static let prompts: [(String, [String])] = [
    ("Weigh the sample", ["weigh", "sample"]), ("Please weigh Ann", ["weigh"]),
    ("Ann weighs", ["ann", "weighs"]),
    ("It is late. Weigh it", ["late", "weigh"]), ("So: Weigh it", ["weigh"]),
    ("late, Weigh it", ["late"]),
    ("Is it late? Weigh", ["late", "weigh"]), ("late\nWeigh", ["late", "weigh"]),
    ("late! Weigh", ["late", "weigh"]),
    ("room 12b and b2", ["room"]), ("a b cd", ["cd"]), ("", []), ("the an of", []),
    ("weigh weigh", ["weigh"]),
    ("weigh-sample", ["weigh", "sample"]),
  ]

  @Test(arguments: prompts) func `the words by which prompts are alike`(
    prompt: String, words: [String]
  ) {
    #expect(LikeTurns.terms(of: prompt) == Set(words.map(MatchText.hash)))
  }

  @Test func `scripts without spaces are alike by pairs of characters`() {
    #expect(LikeTurns.terms(of: "天気予報").count == 3)
    #expect(LikeTurns.terms(of: "天気予報").intersection(LikeTurns.terms(of: "天気図")).count == 1)
    #expect(LikeTurns.terms(of: "天").isEmpty)
  }

  private func like(_ prompts: String..., before count: Int? = nil) -> [Int] {
    let entries = prompts.flatMap { [Entry.prompt($0), .response("Yes.")] }.dropLast()
    let evalCase = EvalCase(id: "c", transcript: Transcript(entries: Array(entries)))
    return LikeTurns.turns(before: count ?? entries.count, in: evalCase).map(\.prompt.index)
  }

  @Test func `turns are alike that share half of their words`() {
    #expect(like("weigh oak", "measure oak", "weigh oak") == [0, 2])
    #expect(like("weigh ash", "weigh elm") == [0])
    #expect(like("weigh ash", "weigh elm twigs") == [])
    #expect(like("log ash", "weigh elm") == [])
    #expect(like("weigh ash", "the") == [])
    #expect(like("weigh ash") == [])
    #expect(like("weigh ash", "weigh ash", before: 1) == [])
    #expect(like("weigh ash", before: 0) == [])
  }

  @Test func `a like turn has its tools and its answers`() throws {
    let entries =
      exchange("Weigh ash.", "weigh", [:], "5 kg", "5 kg.", id: "1") + [
        .response("So."), .prompt("Weigh ash."),
      ]
    let turns = LikeTurns.turns(
      before: 6, in: EvalCase(id: "c", transcript: Transcript(entries: entries)))
    #expect(turns.map(\.tools) == [["weigh"]])
    #expect(turns.map(\.responses) == [[EntryID(3), EntryID(4)]])
  }

  @Test(arguments: [
    ("I can't do that.", true), ("I cannot.", true), ("できません", true), ("I don't know.", true),
    ("It is done.", false), ("", false), ("I can do that.", false),
  ])
  func `a reply that declines`(text: String, declines: Bool) {
    #expect(Declining.isMade(by: Reply(text: text)) == declines)
    #expect(Declining.isMade(by: Reply(text: text, abstained: true)))
    #expect(Declining.isMade(by: .response(text), text: MatchText(text)) == declines)
    #expect(!Declining.isMade(by: .prompt(text), text: MatchText(text)))
  }

  // MARK: scenes

  private static let bed = ConfusionBed(
    exchange("Weigh oak.", "weigh", ["of": "oak"], "5 kg", "5 kg.", id: "1")
      + [.prompt("Weigh elm.", label: "ask")],
    tools: [.reading("weigh")],
    expects: [ExpectedCall(tool: "weigh", arguments: ["of": .exact("elm")])])

  /// A scene of one reply after another, each with these entries in view.
  private func scene(_ replies: [(Reply, [Int])], oracle: Reply = Reply(text: "Fine."))
    -> ConfusionScene
  {
    let judged = Self.bed.judged
    func step(_ reply: Reply, _ places: [Int]) -> ConfusionScene.Step {
      ConfusionScene.Step(
        reply: reply,
        view: View(head: Head("Help.", tools: Self.bed.tools), items: Self.bed.items(places)),
        count: 5)
    }
    return ConfusionScene(
      judged, Self.bed.expectation, questions: judged.questions,
      steps: replies.map { step($0.0, $0.1) }, oracle: [step(oracle, Array(0..<5))])
  }

  @Test func `what was not called is told of the last reply`() throws {
    let two = scene([(Reply(text: "First."), [0, 1, 2, 3, 4]), (Reply(text: "Last."), [4])])
    let hit = try #require(AnsweredWithoutTool().check(two))
    #expect(hit.detail == "it says 'Last.', and weigh was not called")
    #expect(hit.step == 1)
    #expect(hit.lost == [0, 1, 2].map { EntryID($0) })
    let silent = try #require(AnsweredWithoutTool().check(scene([(Reply(text: ""), [4])])))
    #expect(silent.detail.hasPrefix("it says nothing,"))
    let long = String(repeating: "x", count: 60)
    #expect(scene([(Reply(text: long), [4])]).lastWords == "'\(long)'")
    #expect(scene([(Reply(text: long + "y"), [4])]).lastWords == "'\(long.prefix(57))…'")
    #expect(AnsweredWithoutTool().check(scene([])) == nil)
  }

  @Test func `what a scene shows of each step, and of none`() {
    let two = scene([(Reply(text: "a"), [0, 1, 2, 3, 4]), (Reply(text: "b"), [4])])
    #expect(two.isWhole(EntryID(1), step: 0) && !two.isWhole(EntryID(1), step: 1))
    #expect(!two.isWhole(EntryID(1), step: 2) && !two.shows(EntryID(1), step: -1))
    #expect((two.count(1), two.count(2)) == (5, 0))
    #expect(two.tools(0).map(\.name) == ["weigh"])
    #expect(two.tools(2).isEmpty)
    #expect(two.past.map(\.entries) == [[EntryID(1), EntryID(2)]])
    #expect(two.shows(two.past[0], step: 0) && !two.shows(two.past[0], step: 1))
    let value = ValueMatcher("oak", kind: .text)
    #expect(two.holds(value, step: 0) && !two.holds(value, step: 1) && !two.holds(value, step: 2))
    let ids = (0..<5).map { EntryID($0) }
    #expect(two.labels(Array(ids.prefix(4))) == "p1, c1, o1, r1")
    #expect(two.labels(ids) == "p1, c1, o1, r1 and 1 more")
    #expect(
      ConfusionHit(.wrongTool, "", lost: [EntryID(2), EntryID(0), EntryID(2)]).lost.map(\.index)
        == [0, 2])
  }

  @Test func `a step that the oracle did not take is compared with nothing`() {
    let again = Reply.calling("weigh", ["of": "oak"])
    let late = scene([(Reply(text: "a"), [4]), (again, [4])])
    #expect(RedundantCall().check(late) == nil)
    #expect(RedundantCall().check(scene([(again, [4])]))?.kind == .redundantCall)
  }

  @Test func `any way of saying the right value is enough to have it in view`() {
    var bed = Self.bed
    bed.facts = [Fact(id: "elm", value: "ZZ98", aliases: ["YY97"])]
    bed.entries[0] = .prompt("Elm is ZZ98.", label: "p1")
    bed.entries[3] = .response("YY97 too.", label: "r1")
    bed.expectation.ordered = [ExpectedCall(tool: "weigh", arguments: ["of": .fact("elm")])]
    let call = Reply.calling("weigh", ["of": "XX96"])
    #expect(bed.hit(call, shows: [0, 4])?.kind == .wrongArgumentPresent)
    #expect(bed.hit(call, shows: [3, 4])?.kind == .wrongArgumentPresent)
    #expect(bed.hit(call, shows: [4])?.kind == .wrongArgumentLost)
  }

  @Test func `a tool that would tell, and what was lost of it`() throws {
    let declined = Reply(text: "I don't know.")
    let expected = try #require(RetrievalNotAttempted().check(scene([(declined, [4])])))
    #expect(expected.detail == "it declines; weigh would tell")
    #expect(expected.lost == [0, 1, 2].map { EntryID($0) })
    var asked = Self.bed
    asked.expectation.ordered = []
    let lost = try #require(
      RetrievalNotAttempted().check(
        asked.scene(declined, shows: [0, 3, 4], oracle: Reply(text: "5 kg"))))
    #expect(lost.detail == "it declines; o1 has it, and its tool could be asked again")
    #expect(
      RetrievalNotAttempted().check(
        asked.scene(declined, shows: [0, 1, 2, 3, 4], oracle: Reply(text: "5 kg"))) == nil)
    #expect(
      RetrievalNotAttempted().check(asked.scene(declined, shows: [4], oracle: declined)) == nil)
    // A write that is expected is not made good by reading.
    var writing = Self.bed
    writing.tools = [.reading("weigh"), .writing("log")]
    writing.expectation.ordered = [ExpectedCall(tool: "log")]
    #expect(
      RetrievalNotAttempted().check(
        writing.scene(declined, shows: [0, 3, 4], oracle: Reply(text: "5 kg"))) == nil)
  }
}
