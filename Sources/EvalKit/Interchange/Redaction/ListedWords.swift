/// Words of a list, in any case, and not within longer words.
struct ListedWords: Sendable {
  /// The words by their first byte, the longest first.
  private let words: [UInt8: [[UInt8]]]

  init(_ words: some Sequence<String>) {
    let folded = words.map { ExpectationBuilder.trimmed($0.lowercased()) }.filter { $0.count > 1 }
    let sorted = Set(folded).map { Array($0.utf8) }.sorted { a, b in
      a.count == b.count ? a.lexicographicallyPrecedes(b) : a.count > b.count
    }
    self.words = Dictionary(grouping: sorted) { $0[0] }
  }

  var isEmpty: Bool { words.isEmpty }

  func ranges(in text: [UInt8]) -> [Range<Int>] {
    let folded = Array(String(decoding: text, as: UTF8.self).lowercased().utf8)
    // Where folding changes lengths the places are not those of the text.
    let bytes = folded.count == text.count ? folded : text
    var found: [Range<Int>] = []
    var position = 0
    while position < bytes.count {
      let word = words[bytes[position]]?.first { word in
        bytes[position...].starts(with: word)
          && !joins(position - 1, position, bytes)
          && !joins(position + word.count - 1, position + word.count, bytes)
      }
      if let word { found.append(position..<(position + word.count)) }
      position += word?.count ?? 1
    }
    return found
  }

  /// Whether two neighbouring bytes are of one word; scripts without spaces have no boundaries.
  private func joins(_ left: Int, _ right: Int, _ bytes: [UInt8]) -> Bool {
    guard left >= 0, right < bytes.count else { return false }
    func isOfWord(_ byte: UInt8) -> Bool {
      JSONLexer.isLetterOrDigit(byte) || (0xC3...0xDF).contains(byte)
    }
    return isOfWord(bytes[left]) && isOfWord(bytes[right])
  }
}
