/// What a policy scored in the baseline, beside what it scored in the run.
struct ArmPairs {
  /// A question, or a case, that both sides scored.
  struct Pair {
    let old: Baseline.Result
    let new: Baseline.Result
    let before: Double
    let after: Double

    /// The change, in the metric's direction where it has one.
    func isWorse(_ metric: Metric) -> Bool {
      metric.higherIsBetter == true ? after < before : after > before
    }

    var change: GateChange {
      let words = [old.verdict, new.verdict].filter { !$0.isEmpty }
      return GateChange(
        caseID: old.caseID, metric: old.metric, question: old.question, before: before,
        after: after, verdicts: words.joined(separator: " → "))
    }
  }

  private struct Key: Hashable {
    let caseID: String
    let metric: String
    let question: String

    init(_ result: Baseline.Result) {
      caseID = result.caseID
      metric = result.metric
      question = result.question
    }
  }

  /// The pairs, by metric, in the baseline's order.
  private(set) var pairs: [String: [Pair]] = [:]
  /// What is not scored any more, by case, then by question.
  private(set) var lost: [GateLoss] = []
  /// How many questions, or cases, the run scored that the baseline did not.
  private(set) var added = 0

  /// - Parameters:
  ///   - old: The baseline's arm.
  ///   - new: The run's.
  ///   - common: The cases that are the same on both sides.
  ///   - gone: The baseline's cases that the run has not.
  ///   - metrics: The metrics that both sides judge by.
  init(
    _ old: Baseline.Arm, _ new: Baseline.Arm, common: Set<String>, gone: Set<String>,
    metrics: Set<String>
  ) {
    let known = Dictionary(new.results.map { (Key($0), $0) }, uniquingKeysWith: { $1 })
    var places: [[String]: Int] = [:]
    var paired = 0
    for result in old.results where metrics.contains(result.metric) {
      let other = known[Key(result)]
      if common.contains(result.caseID) {
        if case .errored? = other?.outcome, result.value == nil {
          // It errored before too: no coverage fell, yet the run is not whole.
          note(result, Self.reason(other?.outcome), &places)
        }
        guard let before = result.value else { continue }
        if let other, let after = other.value {
          paired += 1
          pairs[result.metric, default: []].append(
            Pair(old: result, new: other, before: before, after: after))
        } else {
          note(result, Self.reason(other?.outcome), &places)
        }
      } else if gone.contains(result.caseID), result.value != nil {
        note(result, "the case is gone", &places)
      }
    }
    added =
      new.results.count { common.contains($0.caseID) && $0.value != nil } - paired
  }

  private mutating func note(
    _ result: Baseline.Result, _ reason: String, _ places: inout [[String]: Int]
  ) {
    let key = [result.caseID, result.question, reason]
    if let place = places[key] {
      lost[place].metrics.append(result.metric)
    } else {
      places[key] = lost.count
      lost.append(
        GateLoss(
          caseID: result.caseID, question: result.question, metrics: [result.metric],
          reason: reason))
    }
  }

  private static func reason(_ outcome: Outcome?) -> String {
    func said(_ word: String, _ reason: String) -> String {
      reason.isEmpty ? word : "\(word): \(reason)"
    }
    return switch outcome {
    case .errored(let reason): said("errored", reason)
    case .notApplicable(let reason): said("not applicable", reason)
    case .excluded(let reason): said("excluded", reason)
    case .scored, nil: "the question is gone"
    }
  }
}
