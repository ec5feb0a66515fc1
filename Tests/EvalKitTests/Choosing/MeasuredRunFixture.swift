@testable import EvalKit

/// Makes measured runs of numbers: a question in each case, a case in each cluster.
struct MeasuredRunFixture {
  let cases: Int
  private(set) var arms: [RunSpec.ArmReference] = []
  private(set) var scores: [Score] = []

  init(cases: Int) { self.cases = cases }

  /// Adds an arm with its values by case, nil for what it was not asked.
  ///
  /// - Returns: its identity.
  @discardableResult
  mutating func add(
    _ name: String, spec: String? = nil, model: String = "reader", context: String = "512",
    _ metrics: [String: (Int) -> Double?]
  ) -> ArmIdentity {
    let key = "\(name)|\(model)|\(context)"
    let arm = ArmIdentity(key: key)
    arms.append(
      RunSpec.ArmReference(
        key: key, name: name, model: model, context: context, reserve: 64, spec: spec ?? name,
        isControl: arm.control != nil))
    for (metric, value) in metrics.sorted(by: { $0.key < $1.key }) {
      for index in 0..<cases {
        guard let value = value(index) else { continue }
        add(metric, .scored(value), arm, case: index)
      }
    }
    return arm
  }

  /// Adds a score.
  mutating func add(_ metric: String, _ outcome: Outcome, _ arm: ArmIdentity, case index: Int) {
    let isAsked = Metric[metric]?.unit == .share
    scores.append(
      Score(
        caseID: "case\(index)", arm: arm.key, metric: metric, question: isAsked ? "q" : "",
        outcome: outcome))
  }

  func run() throws -> MeasuredRun {
    let fields: JSONValue = [
      "arms": [], "cases": [:], "excluded": [:], "judge": "default", "judgeDigest": "",
      "leftOut": [], "models": [:], "notes": [], "renderer": "neutral", "seed": 0, "sets": [],
      "tokenizer": "pieces",
    ]
    var spec = try RunSpec(fields: RecordFields(fields, path: ""))
    spec.arms = arms
    return MeasuredRun(
      label: "run", spec: spec, judge: .default,
      cases: (0..<cases).map { MeasuredRun.CaseIdentity(id: "case\($0)") },
      arms: arms.map { ArmIdentity(key: $0.key) }, scores: scores)
  }
}
