extension JSONLexer {
  /// Reads a number and gives its text in JSON syntax.
  mutating func number() throws(JSONFailure) -> JSONNumber {
    let start = index
    var isLiteral = true
    if current == UInt8(ascii: "+") {
      guard json5 else { throw JSONFailure(start, "a leading '+' is JSON5, not JSON") }
      isLiteral = false
      index += 1
    } else if current == UInt8(ascii: "-") {
      index += 1
    }
    let isNegative = bytes[start] == UInt8(ascii: "-")
    if current == UInt8(ascii: "0"), byte(1) | 0x20 == UInt8(ascii: "x") {
      return try hexadecimalNumber(from: start, isNegative: isNegative)
    }
    let whole = skipDigits()
    if whole.count > 1, bytes[whole.lowerBound] == UInt8(ascii: "0") {
      throw JSONFailure(whole.lowerBound, "a number has no leading zeros")
    }
    var fraction: Range<Int>?
    if current == UInt8(ascii: ".") {
      index += 1
      fraction = skipDigits()
    }
    if whole.isEmpty, fraction?.isEmpty ?? true { throw notANumber(from: start) }
    if whole.isEmpty || fraction?.isEmpty == true {
      guard json5 else {
        throw JSONFailure(start, "a number has digits on both sides of its point; else it is JSON5")
      }
      isLiteral = false
    }
    let exponent = try skipExponent()
    if Self.isWordPart(current) || current == UInt8(ascii: ".") {
      throw JSONFailure(index, "unexpected \(seen) in a number")
    }
    if isLiteral { return JSONNumber(literal: text(start..<index)) }
    var literal = isNegative ? "-" : ""
    literal += whole.isEmpty ? "0" : text(whole)
    if let fraction { literal += "." + (fraction.isEmpty ? "0" : text(fraction)) }
    return JSONNumber(literal: literal + text(exponent))
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private mutating func skipDigits() -> Range<Int> {
    let start = index
    while index < end, Self.isDigit(bytes[index]) { index += 1 }
    return start..<index
  }

  private mutating func skipExponent() throws(JSONFailure) -> Range<Int> {
    let start = index
    guard current | 0x20 == UInt8(ascii: "e") else { return start..<start }
    index += 1
    if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { index += 1 }
    if skipDigits().isEmpty {
      throw JSONFailure(index, "expected the digits of an exponent, found \(seen)")
    }
    return start..<index
  }

  private mutating func hexadecimalNumber(from start: Int, isNegative: Bool)
    throws(JSONFailure) -> JSONNumber
  {
    guard json5 else { throw JSONFailure(start, "a hexadecimal number is JSON5, not JSON") }
    index += 2
    var value: UInt64 = 0
    let first = index
    while let digit = Self.hexadecimalDigit(current) {
      if value >> 60 != 0 { throw JSONFailure(start, "a hexadecimal number over 64 bits") }
      value = value << 4 | UInt64(digit)
      index += 1
    }
    if index == first || Self.isWordPart(current) {
      throw JSONFailure(index, "expected a hexadecimal digit, found \(seen)")
    }
    return JSONNumber(literal: (isNegative ? "-" : "") + String(value))
  }

  private func notANumber(from start: Int) -> JSONFailure {
    let rest = unexpectedValue()
    guard index > start, rest.message.contains("Infinity") || rest.message.contains("NaN") else {
      return JSONFailure(start, "expected a number, found \(seen)")
    }
    return JSONFailure(start, rest.message)
  }
}
