/// What the questions of a comparison can be told apart by: the same for all arms, so they pair within.
public enum ComparisonDimension: Hashable, Sendable {
  /// What every question has: kind, age, mentions, position …
  case stratum(Strata.Dimension)
  /// The case.
  case evalCase
  /// A tag of the case; a case with several counts for each.
  case tag
}

/// Two arms on the questions of one stratum: an interval, uncorrected, and no verdict.
public struct StratumComparison: Hashable, Sendable {
  /// The pair, by place.
  public let pair: Int
  /// The metric.
  public let metric: Metric
  /// The stratum.
  public let value: String
  /// The baseline's mean over the questions both have.
  public let baseline: Double
  /// The candidate's.
  public let candidate: Double
  /// What the pairs show.
  public let statistics: PairedComparison
}

extension Comparison {
  /// Compares within strata, pair by pair.
  ///
  /// - Returns: in the order of the pairs, strata as people read them; nothing for what is derived or
  ///   counted over the whole set.
  /// - Complexity: O(pairs × strata × (askings + assignments × clusters ÷ 8)).
  public func strata(by dimension: ComparisonDimension, metric key: String) -> [StratumComparison] {
    guard let metric = Metric[key], metric.pooling == .mean else { return [] }
    let tags = Dictionary(
      runs.flatMap(\.cases).map { ($0.id, $0.tags) }, uniquingKeysWith: { first, _ in first })
    var tables: [[String]: MetricTable] = [:]
    var found: [(pair: Int, value: String, means: (Double, Double), sample: PairedSample)] = []
    for (place, pair) in pairs.enumerated() {
      let cases = pair.cases.common
      let table = tables[cases] ?? MetricTable(runs: runs, metric: metric, cases: Set(cases))
      tables[cases] = table
      let before = table.scores(of: pair.baseline.arm, in: pair.baseline.run)
      let after = table.scores(of: pair.candidate.arm, in: pair.candidate.run)
      var members: [String: [Int]] = [:]
      for (index, asking) in table.askings.enumerated() {
        let values: [String] =
          switch dimension {
          case .stratum(let dimension):
            ((after[index] ?? before[index])?.strata).map { [$0.value(of: dimension)] } ?? []
          case .evalCase: [asking.caseID]
          case .tag: tags[asking.caseID] ?? []
          }
        for value in Set(values) { members[value, default: []].append(index) }
      }
      let order = members.keys.sorted { left, right in
        if case .stratum(let dimension) = dimension {
          return Strata.precedes(left, right, in: dimension)
        }
        return left < right
      }
      for value in order {
        let (old, new) = Self.masked(table, before, after, members[value] ?? [])
        guard let sample = table.layout.pair(baseline: old, candidate: new) else { continue }
        found.append((place, value, Self.means(old, new), sample))
      }
    }
    let compared = PairedComparison.all(found.map(\.sample), settings: settings.statistics())
    return zip(found, compared).map { found, statistics in
      StratumComparison(
        pair: found.pair, metric: metric, value: found.value, baseline: found.means.0,
        candidate: found.means.1, statistics: statistics)
    }
  }

  /// The values of some askings that both sides have; nil for the others.
  private static func masked(
    _ table: MetricTable, _ before: [Score?], _ after: [Score?], _ members: [Int]
  ) -> ([Double?], [Double?]) {
    var old = [Double?](repeating: nil, count: before.count)
    var new = old
    for index in members {
      guard let left = before[index].flatMap(table.value),
        let right = after[index].flatMap(table.value)
      else { continue }
      old[index] = left
      new[index] = right
    }
    return (old, new)
  }

  private static func means(_ old: [Double?], _ new: [Double?]) -> (Double, Double) {
    func mean(_ values: [Double?]) -> Double {
      let values = values.compactMap { $0 }
      return values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
    }
    return (mean(old), mean(new))
  }
}
