import Testing

@testable import EvalKit

/// Makes judged runs of scores that are written down, for gates.
struct GateBed {
  /// A score of a question: the case, the question and how it came out.
  struct Asked {
    var caseID: String
    var question: String
    var outcome: Outcome

    init(_ caseID: String, _ question: String, _ value: Double) {
      self.caseID = caseID
      self.question = question
      outcome = .scored(value)
    }

    init(_ caseID: String, _ question: String, _ outcome: Outcome) {
      self.caseID = caseID
      self.question = question
      self.outcome = outcome
    }
  }

  var name = "ours"
  var model = "m"
  var configuration = "one"
  var judge = Judge.default
  var digests: [String: String] = [:]
  var must: Set<String> = []
  var tokens = 1000.0
  var cacheHits = 0.9
  var hazards: [String: [String: Int]] = [:]
  var survival: [Asked] = []
  var views = "views"
  var isSampled = false
  var isUnpinned = false

  /// A run of recall.
  func run(_ recall: [Asked], label: String = "run") -> MeasuredRun {
    let arm = Arm(
      name: name, policy: .pipeline(Pipeline([])), model: model, context: .tokens(2048),
      reserve: 512)
    let settings = RunSettings(models: [])
    var spec = RunSpec(
      Plan(cases: [], arms: [arm], settings: settings), settings: settings, sets: [],
      judge: judge.id, judgeDigest: judge.digest, toolVersion: "1")
    spec.sets = [RunSpec.SetReference(id: "set", digest: "d")]
    spec.models = [model: configuration]
    spec.sampled = isSampled ? [model] : []
    spec.unpinned = isUnpinned ? [model] : []
    let ids = recall.map(\.caseID).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    var scores: [Score] = []
    func add(_ metric: String, _ asked: Asked) {
      scores.append(
        Score(
          caseID: asked.caseID, arm: arm.key, metric: metric, question: asked.question,
          outcome: asked.outcome, verdict: asked.outcome == .scored(1) ? "correct" : "wrong"))
    }
    recall.forEach { add("recall", $0) }
    survival.forEach { add("survival", $0) }
    for id in ids {
      add("tokensPerTask", Asked(id, "", tokens))
      add("cacheHitRate", Asked(id, "", cacheHits))
    }
    return MeasuredRun(
      label: label, spec: spec, judge: judge,
      cases: ids.map { id in
        MeasuredRun.CaseIdentity(id: id, digest: digests[id] ?? "as it is", must: must)
      },
      arms: [ArmIdentity(arm)], scores: scores,
      views: Dictionary(
        uniqueKeysWithValues: ids.map {
          (
            MeasuredRun.Cell(caseID: $0, arm: arm.key),
            ViewTrace(digest: views, requests: 1, edited: 0, contextSize: 2048)
          )
        }),
      hazards: Dictionary(
        uniqueKeysWithValues: hazards.map {
          (MeasuredRun.Cell(caseID: $0.key, arm: arm.key), $0.value)
        }))
  }

  func baseline(_ recall: [Asked]) throws -> Baseline {
    try Baseline([run(recall)], blessing: .init(by: "Ada", reason: "first", tool: "1"))
  }

  /// `count` questions of `cases` cases, so many of which, from the first on, are wrong.
  static func questions(_ count: Int, cases: Int = 2, wrong: Int = 0) -> [Asked] {
    (0..<count).map { Asked("c\($0 % cases)", "q\($0)", $0 < wrong ? 0 : 1) }
  }
}

extension GateReport {
  /// The check of a kind of the only policy.
  func check(_ kind: GateCheck.Kind, _ metric: String? = nil) -> GateCheck? {
    checks.first { $0.kind == kind && (metric == nil || $0.metric == metric) }
  }
}
