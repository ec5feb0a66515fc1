/// Finds a small part of a list that still shows something: Zeller and Hildebrandt, "Simplifying and
/// isolating failure-inducing input", IEEE Transactions on Software Engineering 28 (2002), algorithm
/// ddmin.
enum DeltaDebugging {
  /// The elements that are left: taking any one of them out no longer shows it, unless tests ran out.
  ///
  /// - Parameters:
  ///   - elements: What there is; the whole shows it.
  ///   - tests: How many tests may be made; counted down.
  ///   - shows: Whether a part shows it; of the parts asked about, the order is that of the elements.
  /// - Complexity: O(elements²) tests at worst, O(log elements) where one element is enough.
  static func minimum<Element: Sendable>(
    _ elements: [Element], tests: inout Int, shows: ([Element]) async throws -> Bool
  ) async rethrows -> [Element] {
    var left = elements
    if left.isEmpty || tests <= 0 { return left }
    tests -= 1
    if try await shows([]) { return [] }
    var pieces = 2
    while left.count >= 2, tests > 0 {
      let parts = split(left.count, into: pieces)
      var found: (kept: [Element], pieces: Int)?
      for part in parts where found == nil && tests > 0 {
        tests -= 1
        let kept = Array(left[part])
        if try await shows(kept) { found = (kept, 2) }
      }
      // Of two halves, one's rest is the other.
      if pieces > 2 {
        for part in parts where found == nil && tests > 0 {
          tests -= 1
          let kept = Array(left[..<part.lowerBound] + left[part.upperBound...])
          if try await shows(kept) { found = (kept, max(pieces - 1, 2)) }
        }
      }
      if let found {
        left = found.kept
        pieces = min(found.pieces, max(2, left.count))
      } else if pieces >= left.count {
        break
      } else {
        pieces = min(2 * pieces, left.count)
      }
    }
    return left
  }

  /// Ranges of nearly the same length that make up a list.
  private static func split(_ count: Int, into pieces: Int) -> [Range<Int>] {
    (0..<pieces).map { (count * $0 / pieces)..<(count * ($0 + 1) / pieces) }
  }
}
