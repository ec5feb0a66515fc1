public import EvalKit

/// Replaces all but the newest media by a line of text.
///
/// - Keeps: all entries, all text, and the newest `keep` attachments.
/// - Drops: older attachments; a marker names each unless told to leave none.
/// - Costs: no call. The cache breaks at the oldest attachment that goes, each time one comes in.
/// - Leaves alone: a history of at most `keep` attachments.
/// - Fails: what an image showed is gone unless someone said it; without a marker an entry that was
///   nothing but an image is left empty.
public struct MediaDegrade: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "media-degrade",
    summary: "Replaces all but the newest media by a line of text.",
    parameters: [
      StrategyParameter(
        "keep", .count([]), default: .number(1), summary: "How many of the newest media stay."),
      StrategyParameter(
        "mark", .flag, default: .word("true"),
        summary: "Whether a marker stands where media was taken out."),
      StrategyParameter(
        "placeholder", .string, default: .string("[{type} {name} was here; not shown any more]"),
        summary: "The marker; {type} and {name} stand for what was there."),
    ])

  private let keep: Int
  private let marks: Bool
  private let placeholder: String

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    keep = try arguments.count("keep")
    marks = try arguments.flag("mark")
    placeholder = try arguments.text("placeholder")
  }

  /// Replaces old media.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    var left = keep
    // How many of an item's media stay, the last ones.
    var kept: [Int: [Int]] = [:]
    for position in history.items.indices.reversed() {
      let count = history.items[position].entry.mediaCount
      guard count > 0 else { continue }
      let stay = min(left, count)
      left -= stay
      if stay < count { kept[stay, default: []].append(position) }
    }
    guard !kept.isEmpty else { return history }
    var history = history
    for (stay, positions) in kept.sorted(by: { $0.key < $1.key }) {
      let rule = "media/\(stay)/\(marks)/\(placeholder)"
      history.rewrite(positions.reversed(), to: .truncated, by: rule) { item in
        Rewriting(segments: degraded(item.entry, keeping: stay))
      }
    }
    return history
  }

  private func degraded(_ entry: Entry, keeping stay: Int) -> [Segment] {
    var left = entry.mediaCount - stay
    return entry.segments.compactMap { segment in
      guard case .attachment(let attachment) = segment.content, left > 0 else { return segment }
      left -= 1
      guard marks else { return nil }
      return .text(
        placeholder
          .replacing("{type}", with: attachment.mediaType ?? "media")
          .replacing("{name}", with: attachment.name))
    }
  }

  /// As before, but that a marker may be longer than what it replaces.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  { before.withoutTokens }
}

extension Entry {
  /// How many attachments it has.
  fileprivate var mediaCount: Int {
    var count = 0
    for segment in segments { if case .attachment = segment.content { count += 1 } }
    return count
  }
}
