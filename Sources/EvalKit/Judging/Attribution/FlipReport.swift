/// The flips between two arms of a run, by cause, worst first.
public struct FlipReport: Sendable {
  /// Flips with one cause.
  public struct Group: Hashable, Sendable {
    /// The cause.
    public let cause: FlipCause
    /// Which of the two arms does better.
    public let direction: Flip.Direction
    /// The flips, in the order of the run.
    public fileprivate(set) var flips: [Flip]
  }

  /// The metrics that are looked at; each is a share of which more is better.
  public static let metrics = ["recall", "abstentionRight", "trajectoryInOrder", "argumentFill"]

  /// The arm that is explained.
  public let arm: ArmIdentity
  /// The one it is compared with.
  public let reference: ArmIdentity
  /// What was broken, most flips first; then what was fixed.
  public let groups: [Group]
  /// How many scores are the same under both.
  public let unchanged: Int
  /// How many scores either arm has none of, by reason.
  public let incomparable: [(reason: String, count: Int)]

  /// How many flips there are in a direction.
  public func count(_ direction: Flip.Direction) -> Int {
    groups.reduce(0) { $0 + ($1.direction == direction ? $1.flips.count : 0) }
  }

  /// Finds the flips between two arms.
  ///
  /// - Parameters:
  ///   - arm: The arm that is explained.
  ///   - reference: The one it is compared with.
  ///   - cases: The cases, prepared by the judge.
  ///   - scores: Their scores.
  ///   - observations: What happened.
  /// - Complexity: O(scores), and for each flip O(text that stages made in its view).
  public init(
    of arm: ArmIdentity, against reference: ArmIdentity, cases: some Sequence<JudgedCase>,
    scores: [Score], observations: [Observation]
  ) {
    self.arm = arm
    self.reference = reference
    var byCase: [String: [String: Observation]] = [:]
    for observation in observations where [arm.key, reference.key].contains(observation.arm) {
      byCase[observation.caseID, default: [:]][observation.arm] = observation
    }
    let scores = Dictionary(grouping: scores) { $0.caseID }
    var groups: [Group] = []
    var unchanged = 0
    var incomparable: [String: Int] = [:]
    for value in cases {
      let known = byCase[value.evalCase.id] ?? [:]
      var finder = FlipFinder(value, arm: known[arm.key], reference: known[reference.key])
      let mine = scores[value.evalCase.id] ?? []
      let theirs = Dictionary(
        mine.filter { $0.arm == reference.key }.map { ([$0.metric, $0.question], $0) },
        uniquingKeysWith: { first, _ in first })
      for score in mine where score.arm == arm.key && Self.metrics.contains(score.metric) {
        guard let other = theirs[[score.metric, score.question]] else { continue }
        switch finder.compare(score, other) {
        case .same: unchanged += 1
        case .incomparable(let reason): incomparable[reason, default: 0] += 1
        case .flip(let flip):
          let place = groups.firstIndex {
            $0.cause == flip.cause && $0.direction == flip.direction
          }
          if let place {
            groups[place].flips.append(flip)
          } else {
            groups.append(Group(cause: flip.cause, direction: flip.direction, flips: [flip]))
          }
        }
      }
    }
    self.groups = groups.sorted { left, right in
      if left.direction != right.direction { return left.direction == .broken }
      if left.flips.count != right.flips.count { return left.flips.count > right.flips.count }
      return left.cause.description < right.cause.description
    }
    self.unchanged = unchanged
    self.incomparable = incomparable.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { ($0.key, $0.value) }
  }
}
