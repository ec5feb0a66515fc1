/// A JSON value that keeps what Foundation loses: key order and the literal text of numbers.
///
/// Equality is structural and order-sensitive for objects; use ``JSONValue/isEquivalent(to:)`` to
/// compare meaning (`1.0` and `1`, any key order).
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

/// A number as it was written.
public struct JSONNumber: Hashable, Sendable {
  /// The literal text, in JSON syntax.
  public let literal: String

  /// Makes a number from its literal text, which must be a JSON number.
  public init(literal: String) { self.literal = literal }

  /// Makes a number from an integer.
  public init(_ value: Int) { literal = String(value) }

  /// The value as a double; infinite if out of range.
  public var doubleValue: Double { Double(literal) ?? .nan }

  /// The value as an integer, or nil if it has a fraction or does not fit.
  public var intValue: Int? { Int(literal) ?? Int(exactly: doubleValue) }
}

/// An object with its keys in recorded order.
public struct JSONObject: Hashable, Sendable {
  /// A key with its value.
  public struct Member: Hashable, Sendable {
    /// The key.
    public var key: String
    /// The value.
    public var value: JSONValue
  }

  /// The members in recorded order; keys are unique.
  public private(set) var members: [Member]

  /// Makes an object; a repeated key keeps its first place and takes its last value.
  public init(_ pairs: [(String, JSONValue)] = []) {
    members = []
    for (key, value) in pairs { self[key] = value }
  }

  /// Makes an object from members known to be unique.
  package init(uniqueMembers: [Member]) { members = uniqueMembers }

  /// The value at a key; setting nil removes the key.
  ///
  /// - Complexity: O(number of members).
  public subscript(key: String) -> JSONValue? {
    get { members.first { $0.key == key }?.value }
    set {
      if let index = members.firstIndex(where: { $0.key == key }) {
        if let newValue { members[index].value = newValue } else { members.remove(at: index) }
      } else if let newValue {
        members.append(Member(key: key, value: newValue))
      }
    }
  }

  /// The keys in recorded order.
  public var keys: [String] { members.map(\.key) }

  /// Whether there are no members.
  public var isEmpty: Bool { members.isEmpty }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A number.
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
  /// A boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object, keys in the order written.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}

extension JSONValue {
  /// Makes a number from an integer.
  public init(_ value: Int) { self = .number(JSONNumber(value)) }

  /// Makes a number from a finite double, as its shortest round-trip text; null if not finite.
  public init(_ value: Double) {
    guard value.isFinite else {
      self = .null
      return
    }
    if let whole = Int(exactly: value), abs(whole) < 1 << 53 {
      self = .number(JSONNumber(whole))
    } else {
      self = .number(JSONNumber(literal: "\(value)"))
    }
  }

  /// The string, if it is one.
  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The integer, if it is a number without fraction.
  public var intValue: Int? {
    if case .number(let value) = self { value.intValue } else { nil }
  }

  /// The number as a double, if it is one.
  public var doubleValue: Double? {
    if case .number(let value) = self { value.doubleValue } else { nil }
  }

  /// The boolean, if it is one.
  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements, if it is an array.
  public var arrayValue: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The object, if it is one.
  public var objectValue: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// Whether it is null.
  public var isNull: Bool { self == .null }

  /// The value at a key, if it is an object that has it.
  public subscript(key: String) -> JSONValue? { objectValue?[key] }

  /// Whether two values mean the same: numbers by value, objects in any key order.
  public func isEquivalent(to other: JSONValue) -> Bool {
    switch (self, other) {
    case (.number(let a), .number(let b)):
      return a.literal == b.literal || a.doubleValue == b.doubleValue
    case (.array(let a), .array(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { $0.isEquivalent(to: $1) }
    case (.object(let a), .object(let b)):
      return a.members.count == b.members.count
        && a.members.allSatisfy { member in
          b[member.key].map { member.value.isEquivalent(to: $0) } ?? false
        }
    default:
      return self == other
    }
  }
}
