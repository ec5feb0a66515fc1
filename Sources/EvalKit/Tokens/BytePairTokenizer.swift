/// A tokenizer with a vocabulary of byte sequences: the pair of lowest rank is joined first.
///
/// Text is cut into pieces first (a run of letters with the one character before it, up to three
/// digits, a run of marks with one space before it, white space), and no token crosses a piece.
/// Source: Sennrich, Haddow, Birch, *Neural Machine Translation of Rare Words with Subword Units*,
/// 2016, on bytes.
public struct BytePairTokenizer: Tokenizer {
  /// The vocabulary's name.
  public let name: String
  private let ranks: [[UInt8]: UInt32]

  /// A vocabulary that cannot encode every text.
  public struct IncompleteVocabulary: Error, Hashable, CustomStringConvertible {
    /// Bytes that are no token of their own.
    public let missing: [UInt8]

    /// How many, and the first.
    public var description: String {
      "the vocabulary has no token for \(missing.count) of the 256 bytes, \(missing[0]) the first"
    }
  }

  /// Makes a tokenizer of tokens in rank order; a token's id is its place.
  ///
  /// - Throws: ``IncompleteVocabulary`` unless each of the 256 bytes is a token.
  public init(name: String, tokens: [[UInt8]]) throws {
    self.name = name
    var ranks: [[UInt8]: UInt32] = [:]
    ranks.reserveCapacity(tokens.count)
    for (place, token) in tokens.enumerated() where ranks[token] == nil {
      ranks[token] = UInt32(place)
    }
    let missing = (0...255).map { UInt8($0) }.filter { ranks[[$0]] == nil }
    guard missing.isEmpty else { throw IncompleteVocabulary(missing: missing) }
    self.ranks = ranks
  }

  /// Makes a tokenizer of the 256 bytes and merges in the order they were learnt.
  ///
  /// - Parameter merges: Pairs of tokens; what they join to is a token after those before it.
  public init(name: String, merges: [([UInt8], [UInt8])]) throws {
    let bytes = (0...255).map { [UInt8($0)] }
    try self.init(name: name, tokens: bytes + merges.map { $0.0 + $0.1 })
  }

  /// How many tokens there are.
  public var count: Int { ranks.count }

  /// Appends the tokens of a text.
  ///
  /// - Complexity: O(text) pieces, O(n²) in the length of a piece.
  public func encode(_ text: String, into tokens: inout [Token]) {
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let end = Self.pieceEnd(in: bytes, from: start)
      encode(bytes[start..<end], into: &tokens)
      start = end
    }
  }

  private func encode(_ piece: ArraySlice<UInt8>, into tokens: inout [Token]) {
    if let rank = ranks[Array(piece)] {
      tokens.append(Token(rawValue: rank))
      return
    }
    // The parts so far begin at these places; the last entry is where the piece ends.
    var starts = Array(piece.startIndex...piece.endIndex)
    func rank(from first: Int, to last: Int) -> UInt32? {
      last < starts.count ? ranks[Array(piece[starts[first]..<starts[last]])] : nil
    }
    var pairs = starts.indices.map { rank(from: $0, to: $0 + 2) }
    while starts.count > 2 {
      var best: (rank: UInt32, place: Int)?
      for (place, found) in pairs.enumerated() {
        if let found, best.map({ found < $0.rank }) ?? true { best = (found, place) }
      }
      guard let best else { break }
      starts.remove(at: best.place + 1)
      pairs.remove(at: best.place + 1)
      pairs[best.place] = rank(from: best.place, to: best.place + 2)
      if best.place > 0 { pairs[best.place - 1] = rank(from: best.place - 1, to: best.place + 1) }
    }
    for place in starts.indices.dropLast() {
      tokens.append(Token(rawValue: rank(from: place, to: place + 1) ?? 0))
    }
  }

  private enum Class { case letter, digit, space, mark }

  private static func kind(of byte: UInt8) -> Class {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...:
      .letter
    case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
    case 0x20, 0x09...0x0D: .space
    default: .mark
    }
  }

  /// Where the piece that begins at a place ends.
  private static func pieceEnd(in bytes: [UInt8], from start: Int) -> Int {
    func run(of wanted: Class, from first: Int, atMost width: Int = .max) -> Int {
      var end = first
      while end < bytes.count, end - first < width, kind(of: bytes[end]) == wanted { end += 1 }
      return end
    }
    let next = start + 1 < bytes.count ? kind(of: bytes[start + 1]) : nil
    switch kind(of: bytes[start]) {
    case .letter: return run(of: .letter, from: start)
    case .digit: return run(of: .digit, from: start, atMost: 3)
    case .mark:
      return next == .letter ? run(of: .letter, from: start + 1) : run(of: .mark, from: start)
    case .space:
      if next == .letter, !isLineFeed(bytes[start]) { return run(of: .letter, from: start + 1) }
      if next == .mark, bytes[start] == 0x20 { return run(of: .mark, from: start + 1) }
      let end = run(of: .space, from: start)
      // The last of several spaces goes with the word after them.
      return end < bytes.count && end - start > 1 && !isLineFeed(bytes[end - 1]) ? end - 1 : end
    }
  }

  private static func isLineFeed(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
