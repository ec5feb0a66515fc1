/// A tokenizer without a vocabulary: an estimate that is close for prose, JSON and code alike.
///
/// A piece is a run of one class of characters, at most five bytes with the one space before it:
/// 3–4 characters a token in Latin scripts, two or three in other alphabets of two bytes a letter.
/// Characters of three bytes or more (Chinese, Japanese, Korean) are pieces of their own, and so is
/// every character of Vietnamese: Latin letters, told by their marks. A token's id is a hash of its
/// piece's bytes, so what follows a piece never changes the tokens before it.
public struct PieceTokenizer: Tokenizer {
  /// `pieces`.
  public let name = "pieces"

  /// Makes a tokenizer.
  public init() {}

  /// Appends the tokens of a text.
  ///
  /// - Complexity: O(bytes of the text).
  public func encode(_ text: String, into tokens: inout [Token]) {
    var text = text
    text.withUTF8 { bytes in
      tokens.reserveCapacity(tokens.count + bytes.count / 3 + 1)
      var cutter = PieceCutter(bytes: bytes, tokens: tokens)
      // The cutter appends to the array itself: it must be the only one that holds it.
      tokens = []
      cutter.cut()
      tokens = cutter.tokens
    }
  }
}

/// Cuts UTF-8 bytes into pieces.
private struct PieceCutter {
  private enum Class: UInt8 { case letter, digit, space, mark, wide }

  private static let widestPiece = 5
  private static let widestNumber = 3
  private static let widestSpace = 16
  /// Words without a mark that are still taken for Vietnamese after one with a mark.
  private static let neighbours = 2

  private static let classes: [Class] = (0...255).map { byte in
    switch UInt8(byte) {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: "'"), 0x80..<0xE0:
      .letter
    case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
    case 0x20, 0x09...0x0D: .space
    case 0xE0...: .wide
    default: .mark
    }
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let classes = Self.classes
  private(set) var tokens: [Token]
  private var vietnamese = 0

  init(bytes: UnsafeBufferPointer<UInt8>, tokens: [Token]) {
    self.bytes = bytes
    self.tokens = tokens
  }

  mutating func cut() {
    var position = 0
    while position < bytes.count {
      switch classes[Int(bytes[position])] {
      case .space: position = space(from: position)
      case .letter, .wide: position = word(from: position, textFrom: position)
      case .digit: position = run(of: .digit, from: position, textFrom: position, Self.widestNumber)
      case .mark: position = run(of: .mark, from: position, textFrom: position, Self.widestPiece)
      }
    }
  }

  /// A run of white space; a single space before something else belongs to that.
  private mutating func space(from start: Int) -> Int {
    var end = start + 1
    while end < bytes.count, classes[Int(bytes[end])] == .space { end += 1 }
    let joins = end < bytes.count && bytes[end - 1] == 0x20
    let own = joins ? end - 1 : end
    var position = start
    while position < own {
      let next = min(own, position + Self.widestSpace)
      emit(position..<next)
      position = next
    }
    guard joins else { return end }
    switch classes[Int(bytes[end])] {
    case .digit: return run(of: .digit, from: own, textFrom: end, Self.widestNumber + 1)
    case .mark: return run(of: .mark, from: own, textFrom: end, Self.widestPiece)
    default: return word(from: own, textFrom: end)
    }
  }

  /// One piece of a run of a class of single bytes, at most `width` bytes with what precedes it.
  private mutating func run(
    of kind: Class, from start: Int, textFrom text: Int, _ width: Int
  ) -> Int {
    let limit = min(bytes.count, start + width)
    var end = text + 1
    while end < limit, classes[Int(bytes[end])] == kind { end += 1 }
    emit(start..<end)
    return end
  }

  /// A word, with the space before it where there is one.
  private mutating func word(from start: Int, textFrom text: Int) -> Int {
    var end = text
    var isMarked = false
    var isASCII = true
    while end < bytes.count {
      let byte = bytes[end]
      if byte < 0x80 {
        guard classes[Int(byte)] == .letter else { break }
        end += 1
      } else {
        // A wide character ends the word unless it is one of the Vietnamese letters.
        let isLetter = byte < 0xE0 || isVietnameseBlock(end)
        guard isLetter else { break }
        isASCII = false
        isMarked = isMarked || isVietnamese(end)
        end += width(of: byte)
      }
    }
    end = min(end, bytes.count)
    guard end > text else { return wide(from: start, textFrom: text) }
    if isMarked {
      vietnamese = Self.neighbours + 1
    } else if vietnamese > 0, isASCII {
      vietnamese -= 1
    }
    if vietnamese > 0 {
      characters(in: start..<end)
    } else {
      chunks(in: start..<end)
    }
    return end
  }

  /// One wide character; a space before it is a piece of its own.
  private mutating func wide(from start: Int, textFrom text: Int) -> Int {
    if start < text { emit(start..<text) }
    let end = min(bytes.count, text + width(of: bytes[text]))
    emit(text..<end)
    return end
  }

  /// Pieces of at most five bytes that cut no character.
  private mutating func chunks(in range: Range<Int>) {
    var start = range.lowerBound
    var end = start
    while end < range.upperBound {
      let next = min(range.upperBound, end + width(of: bytes[end]))
      if next - start > Self.widestPiece, end > start {
        emit(start..<end)
        start = end
      }
      end = next
    }
    if start < end { emit(start..<end) }
  }

  /// A piece a character, combining marks with the letter they stand on.
  private mutating func characters(in range: Range<Int>) {
    var start = range.lowerBound
    while start < range.upperBound {
      var end = min(range.upperBound, start + width(of: bytes[start]))
      while end + 1 < range.upperBound, isCombining(end) { end += 2 }
      emit(start..<end)
      start = end
    }
  }

  private mutating func emit(_ range: Range<Int>) {
    var hash: UInt32 = 0x811c_9dc5
    for index in range { hash = (hash ^ UInt32(bytes[index])) &* 0x0100_0193 }
    // The largest id stands for what has no text.
    tokens.append(Token(rawValue: hash == .max ? 0 : hash))
  }

  private func width(of lead: UInt8) -> Int {
    lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
  }

  /// U+0300–U+036F.
  private func isCombining(_ index: Int) -> Bool {
    bytes[index] == 0xCC || (bytes[index] == 0xCD && bytes[index + 1] < 0xB0)
  }

  /// U+1E80–U+1EFF.
  private func isVietnameseBlock(_ index: Int) -> Bool {
    bytes[index] == 0xE1 && index + 2 < bytes.count
      && (bytes[index + 1] == 0xBA || bytes[index + 1] == 0xBB)
  }

  /// Ơ ơ Ư ư, U+1EA0–U+1EF9, and the combining horn, hook and dot below; marks that French,
  /// Romanian or Croatian have too (â ê ô ă đ) do not tell.
  private func isVietnamese(_ index: Int) -> Bool {
    let second = index + 1 < bytes.count ? bytes[index + 1] : 0
    switch bytes[index] {
    case 0xC6: return second == 0xA0 || second == 0xA1 || second == 0xAF || second == 0xB0
    case 0xCC: return second == 0x9B || second == 0x89 || second == 0xA3
    case 0xE1: return (second == 0xBA && bytes[index + 2] >= 0xA0) || second == 0xBB
    default: return false
    }
  }
}
