public import EvalKit

/// Does what the session's own compactions did, as they were recorded: what really happened.
///
/// - Keeps: every entry that no recorded compaction took out, verbatim.
/// - Drops: what they took out; a recorded summary stands where they put it and covers what it stood
///   for. Entries they masked or cut are shown with the recorded text.
/// - Costs: no call: summaries are quoted, not asked for. Stored, the cache breaks once an event.
/// - Leaves alone: everything until the first recorded compaction, and sessions without any; a run
///   says of those that it does not apply.
/// - Fails: the record's own faults are its own: split rounds, lost prompts. What a product did
///   without recording it is not there; a provider's opaque item is shown, but nobody can read it.
public struct Recorded: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "recorded", summary: "Replays the compactions that the session itself recorded.",
    persistence: .stored, needsCompactions: true)

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {}

  /// Brings a history to what the compactions recorded so far left of it.
  ///
  /// The same history comes out whether they are added one by one or all at once, and one that they
  /// were applied to is left alone.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    let recorded = context.recordedCompactions
    guard recorded.count > 0 else { return history }
    memory = ["applied": JSONValue(recorded.count)]
    var history = history
    let missing = takeOut(recorded, of: &history)
    if recorded.hasReplacements { replace(recorded, in: &history) }
    for index in missing { insert(index, of: recorded, into: &history) }
    return history
  }

  /// Takes out what was taken out.
  ///
  /// - Returns: the summaries that stand for something that was there until now.
  private func takeOut(_ recorded: RecordedCompactions, of history: inout History) -> [Int] {
    let stage = history.stage
    func isGone(_ item: Item) -> Bool {
      item.isSynthesised(by: stage)
        ? recorded.index(of: item, madeBy: stage) == nil : recorded.takesOut(item)
    }
    let gone = history.items.filter(isGone)
    guard !gone.isEmpty else { return [] }
    let shown = Set(history.items.compactMap { recorded.index(of: $0, madeBy: stage) })
    history.drop(where: isGone)
    let entries = gone.flatMap(\.standsFor)
    return recorded.summaries.indices.filter { index in
      !shown.contains(index)
        && entries.contains { recorded.summaries[index].reach.contains($0.index) }
    }
  }

  /// Shows entries with the content they were shown with.
  private func replace(_ recorded: RecordedCompactions, in history: inout History) {
    var masks: [(text: String, positions: [Int])] = []
    var places: [String: Int] = [:]
    for (position, item) in history.items.enumerated() {
      guard let id = item.id, let replacement = recorded.replacement(of: id),
        item.entry.segments != [.text(replacement.text)]
      else { continue }
      if replacement.isPart {
        history.truncate(position, to: [.text(replacement.text)])
      } else if let place = places[replacement.text] {
        masks[place].positions.append(position)
      } else {
        places[replacement.text] = masks.count
        masks.append((replacement.text, [position]))
      }
    }
    for mask in masks { history.mask(mask.positions, with: mask.text) }
  }

  /// Puts a summary where it stood: before the first item from its place on.
  private func insert(
    _ index: Int, of recorded: RecordedCompactions, into history: inout History
  ) {
    let standing = recorded.summaries[index]
    let summary = standing.summary
    let position =
      history.items.firstIndex { item in
        if let other = recorded.index(of: item, madeBy: history.stage) { return other > index }
        return item.standsFor.first.map { $0.index >= summary.place } ?? false
      } ?? history.count
    history.replace(
      position..<position, with: Entry(kind: summary.kind, segments: summary.segments),
      carrying: standing.carries, covering: standing.covers)
  }

  /// It may add an item for each summary.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  { .none }
}

extension RecordedCompactions {
  /// Which of the summaries an item is, if the stage made it of one.
  fileprivate func index(of item: Item, madeBy stage: String) -> Int? {
    guard item.isSynthesised(by: stage), case .synthesised(_, let covers, let carries) = item.source
    else { return nil }
    return summaries.firstIndex { standing in
      standing.summary.kind == item.kind && standing.summary.segments == item.entry.segments
        && standing.covers == covers && standing.carries == carries
    }
  }
}
