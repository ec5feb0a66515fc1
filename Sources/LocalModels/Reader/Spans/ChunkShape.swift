/// What a chunk looks like by itself: tests over its bytes.
enum ChunkShape {
  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  static func isLetter(_ byte: UInt8) -> Bool { (byte >= 0x61 && byte <= 0x7A) || byte == 0xFF }

  /// Only digits, grouped by commas or not, with a fraction, a sign, a percent sign.
  static func isNumber(_ bytes: [UInt8]) -> Bool {
    var body = bytes[...]
    if body.first == UInt8(ascii: "-") || body.first == UInt8(ascii: "+") { body.removeFirst() }
    if body.last == UInt8(ascii: "%") { body.removeLast() }
    guard let first = body.first, isDigit(first), let last = body.last, isDigit(last) else {
      return false
    }
    var points = 0
    for byte in body where !isDigit(byte) {
      if byte == UInt8(ascii: ".") {
        points += 1
      } else if byte != UInt8(ascii: ",") {
        return false
      }
    }
    return points < 2
  }

  /// Digits with a unit at their end: 19-month, 30-minute, 3kg, 14.2b, 7th.
  static func isNumberWithUnit(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, isDigit(first),
      let end = bytes.firstIndex(where: { !isDigit($0) && $0 != UInt8(ascii: ".") })
    else { return false }
    var unit = bytes[end...]
    if unit.first == UInt8(ascii: "-") {
      unit.removeFirst()
      return unit.count > 2 && unit.allSatisfy(isLetter)
    }
    return unit.count <= 3 && unit.allSatisfy(isLetter)
  }

  /// Two numbers parted by a slash: 138/85.
  static func isRatio(_ bytes: [UInt8]) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "/"))
    return parts.count == 2 && parts.allSatisfy { $0.allSatisfy(isDigit) }
  }

  static func isEmail(_ bytes: [UInt8]) -> Bool {
    guard let at = bytes.firstIndex(of: UInt8(ascii: "@")), at > 0 else { return false }
    return bytes[(at + 1)...].contains(UInt8(ascii: ".")) && bytes.count - at > 4
  }

  static func isURL(_ bytes: [UInt8], text: String) -> Bool {
    if text.contains("://") || text.hasPrefix("www.") { return true }
    let host = text.split(separator: "/").first ?? ""
    let labels = host.split(separator: ".")
    guard labels.count > 1, let last = labels.last, !bytes.contains(UInt8(ascii: "@")) else {
      return false
    }
    return SpanLexicon.domains.contains(String(last)) && labels[0].utf8.contains(where: isLetter)
      && !(labels.count == 2 && SpanLexicon.fileExtensions.contains(String(last)))
  }

  static func isPath(_ bytes: [UInt8], text: String) -> Bool {
    if isRatio(bytes) || text.contains("://") { return false }
    let slashes = bytes.count { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    if slashes > 0, bytes.count > 3 {
      if text.hasPrefix("/") || text.hasPrefix("~/") || text.hasPrefix("./")
        || text.hasPrefix("../")
      {
        return true
      }
      if slashes > 1, bytes.contains(where: isLetter) { return true }
    }
    guard let point = bytes.lastIndex(of: UInt8(ascii: ".")), point > 0 else { return false }
    let ending = String(decoding: bytes[(point + 1)...], as: UTF8.self)
    return SpanLexicon.fileExtensions.contains(ending) && !isDigit(bytes[point - 1])
      || (SpanLexicon.fileExtensions.contains(ending) && bytes.count > 4
        && bytes[..<point].contains(where: isLetter))
  }

  static func isVersion(_ bytes: [UInt8]) -> Bool {
    var body = bytes[...]
    let marked = body.first == UInt8(ascii: "v")
    if marked { body.removeFirst() }
    guard let first = body.first, isDigit(first) else { return false }
    let core = body.prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
    let points = core.count { $0 == UInt8(ascii: ".") }
    let rest = body.dropFirst(core.count)
    guard
      rest.isEmpty || rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+")
        || (points > 0 && rest.count <= 4)
    else { return false }
    return marked ? true : points >= 1
  }

  /// 2026-05-14, with a time or not; 2026-W04.
  static func isISODate(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 8, bytes[0..<4].allSatisfy(isDigit), bytes[4] == UInt8(ascii: "-") else {
      return false
    }
    if bytes[5] == UInt8(ascii: "w") { return bytes.count == 8 }
    return bytes.count >= 10 && isDigit(bytes[5]) && isDigit(bytes[6])
      && bytes[7] == UInt8(ascii: "-") && isDigit(bytes[8]) && isDigit(bytes[9])
      && (bytes.count == 10 || bytes[10] == UInt8(ascii: "t"))
  }

  /// 14.5.2026, 5/14/26, 14-05-2026.
  static func isNumericDate(_ bytes: [UInt8]) -> Bool {
    for mark in [UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-")] {
      let parts = bytes.split(separator: mark)
      if parts.count == 3, parts.allSatisfy({ $0.allSatisfy(isDigit) }), parts[0].count <= 4,
        parts[1].count <= 2, parts[2].count == 2 || parts[2].count == 4 || parts[0].count == 4,
        parts[0].count == 4 || parts[0].count <= 2
      {
        return mark != UInt8(ascii: ".") || parts[2].count == 4
      }
    }
    return false
  }

  /// 14:30, 14:30:05, 5:30pm, 5pm, 14h30.
  static func isTime(_ bytes: [UInt8]) -> Bool {
    let hour = bytes.prefix(while: isDigit)
    guard (1...2).contains(hour.count) else { return false }
    var rest = bytes[hour.count...]
    var colons = 0
    while rest.count >= 3,
      rest[rest.startIndex] == UInt8(ascii: ":")
        || (rest[rest.startIndex] == UInt8(ascii: ".") && ends(rest, "m")),
      isDigit(rest[rest.startIndex + 1]), isDigit(rest[rest.startIndex + 2])
    {
      rest = rest.dropFirst(3)
      colons += 1
    }
    if rest.isEmpty { return colons > 0 }
    let ending = String(decoding: rest, as: UTF8.self)
    return ["am", "pm", "a.m", "p.m", "a.m.", "p.m.", "h", "z"].contains(ending)
      && (colons > 0 || ending != "z")
      || (colons > 0 && (rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+")))
  }

  private static func ends(_ bytes: ArraySlice<UInt8>, _ letter: Unicode.Scalar) -> Bool {
    bytes.last == UInt8(ascii: letter)
  }

  /// A currency sign before or after a number.
  static func isMoney(_ chunk: Chunk, folded: ArraySlice<UInt32>) -> Bool {
    guard chunk.digits > 0, let first = folded.first, let last = folded.last else { return false }
    let signs: [UInt32] = [0x24, 0x20AC, 0xA3, 0xA5, 0x20A9, 0x20B9]
    return signs.contains(first) || signs.contains(last)
      || (folded.count > 2 && signs.contains(folded[folded.startIndex + 1]))
      || (folded.count > 3 && signs.contains(folded[folded.startIndex + 2]))
  }
}
