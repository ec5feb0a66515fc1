import EvalKit

/// Turns text found into a value of a slot's type.
enum SlotValue {
  /// The value; nil if the text is none of the type.
  static func json(_ text: String, _ slot: Slot) -> JSONValue? {
    switch slot.form {
    case .number, .integer:
      guard let literal = literal(text) else { return nil }
      let number = JSONNumber(literal: literal)
      return slot.form == .integer && number.intValue == nil ? nil : .number(number)
    case .boolean: return nil
    case .text, .array, .object: return .string(text)
    }
  }

  /// The number written in a text, in JSON syntax.
  static func literal(_ text: String) -> String? {
    let folded = Folding.fold(text)
    if let value = SpanLexicon.numerals[folded] { return String(value) }
    let parts = folded.split { $0 == "-" || $0 == " " }
    if parts.count == 2, let tens = SpanLexicon.numerals[String(parts[0])], tens >= 20,
      let ones = SpanLexicon.numerals[String(parts[1])]
    {
      return String(tens + ones)
    }
    var digits: [UInt8] = []
    for byte in folded.utf8 {
      if ChunkShape.isDigit(byte) {
        digits.append(byte)
      } else if byte == UInt8(ascii: "."), !digits.isEmpty, !digits.contains(byte) {
        digits.append(byte)
      } else if byte == UInt8(ascii: ",") {
        continue
      } else if !digits.isEmpty {
        break
      }
    }
    if digits.last == UInt8(ascii: ".") { digits.removeLast() }
    while digits.count > 1, digits[0] == UInt8(ascii: "0"), ChunkShape.isDigit(digits[1]) {
      digits.removeFirst()
    }
    return digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
  }

  /// A date such as "May 20th" as 2024-05-20, the year taken from another date in view.
  static func isoDate(_ text: String, year: String?) -> String? {
    let folded = Folding.fold(text)
    if ChunkShape.isISODate(Array(folded.utf8)) { return String(text.prefix(10)) }
    var month: Int?
    var day: Int?
    var year = year
    for word in folded.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "." }) {
      if let place = months.firstIndex(where: { word.hasPrefix($0) }) {
        month = place + 1
      } else if let number = Int(word.filter { $0.isASCII && $0.isNumber }) {
        if number > 1900 { year = String(number) } else if number <= 31 { day = number }
      }
    }
    guard let month, let day, let year else { return nil }
    return "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
}
