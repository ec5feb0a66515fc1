/// A call as Python source, such as `mv(source='a.txt', destination="b")`: how BFCL writes answers.
struct PythonCall: Hashable {
  /// The name, without the object it is a method of.
  var name: String
  /// Arguments given by place.
  var positional: [JSONValue]
  /// Arguments given by name.
  var keywords: JSONObject

  /// Reads one call; only literals are arguments.
  init(_ source: String) throws(Refusal) {
    var reader = PythonReader(source)
    self = try reader.call()
  }

  init(name: String, positional: [JSONValue], keywords: JSONObject) {
    self.name = name
    self.positional = positional
    self.keywords = keywords
  }

  /// The arguments by name; those given by place are named by the tool's schema, as far as it goes.
  ///
  /// - Returns: the arguments, and how many have no name.
  func arguments(of tool: ToolDefinition?) -> (arguments: JSONObject, unnamed: Int) {
    let names = tool?.parameters["properties"]?.objectValue?.keys ?? []
    var arguments = JSONObject()
    for (name, value) in zip(names, positional) { arguments[name] = value }
    for member in keywords.members { arguments[member.key] = member.value }
    return (arguments, max(0, positional.count - names.count))
  }
}

/// Reads the literals of Python.
private struct PythonReader {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  private static let maximumDepth = 64

  init(_ source: String) { bytes = Array(source.utf8) }

  mutating func call() throws(Refusal) -> PythonCall {
    skipBlanks()
    var name = try identifier()
    while take(UInt8(ascii: ".")) { name = try identifier() }
    try expect(UInt8(ascii: "("))
    var call = PythonCall(name: name, positional: [], keywords: JSONObject())
    while !take(UInt8(ascii: ")")) {
      if let key = keyword() {
        if call.keywords[key] != nil { throw mistake("the argument '\(key)' twice") }
        call.keywords[key] = try value()
      } else {
        if !call.keywords.isEmpty { throw mistake("an argument by place after one by name") }
        call.positional.append(try value())
      }
      guard take(UInt8(ascii: ",")) else {
        try expect(UInt8(ascii: ")"))
        break
      }
    }
    skipBlanks()
    guard position == bytes.count else { throw mistake("something after the call") }
    return call
  }

  // MARK: Values

  private mutating func value() throws(Refusal) -> JSONValue {
    skipBlanks()
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw mistake("values nested too deep") }
    switch peek {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return .string(try strings())
    case UInt8(ascii: "["): return .array(try elements(until: UInt8(ascii: "]")).values)
    case UInt8(ascii: "("):
      let (values, endsInComma) = try elements(until: UInt8(ascii: ")"))
      return values.count == 1 && !endsInComma ? values[0] : .array(values)
    case UInt8(ascii: "{"): return .object(try dictionary())
    case let byte? where "0123456789-+.".utf8.contains(byte): return try number()
    default: return try word()
    }
  }

  private mutating func elements(until end: UInt8) throws(Refusal)
    -> (values: [JSONValue], endsInComma: Bool)
  {
    position += 1
    var values: [JSONValue] = []
    var endsInComma = false
    while !take(end) {
      values.append(try value())
      endsInComma = take(UInt8(ascii: ","))
      if !endsInComma {
        try expect(end)
        break
      }
    }
    return (values, endsInComma)
  }

  private mutating func dictionary() throws(Refusal) -> JSONObject {
    position += 1
    var object = JSONObject()
    while !take(UInt8(ascii: "}")) {
      let key = try value()
      guard case .string(let name) = key else { throw mistake("a key that is no string") }
      try expect(UInt8(ascii: ":"))
      object[name] = try value()
      guard take(UInt8(ascii: ",")) else {
        try expect(UInt8(ascii: "}"))
        break
      }
    }
    return object
  }

  private mutating func word() throws(Refusal) -> JSONValue {
    let start = position
    switch try identifier() {
    case "True": return true
    case "False": return false
    case "None": return .null
    case let name:
      if peek == UInt8(ascii: "'") || peek == UInt8(ascii: "\"") {
        position = start
        throw mistake("a string with the prefix '\(name)'")
      }
      position = start
      throw mistake("'\(name)', which is no literal")
    }
  }

  private mutating func number() throws(Refusal) -> JSONValue {
    let start = position
    let sign = peek
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { position += 1 }
    let digits = position
    while let byte = peek {
      let isExponentSign =
        (byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")) && position > digits
        && bytes[position - 1] | 0x20 == UInt8(ascii: "e")
      guard isExponentSign || Self.isNumberPart(byte) else { break }
      position += 1
    }
    var text = String(decoding: bytes[digits..<position], as: UTF8.self).filter { $0 != "_" }
    if text.hasPrefix(".") { text = "0" + text }
    if text.hasSuffix(".") { text += "0" }
    let literal = (sign == UInt8(ascii: "-") ? "-" : "") + text
    guard let parsed = try? JSONParser.value(Array(literal.utf8)).root, case .number = parsed else {
      position = start
      throw mistake("'\(literal)', which is no number")
    }
    return parsed
  }

  private static func isNumberPart(_ byte: UInt8) -> Bool {
    JSONLexer.isLetterOrDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
  }

  // MARK: Strings

  /// Strings side by side are one.
  private mutating func strings() throws(Refusal) -> String {
    var text: [UInt8] = []
    while let quote = peek, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
      let triple = [quote, quote, quote]
      let isTriple = bytes[position...].starts(with: triple)
      position += isTriple ? 3 : 1
      while true {
        guard let byte = peek else { throw mistake("a string that does not end") }
        if isTriple ? bytes[position...].starts(with: triple) : byte == quote {
          position += isTriple ? 3 : 1
          break
        }
        position += 1
        if byte == UInt8(ascii: "\\") { try escape(into: &text) } else { text.append(byte) }
      }
      skipBlanks()
    }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func escape(into text: inout [UInt8]) throws(Refusal) {
    guard let byte = peek else { throw mistake("a string that does not end") }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""): text.append(byte)
    case 0x0A: break
    case UInt8(ascii: "x"): try scalar(digits: 2, into: &text)
    case UInt8(ascii: "u"): try scalar(digits: 4, into: &text)
    case UInt8(ascii: "U"): try scalar(digits: 8, into: &text)
    default: text += [UInt8(ascii: "\\"), byte]
    }
  }

  private mutating func scalar(digits: Int, into text: inout [UInt8]) throws(Refusal) {
    let end = position + digits
    guard end <= bytes.count,
      let code = UInt32(String(decoding: bytes[position..<end], as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(code)
    else { throw mistake("an escape that is no character") }
    position = end
    text += Array(String(Character(scalar)).utf8)
  }

  // MARK: Bytes

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard peek == byte else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ byte: UInt8) throws(Refusal) {
    guard take(byte) else {
      throw mistake("no '\(Character(Unicode.Scalar(byte)))' where one is due")
    }
  }

  /// The name before a `=`, if that comes next.
  private mutating func keyword() -> String? {
    skipBlanks()
    let start = position
    if let name = try? identifier() {
      skipBlanks()
      let isComparison =
        position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "=")
      if !isComparison, take(UInt8(ascii: "=")) { return name }
    }
    position = start
    return nil
  }

  private mutating func identifier() throws(Refusal) -> String {
    let start = position
    while let byte = peek,
      JSONLexer.isLetterOrDigit(byte) || byte == UInt8(ascii: "_")
        || byte >= 0x80
    {
      position += 1
    }
    let isNumber = start < position && bytes[start] < 0x3A
    guard position > start, !isNumber else {
      position = start
      throw mistake("no name where one is due")
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private func mistake(_ found: String) -> Refusal {
    let source = String(decoding: bytes.prefix(80), as: UTF8.self)
    return Refusal(
      "expected a Python call with literals; found \(found) at byte \(position + 1) of '\(source)'")
  }
}
