/// Two views of a session side by side: what was shown, and what is shown next.
struct ViewComparison {
  private let shown: [ShownEntry]
  private let next: [Entry]
  /// Places in both of what is the same, in order.
  let matches: [(shown: Int, next: Int)]

  init(_ shown: [ShownEntry], _ next: [Entry]) {
    self.shown = shown
    self.next = next
    matches = CommonSequence.matches(
      shown.map { ShownContent($0.entry) }, next.map { ShownContent($0) }
    ).map { (shown: $0, next: $1) }
  }

  /// What became of the view.
  struct Change {
    /// What was taken out, changed and put in; nil if nothing was.
    var event: CompactionEvent?
    /// What is new in the log.
    var new: [Entry]
  }

  /// The change, in a log of so many entries.
  func change(at count: Int) -> Change {
    var event = CompactionEvent(position: count, by: "client")
    var before = (shown: -1, next: -1)
    for match in matches {
      let place = shown[match.shown].place
      add(
        shown[before.shown + 1..<match.shown], next[before.next + 1..<match.next], place: place,
        to: &event)
      before = match
    }
    let gone = shown[(before.shown + 1)...]
    let end = next[(before.next + 1)...]
    let old = end.prefix(countOfOld(end, gone))
    add(gone, old, place: count, to: &event)
    let new = Array(end.dropFirst(old.count))
    // What stands right after an input is in force for the request made with it already.
    event.position = count + min(1, new.count)
    let isEmpty =
      event.takenOut.isEmpty && event.replacements.isEmpty && event.summaries.isEmpty
    return Change(event: isEmpty ? nil : event, new: new)
  }

  /// How many of the entries after the last that is the same are no growth of the session: those
  /// that stand for entries shown before with another content, and a summary of the rest.
  private func countOfOld(_ end: ArraySlice<Entry>, _ gone: ArraySlice<ShownEntry>) -> Int {
    var gone = gone
    var count = 0
    for entry in end {
      guard let index = gone.firstIndex(where: { Self.isSame(entry, $0) }) else { break }
      gone = gone[(index + 1)...]
      count += 1
    }
    let rest = end.dropFirst(count)
    guard !gone.isEmpty, rest.count > 1, let first = rest.first, Self.canSummarise(first) else {
      return count
    }
    // A response is the reply to the last request unless a reply follows it.
    let isReply = first.kind == .response && !rest.dropFirst().contains { $0.kind.isReply }
    return isReply ? count : count + 1
  }

  /// Adds what became of some entries that are not shown any more, in place of which others are.
  private func add(
    _ gone: ArraySlice<ShownEntry>, _ put: ArraySlice<Entry>, place: Int,
    to event: inout CompactionEvent
  ) {
    var left = Array(gone)
    var summaries: [Entry] = []
    for entry in put {
      if let index = left.firstIndex(where: { Self.isSame(entry, $0) }) {
        let old = left.remove(at: index)
        event.replacements.append(
          CompactionEvent.Replacement(
            entry: old.place, text: entry.text, isPart: Self.isCut(entry.text, of: old.entry.text)))
      } else if Self.canSummarise(entry) {
        summaries.append(entry)
      }
    }
    let places = left.reduce(into: RangeSet<Int>()) { $0.formUnion($1.places) }
    for (index, entry) in summaries.enumerated() {
      event.summaries.append(
        CompactionEvent.Summary(
          kind: entry.kind, segments: entry.segments, covers: index == 0 ? places : RangeSet(),
          place: place))
    }
    if summaries.isEmpty { event.dropped.formUnion(places) }
  }

  private static func canSummarise(_ entry: Entry) -> Bool {
    entry.kind == .prompt || entry.kind == .response || entry.kind == .instructions
  }

  /// Whether an entry is one shown before with another content: the output of the same call, or a
  /// text that is a part of it.
  private static func isSame(_ entry: Entry, _ old: ShownEntry) -> Bool {
    guard !old.isSummary, entry.kind == old.entry.kind, entry.calls.isEmpty else { return false }
    if entry.kind == .toolOutput {
      return entry.callID == old.entry.callID && entry.toolName == old.entry.toolName
    }
    return isCut(entry.text, of: old.entry.text)
  }

  /// Whether a text is what is left of another: it begins or ends alike, for a third of its length.
  private static func isCut(_ text: String, of old: String) -> Bool {
    let new = Array(text.utf8)
    let old = Array(old.utf8)
    guard new.count < old.count, !new.isEmpty else { return false }
    let start = zip(new, old).prefix { $0 == $1 }.count
    let end = zip(new.reversed(), old.reversed()).prefix { $0 == $1 }.count
    return max(start, end) >= max(8, new.count / 3)
  }
}

/// The longest sequence that two lists have in common.
enum CommonSequence {
  /// Beyond this the middle is compared by its first matches alone.
  private static let maximumCells = 4_000_000

  /// The places of what is the same in both, in order.
  ///
  /// - Complexity: O(elements) for lists that differ at one place; else O(product of the parts
  ///   between their common beginning and end).
  static func matches<Element: Hashable>(_ a: [Element], _ b: [Element]) -> [(Int, Int)] {
    var start = 0
    while start < a.count, start < b.count, a[start] == b[start] { start += 1 }
    var end = 0
    while end < a.count - start, end < b.count - start,
      a[a.count - 1 - end] == b[b.count - 1 - end]
    {
      end += 1
    }
    let middleA = start..<(a.count - end)
    let middleB = start..<(b.count - end)
    return (0..<start).map { ($0, $0) } + middle(a, middleA, b, middleB)
      + (0..<end).reversed().map { (a.count - 1 - $0, b.count - 1 - $0) }
  }

  private static func middle<Element: Hashable>(
    _ a: [Element], _ rangeA: Range<Int>, _ b: [Element], _ rangeB: Range<Int>
  ) -> [(Int, Int)] {
    guard !rangeA.isEmpty, !rangeB.isEmpty else { return [] }
    // Small numbers compare faster than contents.
    var numbers: [Element: Int] = [:]
    for place in rangeA where numbers[a[place]] == nil { numbers[a[place]] = numbers.count }
    let a = rangeA.map { numbers[a[$0]] ?? -1 }
    let b = rangeB.map { numbers[b[$0]] ?? -2 }
    let pairs =
      a.count * b.count <= maximumCells ? longest(a, b) : greedy(a, b)
    return pairs.map { ($0 + rangeA.lowerBound, $1 + rangeB.lowerBound) }
  }

  private static func longest(_ a: [Int], _ b: [Int]) -> [(Int, Int)] {
    let width = b.count + 1
    var lengths = [Int32](repeating: 0, count: (a.count + 1) * width)
    for i in a.indices.reversed() {
      for j in b.indices.reversed() {
        lengths[i * width + j] =
          a[i] == b[j]
          ? lengths[(i + 1) * width + j + 1] + 1
          : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
      }
    }
    var pairs: [(Int, Int)] = []
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      if a[i] == b[j] {
        pairs.append((i, j))
        i += 1
        j += 1
      } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
        i += 1
      } else {
        j += 1
      }
    }
    return pairs
  }

  private static func greedy(_ a: [Int], _ b: [Int]) -> [(Int, Int)] {
    var places: [Int: [Int]] = [:]
    for (place, number) in a.enumerated() { places[number, default: []].append(place) }
    var pairs: [(Int, Int)] = []
    var next = 0
    for (j, number) in b.enumerated() {
      guard let i = places[number]?.first(where: { $0 >= next }) else { continue }
      pairs.append((i, j))
      next = i + 1
    }
    return pairs
  }
}
