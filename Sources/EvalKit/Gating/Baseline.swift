/// A run that was found good: what later runs of the same questions are held against.
///
/// A gate takes the run it looks at as a baseline that nobody has blessed yet, so both sides have one form.
public struct Baseline: Hashable, Sendable {
  /// Who found it good, why, and with what.
  public struct Blessing: Hashable, Sendable {
    /// Who.
    public var by: String
    /// Why.
    public var reason: String
    /// The tool's version; shown, never compared.
    public var tool: String

    /// Makes a blessing.
    public init(by: String = "", reason: String = "", tool: String = "") {
      self.by = by
      self.reason = reason
      self.tool = tool
    }
  }

  /// A case of which it has outcomes.
  public struct Case: Hashable, Sendable {
    /// What statistics cluster on.
    public var cluster: String
    /// The digest of the case as it was run.
    public var digest: String

    /// Makes a case.
    public init(cluster: String, digest: String) {
      self.cluster = cluster
      self.digest = digest
    }
  }

  /// A metric of an arm over the set.
  public struct Value: Hashable, Sendable {
    /// The value, the mean over repeats, with the counts of all repeats together.
    public var metric: MetricValue
    /// The largest value of a repeat less the smallest; 0 for one run.
    public var spread: Double

    /// Makes a value.
    public init(_ metric: MetricValue, spread: Double = 0) {
      self.metric = metric
      self.spread = spread
    }
  }

  /// How a question, or a case, came out on a metric.
  public struct Result: Hashable, Sendable {
    /// The case's id.
    public var caseID: String
    /// The metric's key.
    public var metric: String
    /// The group of the question's instances, whose mean is its value; empty for a metric of the case.
    public var question: String
    /// How it came out: the mean over instances and repeats; errored where any of them is.
    public var outcome: Outcome
    /// The verdict's word where all of them have the same.
    public var verdict: String
    /// Whether a gate fails if it newly fails.
    public var isMust: Bool

    /// Makes a result.
    public init(
      caseID: String, metric: String, question: String = "", outcome: Outcome,
      verdict: String = "", isMust: Bool = false
    ) {
      self.caseID = caseID
      self.metric = metric
      self.question = question
      self.outcome = outcome
      self.verdict = verdict
      self.isMust = isMust
    }

    /// The value, where it has one.
    public var value: Double? { if case .scored(let value) = outcome { value } else { nil } }
  }

  /// An arm with how it came out.
  public struct Arm: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The model's name.
    public var model: String
    /// The context size, `2048` or `50%`.
    public var context: String
    /// The reserve in tokens.
    public var reserve: Int
    /// The canonical spec; the control's name for a control.
    public var spec: String
    /// The metrics by key.
    public var metrics: [String: Value] = [:]
    /// Metrics without range on the set.
    public var noRange: [String] = []
    /// Whether repeats of the run came out differently.
    public var isSampled = false
    /// How often a hazard rule with severity error was newly broken, by case, then by rule.
    public var hazards: [String: [String: Int]] = [:]
    /// The digest of all views, by case.
    public var views: [String: String] = [:]
    /// The results, by case, then by metric, in the run's order; none for a control.
    public var results: [Result] = []

    /// Makes an arm without results.
    public init(name: String, model: String, context: String, reserve: Int, spec: String) {
      self.name = name
      self.model = model
      self.context = context
      self.reserve = reserve
      self.spec = spec
    }

    /// `arm|model|context`.
    public var key: String { "\(name)|\(model)|\(context)" }
    /// What judging knows of it.
    public var identity: ArmIdentity { ArmIdentity(key: key) }
    /// Whether it is a control.
    public var isControl: Bool { identity.control != nil }
  }

  /// Who found it good, and why.
  public var blessing: Blessing
  /// How many runs of one configuration it is the mean of.
  public var repeats: Int
  /// The sets.
  public var sets: [RunSpec.SetReference]
  /// The metric that verdicts rest on.
  public var primary: String
  /// The judge's id.
  public var judge: String
  /// The digest of what the judge's scores depend on.
  public var judgeDigest: String
  /// The configuration of each model, by name.
  public var models: [String: String]
  /// Models whose weights nothing digests, by name.
  public var unpinned: [String] = []
  /// The tokenizer's name.
  public var tokenizer: String
  /// The renderer's name.
  public var renderer: String
  /// The cases, by id.
  public var cases: [String: Case]
  /// The arms, controls included, in the run's order.
  public var arms: [Arm]

  /// The policies, in the run's order.
  public var policies: [Arm] { arms.filter { !$0.isControl } }

  /// The arm with a key.
  public subscript(arm key: String) -> Arm? { arms.first { $0.key == key } }

  /// Everything that errored, by arm, one a question: what nobody should bless unseen.
  public var errors: [(arm: String, result: Result)] {
    arms.flatMap { arm in
      arm.results.filter { if case .errored = $0.outcome { true } else { false } }
        .map { (arm.key, $0) }
    }
  }

  /// Whether anything errored, in a control too.
  public var hasErrors: Bool {
    arms.contains { $0.metrics.values.contains { $0.metric.errored > 0 } }
  }
}
