/// The printable letters that byte-level vocabularies write bytes as.
///
/// Printable bytes stand for themselves, the others for the letters from U+0100 on, in order.
enum ByteAlphabet {
  private static let bytes: [Unicode.Scalar: UInt8] = {
    var bytes: [Unicode.Scalar: UInt8] = [:]
    var next: UInt32 = 0x100
    for byte in UInt8.min...UInt8.max {
      switch byte {
      case 0x21...0x7E, 0xA1...0xAC, 0xAE...0xFF: bytes[Unicode.Scalar(byte)] = byte
      default:
        if let letter = Unicode.Scalar(next) { bytes[letter] = byte }
        next += 1
      }
    }
    return bytes
  }()

  /// The bytes that a token's letters stand for; nil where one is none of the alphabet.
  static func bytes(of letters: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(letters.count)
    for scalar in String(decoding: letters, as: UTF8.self).unicodeScalars {
      guard let byte = bytes[scalar] else { return nil }
      result.append(byte)
    }
    return result
  }
}
