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
      var distance = EditDistance.between(typed, known)
      if distance > limit, typed.count >= 3, known.hasPrefix(typed) || typed.hasPrefix(known) {
        distance = limit
      }
      if distance <= limit, best.map({ distance < $0.distance }) ?? true {
        best = (distance, candidate)
      }
    }
    return best?.word
  }
}
