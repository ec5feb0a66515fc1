extension PipelineAnalysis {
  /// Protection that leaves nothing to free.
  static func protections(_ pipeline: Pipeline, _ budget: ContextBudget) -> [AnalysisFinding] {
    pipeline.stages.indices.compactMap { place in
      let strategy = pipeline.stages[place].strategy
      guard let last = strategy.protection?.last, let kept = last.tokens(in: budget) else {
        return nil
      }
      let trigger = pipeline.stages[place].triggers.compactMap { $0.tokens(in: budget) }.min()
      let reason: String
      if kept >= budget.tokens {
        reason = "the budget is \(budget.tokens)"
      } else if let trigger, kept >= trigger {
        reason = "it acts at \(trigger)"
      } else {
        return nil
      }
      return AnalysisFinding(
        rule: "protection-over-budget", severity: .error, stage: place,
        message: "\(name(place, in: pipeline)) protects the last \(last), \(kept) tokens, and "
          + "\(reason): there may be nothing that it can free")
    }
  }

  /// Summariser input that does not fit the summariser's window.
  static func summariserInputs(_ pipeline: Pipeline, _ budget: ContextBudget)
    -> [AnalysisFinding]
  {
    pipeline.stages.indices.compactMap { place in
      let stage = pipeline.stages[place]
      // Of these two it is known before anything runs that they refuse what is over the arm's context
      // size; the reader has no window.
      guard let summarising = stage.strategy.summarising,
        ["scripted", "arm"].contains(summarising.summariser)
      else { return nil }
      let window = budget.contextSize
      let kept = stage.strategy.target?.tokens(in: budget) ?? 0
      let triggers = stage.triggers
      let least = triggers.compactMap { $0.tokens(in: budget) }.min()
      let name = name(place, in: pipeline)
      if let least, triggers.allSatisfy({ $0.tokens(in: budget) != nil }) {
        let input = summarising.sharesPrefix ? least : least - kept
        guard input >= window else { return nil }
        return AnalysisFinding(
          rule: "summariser-input", severity: .error, stage: place,
          message: "\(name) acts at \(least) tokens and hands its summariser at least \(input) "
            + "of them; its window is \(window)")
      }
      return AnalysisFinding(
        rule: "summariser-input", severity: .warning, stage: place,
        message: "\(name) does not act on tokens, so what it hands its summariser may exceed the "
          + "window of \(window)")
    }
  }

  /// Stages that act on more tokens than the context holds.
  static func triggersOverContext(_ pipeline: Pipeline, _ budget: ContextBudget)
    -> [AnalysisFinding]
  {
    pipeline.stages.indices.compactMap { place in
      let triggers = pipeline.stages[place].triggers
      let tokens = triggers.compactMap { $0.tokens(in: budget) }
      guard tokens.count == triggers.count, let least = tokens.min(), least > budget.contextSize
      else { return nil }
      return AnalysisFinding(
        rule: "trigger-over-context", severity: .warning, stage: place,
        message: "\(name(place, in: pipeline)) acts at \(least) tokens; a session overflows the "
          + "context of \(budget.contextSize) before that")
    }
  }

  /// Stages that wait for what no recording holds.
  static func liveTriggers(_ pipeline: Pipeline) -> [AnalysisFinding] {
    pipeline.stages.indices.compactMap { place in
      pipeline.stages[place].whyNeverReplayed.map {
        AnalysisFinding(
          rule: "live-trigger", severity: .warning, stage: place,
          message: "\(name(place, in: pipeline)) is not applicable here: \($0)")
      }
    }
  }
}

extension Stage {
  /// The triggers its arguments give, alternatives one by one.
  var triggers: [Trigger] {
    definition.parameters.filter { $0.kind == .trigger }
      .compactMap { arguments[$0.name].flatMap { Trigger($0) } }.flatMap(\.alternatives)
  }

  /// Why it can never act in a replay, whatever the session; nil where it can.
  public var whyNeverReplayed: String? {
    let triggers = triggers
    guard !triggers.isEmpty else { return nil }
    let reasons = triggers.compactMap(\.whyNeverReplayed)
    return reasons.count == triggers.count ? reasons.first : nil
  }
}

extension Trigger {
  /// The tokens at which it is met; nil where it is no matter of tokens.
  func tokens(in budget: ContextBudget) -> Int? {
    switch self {
    case .tokens(let n): n
    case .share(let percent): (percent * budget.contextSize + 99) / 100
    case .overflow: budget.tokens + 1
    default: nil
    }
  }
}
