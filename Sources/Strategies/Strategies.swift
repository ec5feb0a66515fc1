public import EvalKit

/// The strategies that ship with the tool.
public enum Strategies {
  /// All of them, in the order of lists.
  public static let all: [any Strategy.Type] =
    [Identity.self] + windows + toolTraffic + summaries + others + programs

  /// Windows: what is kept is a matter of place and size.
  static let windows: [any Strategy.Type] = [
    RollingWindow.self, WholeTurnWindow.self, KeepFirstLast.self, AmortizedWindow.self,
    MiddleOut.self, DropNewest.self,
  ]

  /// Policies for tool calls and their outputs, reasoning, media, and texts.
  static let toolTraffic: [any Strategy.Type] = [
    DropCompletedToolCalls.self, ClearToolResults.self, ObservationMask.self,
    ToolBudgetPrune.self, OffloadToolOutput.self, TruncateToolOutput.self,
    TruncateToolArguments.self, SupersededContent.self, CollapseToolPairs.self,
    ReasoningClear.self, RegexRemove.self, Redact.self, MediaDegrade.self, TokenPrune.self,
    ForgetTools.self,
  ]

  /// Policies that put something else in the place of what they take away.
  static let summaries: [any Strategy.Type] = [
    SummarizeHistory.self, Summarize.self, AnchoredIncrementalSummary.self, StructuredSummary.self,
    UserMessagesPlusSummary.self, HierarchicalSummary.self, DeterministicDigest.self,
    RetrieveOverHistory.self,
  ]

  /// The rest.
  static let others: [any Strategy.Type] = [
    ScoreSelect.self, PinnedState.self, Repair.self, FallbackLadder.self, HardReset.self,
    KeepTools.self, Instructions.self, Recorded.self,
  ]

  /// Policies of the user's own.
  static let programs: [any Strategy.Type] = [Exec.self]

  /// Policies as products ship them: by product, each product's in the order given.
  public static let presets: [Preset] = {
    let given =
      applePresets + windowPresets + toolPresets + summaryPresets + otherPresets + langChainPresets
    let byProduct = Dictionary(grouping: given) { $0.name.prefix { $0 != "." } }
    return byProduct.keys.sorted().flatMap { byProduct[$0] ?? [] }.map(PresetBasis.grounded)
  }()

  /// All of it, for reading specs; users add their own with
  /// ``EvalKit/StrategyCatalog/adding(strategies:presets:)``.
  public static let catalog: StrategyCatalog = {
    do {
      return try StrategyCatalog(strategies: all, presets: presets)
    } catch {
      preconditionFailure("the built-in catalog is wrong: \(error)")
    }
  }()
}
