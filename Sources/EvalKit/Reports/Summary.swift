/// A metric of an arm over a set, with how every one of its questions came out.
public struct MetricValue: Hashable, Sendable {
  /// The value; nil only where nothing was scored.
  public var value: Double?
  /// How many were scored.
  public var scored = 0
  /// How many failed; they count as the worst value where there is one.
  public var errored = 0
  /// How many cannot be asked of the arm.
  public var notApplicable = 0
  /// How many the user's own filter left out.
  public var excluded = 0
  /// Why there is no value, where that is not a question's own reason.
  public var reason: String?
  /// Whether some failed and there is no worst value for them: the value is of the others only.
  public var isIncomplete = false

  /// Makes a value of nothing.
  public init() {}

  /// Whether the metric has questions that could be scored and none was.
  public var isUnscored: Bool { scored == 0 && errored > 0 }
}

/// An arm's metrics over a set.
public struct ArmSummary: Hashable, Sendable {
  /// The arm.
  public let arm: ArmIdentity
  /// The metrics by key: all that the set has questions for.
  public var metrics: [String: MetricValue] = [:]
  /// Metrics without range on this set: printed so, ranked and gated nowhere.
  public var noRange: [String] = []
  /// The ways in which its tools were confused, beside the oracle's; control arms other than the
  /// oracle have none.
  public var confusions: [ConfusionRate] = []
  /// How many cases the arm never compacted anything of.
  public var neverCompacted = 0
  /// How many cases have a head that alone exceeds the budget.
  public var floor = 0
  /// How many cases it was run on, or was to be.
  public var cases = 0
  /// Recall of the placebo beside it.
  public var placeboRecall: Double?

  /// Makes a summary of nothing.
  public init(_ arm: ArmIdentity) { self.arm = arm }

  /// Whether its recall is better than that of dropping whole turns at random to the same size; nil
  /// where there is no placebo or nothing was ever compacted.
  public var beatsPlacebo: Bool? {
    guard let placeboRecall, let recall = metrics["recall"]?.value, neverCompacted < cases else {
      return nil
    }
    return recall > placeboRecall + 1e-12
  }
}

/// What the controls say of a question: counted beside every rate, removing nothing.
public enum QuestionFlag: String, Hashable, Sendable, CaseIterable {
  /// The whole log does not help: the model cannot answer it.
  case oracleFails
  /// Nor does the evidence alone.
  case evidenceFails
  /// It is right without any history: it can be guessed.
  case nullPasses
  /// It is right on another case's history: coincidence.
  case foreignPasses
}

/// A question with what the controls of a model say of it.
public struct FlaggedQuestion: Hashable, Sendable {
  /// The case.
  public let caseID: String
  /// The metric, `recall` or `trajectoryInOrder`.
  public let metric: String
  /// The probe or trajectory.
  public let group: String
  /// The model whose controls say it.
  public let model: String
  /// What they say, in the order of the cases.
  public let flags: [QuestionFlag]
}

/// Which questions a summary is made of.
public enum QuestionFilter: String, Hashable, Sendable, CaseIterable {
  /// All of the set's.
  case all
  /// Without those that a control flags.
  case answerable
}

/// The scores of a run pooled: what tables print and `summary.json` holds.
public struct Summary: Hashable, Sendable {
  /// A set that was run.
  public struct SetIdentity: Hashable, Sendable {
    /// The set's id.
    public let id: String
    /// The digest of its normalised cases.
    public let digest: String

    /// Names a set.
    public init(id: String, digest: String) {
      self.id = id
      self.digest = digest
    }
  }

  /// A reason of the user's own filter, with how many questions it left out.
  public struct Exclusion: Hashable, Sendable {
    /// The reason.
    public let reason: String
    /// How many questions.
    public let count: Int

    /// Makes an exclusion.
    public init(reason: String, count: Int) {
      self.reason = reason
      self.count = count
    }
  }

  /// The sets.
  public var evalSets: [SetIdentity]
  /// The arms, controls included, in the order they were run.
  public var arms: [ArmSummary]
  /// The metrics the set has questions for, in the order of reports.
  public var metrics: [Metric]
  /// Questions that a control flags, by case, then by question.
  public var flagged: [FlaggedQuestion]
  /// What the user's own filter left out.
  public var excluded: [Exclusion]
  /// The metric that verdicts and gates rest on.
  public var primary: String
  /// The judge's id.
  public var judge: String
  /// The digest of everything the judge goes by.
  public var judgeDigest: String
  /// How far each model judge agrees with the deterministic verdicts.
  public var agreements: [JudgeAgreement]
  /// Recall and survival by what questions are told apart by: dimension by dimension.
  public var strata: [Stratum]
  /// What became of facts against how they were answered, of the arms that have such questions.
  public var survivalByAnswer: [SurvivalByAnswer]
  /// Survival by the compactions facts had been through, of the arms that have a session.
  public var compactionsSurvived: [CompactionsSurvived]
  /// Recall and survival as if questions were asked at the ages of a profile, profile by profile.
  public var ages: [AgedRates]
  /// Half-lives of facts, of the arms that probes were asked of again and again.
  public var halfLife: [HalfLife]

  /// How many questions carry a flag, whatever the model.
  public func count(of flag: QuestionFlag) -> Int {
    var seen = Set<[String]>()
    for question in flagged where question.flags.contains(flag) {
      seen.insert([question.caseID, question.metric, question.group])
    }
    return seen.count
  }

  /// The summary of an arm.
  public subscript(arm key: String) -> ArmSummary? { arms.first { $0.arm.key == key } }

  /// Metrics of arms that have questions of which none was scored: an error, never a number.
  public var unscored: [(arm: String, metric: String)] {
    arms.flatMap { arm in
      metrics.filter { arm.metrics[$0.key]?.isUnscored == true }.map { (arm.arm.key, $0.key) }
    }
  }

  /// Whether anything failed: the run is incomplete.
  public var hasErrors: Bool {
    arms.contains { $0.metrics.values.contains { $0.errored > 0 } }
  }
}
