import EvalKitTesting
import LocalModels
import Testing

@testable import EvalKit

/// Losses of a known size, planted in runs of the reader: what is found, and from what size on.
@Suite struct `Planted losses` {
  /// A policy that hides what says any of some values in place, and does nothing else.
  private static func hiding(_ values: [String]) -> Pipeline {
    Pipeline([
      .view { history, _, _ in
        let places = history.items.indices.filter { place in
          values.contains { history.items[place].entry.text.contains($0) }
        }
        if !places.isEmpty { history.mask(places, with: "[hidden]") }
      }
    ])
  }

  /// A run of arms that lose so many of 100 questions; a value of the generated set is met nowhere else.
  private static func run(_ losses: [Int]) async throws -> MeasuredRun {
    let cases = GeneratedSet.cases(count: 50, seed: 7)
    let values = cases.flatMap { $0.facts.map(\.value) }
    let settings = RunSettings(models: [ModelRunner(Reader(), isFree: true)])
    func arm(_ name: String, _ policy: Arm.Policy) -> Arm {
      Arm(name: name, policy: policy, model: "reader", context: .tokens(8192), reserve: 512)
    }
    let arms =
      losses.map { lost in
        // Every so many questions, so that no age and no case has more than its share.
        let hidden = (0..<lost).map { values[$0 * values.count / lost] }
        return arm("lose-\(lost)", .pipeline(hiding(hidden)))
      } + [Control.oracle, .null].map { arm($0.name, .control($0)) }
    let plan = Plan(cases: cases, arms: arms, settings: settings)
    let spec = RunSpec(plan, settings: settings, sets: [EvalSet(id: "generated", cases: cases)])
    let observations = try await Runner(plan: plan, settings: settings).observations(width: 2)
    let recorded = RecordedRun(plan, spec: spec, observations: observations)
    return MeasuredRun(
      recorded, judged: recorded.judged(by: .default), spec: spec, label: "generated")
  }

  @Test func `are found from the detectable effect on, and what nobody lost is identical`()
    async throws
  {
    // Points of 100 questions in 50 cases.
    let losses = [0, 1, 2, 5, 10, 20]
    let run = try await Self.run(losses)
    let base = try #require(run.policies.first)
    var found: [Int: MetricComparison] = [:]
    for (lost, arm) in zip(losses, run.policies) where lost > 0 {
      let pair = (ComparedSide(run: 0, arm: base), ComparedSide(run: 0, arm: arm))
      found[lost] = Comparison([pair], of: [run]).pairs[0]["recall"]
    }
    for (lost, metric) in found.sorted(by: { $0.key < $1.key }) {
      #expect(metric.broken.count == lost)
      let estimate = try #require(metric.statistics?.estimate)
      #expect(abs(estimate + Double(lost) / 100) < 1e-12)
      let detectable = try #require(metric.detectable)
      if -estimate >= max(detectable, 0.02) {
        #expect(metric.decision?.verdict == .regression, "\(lost) lost, detects \(detectable)")
      }
    }
    #expect(found[20]?.decision?.verdict == .regression)
    #expect(try #require(found[20]?.detectable) < 0.2)
    #expect(found[1]?.decision?.verdict == .inconclusive)
    // The policy against itself.
    let itself = Comparison(
      Comparison.pairs(of: [run, run], varying: .strategy), of: [run, run])
    #expect(
      itself.pairs.allSatisfy { $0["recall"]?.decision?.verdict == .identical })
  }
}
