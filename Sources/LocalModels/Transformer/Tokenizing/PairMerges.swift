/// Which pairs of tokens are joined, and in what order: the pair of lowest rank first, of equal ones
/// the first in the text.
///
/// Source: Sennrich, Haddow, Birch, *Neural Machine Translation of Rare Words with Subword Units*,
/// 2016.
struct PairMerges: Sendable {
  /// What a pair becomes.
  struct Merge: Sendable {
    var rank: Int32
    var token: Int32
  }

  private var merges: [UInt64: Merge] = [:]

  /// Makes room.
  init(capacity: Int) { merges.reserveCapacity(capacity) }

  /// Adds a pair; one that is there already stays as it is, unless its rank is higher.
  mutating func add(_ left: Int32, _ right: Int32, becomes token: Int32, rank: Int32) {
    let key = Self.key(left, right)
    if let known = merges[key], known.rank <= rank { return }
    merges[key] = Merge(rank: rank, token: token)
  }

  private static func key(_ left: Int32, _ right: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: left)) << 32 | UInt64(UInt32(bitPattern: right))
  }

  private func merge(_ left: Int32, _ right: Int32) -> Merge? {
    left < 0 || right < 0 ? nil : merges[Self.key(left, right)]
  }

  /// Joins symbols as long as there is a pair; a symbol under 0 is joined with none.
  ///
  /// - Returns: What is left, and which symbols each was made of.
  /// - Complexity: O(n log n).
  func joined(_ symbols: [Int32]) -> [(token: Int32, from: Range<Int>)] {
    var tokens = symbols
    // A chain of the symbols that are left; one that was joined to another has the length 0.
    var next = Array(1...max(1, symbols.count))
    var previous = Array(-1..<max(0, symbols.count - 1))
    var alive = [Bool](repeating: true, count: symbols.count)
    var queue = JoinQueue()
    func candidate(_ left: Int, _ tokens: [Int32], _ right: Int) -> Join? {
      guard left >= 0, right < tokens.count, let merge = merge(tokens[left], tokens[right]) else {
        return nil
      }
      return Join(
        rank: merge.rank, place: Int32(left), left: tokens[left], right: tokens[right],
        token: merge.token)
    }
    for place in symbols.indices.dropLast() {
      if let found = candidate(place, tokens, place + 1) { queue.add(found) }
    }
    while let best = queue.takeFirst() {
      let place = Int(best.place)
      guard alive[place], tokens[place] == best.left, next[place] < tokens.count,
        tokens[next[place]] == best.right
      else { continue }
      let gone = next[place]
      tokens[place] = best.token
      alive[gone] = false
      next[place] = next[gone]
      if next[gone] < tokens.count { previous[next[gone]] = place }
      if let found = candidate(previous[place], tokens, place) { queue.add(found) }
      if let found = candidate(place, tokens, next[place]) { queue.add(found) }
    }
    return symbols.indices.lazy.filter { alive[$0] }.map { (tokens[$0], $0..<next[$0]) }
  }
}

/// A pair that could be joined, as it was when it was found.
private struct Join {
  var rank: Int32
  var place: Int32
  var left: Int32
  var right: Int32
  var token: Int32

  func precedes(_ other: Join) -> Bool {
    rank != other.rank ? rank < other.rank : place < other.place
  }
}

/// Candidates, the lowest rank first: a binary heap.
private struct JoinQueue {
  private var heap: [Join] = []

  mutating func add(_ candidate: Join) {
    heap.append(candidate)
    var child = heap.count - 1
    while child > 0, heap[child].precedes(heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func takeFirst() -> Join? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    if heap.isEmpty { return first }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].precedes(heap[least]) {
        least = child
      }
      if least == parent { return first }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
