/// Folds text for comparison by small tables of our own, so that it is the same on every platform.
///
/// Case, full and half width, accents of Latin letters, Arabic and Indian digits, kinds of dashes,
/// quotes and spaces, JSON's escapes and currency signs are folded away; what is left is UTF-8.
struct TextFolding {
  private(set) var bytes: [UInt8] = []
  /// Where the last scalar written begins: a mark after it may change it.
  private var lastStart = 0
  private var lastScalar: UInt32 = 0

  /// The folded bytes of a text.
  static func bytes(_ text: String) -> [UInt8] {
    var folding = TextFolding()
    folding.append(text)
    return folding.bytes
  }

  /// Appends a text, folded.
  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      bytes.reserveCapacity(bytes.count + utf8.count)
      var index = 0
      while index < utf8.count {
        let byte = utf8[index]
        if byte < 0x80 {
          index += appendASCII(utf8, at: index)
        } else {
          let (scalar, length) = Self.decode(utf8, at: index)
          append(scalar: scalar)
          index += length
        }
      }
    }
  }

  private static func decode(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> (UInt32, Int) {
    let byte = UInt32(utf8[index])
    func next(_ offset: Int) -> UInt32 {
      index + offset < utf8.count ? UInt32(utf8[index + offset]) & 0x3F : 0
    }
    if byte < 0xE0 { return ((byte & 0x1F) << 6 | next(1), 2) }
    if byte < 0xF0 { return ((byte & 0x0F) << 12 | next(1) << 6 | next(2), 3) }
    return ((byte & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3), 4)
  }

  /// Appends an ASCII byte or the escape that begins with it; returns how many bytes were read.
  private mutating func appendASCII(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let byte = utf8[index]
    if byte == UInt8(ascii: "\\"), index + 1 < utf8.count, !Self.isInPath(utf8, at: index) {
      switch utf8[index + 1] {
      case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
        write(0x20)
        return 2
      case UInt8(ascii: "u") where index + 5 < utf8.count:
        var value: UInt32 = 0
        for offset in 2..<6 {
          guard let digit = Character(UnicodeScalar(utf8[index + offset])).hexDigitValue else {
            write(0x5C)
            return 1
          }
          value = value << 4 | UInt32(digit)
        }
        append(scalar: value)
        return 6
      default: break
      }
    }
    if byte == UInt8(ascii: "$") { write(word: " usd ") } else { write(Self.lowered(byte)) }
    return 1
  }

  /// Whether a backslash stands between folders: in the same word another one is no escape either,
  /// or a drive's letter begins it.
  private static func isInPath(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    var start = index
    while start > 0, utf8[start - 1] > 0x20, index - start < 260 { start -= 1 }
    if start + 2 < utf8.count, utf8[start + 1] == UInt8(ascii: ":"),
      utf8[start + 2] == UInt8(ascii: "\\")
    {
      return true
    }
    var place = start
    while place + 1 < utf8.count, utf8[place] > 0x20, place - index < 260 {
      if utf8[place] == UInt8(ascii: "\\") {
        let next = lowered(utf8[place + 1])
        let isLetter = next >= 0x61 && next <= 0x7A
        if isLetter, !escapes.contains(next) { return true }
      }
      place += 1
    }
    return false
  }

  private static let escapes = Array("nrtubf".utf8)

  private mutating func append(scalar: UInt32) {
    switch scalar {
    case 0..<0x80: write(Self.lowered(UInt8(scalar)))
    case 0x300...0x36F, 0x200B...0x200D, 0xFEFF, 0xAD, 0x2060, 0xFE00...0xFE0F: break
    case 0x3099, 0xFF9E: voice(by: 1)
    case 0x309A, 0xFF9F: voice(by: 2)
    case 0xBC...0xBE: write(fraction: scalar)
    case 0xA0, 0x2000...0x200A, 0x202F, 0x3000: write(0x20)
    case 0x2010...0x2015, 0x2212, 0xFE63: write(UInt8(ascii: "-"))
    case 0x2018, 0x2019, 0x201B, 0x2BC: write(UInt8(ascii: "'"))
    case 0x201C, 0x201D: write(UInt8(ascii: "\""))
    case 0x20AC: write(word: " eur ")
    case 0xA3, 0xFFE1: write(word: " gbp ")
    case 0xA5, 0xFFE5: write(word: " jpy ")
    case 0x20A9: write(word: " krw ")
    case 0xFF04: write(word: " usd ")
    case 0xFF01...0xFF5E: write(Self.lowered(UInt8(scalar - 0xFEE0)))
    case 0xFF66...0xFF9D: write(scalar: Self.fullWidthKana[Int(scalar - 0xFF66)])
    case 0xC0...0x17F:
      let letters = Self.latin[Int(scalar - 0xC0)]
      if letters.isEmpty { write(scalar: scalar) } else { write(word: letters) }
    case 0x391...0x3A9, 0x410...0x42F: write(scalar: scalar + 0x20)
    case 0x400...0x40F: write(scalar: scalar + 0x50)
    case 0x1E00...0x1E95, 0x1EA0...0x1EFF: write(scalar: scalar | 1)
    case 0x1A0...0x1A5: write(scalar: scalar | 1)
    case 0x1AF: write(scalar: 0x1B0)
    case 0x660...0x669: write(UInt8(scalar - 0x660 + 0x30))
    case 0x6F0...0x6F9: write(UInt8(scalar - 0x6F0 + 0x30))
    case 0x966...0x96F: write(UInt8(scalar - 0x966 + 0x30))
    case 0x66A: write(UInt8(ascii: "%"))
    case 0x66B: write(UInt8(ascii: "."))
    case 0x66C: write(UInt8(ascii: ","))
    default: write(scalar: scalar)
    }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }

  private mutating func write(_ byte: UInt8) {
    bytes.append(byte)
    lastScalar = UInt32(byte)
  }

  /// Writes ¼, ½ or ¾ as decimals of the number before it.
  private mutating func write(fraction scalar: UInt32) {
    let isAfterDigit = bytes.last.map { (0x30...0x39).contains($0) } ?? false
    let decimals = scalar == 0xBC ? ".25" : scalar == 0xBD ? ".5" : ".75"
    write(word: (isAfterDigit ? "" : "0") + decimals)
  }

  private mutating func write(word: String) {
    bytes.append(contentsOf: word.utf8)
    lastScalar = 0
  }

  private mutating func write(scalar: UInt32) {
    lastStart = bytes.count
    lastScalar = scalar
    guard let scalar = Unicode.Scalar(scalar) else { return bytes.append(0x20) }
    bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  /// Applies a voicing mark to the kana before it: か゛ is が.
  private mutating func voice(by step: UInt32) {
    guard
      (0x304B...0x3078).contains(lastScalar) || (0x30AB...0x30D8).contains(lastScalar)
        || lastScalar == 0x307B || lastScalar == 0x30DB
    else { return }
    let voiced = lastScalar + step
    bytes.removeSubrange(lastStart...)
    write(scalar: voiced)
  }
}

extension TextFolding {
  /// U+00C0 to U+017F as plain letters; empty where there is none.
  static let latin: [String] =
    ("a a a a a a ae c e e e e i i i i d n o o o o o - o u u u u y th ss "
    + "a a a a a a ae c e e e e i i i i d n o o o o o - o u u u u y th y "
    + "a a a a a a c c c c c c c c d d d d e e e e e e e e e e g g g g g g g g h h h h "
    + "i i i i i i i i i i ij ij j j k k k l l l l l l l l l l n n n n n n n n n "
    + "o o o o o o oe oe r r r r r r s s s s s s s s t t t t t t "
    + "u u u u u u u u u u u u w w y y y z z z z z z s")
    .split(separator: " ").map { $0 == "-" ? "" : String($0) }

  /// U+FF66 to U+FF9D at full width.
  static let fullWidthKana: [UInt32] =
    "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
    .unicodeScalars.map(\.value)
}
