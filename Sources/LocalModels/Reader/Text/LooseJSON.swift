import EvalKit

/// Reads JSON out of text that a tool printed: anywhere in it, single quotes allowed.
///
/// Strict reading belongs to interchange; here a value is either read whole or left as prose.
struct LooseJSON {
  /// A part of a text: a JSON value, or prose.
  enum Part {
    case value(JSONValue)
    case prose(String)
  }

  private let bytes: [UInt8]
  private var position = 0
  private static let deepest = 64

  private init(_ bytes: [UInt8], at position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// The parts of a text in order.
  ///
  /// - Complexity: O(length) but for brackets that open no value, each of which is read on from once.
  static func parts(_ text: String) -> [Part] {
    let bytes = Array(text.utf8)
    guard bytes.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }) else {
      return [.prose(text)]
    }
    var parts: [Part] = []
    var start = 0
    var index = 0
    var attempts = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "["), attempts < 64 {
        var parser = LooseJSON(bytes, at: index)
        attempts += 1
        if let value = parser.value(depth: 0), isWorthReading(value) {
          appendProse(bytes[start..<index], to: &parts)
          parts.append(.value(value))
          index = parser.position
          start = index
          attempts = 0
          continue
        }
      }
      index += 1
    }
    appendProse(bytes[start...], to: &parts)
    return parts
  }

  private static func isWorthReading(_ value: JSONValue) -> Bool {
    switch value {
    case .object(let object): !object.isEmpty
    case .array(let values): values.count > 1 || values.contains { $0.objectValue != nil }
    default: false
    }
  }

  private static func appendProse(_ bytes: ArraySlice<UInt8>, to parts: inout [Part]) {
    guard bytes.contains(where: { $0 > 0x20 }) else { return }
    parts.append(.prose(String(decoding: bytes, as: UTF8.self)))
  }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) -> JSONValue? {
    skipSpace()
    guard position < bytes.count, depth < Self.deepest else { return nil }
    switch bytes[position] {
    case UInt8(ascii: "{"): return object(depth: depth)
    case UInt8(ascii: "["): return array(depth: depth)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return string().map { .string($0) }
    default: return scalar()
    }
  }

  private mutating func object(depth: Int) -> JSONValue? {
    position += 1
    var pairs: [(String, JSONValue)] = []
    if take(UInt8(ascii: "}")) { return .object(JSONObject()) }
    repeat {
      skipSpace()
      guard position < bytes.count,
        bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'"),
        let key = string(), take(UInt8(ascii: ":")), let value = value(depth: depth + 1)
      else { return nil }
      pairs.append((key, value))
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "}")) ? .object(JSONObject(pairs)) : nil
  }

  private mutating func array(depth: Int) -> JSONValue? {
    position += 1
    var values: [JSONValue] = []
    if take(UInt8(ascii: "]")) { return .array([]) }
    repeat {
      guard let value = value(depth: depth + 1) else { return nil }
      values.append(value)
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]")) ? .array(values) : nil
  }

  private mutating func string() -> String? {
    let quote = bytes[position]
    position += 1
    var result: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == quote { return String(decoding: result, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\"), position < bytes.count else {
        result.append(byte)
        continue
      }
      let escaped = bytes[position]
      position += 1
      switch escaped {
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "b"), UInt8(ascii: "f"): result.append(0x20)
      case UInt8(ascii: "u"): appendEscapedScalar(to: &result)
      default: result.append(escaped)
      }
    }
    return nil
  }

  private mutating func appendEscapedScalar(to result: inout [UInt8]) {
    var value = hexadecimal() ?? 0xFFFD
    if (0xD800..<0xDC00).contains(value), position + 1 < bytes.count,
      bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
    {
      position += 2
      let low = hexadecimal() ?? 0
      value = 0x10000 + ((value - 0xD800) << 10) + (low &- 0xDC00) & 0x3FF
    }
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    result.append(contentsOf: String(Character(scalar)).utf8)
  }

  private mutating func hexadecimal() -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    let digits = String(decoding: bytes[position..<position + 4], as: UTF8.self)
    position += 4
    return UInt32(digits, radix: 16)
  }

  private mutating func scalar() -> JSONValue? {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "."):
        position += 1
        continue
      default: break
      }
      break
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    switch text {
    case "true", "True": return .bool(true)
    case "false", "False": return .bool(false)
    case "null", "None": return .null
    default:
      guard let first = text.utf8.first, first != UInt8(ascii: "+"), Double(text) != nil,
        first == UInt8(ascii: "-") || (first >= 0x30 && first <= 0x39)
      else { return nil }
      return .number(JSONNumber(literal: text))
    }
  }
}
