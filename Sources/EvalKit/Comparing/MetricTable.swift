/// The values of a metric under every arm of some runs, asking by asking: what pairs are made of.
public struct MetricTable: Sendable {
  /// Something asked once: an instance of a question, or a whole case for what is measured once a case.
  public struct Asking: Hashable, Sendable {
    /// The case.
    public let caseID: String
    /// The probe, trajectory or value; empty for a metric of the case.
    public let group: String
    /// The instance.
    public let question: String
  }

  /// The metric.
  public let metric: Metric
  /// The askings of all runs, in the order they come up.
  public let askings: [Asking]
  /// Which question of which cluster each asking belongs to.
  public let layout: ClusterLayout
  private let runs: [MeasuredRun]
  private let clusters: [String: String]
  /// For each run and arm, the place of each asking's score in the run's.
  private let places: [[String: [Int?]]]

  /// Collects a metric's scores.
  ///
  /// - Parameters:
  ///   - runs: The runs; a case's cluster is as the first run with the case has it.
  ///   - metric: The metric; one that is derived has no scores of its own.
  ///   - cases: The cases that count; nil: all.
  /// - Complexity: O(scores).
  public init(runs: [MeasuredRun], metric: Metric, cases: Set<String>? = nil) {
    self.runs = runs
    self.metric = metric
    var askings: [Asking] = []
    var known: [Asking: Int] = [:]
    var found: [[String: [(asking: Int, score: Int)]]] = []
    for run in runs {
      var ofArm: [String: [(asking: Int, score: Int)]] = [:]
      for (place, score) in run.scores.enumerated() where score.metric == metric.key {
        if let cases, !cases.contains(score.caseID) { continue }
        let asking = Asking(caseID: score.caseID, group: score.group, question: score.question)
        let index = known[asking] ?? askings.count
        if index == askings.count {
          known[asking] = index
          askings.append(asking)
        }
        ofArm[score.arm, default: []].append((index, place))
      }
      found.append(ofArm)
    }
    var clusters: [String: String] = [:]
    for identity in runs.flatMap(\.cases) where clusters[identity.id] == nil {
      clusters[identity.id] = identity.cluster
    }
    self.clusters = clusters
    places = found.map { ofArm in
      ofArm.mapValues { pairs in
        var places = [Int?](repeating: nil, count: askings.count)
        for pair in pairs { places[pair.asking] = pair.score }
        return places
      }
    }
    layout = ClusterLayout(
      askings.map { asking in
        ClusterLayout.Asking(
          cluster: clusters[asking.caseID] ?? asking.caseID, caseID: asking.caseID,
          question: asking.group)
      })
    self.askings = askings
  }

  /// The scores of an arm in the order of the askings; nil where it was not asked.
  public func scores(of arm: ArmIdentity, in run: Int) -> [Score?] {
    guard let places = places[run][arm.key] else {
      return Array(repeating: nil, count: askings.count)
    }
    return places.map { $0.map { runs[run].scores[$0] } }
  }

  /// The values of an arm in the order of the askings: an error is the worst value where there is one;
  /// nil where nothing counts.
  public func values(of arm: ArmIdentity, in run: Int = 0) -> [Double?] {
    scores(of: arm, in: run).map { $0.flatMap(value) }
  }

  /// The cluster of a case.
  func cluster(of caseID: String) -> String { clusters[caseID] ?? caseID }

  /// What a score counts as.
  func value(of score: Score) -> Double? {
    switch score.outcome {
    case .scored(let value): value
    case .errored: metric.worst
    case .notApplicable, .excluded: nil
    }
  }
}
