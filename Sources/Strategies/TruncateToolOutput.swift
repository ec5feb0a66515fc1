public import EvalKit

/// Cuts long tool outputs to a size, from the first request they are in.
///
/// - Keeps: all entries; the beginning, the end, both or the middle of a long output.
/// - Drops: the rest of it; a marker says how much.
/// - Costs: no call. What is cut is cut before the model sees it, so as a view it never breaks the
///   cache.
/// - Leaves alone: outputs within the size, and those of excluded tools. Media stay.
/// - Fails: what was asked for may stand in the part that is cut, and nothing brings it back; a
///   size smaller than the marker leaves a bare piece.
public struct TruncateToolOutput: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "truncate-tool-output",
    summary: "Cuts long tool outputs to a size as they come in.",
    parameters: [
      StrategyParameter(
        "max", .count([.chars, .tokens]), default: .count(10_000, .chars), minimum: 1,
        summary: "The longest output that stays, in characters or tokens, the marker included."),
      StrategyParameter(
        "max-lines", .count([]), isOptional: true, minimum: 1,
        summary: "The most lines that stay, the marker included."),
      StrategyParameter(
        "keep", .word(TextCut.Part.allCases.map(\.rawValue)), default: .word("both"),
        summary: "Which part stays: head, tail, both ends, or the middle."),
      StrategyParameter(
        "marker", .string, default: .string("[{chars} characters left out]"),
        summary: "What stands where text was cut; {chars} stands for how many characters."),
      .excludeTools,
    ])

  private let limit: Int
  private let countsTokens: Bool
  private let lines: Int?
  private let cut: TextCut
  private let excluded: Set<String>

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    limit = try arguments.count("max")
    if case .count(_, .tokens) = arguments["max"] {
      countsTokens = true
    } else {
      countsTokens = false
    }
    lines = arguments["max-lines"] == nil ? nil : try arguments.count("max-lines")
    cut = TextCut(
      part: TextCut.Part(rawValue: try arguments.text("keep")) ?? .both,
      marker: try arguments.text("marker"))
    excluded = Set(try arguments.texts("exclude-tools"))
  }

  /// Cuts the long outputs.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    let items = history.items
    var positions: [Int] = []
    for position in items.indices where items[position].kind == .toolOutput {
      if items[position].form == .masked { continue }
      if countsTokens, lines == nil, context.tokens(items[position]) <= limit { continue }
      positions.append(position)
    }
    if !excluded.isEmpty {
      var finder = CallFinder(items)
      positions.removeAll { finder.tool(ofOutputAt: $0).map(excluded.contains) ?? false }
    }
    guard !positions.isEmpty else { return history }
    var history = history
    let rule =
      "truncate-output/\(limit)/\(countsTokens)/\(lines ?? 0)/\(cut.part.rawValue)/\(cut.marker)"
    history.rewrite(positions, to: .truncated, by: rule) { truncated($0, in: context) }
    return history
  }

  private func truncated(_ item: Item, in context: MomentContext) -> Rewriting? {
    let whole = item.entry.shownText
    let text =
      countsTokens
      ? cut.fitted(whole, to: limit, lines: lines) { text in
        var entry = item.entry
        entry.segments = [.text(text)] + item.entry.media
        return context.ledger.run(of: entry).count
      } : cut.cut(whole, to: limit, lines: lines)
    return text == whole ? nil : Rewriting(segments: [.text(text)] + item.entry.media)
  }
}
