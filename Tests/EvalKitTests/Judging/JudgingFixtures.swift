@testable import EvalKit

/// A small case: a tag that is corrected, a fee from a tool, a write with both.
enum JudgingFixture {
  static let entries: [Entry] = [
    .prompt("My bag tag is BA4117.", label: "p1"),  // 0
    .response("Noted.", label: "r1"),  // 1
    .prompt("Sorry, the tag is BA4711.", label: "p2"),  // 2
    .calls(
      [ToolCall(id: "k1", name: "find_bag", arguments: ["tag": "BA4711"])], label: "c1"),  // 3
    .output("Held in Porto, fee 38.40 EUR, belt 7", callID: "k1", label: "o1"),  // 4
    .response("It is being held for you.", label: "r2"),  // 5
    .prompt("Let me think. What is the weather?", label: "p3"),  // 6
    .response("Sunny.", label: "r3"),  // 7
    .prompt("File the claim, please.", label: "p4"),  // 8
    .calls(
      [
        ToolCall(
          id: "k2", name: "file_claim",
          arguments: ["tag": "BA4711", "fee": JSONValue(38.4), "note": "please hurry up a bit now"])
      ], label: "c2"),  // 9
    .output("filed", callID: "k2", label: "o2"),  // 10
    .response("Filed.", label: "r4"),  // 11
  ]

  static let tag = Fact(
    id: "tag", kind: "identifier", value: "BA4711",
    evidence: [Evidence(entry: EntryID(2), quote: "BA4711")],
    supersedes: [
      Fact.Superseded(
        value: "BA4117", evidence: [Evidence(entry: EntryID(0), quote: "BA4117")])
    ])
  static let fee = Fact(
    id: "fee", kind: "number", value: "38.40 EUR",
    evidence: [Evidence(entry: EntryID(4), quote: "38.40 EUR")])

  static let tagProbe = Probe(id: "tag", ask: "What is the tag?", facts: ["tag"])
  static let gate = Probe(
    id: "gate", kind: "abstention", ask: "Which gate?", decoy: "Which city?", expect: .abstain)
  static let claim = TrajectoryExpectation(
    id: "claim", at: .before(EntryID(9)),
    ordered: [ExpectedCall(tool: "file_claim", arguments: ["tag": .fact("tag")])],
    disallowed: [ExpectedCall(tool: "cancel_trip")])

  static let evalCase = EvalCase(
    id: "bags",
    transcript: Transcript(head: Head("You help travellers."), entries: entries),
    facts: [tag, fee],
    probes: [tagProbe, Probe(id: "fee", ask: "What is the fee?", facts: ["fee"]), gate],
    trajectories: [claim])

  static let judged = prepared(evalCase)

  /// A case over the same entries, ready to be judged.
  static func prepared(_ evalCase: EvalCase) -> JudgedCase {
    Judge.default.prepare(
      evalCase,
      ledger: TokenLedger(entries: entries, renderer: Flat(), tokenizer: PieceTokenizer()))
  }

  /// Counts every entry as ten tokens.
  private struct Flat: Renderer {
    let name = "flat"
    let dependsOnNeighbours = false
    func head(_ head: Head) -> [RenderedText] { [] }
    func entry(_ entry: Entry, after previous: Entry?) -> RenderedText {
      RenderedText("", attachmentTokens: 10)
    }
  }

  /// A view of entries by place, with items a stage made between them.
  static func view(_ items: Item...) -> View {
    View(head: evalCase.transcript.head, items: items)
  }

  static func whole(_ places: Int...) -> [Item] {
    places.map { Item(recorded: EntryID($0), entry: entries[$0]) }
  }

  static func made(_ text: String, covers: [Int] = [], carries: [Int] = []) -> Item {
    Item(
      source: .synthesised(
        SynthesisedID(digest: 1, stage: "summarize@0"), covers: covers.map { EntryID($0) },
        carries: carries.map { EntryID($0) }), form: .whole, entry: .prompt(text, label: "summary"))
  }

  static func masked(_ place: Int, _ text: String, form: Item.Form = .masked) -> Item {
    var entry = entries[place]
    entry.segments = [.text(text)]
    return Item(source: .recorded(EntryID(place)), form: form, entry: entry)
  }

  static func record(
    _ number: Int, entry: Int, tokens: Int = 100, cached: Int = 0, error: String? = nil
  ) -> RequestRecord {
    var record = RequestRecord(
      number: number, moment: entries[entry].kind == .prompt ? .prompt : .toolOutput,
      entry: EntryID(entry), tokens: tokens, cached: cached, commonPrefix: cached, held: cached,
      blocking: tokens - cached, overBy: 0)
    record.replyTokens = 10
    record.error = error
    return record
  }

  /// An observation in which nothing was ever edited and every question has the same view.
  static func observation(
    arm: String, replies: [String: Reply], status: QuestionObservation.Status = .answered,
    shows places: [Int]? = nil, error: String? = nil, of judged: JudgedCase = judged
  ) -> Observation {
    let requests = evalCase.structure.requests.enumerated().map {
      record($0 + 1, entry: $1.index, tokens: 100 * ($0 + 1), cached: 100 * $0, error: error)
    }
    let questions = judged.questions.map { question in
      let shown = places ?? Array(0..<question.count)
      return QuestionObservation(
        id: question.id, status: error.map { .errored($0) } ?? status,
        view: View(
          head: evalCase.transcript.head,
          items: shown.filter { $0 < question.count }.flatMap { whole($0) }),
        tokens: 100, reply: replies[question.id] ?? Reply(abstained: true),
        filled: judged.recordedCalls(at: question))
    }
    return Observation(
      caseID: evalCase.id, arm: arm, contextSize: 2048, reserve: 512, requests: requests,
      changes: requests.map { _ in ViewChange() }, questions: questions)
  }
}
