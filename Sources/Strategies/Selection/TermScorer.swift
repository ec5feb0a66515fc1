/// Scores texts by the terms they share with a question: rarer terms weigh more.
///
/// A term is a run of letters or digits, or one ideograph; ASCII letters count without case. A term
/// weighs the bits of (texts ÷ texts that have it), rounded down, and at least one. A text scores
/// the weights of the question's terms that occur in it, each once however often it does. Integers
/// only. Nothing is shared with the reader's retrieval.
struct TermScorer {
  /// Scores texts.
  ///
  /// - Complexity: O(text).
  static func scores(of texts: [String], for question: String) -> [Int] {
    let asked = terms(of: question)
    guard !asked.isEmpty else { return texts.map { _ in 0 } }
    let found = texts.map { terms(of: $0, among: asked) }
    var counts: [UInt64: Int] = [:]
    for terms in found { for term in terms { counts[term, default: 0] += 1 } }
    return found.map { terms in
      terms.reduce(0) { sum, term in
        let rarity = texts.count / max(1, counts[term] ?? 1)
        return sum + Int.bitWidth - max(1, rarity).leadingZeroBitCount
      }
    }
  }

  /// The hashes of a text's terms; of those among some, where given.
  static func terms(of text: String, among wanted: Set<UInt64>? = nil) -> Set<UInt64> {
    var found = Set<UInt64>()
    var hash = start
    func end() {
      if hash != start, wanted?.contains(hash) ?? true { found.insert(hash) }
      hash = start
    }
    for scalar in text.unicodeScalars {
      let value = scalar.value
      if isIdeograph(value) {
        end()
        hash = Self.hash(start, value)
        end()
      } else if isWord(scalar) {
        hash = Self.hash(hash, 0x41...0x5A ~= value ? value + 0x20 : value)
      } else {
        end()
      }
    }
    end()
    return found
  }

  /// FNV-1a over scalars, since every text is read at every firing.
  private static let start: UInt64 = 0xcbf2_9ce4_8422_2325
  private static func hash(_ hash: UInt64, _ value: UInt32) -> UInt64 {
    (hash ^ UInt64(value)) &* 0x100_0000_01b3
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0..<0x80: false
    default: scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
  }

  /// Kana, ideographs: scripts that set no spaces between words.
  private static func isIdeograph(_ value: UInt32) -> Bool {
    switch value {
    case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0x20000...0x323AF: true
    default: false
    }
  }
}
