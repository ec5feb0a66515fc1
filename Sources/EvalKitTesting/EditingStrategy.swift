public import EvalKit

/// A strategy that is a closure, for tests of what drives strategies.
public struct EditingStrategy: Strategy {
  /// An edit of a history in a context, with the stage's memory.
  public typealias Edit =
    @Sendable (inout History, MomentContext, inout JSONValue) async throws -> Void

  /// Name and defaults: a view, at prompts and tool outputs.
  public static let definition = StrategyDefinition(
    name: "editing", summary: "Does what a closure does.", readsLog: true)

  private let change: Edit

  /// Makes a strategy that changes nothing.
  public init(_ arguments: StrategyArguments) { change = { _, _, _ in } }

  /// Makes a strategy of a closure.
  public init(_ change: @escaping Edit) { self.change = change }

  /// Does what the closure does.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    var history = history
    try await change(&history, context, &memory)
    return history
  }
}

extension Stage {
  /// A stage of a closure that edits the view.
  public static func view(_ change: @escaping EditingStrategy.Edit) -> Stage {
    Stage(EditingStrategy(change), persistence: .view)
  }

  /// A stage of a closure that edits the stored history at these moments.
  public static func stored(
    at moments: Moment..., persistence: Persistence = .stored,
    _ change: @escaping EditingStrategy.Edit
  ) -> Stage {
    Stage(EditingStrategy(change), persistence: persistence, moments: Set(moments))
  }

  /// A window of the last entries.
  public static func window(
    _ count: Int, _ persistence: Persistence = .view, at moment: Moment = .prompt
  )
    -> Stage
  {
    Stage(
      EditingStrategy { history, _, _ in history.keepLast(count) }, persistence: persistence,
      moments: [moment])
  }

  /// A trim to `keep` entries once there are more than `threshold`, at a moment.
  public static func trim(over threshold: Int, to keep: Int, at moments: Moment...) -> Stage {
    Stage(
      EditingStrategy { history, _, _ in
        if history.count > threshold { history.keepLast(keep) }
      }, persistence: .stored, moments: Set(moments))
  }
}
