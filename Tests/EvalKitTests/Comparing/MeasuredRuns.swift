@testable import EvalKit

/// Runs made of numbers, for tests of what is done with them.
enum MeasuredRuns {
  /// An arm with what it scored: by metric, by case, by question.
  struct ArmScores {
    var name: String
    var model = "reader"
    var context = "2048"
    var scores: [String: [[Double?]]]
    /// What the views of each case are told apart by.
    var views = ""

    /// An arm with its recall: a row a case, nil where a question errored.
    init(
      _ name: String, model: String = "reader", context: String = "2048", recall: [[Double?]],
      tokens: [Double] = [], more: [String: [[Double?]]] = [:], views: String? = nil
    ) {
      self.name = name
      self.model = model
      self.context = context
      scores = more
      scores["recall"] = recall
      if !tokens.isEmpty { scores["tokensPerTask"] = tokens.map { [$0] } }
      self.views = views ?? name
    }
  }

  /// What a question is told apart by.
  typealias Marks = (_ row: Int, _ question: Int) -> Strata

  /// A run.
  static func run(
    _ arms: [ArmScores], judge: Judge = .default, label: String = "run", clusters: [String]? = nil,
    digests: [String]? = nil, tags: [[String]] = [], must: Set<String> = [],
    configuration: String = "v1",
    marks: Marks = { _, _ in Strata(kind: "name", probe: "recall") }
  ) -> MeasuredRun {
    let rows = arms.flatMap { $0.scores.values.map(\.count) }.max() ?? 0
    let cases = (0..<rows).map { row in
      MeasuredRun.CaseIdentity(
        id: name(row), cluster: clusters?[row], tags: tags.isEmpty ? [] : tags[row],
        digest: digests?[row] ?? "same", must: must)
    }
    var scores: [Score] = []
    for row in 0..<rows {
      for arm in arms {
        for (metric, values) in arm.scores.sorted(by: { $0.key < $1.key }) {
          for (place, value) in values[row].enumerated() {
            let isCell = Metric[metric]?.unit != .share
            scores.append(
              Score(
                caseID: name(row), arm: key(arm), metric: metric,
                question: isCell ? "" : "q\(place)",
                outcome: value.map { .scored($0) } ?? .errored("the model failed"),
                verdict: value.map { $0 == 1 ? "correct" : "wrong" } ?? "",
                strata: marks(row, place)))
          }
        }
      }
    }
    var views: [MeasuredRun.Cell: ViewTrace] = [:]
    for value in cases {
      for arm in arms where ArmIdentity(key: key(arm)).control == nil {
        views[MeasuredRun.Cell(caseID: value.id, arm: key(arm))] = ViewTrace(
          digest: "\(value.id) \(arm.views)", requests: 10, edited: arm.views.isEmpty ? 0 : 2,
          contextSize: 2048)
      }
    }
    return MeasuredRun(
      label: label, spec: spec(arms, judge: judge, configuration: configuration), judge: judge,
      cases: cases, arms: arms.map { ArmIdentity(key: key($0)) }, scores: scores, views: views)
  }

  /// `case-07`: ids that sort as they are numbered.
  static func name(_ row: Int) -> String { "case-\(row < 10 ? "0" : "")\(row)" }

  private static func key(_ arm: ArmScores) -> String { "\(arm.name)|\(arm.model)|\(arm.context)" }

  private static func spec(_ arms: [ArmScores], judge: Judge, configuration: String) -> RunSpec {
    let settings = RunSettings()
    var spec = RunSpec(
      Plan(cases: [], arms: [], settings: settings), settings: settings, sets: [],
      judge: judge.id, judgeDigest: judge.digest)
    spec.arms = arms.map {
      RunSpec.ArmReference(
        key: key($0), name: $0.name, model: $0.model, context: $0.context, reserve: 512,
        spec: $0.name, isControl: ArmIdentity(key: key($0)).control != nil)
    }
    spec.models = Dictionary(arms.map { ($0.model, configuration) }, uniquingKeysWith: { $1 })
    return spec
  }
}
