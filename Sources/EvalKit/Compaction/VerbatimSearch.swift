/// Finds which of many texts stand in another verbatim, whole words at both ends.
///
/// White space at the ends of what is looked for does not count; what is empty then is never found.
struct VerbatimSearch {
  /// A text looked for, by the bytes it begins with.
  private struct Start: Hashable {
    let length: Int
    let bytes: UInt64
  }

  private var texts: [(key: Int, bytes: [UInt8])] = []
  private var starts: [Start: [Int]] = [:]
  private var lengths: [Int] = []

  /// Prepares to look for texts.
  ///
  /// - Parameter texts: Each with a key of the caller's.
  init(_ texts: some Sequence<(key: Int, bytes: [UInt8])>) {
    for (key, bytes) in texts {
      let bytes = Self.trimmed(bytes)
      guard !bytes.isEmpty else { continue }
      let length = min(8, bytes.count)
      let word = bytes.prefix(length).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      starts[Start(length: length, bytes: word), default: []].append(self.texts.count)
      self.texts.append((key, bytes))
    }
    lengths = Set(starts.keys.map(\.length)).sorted()
  }

  /// The keys of the texts that stand in a text, in rising order.
  ///
  /// - Complexity: O(bytes) but for texts that begin alike.
  func keys(in text: [UInt8]) -> [Int] {
    var found = Set<Int>()
    for place in text.indices where place == 0 || !isInsideWord(text, place) {
      for length in lengths where place + length <= text.count {
        let word = text[place..<place + length].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        for index in starts[Start(length: length, bytes: word)] ?? [] {
          if stands(texts[index].bytes, in: text, at: place) { found.insert(texts[index].key) }
        }
      }
    }
    return found.sorted()
  }

  private func stands(_ bytes: [UInt8], in text: [UInt8], at place: Int) -> Bool {
    let end = place + bytes.count
    return end <= text.count && text[place..<end].elementsEqual(bytes)
      && (end == text.count || !isInsideWord(text, end))
  }

  /// Whether a place is between two letters or digits; those beyond ASCII are not told apart.
  private func isInsideWord(_ text: [UInt8], _ place: Int) -> Bool {
    Self.isWord(text[place - 1]) && Self.isWord(text[place])
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }

  private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    guard let first = bytes.firstIndex(where: { !isSpace($0) }),
      let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return [] }
    return Array(bytes[first...last])
  }
}
