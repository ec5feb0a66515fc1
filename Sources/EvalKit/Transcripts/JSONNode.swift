/// A JSON value that knows where it, its parts and its keys stand in their file.
public struct JSONNode: Hashable, Sendable {
  /// What the value is.
  public enum Kind: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  /// A key with its value.
  public struct Member: Hashable, Sendable {
    /// The key.
    public var key: String
    /// Where the key begins.
    public var keyPosition: TextPosition
    /// The value.
    public var value: JSONNode
  }

  /// What the value is.
  public var kind: Kind
  /// Where it begins.
  public var position: TextPosition

  /// Makes a node.
  public init(_ kind: Kind, position: TextPosition) {
    self.kind = kind
    self.position = position
  }

  /// Reads a value with positions from UTF-8 bytes.
  ///
  /// - Throws: ``JSONError`` at the first mistake.
  public static func parse(
    _ bytes: [UInt8], file: String = "", options: JSONParser.Options = JSONParser.Options()
  ) throws(JSONError) -> JSONNode {
    try JSONParser.node(bytes, file: file, options: options).root
  }

  /// Reads a value with positions from a text.
  ///
  /// - Throws: ``JSONError`` at the first mistake.
  public static func parse(
    _ text: String, file: String = "", options: JSONParser.Options = JSONParser.Options()
  ) throws(JSONError) -> JSONNode {
    try parse(Array(text.utf8), file: file, options: options)
  }

  /// The value without positions.
  public var value: JSONValue {
    switch kind {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let value): .number(value)
    case .string(let value): .string(value)
    case .array(let values): .array(values.map(\.value))
    case .object(let members):
      .object(
        JSONObject(
          uniqueMembers: members.map { JSONObject.Member(key: $0.key, value: $0.value.value) }))
    }
  }

  /// The members, if it is an object.
  public var members: [Member]? {
    if case .object(let members) = kind { members } else { nil }
  }

  /// The elements, if it is an array.
  public var elements: [JSONNode]? {
    if case .array(let elements) = kind { elements } else { nil }
  }

  /// The string, if it is one.
  public var stringValue: String? {
    if case .string(let value) = kind { value } else { nil }
  }

  /// The value at a key, if it is an object that has it.
  public subscript(key: String) -> JSONNode? { members?.first { $0.key == key }?.value }

  /// The kind in words, for messages: "a string".
  public var kindName: String {
    switch kind {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONValue {
  /// The kind in words, for messages: "a string".
  public var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
