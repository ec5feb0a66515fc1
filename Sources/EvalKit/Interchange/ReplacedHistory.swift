/// What a compaction did, found by comparing a transcript with the entries that replaced it.
///
/// Entries that come again in the same order stayed; the rest were taken out. An entry that is new is
/// something put among them: the last such stands for all that were taken out, since histories are
/// recorded with the summary last.
struct ReplacedHistory {
  private let transcript: Transcript
  private var kept: [Int] = []
  /// The new entries, each with how many entries stayed before it.
  private var added: [(entry: Entry, keptBefore: Int)] = []
  private var next = 0

  init(_ transcript: Transcript) { self.transcript = transcript }

  /// Adds an entry of the history that replaced the transcript's.
  mutating func add(_ entry: Entry) {
    let head = transcript.head(at: transcript.entries.count)
    if entry.kind == .instructions, head.instructions.contains(where: { isSame($0, entry) }) {
      return
    }
    let found = transcript.entries.indices.dropFirst(next).first {
      isSame(transcript.entries[$0], entry)
    }
    if let found {
      kept.append(found)
      next = found + 1
    } else {
      added.append((entry, kept.count))
    }
  }

  /// The event, which stands after the last entry.
  func event(extra: JSONObject = JSONObject()) -> CompactionEvent {
    let count = transcript.entries.count
    var event = CompactionEvent(position: count, extra: extra)
    let removed = RangeSet(0..<count).subtracting(RangeSet(kept, within: 0..<count))
    if added.isEmpty { event.dropped = removed }
    event.summaries = added.enumerated().map { index, added in
      CompactionEvent.Summary(
        kind: added.entry.kind, segments: added.entry.segments,
        covers: index == self.added.count - 1 ? removed : RangeSet(),
        place: added.keptBefore < kept.count ? kept[added.keptBefore] : count)
    }
    return event
  }

  private func isSame(_ left: Entry, _ right: Entry) -> Bool {
    guard left.kind == right.kind, left.callID == right.callID else { return false }
    if left.kind == .toolCalls { return left.calls.map(\.id) == right.calls.map(\.id) }
    return left.segments.map(\.content) == right.segments.map(\.content)
  }
}

extension RangeSet<Int> {
  /// The set of some places.
  fileprivate init(_ places: [Int], within bounds: Range<Int>) {
    self.init()
    for place in places where bounds.contains(place) { insert(contentsOf: place..<place + 1) }
  }
}
