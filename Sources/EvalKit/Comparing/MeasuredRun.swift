/// A judged run as comparisons and gates read it: who was asked what, and how it came out.
public struct MeasuredRun: Sendable {
  /// What is known of a case beside its scores.
  public struct CaseIdentity: Hashable, Sendable {
    /// The id.
    public var id: String
    /// What statistics cluster on.
    public var cluster: String
    /// Free tags.
    public var tags: [String]
    /// The digest of the case as it was run.
    public var digest: String
    /// The file it came from, relative to its set.
    public var file: String
    /// The probes and trajectories of which a gate fails if one newly fails.
    public var must: Set<String>

    /// Makes an identity.
    public init(
      id: String, cluster: String? = nil, tags: [String] = [], digest: String = "",
      file: String = "", must: Set<String> = []
    ) {
      self.id = id
      self.cluster = cluster ?? id
      self.tags = tags
      self.digest = digest
      self.file = file
      self.must = must
    }

    /// The identity of a case.
    public init(_ value: EvalCase) {
      self.init(
        id: value.id, cluster: value.cluster, tags: value.tags, digest: CaseCodec.digest(value),
        file: value.file,
        must: Set(
          value.probes.filter(\.must).map(\.id) + value.trajectories.filter(\.must).map(\.id)))
    }
  }

  /// A case under an arm.
  public struct Cell: Hashable, Sendable {
    /// The case's id.
    public var caseID: String
    /// The arm's key.
    public var arm: String

    /// Names a cell.
    public init(caseID: String, arm: String) {
      self.caseID = caseID
      self.arm = arm
    }
  }

  /// What reports call it: its folder.
  public var label: String
  /// What it was made from.
  public let spec: RunSpec
  /// The judge.
  public let judge: Judge
  /// The cases that were run, in the run's order; without those the user's own filter left out.
  public let cases: [CaseIdentity]
  /// The arms, controls included, in the run's order.
  public let arms: [ArmIdentity]
  /// The scores: by case, by arm, then by metric.
  public let scores: [Score]
  /// What the model was shown, for policies; controls have none.
  public let views: [Cell: ViewTrace]
  /// Hazard rules that policies newly broke, with severity error, by cell: how often each.
  public let hazards: [Cell: [String: Int]]

  /// Makes a run of its parts.
  public init(
    label: String, spec: RunSpec, judge: Judge, cases: [CaseIdentity], arms: [ArmIdentity],
    scores: [Score], views: [Cell: ViewTrace] = [:], hazards: [Cell: [String: Int]] = [:]
  ) {
    self.label = label
    self.spec = spec
    self.judge = judge
    self.cases = cases
    self.arms = arms
    self.scores = scores
    self.views = views
    self.hazards = hazards
  }

  /// Reads a run that was judged.
  ///
  /// - Parameters:
  ///   - run: What happened.
  ///   - judged: What its judge makes of it.
  ///   - spec: What it was made from.
  ///   - label: What reports call it.
  /// - Complexity: O(text that stages made + questions × items of their views).
  public init(_ run: RecordedRun, judged: JudgedRun, spec: RunSpec, label: String) {
    let values = run.values
    let tracer = ViewTracer(values)
    var views: [Cell: ViewTrace] = [:]
    for observation in run.observations
    where ArmIdentity(key: observation.arm).control == nil {
      let cell = Cell(caseID: observation.caseID, arm: observation.arm)
      views[cell] = tracer.trace(observation)
    }
    var hazards: [Cell: [String: Int]] = [:]
    for found in run.hazards(by: judged.judge) {
      for finding in found.report?.introduced ?? [] where finding.severity == .error {
        hazards[Cell(caseID: found.caseID, arm: found.arm.key), default: [:]][
          finding.rule, default: 0] += 1
      }
    }
    self.init(
      label: label, spec: spec, judge: judged.judge,
      cases: values.filter { spec.excluded[$0.id] == nil }.map { CaseIdentity($0) },
      arms: run.arms, scores: judged.scores, views: views, hazards: hazards)
  }

  /// The policies, in the run's order.
  public var policies: [ArmIdentity] { arms.filter { $0.control == nil } }

  /// The scores pooled, of some cases only where they are named.
  ///
  /// - Parameter ids: The cases that count; nil: all.
  public func summary(of ids: Set<String>? = nil) -> Summary {
    let counted = ids.map { ids in scores.filter { ids.contains($0.caseID) } } ?? scores
    return Summary(
      counted, judge: judge,
      evalSets: spec.sets.map { Summary.SetIdentity(id: $0.id, digest: $0.digest) },
      leftOut: spec.leftOut)
  }

  /// How an arm was made; nil for one the run does not have.
  public func reference(of arm: ArmIdentity) -> RunSpec.ArmReference? {
    spec.arms.first { $0.key == arm.key }
  }
}
