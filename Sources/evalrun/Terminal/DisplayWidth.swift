/// How many columns a text takes in a terminal.
enum DisplayWidth {
  /// The columns of a text: two for a wide East Asian character, none for a combining mark.
  static func of(_ text: some StringProtocol) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// The columns of a character.
  static func of(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    // A character drawn as an emoji is wide, whatever its first scalar is.
    if character.unicodeScalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
    return wide.contains { $0.contains(first.value) } ? 2 : 1
  }

  /// The beginning of a text that fits, with an ellipsis where something was cut.
  static func cut(_ text: String, to width: Int) -> String {
    if of(text) <= width { return text }
    var kept = ""
    var used = 1
    for character in text {
      used += of(character)
      if used > width { break }
      kept.append(character)
    }
    return width < 1 ? "" : kept + "…"
  }

  /// Wide and full-width ranges of Unicode's EastAsianWidth, merged.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF,
    0x20000...0x3FFFD,
  ]
}
