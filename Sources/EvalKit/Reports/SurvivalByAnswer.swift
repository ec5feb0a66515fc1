/// What became of facts against how they were answered, under one arm.
///
/// A value that is `gone` and answered right was guessed; one that stands `verbatim` and is answered
/// wrong is the model's failing, not the policy's.
public struct SurvivalByAnswer: Hashable, Sendable {
  /// The questions whose facts came to the same.
  public struct Row: Hashable, Sendable {
    /// What became of the fact; of a question with several, the worst of theirs; nil where there is
    /// no view to look at, or no fact to look for.
    public let survival: Survival?
    /// Whether a value it replaced is in view as well.
    public let isContested: Bool
    /// How many were answered how.
    public var answers: [AnswerVerdict: Int] = [:]
    /// How many errored.
    public var errored = 0
    /// How many cannot be asked of the arm.
    public var notApplicable = 0
    /// How many the user's own filter left out.
    public var excluded = 0

    /// How many questions.
    public var total: Int {
      answers.values.reduce(0, +) + errored + notApplicable + excluded
    }
  }

  /// The arm.
  public let arm: ArmIdentity
  /// The rows that have questions, from verbatim to gone, each uncontested first; then what is not
  /// known. Together they are all questions that recall is asked of.
  public let rows: [Row]

  /// How many questions whose fact survived, or did not, got a verdict.
  public func count(kept: Bool, _ verdicts: AnswerVerdict...) -> Int {
    rows.reduce(0) { sum, row in
      guard row.survival?.isSurvival == kept else { return sum }
      return sum + verdicts.reduce(0) { $0 + (row.answers[$1] ?? 0) }
    }
  }

  /// How many questions whose value stands beside the one it replaced got a verdict.
  public func contested(_ verdicts: AnswerVerdict...) -> Int {
    rows.reduce(0) { sum, row in
      row.isContested ? sum + verdicts.reduce(0) { $0 + (row.answers[$1] ?? 0) } : sum
    }
  }
}

extension ScoreTable {
  /// What became of the facts of a question.
  struct QuestionFate: Hashable {
    var survival: Survival
    var isContested: Bool
  }

  /// A question of a case.
  struct QuestionKey: Hashable {
    let caseID: String
    let question: String
  }

  /// What became of the facts of each question of an arm: the worst of several, contested if one is.
  ///
  /// - Complexity: O(scores of survival).
  func fates(_ arm: ArmIdentity) -> [QuestionKey: QuestionFate] {
    var fates: [QuestionKey: QuestionFate] = [:]
    for score in cells(arm, "survival").flatMap(\.scores) {
      guard let word = score.verdict.split(separator: " ").first,
        let survival = Survival(rawValue: String(word)), let question = score.factQuestion
      else { continue }
      let key = QuestionKey(caseID: score.caseID, question: question)
      let isContested = score.fact?.isContested ?? false
      if let known = fates[key] {
        fates[key] = QuestionFate(
          survival: known.survival.loss < survival.loss ? survival : known.survival,
          isContested: known.isContested || isContested)
      } else {
        fates[key] = QuestionFate(survival: survival, isContested: isContested)
      }
    }
    return fates
  }

  /// The table of an arm; nil where it has no question about a fact whose fate is known.
  func survivalByAnswer(_ arm: ArmIdentity, _ fates: [QuestionKey: QuestionFate])
    -> SurvivalByAnswer?
  {
    var rows: [QuestionFate?: SurvivalByAnswer.Row] = [:]
    for score in cells(arm, "recall").flatMap(\.scores) {
      let key = QuestionKey(caseID: score.caseID, question: score.question)
      let fate = fates[key]
      var row =
        rows[fate]
        ?? SurvivalByAnswer.Row(
          survival: fate?.survival, isContested: fate?.isContested ?? false)
      switch score.outcome {
      case .scored:
        if let verdict = AnswerVerdict(rawValue: score.verdict) {
          row.answers[verdict, default: 0] += 1
        }
      case .errored: row.errored += 1
      case .notApplicable: row.notApplicable += 1
      case .excluded: row.excluded += 1
      }
      rows[fate] = row
    }
    guard rows.keys.contains(where: { $0 != nil }) else { return nil }
    func rank(_ row: SurvivalByAnswer.Row) -> (Int, Int) {
      (row.survival?.loss ?? .max, row.isContested ? 1 : 0)
    }
    return SurvivalByAnswer(arm: arm, rows: rows.values.sorted { rank($0) < rank($1) })
  }
}

extension Score {
  /// The question of a score of survival, without its fact.
  var factQuestion: String? {
    question.lastIndex(of: "/").map { String(question[..<$0]) }
  }
}
