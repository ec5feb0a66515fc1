/// The largest matching between two sides, by augmenting paths (Kuhn 1955, Berge 1957).
enum BipartiteMatching {
  /// Matches as many of the left side as possible; earlier ones and earlier partners first.
  ///
  /// - Parameters:
  ///   - left: How many there are on the left.
  ///   - right: How many there are on the right.
  ///   - fits: Whether a left and a right one may be matched.
  /// - Returns: for each on the left, its partner.
  /// - Complexity: O(left × edges).
  static func partners(left: Int, right: Int, fits: (Int, Int) -> Bool) -> [Int?] {
    let edges = (0..<left).map { l in (0..<right).filter { fits(l, $0) } }
    var owner = [Int?](repeating: nil, count: right)
    for l in 0..<left {
      var seen = [Bool](repeating: false, count: right)
      _ = augment(l, edges, &owner, &seen)
    }
    var partners = [Int?](repeating: nil, count: left)
    for (r, l) in owner.enumerated() { if let l { partners[l] = r } }
    return partners
  }

  private static func augment(
    _ l: Int, _ edges: [[Int]], _ owner: inout [Int?], _ seen: inout [Bool]
  ) -> Bool {
    for r in edges[l] where !seen[r] {
      seen[r] = true
      guard let other = owner[r] else {
        owner[r] = l
        return true
      }
      if augment(other, edges, &owner, &seen) {
        owner[r] = l
        return true
      }
    }
    return false
  }
}
