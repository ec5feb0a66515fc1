internal import EvalKit
import Synchronization

/// Which entries of a log hold which terms.
///
/// An entry's score for a query is the sum over the terms in common of their weight times how rare
/// the term is (one more than the integer logarithm of all entries over those that hold it), a
/// little less for long entries; ties go to the later. In a log that is not small a term that more
/// than a quarter of the entries hold counts for nothing. This is not how the reader finds answers.
struct SearchIndex: Sendable {
  /// An entry that was found.
  struct Hit: Hashable {
    let entry: Int
    let score: Int
  }

  private var entries: [Entry] = []
  private var sizes: [Int] = []
  private var places: [UInt64: [Int32]] = [:]

  /// The least sum of weights for an entry to be found: an identifier, or two words.
  static let leastWeight = 3

  /// In a log of this many entries a term that more than a quarter of them hold says nothing.
  private static let small = 64

  /// How many of rising places stand before a position.
  private static func count(of places: [Int32], before end: Int) -> Int {
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < end { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Takes in a log up to a position; what was taken in before and differs is taken in anew.
  ///
  /// - Complexity: O(entries) to compare, O(text) for what is new.
  mutating func take(_ log: ArraySlice<Entry>) {
    if !zip(entries, log).allSatisfy({ $0 == $1 }) { self = SearchIndex() }
    for entry in log.dropFirst(entries.count) {
      let place = Int32(clamping: entries.count)
      entries.append(entry)
      guard entry.kind == .prompt || entry.kind == .response || entry.kind == .toolOutput else {
        sizes.append(0)
        continue
      }
      let terms = SearchTerms.terms(
        of: entry.segments.map(\.plainText).joined(separator: "\n"))
      sizes.append(terms.count)
      for term in terms.keys { places[term, default: []].append(place) }
    }
  }

  /// The best entries before a position that are not left out.
  func search(_ query: String, before end: Int, most count: Int, leavingOut: (Int) -> Bool) -> [Hit]
  {
    var weights = Array(repeating: 0, count: end)
    var scores = weights
    for (term, weight) in SearchTerms.terms(of: query) {
      let all = places[term] ?? []
      let found = all[..<Self.count(of: all, before: end)]
      guard !found.isEmpty, end < Self.small || found.count * 4 <= end else { continue }
      let rarity = 1 + (Int.bitWidth - 1 - (max(1, end / found.count)).leadingZeroBitCount)
      for place in found {
        weights[Int(place)] += weight
        scores[Int(place)] += weight * rarity
      }
    }
    let hits = weights.indices.compactMap { place -> Hit? in
      guard weights[place] >= Self.leastWeight, !leavingOut(place) else { return nil }
      return Hit(entry: place, score: scores[place] * 4096 / (64 + sizes[place] / 4))
    }
    return Array(
      hits.sorted { ($1.score, $1.entry) < ($0.score, $0.entry) }.prefix(count))
  }
}

/// The indexes of the logs that were searched last, so that each entry is read once.
///
/// Shared by copies of a strategy: sharing can change time, never a result, since an index is
/// compared with the log before it is used.
final class SearchIndexes: Sendable {
  private static let most = 8
  private let kept = Mutex<[(ledger: ObjectIdentifier, index: SearchIndex)]>([])

  /// Searches a log up to a position with its index, brought up to date.
  func search(
    _ query: String, in log: ArraySlice<Entry>, of ledger: TokenLedger, most count: Int,
    leavingOut: (Int) -> Bool
  ) -> [SearchIndex.Hit] {
    let key = ObjectIdentifier(ledger)
    var index =
      kept.withLock { kept -> SearchIndex? in
        guard let place = kept.firstIndex(where: { $0.ledger == key }) else { return nil }
        return kept.remove(at: place).index
      } ?? SearchIndex()
    index.take(log)
    let hits = index.search(query, before: log.count, most: count, leavingOut: leavingOut)
    kept.withLock { kept in
      if kept.count >= Self.most { kept.removeFirst() }
      kept.append((key, index))
    }
    return hits
  }
}
