/// Finds the known word that a mistyped one was probably meant to be.
public enum NearMiss {
  /// The nearest candidate, or nil where none is near.
  ///
  /// Near is an edit distance of at most a third of the word's length (at least 1, at most 3), or a
  /// candidate that begins with the word or the word with it. Ties go to the first in the list.
  public static func suggestion(for word: String, among candidates: [String]) -> String? {
    let typed = word.lowercased()
    guard !typed.isEmpty else { return nil }
    let limit = min(3, max(1, typed.count / 3))
    var best: (distance: Int, word: String)?
    for candidate in candidates {
      let known = candidate.lowercased()
      var distance = self.distance(Array(typed), Array(known))
      if distance > limit, typed.count >= 3, known.hasPrefix(typed) || typed.hasPrefix(known) {
        distance = limit
      }
      if distance <= limit, best.map({ distance < $0.distance }) ?? true {
        best = (distance, candidate)
      }
    }
    return best?.word
  }

  /// The number of insertions, deletions, substitutions and swaps of neighbours between two words.
  ///
  /// - Complexity: O(*m* × *n*).
  static func distance(_ left: [Character], _ right: [Character]) -> Int {
    if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for i in 1...left.count {
      var row = [i]
      for j in 1...right.count {
        let same = left[i - 1] == right[j - 1]
        var best = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1))
        if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
          best = min(best, beforeLast[j - 2] + 1)
        }
        row.append(best)
      }
      beforeLast = last
      last = row
    }
    return last[right.count]
  }
}
