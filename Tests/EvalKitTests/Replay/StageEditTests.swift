import EvalKit
import EvalKitTesting
import Testing

/// What firings record of the entries a stage edited.
@Suite struct StageEditTests {
  private func edits(
    _ transcript: Transcript, _ stages: Stage..., contextSize: Int = 1_000_000, reserve: Int = 0
  ) async throws -> [[StageFiring]] {
    let bed = Bed(contextSize: contextSize, reserve: reserve, tracksEdits: true)
    return try await bed.replay(transcript, stages: stages).records.map(\.firings)
  }

  private func observation(_ records: [[StageFiring]], stages: [String]) -> Observation {
    Observation(
      caseID: "c", arm: "a", contextSize: 100, reserve: 0, stages: stages,
      requests: records.enumerated().map { place, firings in
        RequestRecord(
          number: place + 1, moment: .prompt, entry: EntryID(2 * place), tokens: 0, firings: firings
        )
      }, changes: records.map { _ in ViewChange() })
  }

  @Test func `a window's firing names only what it dropped anew`() async throws {
    let firings = try await edits(
      .plain(turns: 4), .view { history, _, _ in history.keepLast(3) })
    #expect(
      firings.map { $0.flatMap(\.edits) } == [
        [], [], [StageEdit(.dropped, [0..<2])], [StageEdit(.dropped, [2..<4])],
      ])
  }

  @Test func `each stage is charged with its own edits`() async throws {
    let firings = try await edits(
      .plain(turns: 3),
      .view { history, _, _ in history.drop { $0.entry.label == "r1" } },
      .view { history, _, _ in history.keepLast(2) })
    let last = try #require(firings.last)
    #expect(last.map(\.stage) == [0, 1])
    #expect(last.first?.edits == [])
    let all = firings.flatMap { $0 }
    #expect(
      all.first { $0.stage == 0 }?.edits == [StageEdit(.dropped, [1..<2])])
    // The first stage's entry is not charged to the second, which never saw it.
    #expect(
      all.filter { $0.stage == 1 }.allSatisfy { $0.edits.allSatisfy { !$0.contains(EntryID(1)) } })
  }

  @Test func `views made again after overflow record their edits once`() async throws {
    let firings = try await edits(
      Transcript("p1 r1 p2 r2"),
      .view { history, _, _ in history.drop { $0.entry.label == "r1" } },
      .stored(at: .overflow) { history, _, _ in history.drop { $0.entry.label == "p1" } },
      contextSize: 35, reserve: 20)
    let last = try #require(firings.last)
    #expect(last.map(\.stage) == [1, 0])
    #expect(
      last.map(\.edits) == [[StageEdit(.dropped, [0..<1])], [StageEdit(.dropped, [1..<2])]])
  }

  @Test func `an edit history finds stage, request and kind of an entry's loss`() async throws {
    let firings = try await edits(
      .plain(turns: 4), .view { history, _, _ in history.keepLast(3) })
    let history = EditHistory(observation(firings, stages: ["keep-last(3)"]))
    let cause = try #require(history.cause(of: EntryID(1), at: 4))
    #expect(cause.request == 3)
    #expect(cause.kind == .dropped)
    #expect(cause.spec == "keep-last(3)")
    #expect(cause.description == "keep-last(3) dropped it at request 3")
    #expect(history.cause(of: EntryID(1), at: 2) == nil)
    #expect(history.cause(of: EntryID(6), at: 4) == nil)
  }

  @Test func `what ran after a reply is to blame from the next request on`() {
    let firing = StageFiring(
      stage: 0, moment: .response, edits: [StageEdit(.summarised, [0..<2])])
    let history = EditHistory(observation([[firing], []], stages: ["summarize"]))
    #expect(history.cause(of: EntryID(0), at: 1) == nil)
    #expect(
      history.cause(of: EntryID(0), at: 2)?.description
        == "summarize put a summary in its place after request 1")
  }

  @Test func `what was brought back has no cause`() {
    let out = StageFiring(stage: 0, moment: .prompt, edits: [StageEdit(.dropped, [0..<1])])
    let back = StageFiring(stage: 1, moment: .prompt, edits: [StageEdit(.restored, [0..<1])])
    let history = EditHistory(observation([[out], [back]], stages: ["a", "b"]))
    #expect(history.cause(of: EntryID(0), at: 1) != nil)
    #expect(history.cause(of: EntryID(0), at: 2) == nil)
    #expect(history.cause(of: EntryID(0), at: 2, copy: [out])?.spec == "a")
  }
}
