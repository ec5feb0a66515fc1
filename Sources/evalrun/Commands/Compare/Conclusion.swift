import EvalKit

/// What a comparison comes to, in a paragraph made from its numbers.
struct Conclusion: Sendable {
  /// What was compared.
  let comparison: Comparison

  /// Pairs that are told at length: of more, those come first that have a verdict.
  static let most = 3

  /// The paragraph.
  var text: String {
    let pairs = comparison.pairs
    let verdicts = pairs.map { $0[comparison.primary]?.decision?.verdict }
    let order = pairs.indices.sorted { left, right in
      (Self.rank(verdicts[left]), left) < (Self.rank(verdicts[right]), right)
    }
    var sentences = order.prefix(Self.most).map { sentence(pairs[$0]) }
    let rest = order.dropFirst(Self.most)
    if !rest.isEmpty {
      let counts = Verdict.allCases.compactMap { verdict -> String? in
        let count = rest.count { verdicts[$0] == verdict }
        return count == 0 ? nil : "\(count) \(verdict.rawValue)"
      }
      sentences.append("Of the other \(rest.count): \(counts.joined(separator: ", ")).")
    }
    return sentences.joined(separator: " ")
  }

  private static func rank(_ verdict: Verdict?) -> Int {
    switch verdict {
    case .improvement, .regression: 0
    case .equivalent: 1
    case .inconclusive: 2
    case .identical: 3
    case .incomparable, nil: 4
    }
  }

  /// A pair in a sentence.
  func sentence(_ pair: ArmComparison) -> String {
    let candidate = ComparePage.name(pair.candidate, in: comparison, beside: pair.baseline)
    let subject =
      "\(candidate) against \(ComparePage.name(pair.baseline, in: comparison))"
    guard let primary = pair[comparison.primary], let decision = primary.decision else {
      return "\(subject): nothing was measured."
    }
    switch decision.verdict {
    case .identical: return "\(subject): identical, \(decision.reason)."
    case .incomparable: return "\(subject): cannot be compared, \(decision.reason)."
    default: break
    }
    var parts: [String] = []
    if let facts = pair["survival"].flatMap({ points($0.difference) }) {
      parts.append(
        facts == "0.0"
          ? "keeps as many facts"
          : "keeps \(facts) points \((pair["survival"]?.difference ?? 0) > 0 ? "more" : "fewer") facts"
      )
    }
    if let tokens = tokens(pair["tokensPerTask"]) { parts.append(tokens) }
    var text = "\(subject) \(parts.isEmpty ? "" : parts.joined(separator: " "))"
    text += parts.isEmpty ? "\(told(primary, decision))" : "; \(told(primary, decision))"
    let others = ["survival", "trajectoryInOrder", "abstentionRight"].filter {
      $0 != comparison.primary
    }
    let more = others.compactMap { key in pair[key].flatMap { untold($0) } }
    if !more.isEmpty { text += "; \(more.joined(separator: "; "))" }
    return text + "."
  }

  /// The verdict on the primary metric.
  private func told(_ metric: MetricComparison, _ decision: Decision) -> String {
    let title = metric.metric.title
    let size = metric.statistics.map { change(metric.metric, $0.estimate) } ?? ""
    switch decision.verdict {
    case .improvement, .regression: return "\(title) \(size): \(decision.verdict.rawValue)"
    case .equivalent: return "\(title) equivalent within the margin"
    default:
      var text = "\(title) \(size): cannot tell"
      if case .fewClusters(let count) = decision.reason {
        return text + ", \(counted(count)) \(count == 1 ? "decides" : "decide") nothing"
          + needed(metric)
      }
      if case .notFound = decision.reason { return text + needed(metric) }
      text += ", \(decision.reason)"
      return text
    }
  }

  /// Another metric, where nothing can be told of it.
  private func untold(_ metric: MetricComparison) -> String? {
    guard let statistics = metric.statistics, statistics.discordance.share > 0,
      statistics.clusters >= Decision.fewestClusters, metric.isBetter == nil
    else { return nil }
    return "\(metric.metric.title): cannot tell\(needed(metric))"
  }

  private func needed(_ metric: MetricComparison) -> String {
    guard let count = metric.clustersToFind, count > (metric.statistics?.clusters ?? 0) else {
      return ""
    }
    return ", you would need about \(counted(count))"
  }

  /// A number of clusters, which are cases where each case is one of its own.
  private func counted(_ clusters: Int) -> String {
    let cases = comparison.runs.first?.cases ?? []
    let isEachItsOwn = Set(cases.map(\.cluster)).count == cases.count
    return Figures.counted(clusters, isEachItsOwn ? "case" : "cluster")
  }

  private func tokens(_ metric: MetricComparison?) -> String? {
    guard let before = metric?.baseline.value, let after = metric?.candidate.value, before > 0
    else { return nil }
    let change = (after / before - 1) * 100
    let figure = Figures.count(abs(change))
    if figure == "0" { return "for as many tokens" }
    return "for \(figure) % \(change > 0 ? "more" : "fewer") tokens"
  }

  private func change(_ metric: Metric, _ estimate: Double) -> String {
    let direction = estimate > 0 ? "higher" : "lower"
    if metric.unit == .share {
      guard let points = points(estimate), points != "0.0" else { return "the same" }
      return "\(points) points \(direction)"
    }
    return "\(Figures.decimal(abs(estimate))) \(direction)"
  }

  private func points(_ difference: Double?) -> String? {
    difference.map { Figures.percent(abs($0)) }
  }
}
