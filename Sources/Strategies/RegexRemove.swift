public import EvalKit

/// Takes out of entries what regular expressions match.
///
/// - Keeps: all entries, and the newest `last` as they are.
/// - Drops: every match, in all text but that of calls.
/// - Costs: no call. What stands among the newest is cut later: then the cache breaks there. With
///   `last: 0` inputs are cut before the model sees them and only replies that match break it.
/// - Leaves alone: entries without a match, calls, the head, and media.
/// - Fails: an entry that was nothing but a match is left empty; `.` does not match a line feed
///   unless the pattern says so, `(?s)`.
public struct RegexRemove: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "regex-remove",
    summary: "Takes out of entries what regular expressions match.",
    parameters: [
      StrategyParameter(
        "patterns", .strings, summary: "Regular expressions of what goes."),
      .size("last", .count(0, .entries), summary: "How much of the end is left alone."),
    ])

  private let patterns: PatternSet
  private let last: Target

  /// Compiles the patterns.
  public init(_ arguments: StrategyArguments) throws {
    patterns = try PatternSet(
      try arguments.texts("patterns"), parameter: "patterns", replacement: "")
    last = try arguments.target("last")
  }

  /// Takes the matches out.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    let end = last.tailStart(
      of: history, structure: HistoryStructure(history.items), boundary: last.boundary,
      in: context)
    var history = history
    history.rewrite(0..<end, to: .truncated, by: "regex-remove/\(patterns.rule)") { item in
      Rewriting(segments: patterns.replacing(in: item.entry.segments))
    }
    return history
  }
}
