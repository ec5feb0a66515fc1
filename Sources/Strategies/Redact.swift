public import EvalKit

/// Replaces what regular expressions match by a placeholder, the same way from the first request
/// on.
///
/// - Keeps: all entries, and all text that does not match.
/// - Drops: every match, in text, JSON and the arguments of calls.
/// - Costs: no call. As a view begun with the session it is free of cache cost where the pattern
///   occurs in inputs only: the model never saw anything else. In the model's own words it breaks
///   the cache once, where they stand. Begun late it is one break, at the first match.
/// - Leaves alone: entries without a match; the head; keys of JSON; media.
/// - Fails: a value written in another way is not matched; what is redacted cannot be asked for.
public struct Redact: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "redact",
    summary: "Replaces what regular expressions match by a placeholder, in every entry.",
    parameters: [
      StrategyParameter("patterns", .strings, summary: "Regular expressions of what is hidden."),
      StrategyParameter(
        "placeholder", .string, default: .string("[redacted]"), summary: "What stands instead."),
      .when(.word("always")),
    ])

  private let patterns: PatternSet
  private let trigger: Trigger

  /// Compiles the patterns.
  public init(_ arguments: StrategyArguments) throws {
    patterns = try PatternSet(
      try arguments.texts("patterns"), parameter: "patterns",
      replacement: try arguments.text("placeholder"))
    trigger = try arguments.trigger("when")
  }

  /// Replaces the matches.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    guard trigger.isMet(by: history, in: context) else { return history }
    var history = history
    history.rewrite(
      history.items.indices, to: .truncated, by: "redact/\(patterns.rule)"
    ) { item in
      var arguments: [Int: JSONValue] = [:]
      for (place, call) in item.entry.calls.enumerated() {
        arguments[place] = patterns.replacing(in: call.arguments)
      }
      return Rewriting(
        segments: patterns.replacing(in: item.entry.segments), arguments: arguments)
    }
    return history
  }

  /// When it acts, as far as its arguments tell.
  public func reach(at moment: Moment) -> Reach { .when(trigger) }

  /// As before, but that the placeholder may be longer than what it replaces.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  { before.withoutTokens }
}
