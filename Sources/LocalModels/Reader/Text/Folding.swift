/// Folds text for comparison by small tables of our own: ASCII, Latin-1, full-width, the digits and
/// punctuation of Arabic and Devanagari.
///
/// Letters of other scripts stay as they are. Folding maps scalar to scalar, so that positions are kept.
enum Folding {
  /// The folded scalar; 0 for one that is ignored (a combining mark, a zero-width character).
  static func fold(_ scalar: Unicode.Scalar) -> UInt32 {
    let value = scalar.value
    switch value {
    case 0x41...0x5A: return value + 0x20
    case 0..<0x80: return value
    case 0xA0, 0x2000...0x200A, 0x202F, 0x3000: return 0x20
    case 0xC0...0xFF: return UInt32(latin1[Int(value - 0xC0)])
    case 0x0300...0x036F, 0x200B...0x200D, 0x2060, 0xFE0E, 0xFE0F, 0xFEFF: return 0
    case 0x2018, 0x2019, 0x201A, 0x2032, 0x02BC: return 0x27
    case 0x201C...0x201F, 0x2033: return 0x22
    case 0x2010...0x2015, 0x2212: return 0x2D
    case 0xFF01...0xFF5E: return fold(Unicode.Scalar(UInt8(value - 0xFF01 + 0x21)))
    case 0x600..<0xA00: return foldedIndicOrArabic(value)
    default: return value
    }
  }

  private static func foldedIndicOrArabic(_ value: UInt32) -> UInt32 {
    switch value {
    case 0x660...0x669: value - 0x660 + 0x30
    case 0x6F0...0x6F9: value - 0x6F0 + 0x30
    case 0x966...0x96F: value - 0x966 + 0x30
    // Comma, semicolon, question mark, percent sign, decimal and thousands separators, full stops.
    case 0x60C, 0x66C: 0x2C
    case 0x61B: 0x3B
    case 0x61F: 0x3F
    case 0x66A: 0x25
    case 0x66B, 0x6D4, 0x964, 0x965: 0x2E
    // Vowel signs, the stroke that stretches a word, the dot under a letter.
    case 0x640, 0x64B...0x65F, 0x670, 0x93C: 0
    default: value
    }
  }

  /// The folded text, for comparing values.
  static func fold(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let folded = fold(scalar)
      if folded != 0, let scalar = Unicode.Scalar(folded) { scalars.append(scalar) }
    }
    return String(scalars)
  }

  // U+00C0 to U+00FF without their marks; the signs for times and division become spaces.
  private static let latin1 = Array(
    "aaaaaaaceeeeiiiidnooooo ouuuuytsaaaaaaaceeeeiiiidnooooo ouuuuyty".utf8)
}

/// The classes of folded scalars that reading text depends on.
enum ScalarClass {
  static func isDigit(_ value: UInt32) -> Bool { value >= 0x30 && value <= 0x39 }

  static func isASCIILetter(_ value: UInt32) -> Bool { value >= 0x61 && value <= 0x7A }

  static func isSpace(_ value: UInt32) -> Bool {
    value == 0x20 || (value >= 0x09 && value <= 0x0D) || value == 0x85 || value == 0x2028
      || value == 0x2029
  }

  /// Chinese, Japanese and Korean letters, which are written without spaces.
  static func isCJK(_ value: UInt32) -> Bool {
    (value >= 0x3041 && value <= 0x30FF && value != 0x30FB) || (value >= 0x3400 && value <= 0x9FFF)
      || value == 0x3005 || (value >= 0xAC00 && value <= 0xD7AF)
      || (value >= 0xF900 && value <= 0xFAFF) || (value >= 0x20000 && value <= 0x3FFFF)
  }

  static func isHiragana(_ value: UInt32) -> Bool { value >= 0x3041 && value <= 0x309F }

  static func isKatakana(_ value: UInt32) -> Bool { value >= 0x30A0 && value <= 0x30FF }

  static func isHangul(_ value: UInt32) -> Bool { value >= 0xAC00 && value <= 0xD7AF }

  static func isHan(_ value: UInt32) -> Bool {
    isCJK(value) && !isHiragana(value) && !isKatakana(value) && !isHangul(value)
  }

  /// A letter of a script written with spaces.
  static func isLetter(_ value: UInt32) -> Bool {
    isASCIILetter(value)
      || (value >= 0x100 && value < 0x2000 && value != 0x37E && value != 0x387)
  }

  static func isWordPart(_ value: UInt32) -> Bool { isLetter(value) || isDigit(value) }

  /// An upper-case letter of ASCII, Latin-1, Greek or Cyrillic.
  static func isCapital(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    return (value >= 0x41 && value <= 0x5A)
      || (value >= 0xC0 && value <= 0xDE && value != 0xD7)
      || (value >= 0x391 && value <= 0x3A9) || (value >= 0x400 && value <= 0x42F)
  }
}
