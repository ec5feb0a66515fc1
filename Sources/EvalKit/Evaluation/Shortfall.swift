/// A measured value in words: what it is of, what the oracle has, and what is worst.
struct Shortfall {
  private let report: EvaluationReport
  private let metric: Metric
  private let arm: ArmIdentity

  init(_ origin: MeasuredValue.Origin) {
    report = origin.report
    metric = origin.metric
    arm = origin.arm
  }

  /// How many causes, or questions where causes are not known, are told.
  private static let limit = 3
  /// The most characters of a reason.
  private static let reasonLength = 120

  /// The words: a first line, and one for each of the worst.
  func text(_ number: Double) -> String {
    let value = report.summary[arm: arm.key]?.metrics[metric.key]
    var parts = ["\(metric.key) of \(arm.name) at \(arm.context)"]
    if let value {
      parts.append(
        "\(value.scored) scored" + (value.errored > 0 ? ", \(value.errored) errored" : ""))
    }
    if let oracle = report.oracle(of: arm), oracle.key != arm.key,
      let best = report.summary[arm: oracle.key]?.metrics[metric.key]?.value
    {
      parts.append("oracle \(rounded(best))")
    }
    let lines = ["\(rounded(number)) (\(parts.joined(separator: "; ")))"] + worst
    return lines.joined(separator: "\n  ")
  }

  /// What is worst: by cause where answers can be held against the oracle's, else question by question.
  private var worst: [String] {
    if FlipReport.metrics.contains(metric.key), let oracle = report.oracle(of: arm),
      oracle.key != arm.key
    {
      return causes(report.run.flips(of: arm, against: oracle, in: report.judged))
    }
    return questions
  }

  private func causes(_ flips: FlipReport) -> [String] {
    let groups = flips.groups.compactMap { group -> (cause: FlipCause, flips: [Flip])? in
      guard group.direction == .broken else { return nil }
      let mine = group.flips.filter { $0.metric == metric.key }
      return mine.isEmpty ? nil : (group.cause, mine)
    }
    // The order of groups counts other metrics, too; equals stay as they are.
    let sorted = groups.enumerated().sorted {
      ($1.element.flips.count, $0.offset) < ($0.element.flips.count, $1.offset)
    }.map(\.element)
    let lines = sorted.prefix(Self.limit).map { group in
      let examples = group.flips.prefix(Self.limit).map { flip in
        let words = [flip.arm.verdict, flip.arm.reason].filter { !$0.isEmpty }
        return "\(flip.caseID)/\(flip.question): \(Self.cut(words.joined(separator: ", ")))"
      }
      let rest = group.flips.count - examples.count
      return "\(group.flips.count) × \(group.cause.description); "
        + examples.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
    }
    return lines + Self.more(sorted.count, "cause")
  }

  /// The questions, or cases, that are furthest from the best.
  private var questions: [String] {
    guard let isHigherBetter = metric.higherIsBetter else { return [] }
    let mine = report.judged.scores.filter { $0.arm == arm.key && $0.metric == metric.key }
    let valued = mine.compactMap { score -> (score: Score, value: Double)? in
      switch score.outcome {
      case .scored(let value):
        // Of a share it is known when nothing is wrong with it.
        if metric.unit == .share, value == (isHigherBetter ? 1 : 0) { return nil }
        return (score, value)
      case .errored: return (score, metric.worst ?? (isHigherBetter ? -.infinity : .infinity))
      case .notApplicable, .excluded: return nil
      }
    }
    let sorted = valued.enumerated().sorted { left, right in
      if left.element.value == right.element.value { return left.offset < right.offset }
      return (left.element.value < right.element.value) == isHigherBetter
    }.map(\.element.score)
    return sorted.prefix(Self.limit).map(line) + Self.more(sorted.count, "of them")
  }

  private func line(_ score: Score) -> String {
    let place = [score.caseID, score.question].filter { !$0.isEmpty }.joined(separator: "/")
    var words = [score.verdict, score.reason].filter { !$0.isEmpty }
    switch score.outcome {
    case .errored(let reason): words = ["errored", reason]
    case .scored(let value) where words.isEmpty || metric.unit != .share:
      words.insert(rounded(value), at: 0)
    case .scored, .notApplicable, .excluded: break
    }
    return "\(place): \(Self.cut(words.joined(separator: ", ")))"
  }

  private static func more(_ count: Int, _ noun: String) -> [String] {
    guard count > limit else { return [] }
    let rest = count - limit
    return ["and \(rest) more" + (noun == "cause" ? (rest == 1 ? " cause" : " causes") : "")]
  }

  private static func cut(_ text: String) -> String {
    let line = text.replacing("\n", with: " ")
    return line.count > reasonLength ? line.prefix(reasonLength - 1) + "…" : line
  }

  /// A share with two decimals, else a whole number, or one decimal under 100.
  private func rounded(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e12 else { return "\(number)" }
    let places = metric.unit == .share ? 2 : abs(number) < 100 ? 1 : 0
    let scale = places == 2 ? 100 : places == 1 ? 10 : 1
    let value = Int((abs(number) * Double(scale)).rounded())
    let sign = number < 0 && value > 0 ? "-" : ""
    if places == 0 { return "\(sign)\(value)" }
    let digits = String(value % scale)
    return "\(sign)\(value / scale)." + String(repeating: "0", count: places - digits.count)
      + digits
  }
}
