/// Judges one (case, arm).
struct ArmScoring {
  let judge: Judge
  let judged: JudgedCase
  let arm: ArmIdentity
  let observation: Observation?
  /// The arm's policy, where it is known.
  let pipeline: Pipeline?
  /// What model judges say.
  let modelVerdicts: ModelVerdicts
  /// What every score of the cell is, where the cell as a whole has none.
  let wholeCell: Outcome?
  let asked: [String: QuestionObservation]
  /// What became of the questions under the same model's oracle.
  let oracle: [String: QuestionObservation]
  /// What became of them under its `null` and its `evidence`.
  let null: [String: QuestionObservation]
  let evidence: [String: QuestionObservation]
  private(set) var list: [Score] = []
  var survival: SurvivalReader
  var strangers: ForeignTexts
  var answers: [Int: AnswerJudge] = [:]

  init(
    _ judge: Judge, _ judged: JudgedCase, _ arm: ArmIdentity, _ observation: Observation?,
    oracle: Observation? = nil, null: Observation? = nil, evidence: Observation? = nil,
    pipeline: Pipeline? = nil,
    modelVerdicts: ModelVerdicts = ModelVerdicts()
  ) {
    self.judge = judge
    self.modelVerdicts = modelVerdicts
    self.judged = judged
    self.arm = arm
    self.observation = observation
    self.pipeline = pipeline
    if let reason = observation?.excluded {
      wholeCell = .excluded(reason)
    } else if let reason = observation?.notApplicable {
      wholeCell = .notApplicable(reason)
    } else {
      wholeCell = observation == nil ? .errored("there is no observation of it") : nil
    }
    func byID(_ observation: Observation?) -> [String: QuestionObservation] {
      Dictionary(
        (observation?.questions ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
    asked = byID(observation)
    self.oracle = byID(oracle)
    self.null = byID(null)
    self.evidence = byID(evidence)
    survival = SurvivalReader(judged)
    strangers = ForeignTexts()
  }

  /// All scores of the cell.
  mutating func scores() -> [Score] {
    var mainLine = MainLineFindings(
      judge, judged, observation, asked: asked, pipeline: pipeline)
    addSurvival(mainLine)
    addAnswers()
    addTrajectories()
    addConfusions()
    addFills()
    addSupport(&mainLine)
    addValueSupport()
    addActionSupport()
    addCosts(mainLine)
    addModelJudgements()
    let order = Dictionary(
      uniqueKeysWithValues: judge.reported.enumerated().map { ($0.element, $0.offset) })
    // Stable: scores of a metric stay in the order of the questions.
    return list.enumerated().filter { score in
      order[score.element.metric] != nil || Metric.auxiliary.contains(score.element.metric)
    }.sorted { left, right in
      let l = order[left.element.metric] ?? .max
      let r = order[right.element.metric] ?? .max
      return (l, left.offset) < (r, right.offset)
    }.map(\.element)
  }

  mutating func add(
    _ metric: String, _ question: String, group: String? = nil, _ outcome: Outcome,
    verdict: String = "", reason: String = "", strata: Strata? = nil, fate: FactDetails? = nil
  ) {
    list.append(
      Score(
        caseID: judged.evalCase.id, arm: arm.key, metric: metric, question: question,
        group: group, outcome: wholeCell ?? outcome, verdict: wholeCell == nil ? verdict : "",
        reason: wholeCell == nil ? reason : "", strata: strata,
        fact: wholeCell == nil ? fate : nil))
  }

  /// Adds the score of a metric of the whole cell.
  mutating func addCell(
    _ metric: String, _ outcome: Outcome, verdict: String = "", reason: String = ""
  ) {
    add(metric, "", outcome, verdict: verdict, reason: reason)
  }

  /// Adds a count of cells, which stands whatever the cell's outcome.
  mutating func list(auxiliary metric: String, _ isSo: Bool, _ reason: String) {
    list.append(
      Score(
        caseID: judged.evalCase.id, arm: arm.key, metric: metric, outcome: .scored(isSo ? 1 : 0),
        reason: reason))
  }

  /// What became of a question, or the outcome it has where nothing can be judged.
  func status(_ question: Question) -> Result<QuestionObservation, Unjudged> {
    guard let observed = asked[question.id] else {
      return .failure(Unjudged(outcome: .errored("the question was not asked")))
    }
    switch observed.status {
    case .answered, .overflow: return .success(observed)
    case .errored(let reason), .unanswered(let reason):
      return .failure(Unjudged(outcome: .errored(reason)))
    case .notApplicable(let reason):
      return .failure(Unjudged(outcome: .notApplicable(reason)))
    }
  }

  /// Why a question has no judgement.
  struct Unjudged: Error { let outcome: Outcome }
}

extension Metric {
  /// Counts of cells that scores carry beside the metrics: never compacted, head over the budget.
  static let auxiliary: Set<String> = ["neverCompacted", "floor"]
}
