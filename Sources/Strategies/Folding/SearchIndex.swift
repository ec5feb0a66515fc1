internal import EvalKit
import Synchronization

/// Which entries of a log hold which terms.
///
/// An entry's score for a query is the sum over the terms in common of their weight times how rare
/// the term is (one more than the integer logarithm of all entries over those that hold it), a
/// little less for long entries; ties go to the later. This is not how the reader finds answers.
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
    var scores: [Int: (weight: Int, score: Int)] = [:]
    for (term, weight) in SearchTerms.terms(of: query) {
      let found = (places[term] ?? []).prefix { $0 < end }
      guard !found.isEmpty else { continue }
      let rarity = 1 + (Int.bitWidth - 1 - (max(1, end / found.count)).leadingZeroBitCount)
      for place in found where !leavingOut(Int(place)) {
        scores[Int(place), default: (0, 0)].weight += weight
        scores[Int(place), default: (0, 0)].score += weight * rarity
      }
    }
    let hits = scores.compactMap { place, found -> Hit? in
      guard found.weight >= Self.leastWeight else { return nil }
      return Hit(entry: place, score: found.score * 4096 / (64 + sizes[place] / 4))
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
