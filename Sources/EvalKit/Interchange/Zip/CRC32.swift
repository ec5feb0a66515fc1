/// The checksum that zip archives carry: CRC-32 as in ISO 3309 and ITU-T V.42, bits reflected.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }

  /// The checksum of bytes.
  ///
  /// - Complexity: O(bytes).
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    let table = table
    var value = UInt32.max
    for byte in bytes {
      value = table[Int((value ^ UInt32(byte)) & 0xFF)] ^ (value >> 8)
    }
    return ~value
  }
}
