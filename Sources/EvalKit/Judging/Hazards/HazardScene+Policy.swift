extension HazardScene {
  /// What reading the policy finds under a rule, in one line; nil where it finds nothing.
  func analysis(_ rule: String) -> (detail: String, severity: HazardSeverity)? {
    guard let pipeline = subject.pipeline, let budget = subject.budget else { return nil }
    let found = PipelineAnalysis.findings(pipeline, budget: budget).filter { $0.rule == rule }
    if found.isEmpty { return nil }
    return (
      found.map(\.message).joined(separator: "; "),
      found.contains { $0.severity == .error } ? .error : .warning
    )
  }

  /// Runs of consecutive requests that were edited, by their places.
  var editedRuns: [Range<Int>] {
    var runs: [Range<Int>] = []
    for (place, step) in steps.enumerated() where step.isEdited {
      if let last = runs.last, last.upperBound == place {
        runs[runs.count - 1] = last.lowerBound..<place + 1
      } else {
        runs.append(place..<place + 1)
      }
    }
    return runs
  }

  /// The requests at some places, by their numbers.
  func requests(_ places: Range<Int>) -> ClosedRange<Int> {
    steps[places.lowerBound].record.number...steps[places.upperBound - 1].record.number
  }
}

extension HazardStep {
  /// Tokens the edit took out, those it put in taken off; negative where it added.
  var freed: Int { removedTokens - insertedTokens }
}
