extension JSONLexer {
  /// Reads a string, of whichever quote is next.
  mutating func string() throws(JSONFailure) -> String {
    let quote = bytes[index]
    let start = index
    index += 1
    let first = index
    while index < end {
      let byte = bytes[index]
      if byte == quote {
        index += 1
        return String(decoding: bytes[first..<index - 1], as: UTF8.self)
      }
      if byte == UInt8(ascii: "\\") {
        return try stringWithEscapes(from: first, openedAt: start, quote: quote)
      }
      if byte < 0x20 { throw controlCharacter(openedAt: start) }
      index += 1
    }
    throw unterminated(openedAt: start)
  }

  private mutating func stringWithEscapes(from first: Int, openedAt start: Int, quote: UInt8)
    throws(JSONFailure) -> String
  {
    scratch.removeAll(keepingCapacity: true)
    var plain = first
    while index < end {
      let byte = bytes[index]
      if byte == quote || byte == UInt8(ascii: "\\") {
        scratch.append(contentsOf: bytes[plain..<index])
        index += 1
        if byte == quote { return String(decoding: scratch, as: UTF8.self) }
        guard index < end else { break }
        try escape()
        plain = index
      } else if byte < 0x20 {
        throw controlCharacter(openedAt: start)
      } else {
        index += 1
      }
    }
    throw unterminated(openedAt: start)
  }

  private func unterminated(openedAt start: Int) -> JSONFailure {
    JSONFailure(end, "the text ends within a string that begins at \(place(of: start))")
  }

  private func controlCharacter(openedAt start: Int) -> JSONFailure {
    switch bytes[index] {
    case 0x0A, 0x0D:
      JSONFailure(index, "the line ends within a string that begins at \(place(of: start))")
    case 0x09: JSONFailure(index, "a raw tab in a string; write \\t")
    case let byte:
      JSONFailure(index, "control character \(Self.name(ofControl: byte)) in a string; escape it")
    }
  }

  /// Reads what follows a backslash.
  private mutating func escape() throws(JSONFailure) {
    let byte = bytes[index]
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scratch.append(byte)
    case UInt8(ascii: "n"): scratch.append(0x0A)
    case UInt8(ascii: "t"): scratch.append(0x09)
    case UInt8(ascii: "r"): scratch.append(0x0D)
    case UInt8(ascii: "b"): scratch.append(0x08)
    case UInt8(ascii: "f"): scratch.append(0x0C)
    case UInt8(ascii: "u"): try unicodeEscape()
    default:
      guard json5 else {
        let escape = String(decoding: bytes[index - 1..<min(end, index + 4)], as: UTF8.self)
        throw JSONFailure(index - 2, "'\\\(escape.prefix(1))' is not an escape of JSON")
      }
      try escape5(byte)
    }
  }

  /// Reads an escape only JSON5 has.
  private mutating func escape5(_ byte: UInt8) throws(JSONFailure) {
    switch byte {
    case UInt8(ascii: "v"): scratch.append(0x0B)
    case UInt8(ascii: "0") where !Self.isDigit(current): scratch.append(0)
    case UInt8(ascii: "x"): append(UInt32(try hexadecimal(digits: 2)))
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      throw JSONFailure(index - 2, "a digit cannot be escaped")
    case 0x0D:
      if current == 0x0A { index += 1 }
      startLine()
    case 0x0A: startLine()
    case 0xE2 where current == 0x80 && (self.byte(1) == 0xA8 || self.byte(1) == 0xA9): index += 2
    case 0x00..<0x20:
      throw JSONFailure(index - 1, "control character \(Self.name(ofControl: byte)) in a string")
    default: scratch.append(byte)
    }
  }

  private mutating func unicodeEscape() throws(JSONFailure) {
    let unit = try hexadecimal(digits: 4)
    switch unit {
    case 0xD800...0xDBFF:
      if current == UInt8(ascii: "\\"), byte(1) == UInt8(ascii: "u"),
        let low = peekedLowSurrogate()
      {
        index += 6
        append(0x10000 + (UInt32(unit - 0xD800) << 10) + UInt32(low - 0xDC00))
      } else {
        replacedSurrogates += 1
        append(0xFFFD)
      }
    case 0xDC00...0xDFFF:
      replacedSurrogates += 1
      append(0xFFFD)
    default: append(UInt32(unit))
    }
  }

  /// The low surrogate of the escape that is next, if it is one.
  private func peekedLowSurrogate() -> Int? {
    guard index + 6 <= end else { return nil }
    var ahead = self
    ahead.index += 2
    guard let unit = try? ahead.hexadecimal(digits: 4) else { return nil }
    return (0xDC00...0xDFFF).contains(unit) ? unit : nil
  }

  private mutating func hexadecimal(digits: Int) throws(JSONFailure) -> Int {
    var value = 0
    for _ in 0..<digits {
      guard let digit = Self.hexadecimalDigit(current) else {
        throw JSONFailure(index, "expected \(digits) hexadecimal digits, found \(seen)")
      }
      value = value << 4 | digit
      index += 1
    }
    return value
  }

  static func hexadecimalDigit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  private mutating func append(_ scalar: UInt32) {
    guard let scalar = UnicodeScalar(scalar) else { return }
    scratch.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}
