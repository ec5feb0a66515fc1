/// A summary that came into the view with the latest edit.
struct NewSummary {
  /// The item.
  let item: Item
  /// The entries it stands for, those it holds word for word among them.
  let standsFor: [EntryID]
  /// The entries it holds word for word.
  let carries: [EntryID]
  /// The earlier summaries it took the place of.
  let earlier: [Item]
  /// The stage that made it, where the policy is known.
  let stage: Stage?

  /// The first entry it stands for.
  var entry: EntryID? { standsFor.min() }
}

extension HazardScene {
  /// The stage that made an item; nil where the policy is not known.
  func stage(of item: Item) -> (place: Int, stage: Stage)? {
    guard case .synthesised(let id, _, _) = item.source, let pipeline = subject.pipeline,
      let mark = id.stage.lastIndex(of: "@"),
      let place = Int(id.stage[id.stage.index(after: mark)...].prefix { $0 != "." && $0 != "/" }),
      pipeline.stages.indices.contains(place)
    else { return nil }
    return (place, pipeline.stages[place])
  }

  /// Whether something a stage made is a summary: the stage asks a model or runs a program, and the
  /// item speaks and stands for entries. Where the policy is not known, whoever made it.
  func isSummary(_ item: Item) -> Bool {
    guard case .synthesised(_, let covers, let carries) = item.source,
      !(covers.isEmpty && carries.isEmpty),
      [.prompt, .response, .instructions].contains(item.kind)
    else { return false }
    guard let stage = stage(of: item)?.stage else { return true }
    return stage.strategy.asksModel || stage.definition.runsProgram
  }

  /// The summaries that came with the latest edit.
  ///
  /// - Complexity: O(what the edit took out and put in).
  var newSummaries: [NewSummary] {
    guard let edit else { return [] }
    let made = edit.inserted.filter { $0.isSynthesised && isSummary($0) }
    if made.isEmpty { return [] }
    let before = edit.removed.filter(\.isSynthesised)
    let known = Set(before.map(\.source))
    return made.compactMap { item in
      guard case .synthesised(_, _, let carries) = item.source, !known.contains(item.source) else {
        return nil
      }
      let standsFor = Set(item.standsFor)
      let earlier = before.filter { old in
        isSummary(old) && old.standsFor.allSatisfy(standsFor.contains)
      }
      return NewSummary(
        item: item, standsFor: item.standsFor, carries: carries, earlier: earlier,
        stage: stage(of: item)?.stage)
    }
  }

  /// The calls made since the request before whose reply may stand in the view.
  var usedCalls: [SummaryCall] { newCalls.filter { $0.fault == nil } }

  /// The segments of a summary that are not an entry it holds word for word.
  func ownSegments(of summary: NewSummary) -> [Segment] {
    let carried = summary.carries.flatMap { transcript[$0].segments.map(\.content) }
    return summary.item.entry.segments.filter { !carried.contains($0.content) }
  }

  /// The text of a summary without the entries it holds word for word.
  func ownText(of summary: NewSummary) -> String {
    ownSegments(of: summary).compactMap(\.text).joined(separator: "\n")
  }

  /// The size of a summary's own text: in tokens where they are counted, else in bytes.
  func ownSize(of item: Item) -> Int {
    guard case .synthesised(_, _, let carries) = item.source else { return 0 }
    let carried = carries.map { transcript[$0] }
    if let ledger = subject.ledger {
      let kept = zip(carries, carried).reduce(0) { $0 + ledger.count($1.1, at: $1.0) }
      return max(0, ledger.count(item) - kept)
    }
    return max(0, item.entry.text.utf8.count - carried.reduce(0) { $0 + $1.text.utf8.count })
  }
}
