public import EvalKit

/// Drops the words that say least from old bodies: extractive, without a model.
///
/// Words go in this order until the share is met: stop words, words said before in the same text,
/// then the rest from the end on. What looks like a name, a number, a path or an identifier goes
/// last.
///
/// - Keeps: all entries, all prompts and calls; `ratio` of the words of old outputs, responses and
///   reasoning, in their order and on their lines.
/// - Drops: the other words, without a marker.
/// - Costs: no call. As a view the edge moves with every entry and the cache breaks there.
/// - Leaves alone: the first and last entries as told, the turn in flight, excluded tools, pinned
///   entries, JSON and media, texts under 20 words, entries that were cut or masked before.
/// - Fails: "not" is a word like any other to a reader of what is left; text without spaces is one
///   word a line and is not cut; tables lose their columns.
public struct TokenPrune: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "token-prune",
    summary: "Drops the words that say least from old outputs, responses and reasoning.",
    parameters: [
      StrategyParameter(
        "ratio", .count([.percent]), default: .count(50, .percent), minimum: 1,
        summary: "The share of words that stays."),
      .first(0),
      .size("last", .count(4, .entries), summary: "How much of the end is left alone."),
      .inFlight(true), .excludeTools, .pinned,
    ])

  private let ratio: Int
  private let kept: Protection

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    ratio = try arguments.count("ratio")
    kept = try Protection(arguments)
  }

  /// Drops words.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    let items = history.items
    let isProtected = kept.mask(
      of: history, structure: HistoryStructure(items), in: context)
    var positions: [Int] = []
    for position in items.indices where items[position].form == .whole && !isProtected[position] {
      switch items[position].kind {
      case .toolOutput, .response, .reasoning:
        if !items[position].isSynthesised { positions.append(position) }
      case .prompt, .toolCalls, .instructions, .opaque: continue
      }
    }
    guard !positions.isEmpty else { return history }
    var history = history
    history.rewrite(positions, to: .truncated, by: "token-prune/\(ratio)") { item in
      Rewriting(
        segments: item.entry.segments.map { segment in
          guard let text = segment.text, let pruned = WordPruning.pruned(text, to: ratio) else {
            return segment
          }
          return Segment(.text(pruned), id: segment.id)
        })
    }
    return history
  }

  /// What it leaves alone.
  public var protection: Protection? { kept }
}
