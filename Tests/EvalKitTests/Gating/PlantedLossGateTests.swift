import EvalKitTesting
import Foundation
import LocalModels
import Strategies
import Testing

@testable import EvalKit

/// Policies that lose a known number of questions more than their base: does the gate find as many?
@Suite struct `A gate on a planted loss` {
  /// The losses that are planted, in points.
  private static let points = [0, 1, 2, 3, 5, 10, 20]

  /// A run of a base, and of the base with the values of questions masked in place on top.
  private struct Bed {
    let cases: [EvalCase]
    let base: [Stage]
    let context: ContextSize

    func run(masking values: [(name: String, values: [String])]) async throws -> MeasuredRun {
      let arms = values.map { planted in
        Arm(
          name: planted.name,
          policy: .pipeline(
            Pipeline(base + (planted.values.isEmpty ? [] : [mask(planted.values)]))),
          model: "reader", context: context, reserve: 512)
      }
      let settings = RunSettings(models: [ModelRunner(Reader())])
      let plan = Plan(cases: cases, arms: arms, settings: settings)
      let observations = try await Runner(plan: plan, settings: settings).observations(width: 2)
      var judge = Judge.default
      // What masks do to the shape of a history is not what is planted.
      judge.hazardsOn = []
      let spec = RunSpec(
        plan, settings: settings, sets: [], judge: judge.id, judgeDigest: judge.digest)
      let run = RecordedRun(plan, spec: spec, observations: observations)
      return MeasuredRun(run, judged: run.judged(by: judge), spec: spec, label: "planted")
    }

    /// Puts dots where a value stood, so that nothing else moves.
    private func mask(_ values: [String]) -> Stage {
      .view { history, _, _ in
        let places = history.items.indices.filter { place in
          let text = history.items[place].entry.text
          return values.contains { text.contains($0) }
        }
        history.rewrite(places, to: .truncated, by: "planted \(values)") { item in
          Rewriting(
            segments: item.entry.segments.map { segment in
              guard var text = segment.text else { return segment }
              for value in values {
                text = text.replacing(value, with: String(repeating: ".", count: value.count))
              }
              return .text(text)
            })
        }
      }
    }

    /// The values of facts that the base answers a question about, that no gate must keep, and that no
    /// other question asks for.
    func candidates(_ run: MeasuredRun, _ arm: String) -> [String] {
      var values: [String] = []
      for value in cases {
        let right = Set(
          run.scores.filter {
            $0.caseID == value.id && $0.metric == "recall" && $0.outcome == .scored(1)
              && ArmIdentity(key: $0.arm).name == arm
          }.map(\.group))
        let kept = Set(value.probes.filter(\.must).flatMap(\.facts))
        for probe in value.probes where right.contains(probe.id) && probe.facts.count == 1 {
          let id = probe.facts[0]
          guard probe.expect == .facts, !kept.contains(id),
            let fact = value.facts.first(where: { $0.id == id }), !fact.isDerived,
            value.probes.count(where: { $0.facts.contains(id) }) == 1
          else { continue }
          values.append(fact.value)
        }
      }
      // From all over the set, not its first cases alone.
      return values.indices.sorted { ($0 * 7919 % 101, $0) < ($1 * 7919 % 101, $1) }
        .map { values[$0] }
    }
  }

  private static func correct(_ run: MeasuredRun, _ arm: String) -> (right: Double, of: Int) {
    // Worked out here, of the scores alone.
    let groups = Dictionary(
      grouping: run.scores.filter {
        $0.metric == "recall" && ArmIdentity(key: $0.arm).name == arm
      }, by: { [$0.caseID, $0.group] })
    let means = groups.values.compactMap { scores -> Double? in
      let values = scores.compactMap { score -> Double? in
        if case .scored(let value) = score.outcome { value } else { nil }
      }
      return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
    return (means.reduce(0, +), means.count)
  }

  /// Holds every planted policy against its base.
  private func check(_ bed: Bed, minDrops: [Double]) async throws {
    let first = try await bed.run(masking: [("base", [])])
    let base = Self.correct(first, "base")
    // Only values that are nowhere else, so that masking one loses its question.
    let all = bed.candidates(first, "base")
    let masked = try await bed.run(masking: [("masked", all)])
    let left = Set(bed.candidates(masked, "masked"))
    let candidates = all.filter { !left.contains($0) }
    let planted = Self.points.map { points in
      let count = Int((Double(points * base.of) / 100).rounded())
      return (name: "\(points) points", values: Array(candidates.prefix(count)))
    }
    let run = try await bed.run(masking: [("base", [])] + planted)
    let blessed = try Baseline([run])
    let arm = try #require(blessed.arms.first)
    for (points, plan) in zip(Self.points, planted) {
      let lost = base.right - Self.correct(run, plan.name).right
      // What was planted took root: without that the test would show nothing.
      #expect(abs(lost / Double(base.of) * 100 - Double(points)) <= 1, "\(plan.name): \(lost)")
      var baseline = blessed
      baseline.arms = [arm]
      baseline.arms[0].name = plan.name
      for minDrop in minDrops {
        let report = try Gate(
          baseline: baseline, run: blessed,
          rules: [GateRule(metric: "recall", minDrop: minDrop)]
        ).report()
        let own = try #require(report.arms.first)
        let threshold = max(minDrop, 2 / Double(base.of))
        let fails = lost / Double(base.of) >= threshold - 1e-9
        let status = own.checks.first { $0.metric == "recall" }?.status
        #expect(status == (fails ? .failed : .passed), "\(plan.name) at \(minDrop)")
        #expect(report.verdict() == (fails ? .failed : .met), "\(plan.name) at \(minDrop)")
      }
    }
  }

  @Test func `of a generated set fails from the drop that matters on, and never below`()
    async throws
  {
    let bed = Bed(
      cases: GeneratedSet.cases(count: 50, seed: 11), base: [.window(20)], context: .tokens(8192))
    try await check(bed, minDrops: [GateRule.shareDrop, 0.01, 0.1])
  }

  @Test func `of the starter set does so, too`() async throws {
    let set = try EvalSetLoader.load(Self.starter).set
    let pipeline = try Strategies.catalog.parse("keep-first-last(first: 2, last: 40)")
    let bed = Bed(cases: set.cases, base: pipeline.stages, context: .tokens(16384))
    try await check(bed, minDrops: [GateRule.shareDrop])
  }

  private static let starter = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("evalsets/starter").path
}
