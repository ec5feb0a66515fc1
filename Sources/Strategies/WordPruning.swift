/// Which words of a text say least, and the text without them.
enum WordPruning {
  /// Texts of fewer words are not worth it.
  private static let fewest = 20

  /// A text with a share of its words, in percent; nil where it stays as it is.
  static func pruned(_ text: String, to ratio: Int) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
      .map { $0.split(whereSeparator: \.isWhitespace) }
    let words = lines.flatMap { $0 }
    guard words.count >= fewest else { return nil }
    let gone = words.count - (words.count * ratio + 99) / 100
    guard gone > 0 else { return nil }
    let weights = weights(of: words)
    // Of equal weight the later goes first.
    let order = words.indices.sorted { (weights[$0], $1) < (weights[$1], $0) }
    var isGone = Array(repeating: false, count: words.count)
    for index in order.prefix(gone) { isGone[index] = true }
    var index = 0
    let kept = lines.compactMap { line -> String? in
      let left = line.filter { _ in
        defer { index += 1 }
        return !isGone[index]
      }
      return left.isEmpty ? nil : left.joined(separator: " ")
    }
    return kept.joined(separator: "\n")
  }

  /// How much each word says: 0 a stop word, 1 one said before, 2 any, 3 a value or a name.
  private static func weights(of words: [Substring]) -> [Int] {
    var seen: Set<String> = []
    return words.map { word in
      let bare = word.trimmed
      if bare.isEmpty { return 0 }
      if isValue(bare) { return 3 }
      let folded = bare.lowercased()
      if stopWords.contains(folded) { return 0 }
      return seen.insert(folded).inserted ? 2 : 1
    }
  }

  /// Whether a word looks like a number, a path, an identifier or a name.
  private static func isValue(_ word: Substring) -> Bool {
    var isFirst = true
    for scalar in word.unicodeScalars {
      if scalar.properties.numericType != nil { return true }
      if "_/\\.:@#=-".unicodeScalars.contains(scalar) { return true }
      if !isFirst, scalar.properties.isUppercase { return true }
      isFirst = false
    }
    return false
  }

  /// Words that connect others, in English.
  private static let stopWords: Set<String> = [
    "a", "about", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be", "been", "but",
    "by", "can", "could", "did", "do", "does", "for", "from", "had", "has", "have", "he", "her",
    "here", "him", "his", "how", "i", "if", "in", "into", "is", "it", "its", "just", "me", "more",
    "most", "my", "of", "on", "or", "our", "out", "over", "she", "should", "so", "some", "such",
    "than", "that", "the", "their", "them", "then", "there", "these", "they", "this", "those", "to",
    "too", "up", "us", "very", "was", "we", "were", "what", "when", "which", "who", "will", "with",
    "would", "you", "your",
  ]
}

extension Substring {
  /// Without punctuation around it.
  fileprivate var trimmed: Substring {
    func isPunctuation(_ character: Character) -> Bool {
      character.isPunctuation || character.isSymbol
    }
    guard let end = lastIndex(where: { !isPunctuation($0) }) else { return self[endIndex...] }
    return self[...end].drop(while: isPunctuation)
  }
}
