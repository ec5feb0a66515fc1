/// A question that came out otherwise on the candidate's side than on the baseline's.
public struct QuestionChange: Hashable, Sendable {
  /// The case.
  public let caseID: String
  /// The probe, trajectory or value; all its instances together.
  public let question: String
  /// The baseline's value.
  public let before: Double
  /// The candidate's.
  public let after: Double
  /// The baseline's verdicts that differ, in words.
  public let wasVerdict: String
  /// The candidate's.
  public let isVerdict: String
  /// Why the candidate's came out so.
  public let reason: String
  /// Whether a gate fails if it newly fails.
  public let isMust: Bool
  /// How much better the candidate does; below 0 where it does worse.
  public let gain: Double

  /// Whether the candidate does better.
  public var isFixed: Bool { gain > 0 }

  /// What changed between two arms, what is lost first: musts before others, the largest loss first.
  ///
  /// - Parameters:
  ///   - baseline: Its scores, in the order of the table's askings.
  ///   - candidate: The other side's.
  ///   - must: The questions that must not fail, by case.
  /// - Returns: nothing for a metric without questions of its own, or without a better side.
  static func changes(
    _ table: MetricTable, baseline: [Score?], candidate: [Score?], must: [String: Set<String>]
  ) -> [QuestionChange] {
    guard let isMore = table.metric.higherIsBetter else { return [] }
    struct Key: Hashable {
      let caseID: String
      let group: String
    }
    struct Sum {
      var before = 0.0
      var after = 0.0
      var count = 0
      var words: (before: String, after: String, reason: String)?
    }
    var sums: [Key: Sum] = [:]
    var order: [Key] = []
    for (index, asking) in table.askings.enumerated() where !asking.group.isEmpty {
      guard let old = baseline[index], let new = candidate[index],
        let before = table.value(of: old), let after = table.value(of: new)
      else { continue }
      let key = Key(caseID: asking.caseID, group: asking.group)
      if sums[key] == nil { order.append(key) }
      var sum = sums[key] ?? Sum()
      sum.before += before
      sum.after += after
      sum.count += 1
      if before != after, sum.words == nil {
        sum.words = (old.word, new.word, new.reason)
      }
      sums[key] = sum
    }
    let changes = order.compactMap { key -> QuestionChange? in
      guard let sum = sums[key], let words = sum.words, sum.before != sum.after else { return nil }
      let (before, after) = (sum.before / Double(sum.count), sum.after / Double(sum.count))
      let probe = key.group.split(separator: "/").first.map(String.init) ?? key.group
      return QuestionChange(
        caseID: key.caseID, question: key.group, before: before, after: after,
        wasVerdict: words.before, isVerdict: words.after, reason: words.reason,
        isMust: must[key.caseID]?.contains(probe) ?? false,
        gain: isMore ? after - before : before - after)
    }
    return changes.enumerated().sorted { left, right in
      let (l, r) = (left.element, right.element)
      if l.isFixed != r.isFixed { return !l.isFixed }
      if l.isMust != r.isMust { return l.isMust }
      if l.gain != r.gain { return l.gain < r.gain }
      return left.offset < right.offset
    }.map(\.element)
  }
}

extension Score {
  /// The verdict in a word, whatever the outcome.
  var word: String {
    switch outcome {
    case .scored: verdict
    case .errored: "errored"
    case .notApplicable: "not applicable"
    case .excluded: "excluded"
    }
  }
}
