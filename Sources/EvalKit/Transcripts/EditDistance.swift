/// How far two words are apart, to suggest what a misspelt one was meant to be.
public enum EditDistance {
  /// The least number of insertions, deletions, replacements and swaps of neighbours that make one
  /// text of the other (optimal string alignment; Damerau 1964).
  ///
  /// - Complexity: O(product of the lengths).
  public static func between(_ left: String, _ right: String) -> Int {
    let a = Array(left.unicodeScalars)
    let b = Array(right.unicodeScalars)
    var older: [Int] = []
    var previous = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      row.reserveCapacity(b.count + 1)
      for j in b.indices {
        var best = min(previous[j + 1], row[j]) + 1
        best = min(best, previous[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, older[j - 1] + 1) }
        row.append(best)
      }
      older = previous
      previous = row
    }
    return previous[b.count]
  }

  /// The candidate nearest to a word: at most 3 edits away, and at most one edit per three letters
  /// begun; ignoring case. The first of equals.
  ///
  /// - Returns: nil if none is near.
  public static func nearest(_ word: String, in candidates: some Sequence<String>) -> String? {
    let lowered = word.lowercased()
    let limit = min(3, (lowered.unicodeScalars.count + 2) / 3)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let length = candidate.unicodeScalars.count
      if abs(length - lowered.unicodeScalars.count) > limit { continue }
      let distance = between(lowered, candidate.lowercased())
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// A second clause for a message: `; did you mean 'x'?`, or nothing if none is near.
  public static func suggestion(for word: String, in candidates: some Sequence<String>) -> String {
    nearest(word, in: candidates).map { "; did you mean '\($0)'?" } ?? ""
  }
}
