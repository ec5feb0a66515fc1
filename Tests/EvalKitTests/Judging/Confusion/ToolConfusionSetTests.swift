import EvalKit
import Foundation
import LocalModels
import Strategies
import Testing

/// The set that is built to confuse, run with the reader under the policies of its own table.
@Suite struct ToolConfusionSetTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("evalsets/tool-confusion")

  /// A row of the README's table of what each case is built to show.
  private struct Row: Hashable {
    let caseID: String
    let spec: String
    let verdict: String
  }

  private static func rows() throws -> [Row] {
    let page = try String(
      contentsOf: folder.appendingPathComponent("README.md"), encoding: .utf8)
    let section = try #require(
      page.components(separatedBy: "\n## ").first { $0.hasPrefix("What each is built to show") })
    return section.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3, cells.allSatisfy({ $0.hasPrefix("`") && $0.hasSuffix("`") }) else {
        return nil
      }
      let words = cells.map { String($0.dropFirst().dropLast()) }
      return Row(caseID: words[0], spec: words[1], verdict: words[2])
    }
  }

  private static func scores(_ specs: [String]) async throws -> [Score] {
    let set = try EvalSetLoader.load(folder.path).set
    let policies = try specs.map { spec in
      (name: spec, pipeline: try ArmSpec.parse(spec, catalog: Strategies.catalog).pipeline)
    }
    let settings = RunSettings(
      models: [ModelRunner(Reader(), isFree: true)], summarisers: [ReaderSummariser()])
    let arms = Arm.panel(policies: policies, models: ["reader"], contexts: [.tokens(2048)])
    let plan = Plan(cases: set.cases, arms: arms, settings: settings)
    let observations = try await Runner(plan: plan, settings: settings).observations(width: 2)
    return set.cases.flatMap { value in
      Judge.default.scores(
        of: Judge.default.prepare(value), arms: arms.map { ArmIdentity($0) },
        observations: observations)
    }.filter { $0.metric == "toolConfusion" }
  }

  @Test func `each case shows what it is built to show and nothing else, and the oracle nothing`()
    async throws
  {
    let rows = try Self.rows()
    let cases = try EvalSetLoader.load(Self.folder.path).set.cases
    #expect(Set(rows.map(\.caseID)) == Set(cases.map(\.id)))
    // Every kind has a row.
    #expect(
      Set(rows.map(\.verdict)) == Set(ToolConfusion.allCases.map(\.rawValue) + ["none"]))
    let scores = try await Self.scores(Set(rows.map(\.spec)).sorted())
    for row in rows {
      let found = scores.filter {
        $0.caseID == row.caseID && ArmIdentity(key: $0.arm).name == row.spec
      }
      #expect(found.map(\.verdict) == [row.verdict], "\(row)")
      let isConfused = row.verdict != "none"
      #expect(found.map(\.outcome) == [.scored(isConfused ? 1 : 0)], "\(row)")
      // What caused it is named: the stage, what it did, and at which request.
      if isConfused {
        let stage = row.spec.prefix { $0 != "(" }
        #expect(
          found.allSatisfy {
            $0.reason.contains("; cause: ") && $0.reason.contains(" at request ")
              && $0.reason.contains(": \(stage)")
          }, "\(found.map(\.reason))")
      }
    }
    let oracle = scores.filter { ArmIdentity(key: $0.arm).control == .oracle }
    #expect(oracle.count == cases.count)
    #expect(oracle.allSatisfy { $0.verdict == "none" && $0.outcome == .scored(0) })
  }

  @Test func `imitation takes precedents: it shows at three and not at none`() async throws {
    let scores = try await Self.scores(["drop-completed-tool-calls"])
    func verdict(_ precedents: Int) -> String? {
      scores.first {
        $0.caseID == "omitted-by-imitation-\(precedents)"
          && ArmIdentity(key: $0.arm).name == "drop-completed-tool-calls"
      }?.verdict
    }
    #expect(verdict(3) == "omitted-by-imitation")
    #expect(verdict(0) == "none")
  }
}
