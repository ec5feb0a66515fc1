import Foundation
import Testing

@testable import EvalKit

/// From replies to scores and rates, beside the oracle.
@Suite struct ConfusionScoringTests {
  private static let bed = ConfusionBed(
    exchange("Order 40 lilies.", "order", ["stems": 40], "accepted", "Done.", id: "1")
      + [.prompt("And my lilies?", label: "ask")],
    tools: [.writing("order"), .reading("look_up")])
  private static let again = Reply.calling("order", ["stems": 40])
  private static let fine = Reply(text: "They are ordered.")

  private func scores(_ arms: (name: String, reply: Reply)..., bed: ConfusionBed = bed) -> [Score] {
    Judge.default.scores(
      of: bed.judged, arms: arms.map { ArmIdentity(key: "\($0.name)|m|2048") },
      observations: arms.map { bed.observation("\($0.name)|m|2048", $0.reply) }
    ).filter { $0.metric == "toolConfusion" }
  }

  @Test func `what the oracle does not do is charged`() throws {
    let found = scores(("oracle", Self.fine), ("window", Self.again))
    #expect(found.map(\.verdict) == ["none", "repeated-side-effect"])
    #expect(found.map(\.outcome) == [.scored(0), .scored(1)])
    #expect(found[1].reason.hasSuffix("; cause: nothing it needed was lost"))
  }

  @Test func `what the oracle does too is its own and not charged`() throws {
    let found = scores(("oracle", Self.again), ("window", Self.again))
    #expect(found.map(\.verdict) == ["repeated-side-effect", "repeated-side-effect"])
    #expect(found.map(\.outcome) == [.scored(1), .scored(0)])
    #expect(found[1].reason.hasSuffix("; so does the oracle"))
    let rates = Summary(found).arms.map(\.confusions)
    #expect(rates[1].map(\.count) == [0])
    #expect(rates[1].map(\.oracleCount) == [1])
    #expect(rates[1][0].rate == 0)
    #expect(rates[1][0].oracleRate == 1)
  }

  @Test func `another confusion than the oracle's is charged`() {
    let other = Reply.calling("send_away")
    let found = scores(("oracle", other), ("window", Self.again))
    #expect(found.map(\.verdict) == ["ghost-tool", "repeated-side-effect"])
    #expect(found.map(\.outcome) == [.scored(1), .scored(1)])
  }

  @Test func `without an oracle there is nothing to compare with`() {
    let found = scores(("window", Self.again))
    #expect(
      found.map(\.outcome) == [.notApplicable("the model's oracle has no reply to compare with")])
    let other = Judge.default.scores(
      of: Self.bed.judged,
      arms: ["oracle|other|2048", "window|m|2048"].map { ArmIdentity(key: $0) },
      observations: [
        Self.bed.observation("oracle|other|2048", Self.fine),
        Self.bed.observation("window|m|2048", Self.again),
      ]
    ).filter { $0.metric == "toolConfusion" && $0.arm.hasPrefix("window") }
    #expect(other.map(\.verdict) == [""])
  }

  @Test func `the oracle of another context of the same model will do`() {
    let found = Judge.default.scores(
      of: Self.bed.judged,
      arms: ["oracle|m|4096", "window|m|2048"].map { ArmIdentity(key: $0) },
      observations: [
        Self.bed.observation("oracle|m|4096", Self.fine),
        Self.bed.observation("window|m|2048", Self.again),
      ]
    ).filter { $0.metric == "toolConfusion" }
    #expect(found.map(\.verdict) == ["none", "repeated-side-effect"])
  }

  @Test func `over the context counts as the worst, and is no kind`() {
    var over = Self.bed.observation("window|m|2048", Self.fine)
    for place in over.questions.indices { over.questions[place].status = .overflow }
    let found = Judge.default.scores(
      of: Self.bed.judged,
      arms: ["oracle|m|2048", "window|m|2048"].map { ArmIdentity(key: $0) },
      observations: [Self.bed.observation("oracle|m|2048", Self.fine), over]
    ).filter { $0.metric == "toolConfusion" }
    #expect(found[1].outcome == .scored(1))
    #expect(found[1].verdict == "overflow")
    let summary = Summary(found)
    #expect(summary.arms[1].metrics["toolConfusion"]?.value == 1)
    #expect(summary.arms[1].confusions.isEmpty)
  }

  @Test func `a checkpoint of several replies is judged as one, each on its own view`() throws {
    var bed = Self.bed
    bed.recorded = [
      .calls([ToolCall(id: "2", name: "look_up", arguments: ["what": "lilies"])], label: "c2"),
      .output("on the way", callID: "2", label: "o2"), .response("On the way.", label: "r2"),
    ]
    bed.expectation.at = .turn(EntryID(4))
    bed.expectation.ordered = [ExpectedCall(tool: "look_up")]
    let judged = bed.judged
    let questions = judged.questions.filter { $0.subject == .trajectory(0) }
    #expect(questions.count == 2)
    func steps(_ second: Reply) -> [ConfusionScene.Step] {
      zip(questions, [Reply.calling("look_up", ["what": "lilies"]), second]).map {
        question, reply in
        let entries = (bed.entries + bed.recorded).prefix(question.count)
        return ConfusionScene.Step(
          reply: reply,
          view: View(
            head: Head("Help.", tools: bed.tools),
            items: entries.enumerated().map { Item(recorded: EntryID($0), entry: $1) }),
          count: question.count)
      }
    }
    func verdict(_ second: Reply) -> ConfusionVerdict {
      ConfusionVerdict(
        judged, bed.expectation, questions: questions, steps: steps(second),
        oracle: steps(Self.fine))
    }
    #expect(verdict(Self.fine) == .none)
    let hit = try #require(verdict(Self.again).hit)
    #expect(hit.kind == .repeatedSideEffect)
    #expect(hit.step == 1)
  }

  @Test func `the first kind in the order of precedence counts`() {
    // A call that no tool answers, of a write that was done: it cannot be done again.
    var bed = Self.bed
    bed.tools = [.reading("look_up")]
    #expect(bed.hit(Self.again, shows: [0, 3, 4])?.kind == .ghostTool)
    #expect(
      ToolConfusion.allCases.map(\.rawValue) == [
        "ghost-tool", "repeated-side-effect", "error-loop", "redundant-call",
        "wrong-argument-lost", "wrong-argument-stale", "cross-topic-bleed",
        "wrong-argument-present", "wrong-tool", "learned-refusal", "omitted-by-imitation",
        "retrieval-not-attempted", "answered-without-tool",
      ])
    for kind in ToolConfusion.allCases { #expect(kind.signature.kind == kind) }
  }

  @Test func `the edits that explain it are named, those of most entries first`() {
    var observation = Self.bed.observation("window|m|2048", Self.again)
    observation.stages = ["rolling-window(entries: 2)", "clear-tool-results"]
    var first = Self.bed.request
    first.firings = [
      StageFiring(
        stage: 0, moment: .prompt, edits: [StageEdit(.dropped, [0..<2])])
    ]
    var second = Self.bed.request
    second.number = 2
    second.firings = [
      StageFiring(
        stage: 1, moment: .prompt, edits: [StageEdit(.masked, [2..<3])])
    ]
    observation.requests = [first, second]
    let causes = EditHistory(observation).causes(
      of: ConfusionHit(.repeatedSideEffect, "", lost: [0, 1, 2, 3].map { EntryID($0) }), at: 2)
    #expect(causes.map(\.edit.stage) == [0, 1])
    #expect(causes.map { $0.entries.map(\.index) } == [[0, 1], [2]])
    #expect(
      causes.map(\.edit.description) == [
        "rolling-window(entries: 2) dropped it at request 1",
        "clear-tool-results masked it at request 2",
      ])
  }

  @Test func `every kind is documented as it speaks`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "docs/tool-confusion.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    var sections = page.components(separatedBy: "\n### ").dropFirst().map { $0 }
    #expect(sections.count == ToolConfusion.allCases.count)
    for kind in ToolConfusion.allCases {
      // In the order of precedence.
      let section = try #require(sections.first, "\(kind.rawValue)")
      sections.removeFirst()
      #expect(section.hasPrefix(kind.rawValue + "\n"))
      for text in [kind.signature.sentence, kind.signature.origin, kind.signature.remedy] {
        #expect(section.contains(text), "\(kind.rawValue): \(text)")
      }
    }
  }
}
