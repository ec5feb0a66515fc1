/// A text prepared for finding values in it: folded, cut into atoms, its numbers and dates read.
///
/// An atom is a run of letters, a run of digits, or one character of a script that puts no spaces
/// between words. `BA4711`, `BA 4711` and `ba-4711` are the same two atoms with other gaps.
///
/// - Complexity: making one is O(text).
public struct MatchText: Sendable {
  /// What an atom is made of.
  enum Kind: UInt8, Sendable {
    case letters
    case digits
    /// One character of a script without word boundaries.
    case ideograph
  }

  /// What stands between an atom and the one before it.
  enum Gap: UInt8, Sendable, Comparable {
    /// Nothing.
    case none
    /// One byte that is neither letter nor digit.
    case single
    /// More than that.
    case wide
    /// The texts are different ones; nothing is found across.
    case piece

    static func < (left: Gap, right: Gap) -> Bool { left.rawValue < right.rawValue }
  }

  struct Atom: Sendable {
    /// FNV-1a of the atom's bytes.
    var hash: UInt64
    var start: Int32
    var end: Int32
    var gap: Gap
    var kind: Kind

    var count: Int { Int(end - start) }
    var range: Range<Int> { Int(start)..<Int(end) }
  }

  let bytes: [UInt8]
  let atoms: [Atom]
  let numbers: [NumberMention]
  let moments: [MomentMention]

  /// Prepares one text.
  public init(_ text: String) { self.init(pieces: CollectionOfOne(text)) }

  /// Prepares texts that stand beside each other: nothing is found across two of them.
  public init(pieces: some Sequence<String>) {
    var folding = TextFolding()
    var atoms: [Atom] = []
    for piece in pieces {
      let start = folding.bytes.count
      folding.append(piece)
      Self.cut(folding.bytes, from: start, into: &atoms)
      folding.append("\u{1}")
    }
    bytes = folding.bytes
    self.atoms = atoms
    if atoms.isEmpty {
      numbers = []
      moments = []
    } else {
      var moments = MomentReading(bytes: bytes, atoms: atoms)
      moments.run()
      self.moments = moments.mentions
      numbers = NumberReading(bytes: bytes, atoms: atoms, used: moments.used).mentions()
    }
  }

  /// Whether there is nothing to find.
  public var isEmpty: Bool { atoms.isEmpty }

  /// The hash that the atom of a word has.
  static func hash(_ word: String) -> UInt64 { hash(bytes: word.utf8) }

  static func hash(bytes: some Sequence<UInt8>) -> UInt64 {
    var hash = StableHash()
    hash.combine(bytes: bytes)
    return hash.value
  }

  /// Whether a value may begin at an atom: it does not go on from the one before.
  func isBoundary(before index: Int) -> Bool {
    guard index > 0, index < atoms.count, atoms[index].gap == .none else { return true }
    return atoms[index].kind == .ideograph || atoms[index - 1].kind == .ideograph
  }

  /// The one byte before an atom that follows its neighbour at a single gap, else nil.
  func separator(before index: Int) -> UInt8? {
    guard index > 0, index < atoms.count, atoms[index].gap == .single else { return nil }
    return bytes[Int(atoms[index].start) - 1]
  }

  /// The folded text of some atoms and of what stands between them.
  func text(of range: Range<Int>) -> String {
    guard let first = range.first, let last = range.last else { return "" }
    return String(decoding: bytes[Int(atoms[first].start)..<Int(atoms[last].end)], as: UTF8.self)
  }

  /// The bytes of some atoms without what stands between them.
  func compact(_ range: Range<Int>) -> [UInt8] {
    range.flatMap { bytes[atoms[$0].range] }
  }
}

extension MatchText {
  /// Cuts folded bytes into atoms.
  private static func cut(_ bytes: [UInt8], from start: Int, into atoms: inout [Atom]) {
    let firstAtom = atoms.count
    var index = start
    var end = start
    while index < bytes.count {
      guard let (kind, length) = classify(bytes, at: index) else {
        index += bytes[index] < 0x80 ? 1 : max(1, Self.length(bytes[index]))
        continue
      }
      let begin = index
      index += length
      while kind != .ideograph, index < bytes.count, let next = classify(bytes, at: index),
        next.0 == kind
      { index += next.1 }
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in bytes[begin..<index] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      var gap: Gap
      switch begin - end {
      case 0: gap = .none
      case 1: gap = .single
      default: gap = .wide
      }
      if atoms.count == firstAtom { gap = .piece }
      atoms.append(
        Atom(hash: hash, start: Int32(begin), end: Int32(index), gap: gap, kind: kind))
      end = index
    }
  }

  private static func length(_ byte: UInt8) -> Int { byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4 }

  /// The kind of the character at a position and its length; nil if it is neither letter nor digit.
  private static func classify(_ bytes: [UInt8], at index: Int) -> (Kind, Int)? {
    let byte = bytes[index]
    if byte < 0x80 {
      if byte >= 0x61 && byte <= 0x7A { return (.letters, 1) }
      if byte >= 0x30 && byte <= 0x39 { return (.digits, 1) }
      return nil
    }
    let length = length(byte)
    guard index + length <= bytes.count else { return nil }
    var value = UInt32(byte) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
    for offset in 1..<length { value = value << 6 | UInt32(bytes[index + offset] & 0x3F) }
    switch value {
    case 0x3005, 0x3007, 0x3041...0x30FA, 0x30FC...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF,
      0xAC00...0xD7AF, 0x1100...0x11FF, 0x2E80...0x2FDF, 0x0E00...0x0E7F, 0x20000...0x3FFFF:
      return (.ideograph, length)
    case 0x80...0xBF, 0xD7, 0xF7, 0x2000...0x2BFF, 0x3000...0x303F, 0x30FB, 0xFF00...0xFFEF,
      0xE000...0xF8FF, 0x1F000...0x1FAFF:
      return nil
    default:
      guard let scalar = Unicode.Scalar(value) else { return nil }
      return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        ? (.letters, length) : nil
    }
  }
}
