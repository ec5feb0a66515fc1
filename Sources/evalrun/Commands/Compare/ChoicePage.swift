import EvalKit

/// What to ship, in plain sentences: the policy, the next one, and what would change the answer.
struct ChoicePage: Sendable {
  /// The choice.
  let choice: Choice

  /// The sentences, one a line.
  var lines: [String] {
    [heading] + verdict + bounds + next + laxer
  }

  private var rule: ChoiceRule { choice.rule }

  private var heading: String {
    let subject = rule.constraints.map { "\($0.metric) \($0.bound)" }
    let rest = subject.isEmpty ? "" : ", subject to \(Figures.list(subject))"
    return "\(rule.aim.rawValue) \(rule.objective)\(rest): \(choice.model), "
      + "context \(choice.context)"
  }

  private var verdict: [String] {
    switch choice.verdict {
    case .ship:
      return choice.best.map { ["ship \($0.name)\(objective(of: $0))"] } ?? []
    case .cannotDecide:
      let would = choice.best.map {
        "on this set it would be \($0.name)\(objective(of: $0))"
      }
      return ["cannot decide: \(choice.reasons.map(words).joined(separator: "; "))"]
        + [would ?? "on this set no policy that can be judged is within all bounds"]
    case .nothingQualifies:
      guard let nearest = choice.nearest, let policy = choice[nearest] else {
        return ["nothing qualifies"]
      }
      let missed = policy.findings.filter { $0.isMet == false }.map(missed)
      return [
        "nothing qualifies; nearest is \(nearest.name)\(objective(of: nearest)), but "
          + Figures.list(missed)
      ]
    }
  }

  private func words(_ reason: Choice.Reason) -> String {
    guard case .closeRunnerUp(let arm, let p) = reason else { return "\(reason)" }
    return "it is not shown to differ from \(arm.name) (p \(probability(p)))"
  }

  /// How far the best lies within each bound.
  private var bounds: [String] {
    guard let best = choice.best, let policy = choice[best] else { return [] }
    return policy.findings.compactMap { finding in
      guard let metric = Metric[finding.constraint.metric], let value = finding.value,
        let bound = finding.bound, let slack = finding.slack
      else { return nil }
      return "  \(metric.key) \(ChoiceFigures.value(value, of: metric)), bound "
        + "\(finding.constraint.bound.relation.rawValue) \(ChoiceFigures.value(bound, of: metric)): "
        + "\(ChoiceFigures.gap(slack, of: metric)) to spare\(certainty(finding, metric))"
    }
  }

  private func certainty(_ finding: Choice.Finding, _ metric: Metric) -> String {
    func text(_ interval: ConfidenceInterval) -> String {
      guard let term = finding.constraint.bound.term else {
        let upper = ChoiceFigures.value(interval.upper, of: metric)
        return "interval \(ChoiceFigures.bare(interval.lower, of: metric)) to \(upper)"
      }
      let span = ChoiceFigures.span(interval.lower, interval.upper, of: metric)
      return "interval of the difference from \(term.rawValue) \(span)"
    }
    switch finding.certainty {
    case .certain(let interval): return " (\(text(interval)))"
    case .uncertain(let interval?): return " (not certain: \(text(interval)))"
    case .uncertain(nil): return " (not certain: too few clusters for an interval)"
    case .valueOnly: return " (by its value alone)"
    }
  }

  private var next: [String] {
    guard let best = choice.best else { return [] }
    guard let runnerUp = choice.runnerUp, let metric = Metric[rule.objective],
      let mine = choice[runnerUp.arm]?.objective, let least = choice[best]?.objective
    else { return ["runner-up: none; no other policy is within all bounds"] }
    let how = mine == least ? "equal" : ChoiceFigures.against(mine, least, of: metric)
    guard let comparison = runnerUp.comparison else {
      return ["runner-up: \(runnerUp.arm.name), \(how)"]
    }
    // Turned round: what the next has over the best.
    let interval = comparison.interval.map {
      ", interval \(ChoiceFigures.span(0 - $0.upper, 0 - $0.lower, of: metric))"
    }
    return [
      "runner-up: \(runnerUp.arm.name), \(how) (p \(probability(comparison.pValue))\(interval ?? ""))"
    ]
  }

  private var laxer: [String] {
    choice.alternatives.map { alternative in
      let enough = alternative.relaxed.map { "\($0.metric) \($0.bound)" }
      var line =
        "\(alternative.arm.name) would be chosen were \(Figures.list(enough)) enough"
      if let metric = Metric[rule.objective], let best = choice.best,
        let other = choice[best]?.objective, let mine = choice[alternative.arm]?.objective
      {
        line += ": \(ChoiceFigures.against(mine, other, of: metric))"
      }
      let unsure = alternative.missed.contains { finding in
        if case .uncertain = finding.certainty { true } else { false }
      }
      return unsure ? line + "; that it misses the bound now is not certain" : line
    }
  }

  private func missed(_ finding: Choice.Finding) -> String {
    guard let metric = Metric[finding.constraint.metric], let value = finding.value,
      let bound = finding.bound, let slack = finding.slack
    else { return finding.constraint.metric }
    return "\(metric.key) \(ChoiceFigures.value(value, of: metric)) misses "
      + "\(finding.constraint.bound.relation.rawValue) \(ChoiceFigures.value(bound, of: metric)) by "
      + ChoiceFigures.gap(slack, of: metric) + certainty(finding, metric)
  }

  private func objective(of arm: ArmIdentity) -> String {
    guard let metric = Metric[rule.objective], let value = choice[arm]?.objective else { return "" }
    return " (\(metric.key) \(ChoiceFigures.value(value, of: metric)))"
  }

  private func probability(_ p: Double) -> String {
    p < 0.0005 ? "under 0.001" : "\((p * 1000).rounded() / 1000)"
  }
}
