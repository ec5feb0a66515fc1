/// Why runs do not make one baseline.
public enum RepeatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no run.
  case none
  /// A run was made from something else than the first; what differs, in words.
  case differs(String, from: String, [String])

  /// The message.
  public var description: String {
    switch self {
    case .none: "there is no run"
    case .differs(let label, let first, let parts):
      "'\(label)' is no repeat of '\(first)': they differ in \(parts.joined(separator: "; "))"
    }
  }
}

extension Baseline {
  /// Takes runs of one configuration as one: values are means over them.
  ///
  /// - Parameters:
  ///   - runs: One run, or repeats of it.
  ///   - blessing: Who found it good; nobody for a run that is only looked at.
  /// - Throws: ``RepeatError`` where they are not repeats of one another.
  /// - Complexity: O(scores).
  public init(_ runs: [MeasuredRun], blessing: Blessing = Blessing()) throws(RepeatError) {
    guard let first = runs.first else { throw .none }
    for run in runs.dropFirst() {
      guard
        run.spec.digest != first.spec.digest
          || run.judge.scoringDigest != first.judge.scoringDigest
      else { continue }
      let parts = run.spec.differences(from: first.spec)
      throw .differs(
        run.label, from: first.label, parts.isEmpty ? ["how they are judged"] : parts)
    }
    self.blessing = blessing
    repeats = runs.count
    sets = first.spec.sets
    primary = first.judge.primary
    judge = first.judge.id
    judgeDigest = first.judge.scoringDigest
    models = first.spec.models
    unpinned = first.spec.unpinned
    tokenizer = first.spec.tokenizer
    renderer = first.spec.renderer
    cases = Dictionary(
      first.cases.map { ($0.id, Case(cluster: $0.cluster, digest: $0.digest)) },
      uniquingKeysWith: { first, _ in first })
    let summaries = runs.map { $0.summary() }
    let must = Dictionary(
      first.cases.map { ($0.id, $0.must) }, uniquingKeysWith: { first, _ in first })
    let scores = runs.map { Dictionary(grouping: $0.scores, by: \.arm) }
    arms = first.arms.map { identity in
      let reference = first.reference(of: identity)
      var arm = Arm(
        name: identity.name, model: identity.model, context: identity.context,
        reserve: reference?.reserve ?? 0, spec: reference?.spec ?? "")
      let own = summaries.compactMap { $0[arm: identity.key] }
      for metric in summaries[0].metrics {
        arm.metrics[metric.key] = Value(of: own.compactMap { $0.metrics[metric.key] })
      }
      arm.noRange = own.first?.noRange ?? []
      guard identity.control == nil else { return arm }
      let results = scores.map {
        Results(of: $0[identity.key] ?? [], must: must, judge: first.judge)
      }
      arm.results = Results.mean(results)
      let views = runs.map { run in
        Dictionary(
          run.cases.compactMap { value in
            run.views[MeasuredRun.Cell(caseID: value.id, arm: identity.key)].map {
              (value.id, $0.digest)
            }
          }, uniquingKeysWith: { first, _ in first })
      }
      arm.views = views[0]
      arm.isSampled =
        first.spec.sampled.contains(identity.model)
        || results.contains { $0.list != results[0].list } || views.contains { $0 != views[0] }
      arm.hazards = Self.hazards(of: identity.key, in: runs)
      return arm
    }
  }

  /// Hazards that every repeat has: what one of them alone has is chance.
  private static func hazards(of arm: String, in runs: [MeasuredRun]) -> [String: [String: Int]] {
    var found: [String: [String: Int]] = [:]
    for value in runs[0].cases {
      let cell = MeasuredRun.Cell(caseID: value.id, arm: arm)
      var common = runs[0].hazards[cell] ?? [:]
      for run in runs.dropFirst() {
        let other = run.hazards[cell] ?? [:]
        common = common.compactMapValues { $0 }.filter { other[$0.key] != nil }
        for (rule, count) in common { common[rule] = min(count, other[rule] ?? 0) }
      }
      if !common.isEmpty { found[value.id] = common }
    }
    return found
  }
}

extension Baseline.Value {
  /// The mean of repeats.
  fileprivate init(of repeats: [MetricValue]) {
    var metric = repeats.first ?? MetricValue()
    for other in repeats.dropFirst() {
      metric.scored += other.scored
      metric.errored += other.errored
      metric.notApplicable += other.notApplicable
      metric.excluded += other.excluded
      metric.isIncomplete = metric.isIncomplete || other.isIncomplete
    }
    let values = repeats.compactMap(\.value)
    // Equal values stay what they are, to the last digit.
    let isOne = values.allSatisfy { $0 == values.first }
    metric.value = isOne ? values.first : values.reduce(0, +) / Double(values.count)
    self.init(metric, spread: isOne ? 0 : (values.max() ?? 0) - (values.min() ?? 0))
  }
}

/// The scores of an arm, its groups averaged.
private struct Results {
  private(set) var list: [Baseline.Result] = []

  /// The metrics that `must` questions are asked for.
  private static let asked: Set = ["recall", "abstentionRight", "trajectoryInOrder"]

  init(of scores: [Score], must: [String: Set<String>], judge: Judge) {
    let reported = Set(judge.reported)
    var places: [[String]: Int] = [:]
    var groups: [[Score]] = []
    for score in scores where reported.contains(score.metric) {
      let key = [score.caseID, score.metric, score.group]
      if let place = places[key] {
        groups[place].append(score)
      } else {
        places[key] = groups.count
        groups.append([score])
      }
    }
    list = groups.compactMap { group in
      guard let first = group.first else { return nil }
      return Baseline.Result(
        caseID: first.caseID, metric: first.metric, question: first.group,
        outcome: Self.mean(group.map(\.outcome)),
        verdict: group.allSatisfy { $0.verdict == first.verdict } ? first.verdict : "",
        isMust: Self.asked.contains(first.metric)
          && must[first.caseID]?.contains(first.group) == true)
    }
  }

  /// Repeats as one: the same questions in each.
  static func mean(_ repeats: [Results]) -> [Baseline.Result] {
    guard let first = repeats.first else { return [] }
    if repeats.count == 1 { return first.list }
    return first.list.indices.map { place in
      var result = first.list[place]
      let all = repeats.map { $0.list.indices.contains(place) ? $0.list[place] : result }
      result.outcome = mean(all.map(\.outcome))
      if all.contains(where: { $0.verdict != result.verdict }) { result.verdict = "" }
      return result
    }
  }

  /// Errored where any is; else the mean of what was scored; else the reason there is no value.
  private static func mean(_ outcomes: [Outcome]) -> Outcome {
    var sum = 0.0
    var count = 0
    for outcome in outcomes {
      switch outcome {
      case .errored: return outcome
      case .scored(let value): (sum, count) = (sum + value, count + 1)
      case .notApplicable, .excluded: continue
      }
    }
    if count > 0 { return .scored(sum / Double(count)) }
    return outcomes.first ?? .notApplicable("there is no score")
  }
}
