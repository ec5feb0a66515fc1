import EvalKit
import Testing

@testable import evalrun

@Suite struct `What a comparison comes to` {
  /// A run of two policies, of which one loses the first question of so many cases and half of the tokens.
  private func conclusion(
    cases count: Int, losing lost: Int, cluster: (Int) -> String = { "\($0)" },
    hasSameViews: Bool = false
  ) -> String {
    let names = ["base", "lean"]
    let arms = names.map {
      Arm(name: $0, policy: .pipeline(Pipeline()), model: "m", context: .tokens(9), reserve: 0)
    }
    let settings = RunSettings()
    let spec = RunSpec(
      Plan(cases: [], arms: arms, settings: settings), settings: settings, sets: [])
    var scores: [Score] = []
    var views: [MeasuredRun.Cell: ViewTrace] = [:]
    for row in 0..<count {
      for (place, arm) in arms.enumerated() {
        func add(_ metric: String, _ question: String, _ value: Double) {
          scores.append(
            Score(
              caseID: "c\(row)", arm: arm.key, metric: metric, question: question,
              outcome: .scored(value)))
        }
        add("recall", "q", place == 1 && row < lost ? 0 : 1)
        add("survival", "q/f", place == 1 && row < lost ? 0 : 1)
        add("tokensPerTask", "", place == 1 ? 500 : 1000)
        views[MeasuredRun.Cell(caseID: "c\(row)", arm: arm.key)] = ViewTrace(
          digest: hasSameViews ? "same" : arm.name, requests: 3, edited: 0, contextSize: 9)
      }
    }
    let run = MeasuredRun(
      label: "run", spec: spec, judge: .default,
      cases: (0..<count).map { MeasuredRun.CaseIdentity(id: "c\($0)", cluster: cluster($0)) },
      arms: arms.map { ArmIdentity($0) }, scores: scores, views: views)
    return Conclusion(
      comparison: Comparison(Comparison.pairs(of: [run], varying: .strategy), of: [run])
    ).text
  }

  @Test func `a loss, with what it saves`() {
    #expect(
      conclusion(cases: 30, losing: 12)
        == "lean against base keeps 40.0 points fewer facts for 50 % fewer tokens; recall 40.0 points "
        + "lower: regression.")
  }

  @Test func `what cannot be told says how many cases would`() {
    let spread = PairedSample((0..<30).map { [$0 < 2 ? -1 : 0] })?.spread ?? 0
    let count = MinimumDetectableEffect.clusters(toFind: -2.0 / 30, spread: spread) ?? 0
    #expect(count > 100)
    let needed = "cannot tell, you would need about \(count) cases"
    #expect(
      conclusion(cases: 30, losing: 2)
        == "lean against base keeps 6.7 points fewer facts for 50 % fewer tokens; recall 6.7 points "
        + "lower: \(needed); survival: \(needed).")
  }

  @Test func `clusters are called cases only where each case is one`() {
    #expect(conclusion(cases: 6, losing: 3).contains("6 cases decide nothing"))
    #expect(conclusion(cases: 1, losing: 1).contains("1 case decides nothing"))
    #expect(
      conclusion(cases: 6, losing: 3, cluster: { "\($0 / 3)" }).contains(
        "2 clusters decide nothing"))
  }

  @Test func `the same views are told as such`() {
    #expect(
      conclusion(cases: 9, losing: 0, hasSameViews: true)
        == "base against lean: identical, 0 of 27 requests changed: nothing was tested.")
  }
}
