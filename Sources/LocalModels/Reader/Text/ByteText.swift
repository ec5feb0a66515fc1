/// Folded text as bytes, for looking for short cues in it without the cost of characters.
struct ByteText: Sendable {
  private let bytes: [UInt8]

  /// Takes text that is folded already.
  init(_ text: String) { bytes = Array(text.utf8) }

  /// Whether it holds a cue.
  ///
  /// - Complexity: O(length × length of the cue), in practice O(length).
  func contains(_ cue: String) -> Bool {
    var cue = cue
    return cue.withUTF8 { cue in
      guard let first = cue.first, cue.count <= bytes.count else { return false }
      return bytes.withUnsafeBufferPointer { bytes in
        for start in 0...(bytes.count - cue.count) where bytes[start] == first {
          if (1..<cue.count).allSatisfy({ bytes[start + $0] == cue[$0] }) { return true }
        }
        return false
      }
    }
  }
}
