extension ChoiceRule {
  /// Whether a value of the objective is better than another.
  func isBetter(_ value: Double, _ other: Double) -> Bool {
    aim == .minimise ? value < other : value > other
  }

  /// Policies by their objective, the best first; equal ones, and those without one, in the order given.
  func ranked(_ policies: [Choice.Policy]) -> [Choice.Policy] {
    let worst = aim == .minimise ? Double.infinity : -Double.infinity
    return policies.enumerated().sorted { left, right in
      let (mine, theirs) = (left.element.objective ?? worst, right.element.objective ?? worst)
      return mine == theirs ? left.offset < right.offset : isBetter(mine, theirs)
    }.map(\.element)
  }

  /// The policies that would be best, were the bounds they miss moved so far that they are met.
  func alternatives(_ policies: [Choice.Policy], to best: Choice.Policy?) -> [Choice.Alternative] {
    let out = policies.filter { policy in
      guard policy.qualifies == false, let mine = policy.objective,
        policy.findings.allSatisfy({ $0.isMet != nil })
      else { return false }
      return best?.objective.map { isBetter(mine, $0) } ?? true
    }
    return ranked(out).compactMap { policy in
      let missed = policy.findings.filter { $0.isMet == false }
      let laxer = missed.compactMap(\.relaxed)
      let within = policies.filter { other in
        other.objective != nil
          && other.findings.allSatisfy { finding in
            let moved = laxer.first { $0.metric == finding.constraint.metric }
            return finding.isMet(within: moved?.bound ?? finding.constraint.bound)
          }
      }
      guard laxer.count == missed.count, ranked(within).first?.arm == policy.arm else { return nil }
      return Choice.Alternative(
        arm: policy.arm, relaxed: laxer, missed: missed,
        difference: best?.objective.flatMap { best in policy.objective.map { $0 - best } })
    }
  }

  /// The policy that misses the fewest bounds, and by least.
  func nearest(_ policies: [Choice.Policy]) -> Choice.Policy? {
    policies.filter { policy in policy.findings.contains { $0.isMet == false } }
      .enumerated()
      .min { left, right in
        let (mine, theirs) = (left.element.distance, right.element.distance)
        return (mine.count, mine.sum, left.offset) < (theirs.count, theirs.sum, right.offset)
      }?.element
  }
}

extension Choice.Policy {
  /// How many bounds are missed, and by how much together.
  fileprivate var distance: (count: Int, sum: Double) {
    let missed = findings.filter { $0.isMet == false }
    let parts = missed.map { finding -> Double in
      let isShare = Metric[finding.constraint.metric]?.unit == .share
      let scale = isShare ? 1 : abs(finding.bound ?? 0)
      return -(finding.slack ?? 0) / (scale > 0 ? scale : 1)
    }
    return (missed.count, parts.reduce(0, +))
  }
}

extension Choice.Finding {
  /// Whether another bound with the same control is met.
  fileprivate func isMet(within other: ChoiceRule.Bound) -> Bool {
    guard let slack else { return false }
    let shift = other.offset - constraint.bound.offset
    let moved = other.relation == .atLeast ? slack - shift : slack + shift
    return moved >= -1e-9 * max(1, abs((bound ?? 0) + shift))
  }

  /// The bound moved just so far that it is met, to three decimals of a share and one of another number.
  fileprivate var relaxed: ChoiceRule.Constraint? {
    guard let slack else { return nil }
    var moved = constraint
    let steps = Metric[constraint.metric]?.unit == .share ? 1000.0 : 10.0
    // A bound that lies on a step but for rounding stays on it.
    let rounding = 1e-6
    if constraint.bound.relation == .atLeast {
      moved.bound.offset =
        ((constraint.bound.offset + slack) * steps + rounding).rounded(.down) / steps
    } else {
      moved.bound.offset =
        ((constraint.bound.offset - slack) * steps - rounding).rounded(.up) / steps
    }
    return moved
  }
}
