import EvalKit

/// The flips between two arms for a person: by cause, the most frequent first.
struct ExplainPage: Sendable {
  /// The flips.
  let report: FlipReport
  /// The run's folder, for the command that shows one of them.
  let run: String
  /// How many of each cause are printed.
  let limit: Int

  /// The page.
  func text(width: Int) -> String {
    var lines = ["\(report.arm.key)", "against \(report.reference.key)"]
    let compared = report.count(.broken) + report.count(.fixed) + report.unchanged
    var counts =
      "\(Figures.counted(compared, "verdict")) compared: \(report.count(.broken)) worse, "
      + "\(report.count(.fixed)) better, \(report.unchanged) the same"
    let incomparable = report.incomparable.map { "\($0.count) × \($0.reason)" }
    if !incomparable.isEmpty { counts += "; no verdict: \(incomparable.joined(separator: ", "))" }
    lines += Help.wrapped(counts, indent: 0, width: width)
    for direction in Flip.Direction.allCases {
      let groups = report.groups.filter { $0.direction == direction }
      if groups.isEmpty { continue }
      lines += ["", direction == .broken ? "WORSE" : "BETTER"]
      for group in groups { lines += section(group, width) }
    }
    if let flip = report.groups.first?.flips.first {
      lines += [
        "",
        "one of them at length: evalrun show \(run) --case \(flip.caseID) --arm '\(report.arm.key)' "
          + "--probe '\(flip.question)'",
      ]
    }
    return lines.joined(separator: "\n")
  }

  private func section(_ group: FlipReport.Group, _ width: Int) -> [String] {
    // In the better ones it is the other arm that lost something.
    let whose = group.direction == .fixed ? "\(report.reference.name): " : ""
    var lines = [""]
    lines += Help.wrapped(
      "\(group.flips.count) × \(whose)\(group.cause.description)", indent: 0, width: width)
    lines += Help.wrapped(tally(group.flips), indent: 5, width: width)
    for flip in group.flips.prefix(limit) {
      lines.append("   • \(flip.caseID), \(flip.question)")
      lines += Help.wrapped(verdicts(flip), indent: 5, width: width)
      for loss in flip.losses { lines += Help.wrapped(words(loss), indent: 5, width: width) }
    }
    if group.flips.count > limit {
      lines.append(
        "   and \(group.flips.count - limit) more; --limit \(group.flips.count) shows all")
    }
    return lines
  }

  private static let titles = [
    "recall": "answers", "abstentionRight": "abstentions", "trajectoryInOrder": "calls in order",
    "argumentFill": "filled arguments",
  ]

  private func tally(_ flips: [Flip]) -> String {
    FlipReport.metrics.compactMap { metric in
      let count = flips.count { $0.metric == metric }
      return count == 0 ? nil : "\(Self.titles[metric] ?? metric) \(count)"
    }.joined(separator: ", ")
  }

  private func verdicts(_ flip: Flip) -> String {
    func word(_ side: Flip.Side) -> String {
      side.verdict.isEmpty ? "\(Figures.percent(side.value)) %" : side.verdict
    }
    let title = Self.titles[flip.metric] ?? flip.metric
    let reason = flip.arm.reason.isEmpty ? "" : ": \(flip.arm.reason)"
    return "\(title): \(word(flip.reference)), here \(word(flip.arm))\(reason)"
  }

  /// What became of a need, its entries with the same fate together.
  private func words(_ loss: FlipLoss) -> String {
    var parts: [(text: String, labels: [String])] = []
    for source in loss.sources {
      let text = source.cause?.description ?? "no edit of it"
      if let place = parts.firstIndex(where: { $0.text == text }) {
        parts[place].labels.append(source.label)
      } else {
        parts.append((text, [source.label]))
      }
    }
    let sources = parts.map { "\(Self.list($0.labels)): \($0.text)" }
    return "needs \(loss.name) (\(loss.reason)): \(sources.joined(separator: "; "))"
  }

  private static func list(_ labels: [String]) -> String {
    let shown = labels.prefix(4).map { $0.isEmpty ? "an entry" : $0 }
    return shown.joined(separator: ", ")
      + (labels.count > 4 ? " and \(labels.count - 4) more" : "")
  }
}
