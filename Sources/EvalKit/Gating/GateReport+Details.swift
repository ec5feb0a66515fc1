extension GateCheck {
  /// What the sentence is about, one thing a line: the questions, losses and hazards.
  ///
  /// - Parameter limit: How many lines; what is over is counted in a last one.
  public func details(limit: Int = .max) -> [String] {
    let lines = broken.map(\.sentence) + hazards + losses
    guard lines.count > limit else { return lines }
    return lines.prefix(limit) + ["and \(lines.count - limit) more"]
  }

  /// What was lost, a case and reason a line where it is much.
  private var losses: [String] {
    var groups: [[String]: [GateLoss]] = [:]
    var order: [[String]] = []
    for loss in lost {
      let key = [loss.caseID, loss.reason]
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(loss)
    }
    return order.flatMap { key -> [String] in
      let group = groups[key] ?? []
      return group.count > 3
        ? ["\(key[0]): \(group.count) results: \(key[1])"]
        : group.map { "\($0.place): \($0.reason)" }
    }
  }
}

extension GateChange {
  /// The question with what it was and is.
  public var sentence: String {
    let values =
      verdicts.isEmpty
      ? "\(GateText.value(before, metric)) → \(GateText.value(after, metric))" : verdicts
    return "\(place): \(values)"
  }
}

extension GateReport {
  /// What could not be compared, and what is new: one thing a line.
  public var notes: [String] {
    var lines = differing.map { "not compared: \($0) differs" }
    lines += changedCases.map { "not compared: the case '\($0)' was changed since" }
    lines += arms.flatMap { arm in
      arm.differing.map { "not compared: \($0) of '\(arm.arm.name)' differs" }
    }
    lines += newCases.map { "not in the baseline: the case '\($0)'" }
    lines += newArms.map { "not in the baseline: '\($0.name)' (\($0.model), \($0.context))" }
    lines += idleRules.map { "no policy fits the rule on \($0)" }
    lines += unpinned.map {
      "unpinned: the weights of '\($0)' cannot be digested and may have changed unseen"
    }
    return lines + controls
  }

  /// How it ends, in a sentence.
  public func conclusion(isStrict: Bool = false) -> String {
    let failed = checks.count { $0.status == .failed }
    switch verdict(isStrict: isStrict) {
    case .met:
      return "every gate is met" + (isPartial ? ", as far as could be compared" : "")
    case .failed: return "\(GateText.counted(failed, "gate")) failed"
    case .incomplete: return "incomplete: not everything of the baseline was measured again"
    case .inconclusive:
      return checks.contains { $0.questions > 0 }
        ? "inconclusive: only part could be compared or decided"
        : "inconclusive: nothing could be compared"
    }
  }
}
