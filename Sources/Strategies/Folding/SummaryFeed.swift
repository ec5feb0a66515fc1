internal import EvalKit

/// What of the folded entries a summariser is shown.
struct SummaryFeed {
  /// The most characters of a tool output; nil shows all.
  let clip: Int?
  /// Whether only what user and model said is shown: no reasoning, calls, outputs.
  let isTalkOnly: Bool
  /// How many entries of the tail are shown, too, though they stay.
  let overlap: Int

  /// The parameters, for a definition.
  static let parameters: [StrategyParameter] = [
    StrategyParameter(
      "clip", .count([.chars]), isOptional: true, minimum: 1,
      summary: "The most characters of a tool output that the summariser is shown."),
    StrategyParameter(
      "feed", .word(["all", "talk"]), default: .word("all"),
      summary: "`talk`: the summariser is shown prompts and responses only; the rest is left out "
        + "without a word."),
    StrategyParameter(
      "overlap", .count([.entries]), default: .count(0, .entries),
      summary: "How many entries of the tail are summarised, too, though they stay."),
  ]

  /// Reads the arguments; those a strategy does not have are their defaults.
  init(_ arguments: StrategyArguments) throws {
    clip = arguments["clip"] == nil ? nil : try arguments.count("clip")
    isTalkOnly = arguments["feed"] == .word("talk")
    overlap = arguments["overlap"] == nil ? 0 : try arguments.count("overlap")
  }

  /// The items to show for the positions that are folded.
  func items(_ positions: [Int], of history: History) -> [Item] {
    var items = positions.map { history.items[$0] }
    if overlap > 0, let last = positions.last {
      items += history.items[(last + 1)...].prefix(overlap)
    }
    if isTalkOnly {
      items.removeAll { $0.kind != .prompt && $0.kind != .response && !$0.isSynthesised }
    }
    return clip.map { ChatLog.clipped(items, to: $0) } ?? items
  }
}
