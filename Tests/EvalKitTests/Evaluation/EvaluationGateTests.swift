import Foundation
import LocalModels
import Strategies
import Testing

@testable import EvalKit

/// Gates as a test of a user's own writes them.
struct EvaluationGateTests {
  /// The first two cases of the starter set under a window of so many entries.
  private static func report(
    entries: Int, named name: String = "mine", judge: Judge = .default
  ) async throws -> EvaluationReport {
    let starter = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "evalsets/starter")
    var evaluation = try Evaluation(
      set: starter, strategies: ["\(name) = rolling-window(entries: \(entries))"], model: .reader,
      contexts: [.tokens(4096)], judge: judge)
    evaluation.set.cases = Array(evaluation.set.cases.prefix(2))
    return try await evaluation.run()
  }

  /// Two of them that several tests look at.
  private static let wide = Task { try await report(entries: 30) }
  private static let narrow = Task { try await report(entries: 4) }

  @Test func `a run is met by its own baseline, read from a file`() async throws {
    let report = try await Self.wide.value
    let file = FileManager.default.temporaryDirectory
      .appending(path: "evalkit-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let baseline = try report.baseline(by: "Ada", reason: "the first")
    #expect(baseline.blessing == Baseline.Blessing(by: "Ada", reason: "the first"))
    try Data(baseline.file.utf8).write(to: file)
    let found = try report.gate(against: file)
    #expect(found.verdict(isStrict: true) == .met)
    #expect(found.checks.contains { $0.name == "recall drift" && $0.questions > 0 })

    try Data(baseline.file.replacing("the first", with: "the worst").utf8).write(to: file)
    let edited = #expect(throws: BaselineFileError.self) { try report.gate(against: file) }
    #expect(edited?.description.contains("edited by hand") == true)
    let missing = #expect(throws: BaselineFileError.self) {
      try report.gate(against: URL(filePath: "/nowhere/baseline.json"))
    }
    #expect(missing?.description.contains("bless a run") == true)
  }

  @Test func `a policy that loses what was kept fails, and says what and why`() async throws {
    let baseline = try await Self.wide.value.baseline(by: "Ada", reason: "the first")
    let worse = try await Self.narrow.value
    let failure = try #require(
      #expect(throws: GateFailure.self) { try worse.gate(against: baseline) })
    #expect(failure.report.verdict() == .failed)
    let lines = failure.description.split(separator: "\n").map(String.init)
    #expect(lines[0].hasSuffix("failed"))
    #expect(lines.contains { $0.hasPrefix("  mine at 4096, recall drift: failed: ") })
    // Which questions, and which edit took what they need.
    let broken = try #require(
      failure.report.checks.first { $0.name == "recall drift" }?.broken.first)
    #expect(failure.description.contains(broken.place))
    #expect(failure.description.contains("rolling-window(entries: 4) dropped it"))
    // What got better is no failure.
    let better = try await Self.narrow.value.baseline(by: "Ada", reason: "small")
    let wide = try await Self.wide.value
    let rules = [GateRule(metric: "recall")]
    let met = try Gate(
      baseline: better, run: try wide.baseline(by: "", reason: ""), rules: rules
    ).report()
    #expect(!met.improvements.isEmpty)
  }

  @Test func `what the baseline has and the run has not is no pass`() async throws {
    let baseline = try await Self.wide.value.baseline(by: "Ada", reason: "the first")
    let other = try await Self.report(entries: 30, named: "other")
    let failure = try #require(
      #expect(throws: GateFailure.self) { try other.gate(against: baseline) })
    #expect(failure.report.verdict() == .incomplete)
    #expect(failure.description.contains("the policy is gone"))
    #expect(failure.description.contains("not in the baseline: 'other'"))
  }

  @Test func `a change of the judge is not compared`() async throws {
    let baseline = try await Self.wide.value.baseline(by: "Ada", reason: "the first")
    var judge = Judge.default
    judge.strictness = .strict
    let failure = try #require(
      await #expect(throws: GateFailure.self) {
        try await Self.report(entries: 30, judge: judge).gate(against: baseline)
      })
    #expect(failure.report.verdict() == .inconclusive)
    #expect(failure.description.contains("not compared: the judge"))
  }

  @Test func `the judge's own gates are what is demanded`() async throws {
    var judge = Judge.default
    judge.gates = [GateRule(metric: "survival", floor: 0.99)]
    let report = try await Self.report(entries: 30, judge: judge)
    let baseline = try report.baseline(by: "Ada", reason: "the first")
    let failure = try #require(
      #expect(throws: GateFailure.self) { try report.gate(against: baseline) })
    #expect(failure.description.contains("survival floor: failed"))
    #expect(!failure.description.contains("recall drift"))
  }
}
