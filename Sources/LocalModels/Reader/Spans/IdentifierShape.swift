/// Tells whether a chunk looks like an identifier: a code, a number that is a name.
enum IdentifierShape {
  /// How much it looks like one, in sixteenths; nil if it does not.
  static func quality(_ chunk: Chunk) -> Int? {
    let bytes = chunk.bytes
    guard bytes.count > 1, bytes.allSatisfy(isPart) else { return nil }
    let marks = bytes.count { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    let isMarked = bytes[0] == UInt8(ascii: "#") || bytes[0] == UInt8(ascii: "@")
    if chunk.digits > 0, chunk.letters > 0 {
      if ChunkShape.isNumberWithUnit(bytes) { return chunk.isUpper && chunk.digits > 2 ? 10 : 3 }
      return 16
    }
    if chunk.digits > 0 {
      if isMarked { return 16 }
      if bytes.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "%") }) {
        return nil
      }
      if bytes.contains(UInt8(ascii: ".")) { return marks > 0 ? 8 : 3 }
      if bytes.contains(UInt8(ascii: "/")) || marks > 0 { return 12 }
      return chunk.digits > 5 ? 14 : (chunk.digits > 3 ? 11 : 5)
    }
    guard chunk.letters > 1, !bytes.contains(UInt8(ascii: ".")) else { return nil }
    if isMarked { return 12 }
    if bytes.contains(UInt8(ascii: "_")) { return 12 }
    if chunk.isUpper { return marks > 0 ? 13 : (chunk.letters > 2 ? 7 : 4) }
    return nil
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "#"), UInt8(ascii: "@"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "%"),
      UInt8(ascii: "+"), UInt8(ascii: "="):
      true
    default: ChunkShape.isDigit(byte) || (ChunkShape.isLetter(byte) && byte != 0xFF)
    }
  }
}
