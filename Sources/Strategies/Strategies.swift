public import EvalKit

/// The strategies that ship with the tool.
public enum Strategies {
  /// All of them, in the order of lists.
  public static let all: [any Strategy.Type] = [
    Identity.self, RollingWindow.self, WholeTurnWindow.self, KeepFirstLast.self,
    DropCompletedToolCalls.self, ClearToolResults.self, SummarizeHistory.self,
  ]

  /// Policies as products ship them, in the order of lists.
  public static let presets: [Preset] = applePresets

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
