/// The FNV-1a hash, 64 bits: small, and the same on every platform and in every process.
///
/// For identity of content within a run, never for security. Source: Fowler, Noll, Vo;
/// IETF draft-eastlake-fnv.
public struct StableHash: Sendable {
  /// The hash so far.
  public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Makes an empty hash.
  public init() {}

  /// Adds bytes.
  public mutating func combine(bytes: some Sequence<UInt8>) {
    var hash = value
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    value = hash
  }

  /// Adds a string's UTF-8 and a separator, so that ("a","bc") and ("ab","c") differ.
  public mutating func combine(_ text: String) {
    combine(bytes: text.utf8)
    combine(bytes: CollectionOfOne(0xff))
  }

  /// Adds an integer.
  public mutating func combine(_ number: Int) {
    withUnsafeBytes(of: UInt64(bitPattern: Int64(number)).littleEndian) { combine(bytes: $0) }
  }

  /// Sixteen lower-case hexadecimal digits.
  public var hexadecimal: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
