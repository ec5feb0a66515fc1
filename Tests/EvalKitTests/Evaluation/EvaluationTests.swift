import EvalKitTesting
import Foundation
import LocalModels
import Strategies
import Testing

@testable import EvalKit

/// Evaluations as a test of a user's own writes them.
struct EvaluationTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let starter = root.appending(path: "evalsets/starter")

  /// One case of the starter set, which is enough where numbers do not matter.
  private func oneCase(_ strategies: [ArmSpec], judge: Judge = .default) throws -> Evaluation {
    var set = try EvalSetLoader.load(Self.starter.path).set
    set.cases = set.cases.filter { $0.id == "travel-desk" }
    return Evaluation(
      set: set, strategies: strategies, model: .reader, contexts: [.tokens(2048)], judge: judge)
  }

  /// The window's run over that case: several tests look at it.
  private static let shared = Task {
    let tests = EvaluationTests()
    return try await tests.oneCase([try tests.window()]).run()
  }

  private func window(_ name: String = "mine") throws -> ArmSpec {
    ArmSpec(name, try Strategies.catalog.parse("rolling-window(entries: 10)"))
  }

  /// The numbers of the window at 4,096 in a table of README, by the start of the table's heading.
  private func printed(under heading: String) throws -> [String] {
    let page = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let table = try #require(lines.firstIndex { $0.hasPrefix(heading) })
    let start = try #require(lines[table...].firstIndex { $0.hasPrefix("context 4,096") })
    let row = try #require(lines[start...].first { $0.hasPrefix("rolling-window(entries: 10) ") })
    return row.split(separator: " ").dropFirst(2).map(String.init)
  }

  @Test func `gives the numbers that the tool prints`() async throws {
    let report = try await Evaluation(
      set: Self.starter, strategies: ["mine = rolling-window(entries: 10)"], model: .reader,
      contexts: [.tokens(4096)]
    ).run()
    func percent(_ value: MeasuredValue) throws -> String {
      "\((try value.get() * 1000).rounded() / 10)"
    }
    let survived = try printed(under: "what survived")
    #expect(try percent(report.survival(of: "mine")) == survived[0])
    #expect(try percent(report.recall(of: "mine")) == survived[2])
    #expect(report.recall(of: "oracle") > report.recall(of: "mine"))
    #expect(report.callsInOrder(of: "oracle") > report.callsInOrder(of: "mine"))
    #expect(report.tokensPerTask(of: "oracle") > report.tokensPerTask(of: "mine"))
    // What a page shows of a failing test is what it prints.
    let page = try String(contentsOf: Self.root.appending(path: "docs/ci.md"), encoding: .utf8)
    for value in [report.recall(of: "mine"), report.survival(of: "mine")] {
      #expect(page.contains("→ \(value)) >= 0."))
    }
  }

  @Test func `a set brings its own policies and contexts`() async throws {
    var evaluation = try Evaluation(set: Self.starter, model: .reader)
    evaluation.set.cases = evaluation.set.cases.filter { $0.id == "travel-desk" }
    #expect(evaluation.strategies.count == 6)
    let report = try await evaluation.run()
    #expect(Set(report.run.arms.filter { $0.control == nil }.map(\.context)) == ["2048", "4096"])
    #expect(report.spec.arms.allSatisfy { $0.reserve == 512 })
  }

  @Test func `is the same whatever the width`() async throws {
    let reports = [
      try await oneCase([try window()]).run(width: 1), try await Self.shared.value,
    ]
    #expect(reports[0].judged.scores == reports[1].judged.scores)
    #expect(!reports[0].judged.scores.isEmpty)
    #expect(reports[0].spec.digest == reports[1].spec.digest)
  }

  // MARK: Policies of one's own

  @Test func `a closure is a policy`() async throws {
    let nothing = Strategies.transform("app 1.4", persistence: .view) { (entries: [Entry]) in
      entries
    }
    let last = Strategies.transform("app 1.5", persistence: .view) { (entries: [Entry]) in
      Array(entries.suffix(4))
    }
    let report = try await oneCase([
      ArmSpec("all", Pipeline([nothing])), ArmSpec("last", Pipeline([last])),
    ]).run()
    #expect(report.survival(of: "last") < report.survival(of: "all"))
  }

  @Test func `a strategy in a catalog is named by specs`() async throws {
    let catalog = try Strategies.catalog.adding(strategies: [TrimAtResponse.self])
    let name = TrimAtResponse.definition.name
    #expect(throws: SpecError.self) {
      try Evaluation(set: Self.starter, strategies: ["mine = \(name)"], model: .reader)
    }
    let evaluation = try Evaluation(
      set: Self.starter, strategies: ["mine = \(name)"], model: .reader, catalog: catalog)
    #expect(evaluation.strategies.map(\.name) == ["mine"])
  }

  // MARK: What cannot be run

  @Test func `what cannot be run says why`() async throws {
    let window = try window()
    await #expect(throws: EvaluationError.noStrategy) { try await oneCase([]).run() }
    await #expect(throws: EvaluationError.sameName("mine")) {
      try await oneCase([window, window]).run()
    }
    var empty = try oneCase([window])
    empty.set.cases = []
    await #expect(throws: EvaluationError.noCase(set: "starter")) { try await empty.run() }
    for name in ["oracle", "a|b", " ", "placebo(x)"] {
      let error = await #expect(throws: EvaluationError.self) {
        try await oneCase([ArmSpec(name, window.pipeline)]).run()
      }
      #expect("\(try #require(error))".hasPrefix("the policy '\(name)'"))
    }
  }

  // MARK: Values

  @Test func `a misspelt name fails whichever way it is compared`() async throws {
    let report = try await Self.shared.value
    for (value, words) in [
      (report.recall(of: "mne"), "did you mean 'mine'?"),
      (report.value("recal", of: "mine"), "did you mean 'recall'?"),
      (report.recall(of: "mine", context: .tokens(4096)), "it was at 2048"),
    ] {
      #expect(value.description.contains(words))
      #expect(!(value >= 0) && !(value <= 1e9) && !(value > -1) && !(value < 1e9))
      let other = report.recall(of: "mine")
      #expect(!(value >= other) && !(other >= value) && !(value < other) && !(other < value))
      #expect(throws: EvaluationError.self) { try value.get() }
    }
  }

  @Test func `an arm at several contexts is told apart`() async throws {
    var evaluation = try oneCase([try window()])
    evaluation.contexts = [.tokens(2048), .tokens(4096), .tokens(2048)]
    let report = try await evaluation.run()
    let value = report.recall(of: "mine")
    #expect(value.description.contains("2048, 4096"))
    #expect(!(value >= 0))
    #expect(report.recall(of: "mine", context: .tokens(4096)) >= 0)
    #expect(throws: EvaluationError.severalContexts("mine", contexts: ["2048", "4096"])) {
      try report.flips(of: "mine")
    }
  }

  @Test func `what was not measured is no number`() async throws {
    var judge = Judge.default
    judge.metrics = ["survival"]
    judge.primary = "survival"
    let report = try await oneCase([try window()], judge: judge).run()
    #expect(report.survival(of: "mine") >= 0)
    #expect(report.recall(of: "mine").description.contains("was not measured"))
    #expect(!(report.recall(of: "mine") >= 0))
  }

  @Test func `what failed everywhere is an error and never a number`() async throws {
    let failing = Stage(
      EditingStrategy { _, _, _ in throw ArgumentError(parameter: "x", problem: "on purpose") })
    let report = try await oneCase([ArmSpec("mine", Pipeline([failing]))]).run()
    for key in ["recall", "survival", "tokensPerTask"] {
      let value = report.value(key, of: "mine")
      #expect(value.description.contains("was not scored"), "\(value)")
      #expect(!(value >= 0) && !(value <= 1e9))
    }
  }

  @Test func `a failing expectation prints what is worst`() async throws {
    let report = try await Self.shared.value
    let expected = try #require(
      try report.flips(of: "mine").groups.first { group in
        group.direction == .broken && group.flips.contains { $0.metric == "recall" }
      })
    let flip = try #require(expected.flips.first { $0.metric == "recall" })
    withKnownIssue {
      #expect(report.recall(of: "mine") >= 0.9)
    } matching: { issue in
      let text = "\(issue)"
      return text.contains("recall of mine at 2048") && text.contains("oracle 1.0")
        && text.contains(expected.cause.description)
        && text.contains("travel-desk/\(flip.question): \(flip.arm.verdict)")
    }
  }

  @Test func `survival and tokens say where it is worst`() async throws {
    let report = try await Self.shared.value
    let survival = "\(report.survival(of: "mine"))".split(separator: "\n").map(String.init)
    #expect(survival.count == 5)
    #expect(survival[1].hasPrefix("  travel-desk/") && survival[1].contains("gone"))
    #expect(survival[4].hasPrefix("  and "))
    let tokens = "\(report.tokensPerTask(of: "mine"))"
    #expect(tokens.contains("\n  travel-desk: "))
    // The oracle is not held against itself.
    #expect(!"\(report.recall(of: "oracle"))".contains("oracle 1"))
  }
}
