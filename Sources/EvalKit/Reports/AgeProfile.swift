/// How often sessions of a kind reach how far back, to weigh rates by.
///
/// Sets ask of facts of all ages alike, so that loss shows at each; sessions mostly use what was said
/// a turn or two ago. A rate under a profile is the mean over its buckets of the rate of the questions
/// of that age, weighed by how often values of that age are used: direct standardisation, as in
/// epidemiology (Breslow and Day, *Statistical Methods in Cancer Research* II, 1987, §2.3).
public struct AgeProfile: Hashable, Sendable {
  /// The name reports carry.
  public let name: String
  /// How many uses have an age in each bucket of ``ReuseDistances/starts``, in turns.
  public let counts: [Int]

  /// Makes a profile.
  public init(name: String, counts: [Int]) {
    self.name = name
    self.counts = counts
  }

  /// Every age counts alike.
  public static let uniform = AgeProfile(
    name: "uniform", counts: ReuseDistances.starts.map { _ in 1 })
  /// As 306 public recordings of tool-using agents reach back: `evalsets/profiles/usage.json5`.
  public static let usage = AgeProfile(name: "usage", counts: [770, 303, 75, 10, 0])
  /// The profiles that rates are repeated under.
  public static let all = [usage, uniform]

  /// The bucket of an age; nil within the turn in flight, from which no policy takes.
  static func bucket(_ turns: Int) -> Int? { ReuseDistances.starts.lastIndex { $0 <= turns } }
}

/// A rate under an age profile.
public struct AgedRate: Hashable, Sendable {
  /// The rate; nil where no question has an age the profile counts.
  public let value: Double?
  /// The share of the profile's uses whose age the set has questions of.
  public let covered: Double
}

/// An arm's rates under a profile, by metric: recall and survival.
public struct AgedRates: Hashable, Sendable {
  /// The profile's name.
  public let profile: String
  /// The arm.
  public let arm: ArmIdentity
  /// The rates.
  public let rates: [String: AgedRate]
}

extension ScorePooling {
  /// The rates of all arms under the profiles, profile by profile; of arms that have any.
  ///
  /// - Complexity: O(scores × profiles).
  func ages(_ profiles: [AgeProfile] = AgeProfile.all) -> [AgedRates] {
    profiles.flatMap { profile in
      table.arms.compactMap { arm -> AgedRates? in
        var rates: [String: AgedRate] = [:]
        for metric in Stratum.metrics.compactMap({ Metric[$0] }) {
          let cells = byAge(table.cells(arm, metric.key))
          if !cells.isEmpty { rates[metric.key] = rate(cells, metric, profile) }
        }
        return rates.isEmpty ? nil : AgedRates(profile: profile.name, arm: arm, rates: rates)
      }
    }
  }

  /// The groups of questions by bucket of age; instances of a probe may be of several.
  private func byAge(_ cells: [ScoreTable.Cell]) -> [Int: [ScoreTable.Cell]] {
    var buckets: [Int: [ScoreTable.Cell]] = [:]
    for cell in cells {
      var parts: [Int: ScoreTable.Cell] = [:]
      for score in cell.scores {
        guard let turns = score.strata?.turns, let bucket = AgeProfile.bucket(turns) else {
          continue
        }
        parts[bucket, default: ScoreTable.Cell(group: cell.group)].scores.append(score)
      }
      for (bucket, part) in parts { buckets[bucket, default: []].append(part) }
    }
    return buckets
  }

  private func rate(
    _ buckets: [Int: [ScoreTable.Cell]], _ metric: Metric, _ profile: AgeProfile
  ) -> AgedRate {
    var (sum, weight) = (0.0, 0)
    for (bucket, count) in profile.counts.enumerated() {
      guard let cells = buckets[bucket], let value = pooled(cells, metric).value else { continue }
      sum += value * Double(count)
      weight += count
    }
    let all = profile.counts.reduce(0, +)
    return AgedRate(
      value: weight == 0 ? nil : sum / Double(weight),
      covered: all == 0 ? 0 : Double(weight) / Double(all))
  }
}

extension AgedRates {
  /// The rates as JSON.
  var json: JSONValue {
    .object(
      JSONObject(
        [("profile", .string(profile))] + Summary.members(of: arm)
          + Stratum.metrics.compactMap { key in
            rates[key].map { rate in
              (
                key,
                [
                  "covered": JSONValue(rate.covered),
                  "value": rate.value.map { JSONValue($0) } ?? .null,
                ]
              )
            }
          }))
  }
}
