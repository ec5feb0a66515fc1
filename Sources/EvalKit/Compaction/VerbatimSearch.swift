/// Finds which of many texts stand in another verbatim, whole words at both ends.
///
/// White space at the ends of what is looked for does not count; what is empty then is never found.
/// Texts are told apart by a hash that is known for any part of the other text at once (Karp and
/// Rabin), first by how they begin, then whole, and then byte by byte.
struct VerbatimSearch {
  /// A text looked for, with the keys it goes by.
  private struct Sought {
    let bytes: ArraySlice<UInt8>
    var keys: [Int]
  }

  /// How texts begin: as many bytes as the largest power of two that fits.
  private struct Start: Hashable {
    let length: Int
    let hash: UInt64
  }

  private var sought: [Sought] = []
  /// The lengths of the texts that begin so, and those texts by hash and length.
  private var lengths: [Start: [Int]] = [:]
  private var places: [Start: [Int]] = [:]
  private var startLengths: [Int] = []

  /// Prepares to look for texts.
  ///
  /// - Parameter texts: Each with a key of the caller's.
  init(_ texts: some Sequence<(key: Int, bytes: [UInt8])>) {
    for (key, bytes) in texts { add(key, Self.trimmed(bytes)) }
    startLengths = Set(lengths.keys.map(\.length)).sorted()
  }

  private mutating func add(_ key: Int, _ bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty else { return }
    let whole = Start(length: bytes.count, hash: RollingHash.hash(of: bytes))
    for index in places[whole] ?? [] where sought[index].bytes == bytes {
      sought[index].keys.append(key)
      return
    }
    let length = 1 << (Int.bitWidth - 1 - bytes.count.leadingZeroBitCount)
    let start = Start(length: length, hash: RollingHash.hash(of: bytes.prefix(length)))
    if lengths[start]?.contains(bytes.count) != true {
      lengths[start, default: []].append(bytes.count)
    }
    places[whole, default: []].append(sought.count)
    sought.append(Sought(bytes: bytes, keys: [key]))
  }

  /// The keys of the texts that stand in a text, in rising order.
  ///
  /// - Complexity: O(bytes) but for texts of many lengths that begin alike.
  func keys(in text: [UInt8]) -> [Int] {
    let hashes = RollingHash(text)
    var found = Set<Int>()
    for place in text.indices where !isInsideWord(text, place) {
      for length in startLengths where place + length <= text.count {
        let start = Start(length: length, hash: hashes[place..<place + length])
        for length in lengths[start] ?? [] where place + length <= text.count {
          let part = place..<place + length
          guard !isInsideWord(text, part.upperBound) else { continue }
          for index in places[Start(length: length, hash: hashes[part])] ?? []
          where !found.contains(index) && sought[index].bytes.elementsEqual(text[part]) {
            found.insert(index)
          }
        }
      }
    }
    return found.flatMap { sought[$0].keys }.sorted()
  }

  /// Whether a place is between two letters or digits; those beyond ASCII are not told apart.
  private func isInsideWord(_ text: [UInt8], _ place: Int) -> Bool {
    place > 0 && place < text.count && Self.isWord(text[place - 1]) && Self.isWord(text[place])
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }

  private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    guard let first = bytes.firstIndex(where: { !isSpace($0) }),
      let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return [] }
    return bytes[first...last]
  }
}

/// The hash of every part of some bytes, each in O(1).
struct RollingHash {
  private static let base: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var prefixes: [UInt64] = [0]
  private var powers: [UInt64] = [1]

  init(_ bytes: [UInt8]) {
    prefixes.reserveCapacity(bytes.count + 1)
    powers.reserveCapacity(bytes.count + 1)
    var hash: UInt64 = 0
    var power: UInt64 = 1
    for byte in bytes {
      hash = Self.next(hash, byte)
      power = power &* Self.base
      prefixes.append(hash)
      powers.append(power)
    }
  }

  /// The hash of a part.
  subscript(part: Range<Int>) -> UInt64 {
    prefixes[part.upperBound] &- prefixes[part.lowerBound] &* powers[part.count]
  }

  /// The hash of bytes by themselves, the same as of a part.
  static func hash(of bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { next($0, $1) }
  }

  private static func next(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    hash &* base &+ (UInt64(byte) &+ 1)
  }
}
