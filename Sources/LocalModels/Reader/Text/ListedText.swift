import EvalKit

/// Reads the lists of `key: value` lines that tools print.
enum ListedText {
  /// The lines as objects, a new one at each dash; nil unless most lines are of this form.
  static func value(_ text: String) -> JSONValue? {
    let lines = text.utf8.split(separator: 0x0A)
      .map { String(decoding: $0, as: UTF8.self) }
      .filter { $0.utf8.contains { $0 > 0x20 } }
    if lines.count > 1,
      lines.allSatisfy({ $0.hasPrefix("- ") && pair(String($0.dropFirst(2))) == nil })
    {
      return .array(lines.map { .string(String($0.dropFirst(2))) })
    }
    var objects: [[(String, JSONValue)]] = []
    var misses = 0
    for line in lines {
      let isNew = line.hasPrefix("- ")
      guard let (key, value) = pair(isNew ? String(line.dropFirst(2)) : line) else {
        misses += 1
        // A value broken over lines goes on.
        if let last = objects.last?.last, case .string(let text) = last.1 {
          let trimmed = line.drop { $0 == " " }
          objects[objects.count - 1][objects[objects.count - 1].count - 1].1 =
            .string(text + " " + trimmed)
        }
        continue
      }
      if isNew || objects.isEmpty { objects.append([]) }
      objects[objects.count - 1].append((key, value))
    }
    guard lines.count > 1, misses * 3 < lines.count else { return nil }
    return .array(objects.map { .object(JSONObject($0)) })
  }

  private static func pair(_ line: String) -> (String, JSONValue)? {
    let bytes = Array(line.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon + 1 < bytes.count,
      bytes[colon + 1] == 0x20
    else { return nil }
    let key = bytes[..<colon].drop { $0 == 0x20 }
    guard !key.isEmpty, key.count <= 40,
      key.allSatisfy({ $0 == UInt8(ascii: "_") || $0 == 0x20 || isLetterOrDigit($0) }),
      key.count(where: { $0 == 0x20 }) < 4
    else { return nil }
    var value = bytes[(colon + 2)...]
    while value.last == 0x20 || value.last == 0x0D { value.removeLast() }
    if value.count > 1, let quote = value.first, quote == value.last,
      quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"")
    {
      value = value.dropFirst().dropLast()
    }
    guard !value.isEmpty else { return nil }
    let text = String(decoding: value, as: UTF8.self)
    return (String(decoding: key, as: UTF8.self), scalar(text))
  }

  private static func scalar(_ text: String) -> JSONValue {
    if text == "true" { return true }
    if text == "false" { return false }
    let isNumber =
      text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2E || $0 == 0x2D }
      && text.utf8.count < 16 && Double(text) != nil
    return isNumber ? .number(JSONNumber(literal: text)) : .string(text)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
  }
}
