/// A line of a run directory that cannot be read.
public struct RecordError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The key path, such as `requests[3].tokens`; empty at the top.
  public var path: String
  /// What is wrong.
  public var message: String

  /// Makes an error.
  public init(path: String, message: String) {
    self.path = path
    self.message = message
  }

  /// The message with its place.
  public var description: String { path.isEmpty ? message : "\(message) (at \(path))" }
}

/// The members of an object this package wrote itself, read back by key.
struct RecordFields {
  let object: JSONObject
  let path: String

  init(_ value: JSONValue, path: String = "") throws {
    guard let object = value.objectValue else {
      throw RecordError(path: path, message: "expected an object, found \(value.kindName)")
    }
    self.object = object
    self.path = path
  }

  /// Reads the top of a line: refuses an unknown version or another kind.
  init(line: JSONValue, kind: String, newest: Int = 1) throws {
    try self.init(line)
    let version = try integer("version")
    guard (1...newest).contains(version) else {
      throw RecordError(
        path: "version", message: "unknown version \(version); the newest known is \(newest)")
    }
    let found = try string("kind")
    guard found == kind else {
      throw RecordError(path: "kind", message: "expected kind '\(kind)', found '\(found)'")
    }
  }

  func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  func value(_ key: String) throws -> JSONValue {
    guard let value = object[key] else {
      throw RecordError(path: path, message: "missing key '\(key)'")
    }
    return value
  }

  func string(_ key: String) throws -> String { try read(key, "a string", \.stringValue) }
  func integer(_ key: String) throws -> Int { try read(key, "a whole number", \.intValue) }
  func array(_ key: String) throws -> [JSONValue] { try read(key, "an array", \.arrayValue) }
  func number(_ key: String) throws -> Double { try read(key, "a number", \.doubleValue) }

  func optionalString(_ key: String) throws -> String? {
    object[key] == nil ? nil : try string(key)
  }
  func integer(_ key: String, default value: Int) throws -> Int {
    object[key] == nil ? value : try integer(key)
  }
  func optionalInteger(_ key: String) throws -> Int? {
    object[key] == nil ? nil : try integer(key)
  }
  /// An object, read with its path; nil where the key is missing.
  func optional<Value>(_ key: String, _ read: (RecordFields) throws -> Value) throws -> Value? {
    try object[key].map { try read(RecordFields($0, path: path(of: key))) }
  }
  func flag(_ key: String) throws -> Bool {
    object[key] == nil ? false : try read(key, "true or false", \.boolValue)
  }

  /// The elements of an array, each read with its path; none where the key is missing.
  func list<Value>(_ key: String, _ read: (JSONValue, String) throws -> Value) throws -> [Value] {
    guard object[key] != nil else { return [] }
    let path = path(of: key)
    return try array(key).enumerated().map { try read($0.element, "\(path)[\($0.offset)]") }
  }

  func strings(_ key: String) throws -> [String] {
    try list(key) { value, path in
      guard let text = value.stringValue else {
        throw RecordError(path: path, message: "expected a string, found \(value.kindName)")
      }
      return text
    }
  }

  /// A word that names a case.
  func word<Value: RawRepresentable>(_ key: String, as type: Value.Type) throws -> Value
  where Value.RawValue == String {
    let text = try string(key)
    guard let value = Value(rawValue: text) else {
      throw RecordError(path: path(of: key), message: "unknown word '\(text)'")
    }
    return value
  }

  private func read<Value>(_ key: String, _ expected: String, _ get: (JSONValue) -> Value?) throws
    -> Value
  {
    let value = try value(key)
    guard let found = get(value) else {
      throw RecordError(
        path: path(of: key), message: "expected \(expected), found \(value.kindName)")
    }
    return found
  }
}

extension JSONObject {
  /// Makes an object of what is there, keys sorted by their UTF-8: one order for all that we write.
  ///
  /// Only the object's own keys: a recorded value in it keeps its order.
  init(sorting pairs: KeyValuePairs<String, JSONValue?>) {
    let members = pairs.compactMap { pair in pair.value.map { Member(key: pair.key, value: $0) } }
    self.init(
      uniqueMembers: members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
  }
}

extension JSONValue {
  /// An object with the keys that have a value, sorted.
  static func sorted(_ pairs: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(JSONObject(sorting: pairs))
  }

  /// Strings as an array.
  static func strings(_ texts: some Sequence<String>) -> JSONValue {
    .array(texts.map { .string($0) })
  }

  /// Nil where an array is empty: left out of an object.
  var unlessEmpty: JSONValue? {
    switch self {
    case .array(let values): values.isEmpty ? nil : self
    case .object(let object): object.isEmpty ? nil : self
    default: self
    }
  }

  /// True, or nil: left out of an object.
  static func ifTrue(_ flag: Bool) -> JSONValue? { flag ? .bool(true) : nil }

  /// A number unless it is 0: left out of an object.
  static func ifNotZero(_ number: Int) -> JSONValue? { number == 0 ? nil : JSONValue(number) }
}
