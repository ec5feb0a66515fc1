/// The end of what a program wrote, in a bounded space.
struct OutputTail: Sendable {
  /// How many bytes are kept.
  static let size = 2_000

  private var bytes: [UInt8] = []
  private var isCut = false

  /// Adds what was written.
  mutating func append(_ more: some Collection<UInt8>) {
    bytes.append(contentsOf: more.suffix(Self.size))
    let excess = max(0, bytes.count - Self.size)
    if excess > 0 || more.count > Self.size { isCut = true }
    bytes.removeFirst(excess)
  }

  /// The text, from the first whole character on, without white space around it.
  var text: String {
    var start = 0
    if isCut {
      while start < min(3, bytes.count), bytes[start] & 0xC0 == 0x80 { start += 1 }
    }
    let text = String(decoding: bytes[start...], as: UTF8.self)
    let first = text.firstIndex { !$0.isWhitespace } ?? text.endIndex
    guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return (isCut ? "…" : "") + text[first...last]
  }
}
