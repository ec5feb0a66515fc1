/// What the compactions recorded up to some place in a session came to, together.
///
/// A summary goes when a later event takes out every entry it stands for, as a summary of a summary
/// does. One of entries that were all gone by then, and not summarised, is not put in.
public struct RecordedCompactions: Sendable {
  /// A summary that is shown.
  public struct Standing: Sendable {
    /// The summary; it covers only entries that were still shown, or stood for, when it was made.
    public let summary: CompactionEvent.Summary
    /// The entries that were taken out for it.
    public let reach: RangeSet<Int>
    /// The entries it covers, in order.
    public let covers: [EntryID]
    /// The entries it carries, in order.
    public let carries: [EntryID]

    init(_ summary: CompactionEvent.Summary, reach: RangeSet<Int>) {
      self.summary = summary
      self.reach = reach
      covers = summary.covers.ranges.joined().map { EntryID($0) }
      carries = summary.carries.ranges.joined().map { EntryID($0) }
    }
  }

  /// How many events there were.
  public private(set) var count = 0
  /// The summaries that are shown, in order of place.
  public private(set) var summaries: [Standing] = []
  /// What became of each entry, by place; shorter than the log where nothing did.
  private var states: [State] = []
  private var replacements: [Int: CompactionEvent.Replacement] = [:]

  private enum State: UInt8 {
    case shown, stoodFor, lost
  }

  /// No event.
  public init() {}

  /// Whether an entry was taken out.
  public func takesOut(_ id: EntryID) -> Bool {
    id.index < states.count && states[id.index] != .shown
  }

  /// Whether an item was taken out: one that a stage made goes with all it stands for.
  public func takesOut(_ item: Item) -> Bool {
    if let id = item.id { return takesOut(id) }
    let standsFor = item.standsFor
    return !standsFor.isEmpty && standsFor.allSatisfy(takesOut)
  }

  /// What is shown in place of an entry's content, if anything.
  public func replacement(of id: EntryID) -> CompactionEvent.Replacement? {
    replacements.isEmpty ? nil : replacements[id.index]
  }

  /// Whether any entry is shown with another content.
  public var hasReplacements: Bool { !replacements.isEmpty }

  /// Whether an event would take out anything that is shown, or stood for.
  public func isChanged(by event: CompactionEvent) -> Bool {
    let taken = event.takenOut
    return taken.ranges.contains { range in
      range.contains { !takesOut(EntryID($0)) }
    } || summaries.contains { $0.isReplaced(by: taken) }
  }

  /// Adds the next event.
  ///
  /// - Complexity: O(entries before it + summaries shown).
  public mutating func add(_ event: CompactionEvent) {
    count += 1
    let taken = event.takenOut
    let replaced = summaries.filter { $0.isReplaced(by: taken) }
    summaries.removeAll { $0.isReplaced(by: taken) }
    for summary in event.summaries { insert(summary, taken, replacing: replaced) }
    while states.count < event.position { states.append(.shown) }
    set(taken, to: .lost)
    for standing in summaries { set(standing.summary.standsFor, to: .stoodFor) }
    for range in taken.ranges { for place in range { replacements[place] = nil } }
    for replacement in event.replacements
    where (0..<max(0, event.position)).contains(replacement.entry)
      && !takesOut(EntryID(replacement.entry))
    {
      replacements[replacement.entry] = replacement
    }
  }

  private mutating func set(_ places: RangeSet<Int>, to state: State) {
    for range in places.ranges { for place in range { states[place] = state } }
  }

  /// Puts in a summary of something that was there, behind those that stand at its place already.
  private mutating func insert(
    _ summary: CompactionEvent.Summary, _ taken: RangeSet<Int>, replacing replaced: [Standing]
  ) {
    var made = summary
    made.carries = summary.carries.intersection(taken)
    let covered = summary.covers.intersection(taken).ranges.joined().filter { place in
      place >= states.count || states[place] != .lost
    }
    made.covers = RangeSet(covered.map { $0..<$0 + 1 }).subtracting(made.carries)
    let reach = summary.standsFor.isEmpty ? taken : made.standsFor
    let wasThere =
      reach.ranges.joined().contains { !takesOut(EntryID($0)) }
      || replaced.contains { !$0.summary.standsFor.isDisjoint(reach) }
    guard wasThere else { return }
    let index = summaries.firstIndex { $0.summary.place > summary.place } ?? summaries.count
    summaries.insert(Standing(made, reach: reach), at: index)
  }
}

extension RecordedCompactions.Standing {
  /// Whether all that was taken out for it is taken out again.
  fileprivate func isReplaced(by taken: RangeSet<Int>) -> Bool { reach.isSubset(of: taken) }
}
