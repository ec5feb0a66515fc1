/// What a reader builds: a value with or without positions.
protocol JSONTree: Sendable {
  associatedtype Member
  static func scalar(_ value: JSONValue, at position: TextPosition) -> Self
  static func array(_ elements: [Self], at position: TextPosition) -> Self
  static func object(_ members: [Member], at position: TextPosition) -> Self
  static func member(_ key: String, at position: TextPosition, value: Self) -> Member
  static func key(of member: Member) -> String
}

extension JSONValue: JSONTree {
  typealias Member = JSONObject.Member
  static func scalar(_ value: JSONValue, at position: TextPosition) -> Self { value }
  static func array(_ elements: [Self], at position: TextPosition) -> Self { .array(elements) }
  static func object(_ members: [Member], at position: TextPosition) -> Self {
    .object(JSONObject(uniqueMembers: members))
  }
  static func member(_ key: String, at position: TextPosition, value: Self) -> Member {
    Member(key: key, value: value)
  }
  static func key(of member: Member) -> String { member.key }
}

extension JSONNode: JSONTree {
  static func scalar(_ value: JSONValue, at position: TextPosition) -> Self {
    switch value {
    case .bool(let value): JSONNode(.bool(value), position: position)
    case .number(let value): JSONNode(.number(value), position: position)
    case .string(let value): JSONNode(.string(value), position: position)
    case .null, .array, .object: JSONNode(.null, position: position)
    }
  }
  static func array(_ elements: [Self], at position: TextPosition) -> Self {
    JSONNode(.array(elements), position: position)
  }
  static func object(_ members: [Member], at position: TextPosition) -> Self {
    JSONNode(.object(members), position: position)
  }
  static func member(_ key: String, at position: TextPosition, value: Self) -> Member {
    Member(key: key, keyPosition: position, value: value)
  }
  static func key(of member: Member) -> String { member.key }
}

/// Builds a tree from the tokens of a lexer, by recursive descent.
struct JSONReader<Tree: JSONTree> {
  var lexer: JSONLexer
  let maximumDepth: Int
  /// Where the keys of the objects now open begin: needed only to report a repeated one.
  private var keyOffsets: [Int] = []

  init(lexer: JSONLexer, maximumDepth: Int) {
    self.lexer = lexer
    self.maximumDepth = maximumDepth
  }

  /// Reads the whole text as one value.
  mutating func document() throws(JSONFailure) -> Tree {
    lexer.skipByteOrderMark()
    try lexer.skipSpace()
    if lexer.isAtEnd { throw JSONFailure(lexer.index, "empty; expected a JSON value") }
    let root = try value(depth: 0)
    try lexer.skipSpace()
    if !lexer.isAtEnd {
      throw JSONFailure(
        lexer.index, "unexpected \(lexer.seen) after the end of the value", isAfterValue: true)
    }
    return root
  }

  private mutating func value(depth: Int) throws(JSONFailure) -> Tree {
    let position = lexer.position
    switch lexer.current {
    case UInt8(ascii: "{"):
      return try object(depth: depth + 1, at: position)
    case UInt8(ascii: "["):
      return try array(depth: depth + 1, at: position)
    case UInt8(ascii: "\""):
      return .scalar(.string(try lexer.string()), at: position)
    case UInt8(ascii: "'") where lexer.json5:
      return .scalar(.string(try lexer.string()), at: position)
    case UInt8(ascii: "t") where lexer.skip(word: "true"):
      return .scalar(.bool(true), at: position)
    case UInt8(ascii: "f") where lexer.skip(word: "false"):
      return .scalar(.bool(false), at: position)
    case UInt8(ascii: "n") where lexer.skip(word: "null"):
      return .scalar(.null, at: position)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."):
      return .scalar(.number(try lexer.number()), at: position)
    default:
      throw lexer.unexpectedValue()
    }
  }

  private mutating func array(depth: Int, at position: TextPosition) throws(JSONFailure) -> Tree {
    try checkDepth(depth)
    let start = lexer.index
    lexer.index += 1
    var elements: [Tree] = []
    try lexer.skipSpace()
    while !lexer.skip(UInt8(ascii: "]")) {
      do {
        elements.append(try value(depth: depth))
      } catch {
        throw error.inside(.index(elements.count))
      }
      try separator(closing: UInt8(ascii: "]"), openedAt: start)
    }
    return .array(elements, at: position)
  }

  private mutating func object(depth: Int, at position: TextPosition) throws(JSONFailure) -> Tree {
    try checkDepth(depth)
    let start = lexer.index
    lexer.index += 1
    var members: [Tree.Member] = []
    var seen: Set<String> = []
    let base = keyOffsets.count
    try lexer.skipSpace()
    while !lexer.skip(UInt8(ascii: "}")) {
      let keyPosition = lexer.position
      let keyOffset = lexer.index
      let key = try lexer.key()
      if isRepeated(key, among: members, seen: &seen) {
        throw repeatedKey(key, at: keyOffset, base: base, members: members)
      }
      keyOffsets.append(keyOffset)
      try lexer.skipSpace()
      guard lexer.skip(UInt8(ascii: ":")) else {
        throw JSONFailure(lexer.index, "expected ':' after a key, found \(lexer.seen)")
          .inside(.key(key))
      }
      try lexer.skipSpace()
      do {
        members.append(Tree.member(key, at: keyPosition, value: try value(depth: depth)))
      } catch {
        throw error.inside(.key(key))
      }
      try separator(closing: UInt8(ascii: "}"), openedAt: start)
    }
    keyOffsets.removeLast(keyOffsets.count - base)
    return .object(members, at: position)
  }

  /// Skips a comma, or leaves the closing bracket as the next byte.
  private mutating func separator(closing: UInt8, openedAt start: Int) throws(JSONFailure) {
    try lexer.skipSpace()
    if lexer.current == closing, !lexer.isAtEnd { return }
    guard lexer.skip(UInt8(ascii: ",")) else {
      let bracket = Character(UnicodeScalar(closing))
      let opened = lexer.place(of: start)
      throw JSONFailure(
        lexer.index, "expected ',' or '\(bracket)', found \(lexer.seen); opened at \(opened)")
    }
    let comma = lexer.index - 1
    try lexer.skipSpace()
    if lexer.current == closing, !lexer.json5 {
      throw JSONFailure(comma, "a comma before the closing bracket is JSON5, not JSON")
    }
  }

  private func checkDepth(_ depth: Int) throws(JSONFailure) {
    if depth > maximumDepth {
      throw JSONFailure(lexer.index, "nested more than \(maximumDepth) deep")
    }
  }

  /// Whether a key occurs already; large objects are searched by hash.
  private func isRepeated(_ key: String, among members: [Tree.Member], seen: inout Set<String>)
    -> Bool
  {
    if members.count < 12 { return members.contains { Tree.key(of: $0) == key } }
    if members.count > seen.count { seen = Set(members.map { Tree.key(of: $0) }) }
    return !seen.insert(key).inserted
  }

  private func repeatedKey(_ key: String, at offset: Int, base: Int, members: [Tree.Member])
    -> JSONFailure
  {
    let index = members.firstIndex { Tree.key(of: $0) == key } ?? 0
    let first = lexer.place(of: keyOffsets[base + index])
    return JSONFailure(offset, "key '\(key)' occurs twice; it is at \(first) already")
  }
}
