/// A value that can be read from JSON strictly: what does not fit is reported with its place.
public protocol StrictDecodable {
  /// Reads a value.
  ///
  /// - Returns: nil if it does not fit; then at least one error was added to `diagnostics`.
  static func decode(_ node: JSONNode, path: String, diagnostics: DiagnosticCollector) -> Self?
}

/// A JSON object being read strictly: hands out its keys, and reports every mistake with its place.
///
/// ```swift
/// let object = StrictObject(node, path: "facts[0]", diagnostics: diagnostics)
/// let id = object.required("id", as: String.self)
/// let aliases = object.optional("aliases", as: [String].self) ?? []
/// object.finish()  // reports the keys nobody asked for
/// ```
/// What is missing or does not fit comes out as nil, and an error is added; go on reading, so that
/// all errors are reported at once, and ask `diagnostics.hasErrors` in the end.
public final class StrictObject {
  /// Where the object begins.
  public let position: TextPosition
  /// Its key path.
  public let path: String
  /// Where mistakes go.
  public let diagnostics: DiagnosticCollector
  /// Whether the node is an object at all; that it is not was reported.
  public let isObject: Bool
  private let members: [JSONNode.Member]
  private var known: [String] = []
  private var ignored: Set<String> = []

  /// Makes a reader; a node that is no object is reported, and read as one that is never missing
  /// anything, so that one mistake gives one error.
  public init(_ node: JSONNode, path: String = "", diagnostics: DiagnosticCollector) {
    position = node.position
    self.path = path
    self.diagnostics = diagnostics
    members = node.members ?? []
    isObject = node.members != nil
    if !isObject { error("expected an object, found \(node.kindName)") }
  }

  /// The keys there are, in order.
  public var keys: [String] { members.map(\.key) }

  /// Whether a key is there; does not count as asking for it.
  public func contains(_ key: String) -> Bool { members.contains { $0.key == key } }

  /// The path of a key.
  public func path(of key: String) -> String { KeyPathText.appending(key: key, to: path) }

  /// The node at a key, if it is there.
  public func node(_ key: String) -> JSONNode? {
    if !known.contains(key) { known.append(key) }
    return members.first { $0.key == key }?.value
  }

  /// The node at a key; reports if it is missing.
  public func requiredNode(_ key: String) -> JSONNode? {
    if let node = node(key) { return node }
    if isObject { error("missing key '\(key)'" + misspelling(of: key)) }
    return nil
  }

  /// The value at a key; reports if it is missing or does not fit.
  public func required<Value: StrictDecodable>(_ key: String, as type: Value.Type = Value.self)
    -> Value?
  {
    requiredNode(key).flatMap {
      Value.decode($0, path: path(of: key), diagnostics: diagnostics)
    }
  }

  /// The value at a key, nil if it is missing; reports if it does not fit.
  public func optional<Value: StrictDecodable>(_ key: String, as type: Value.Type = Value.self)
    -> Value?
  {
    node(key).flatMap { Value.decode($0, path: path(of: key), diagnostics: diagnostics) }
  }

  /// The value at a key, or a default if it is missing; reports if it does not fit.
  public func optional<Value: StrictDecodable>(_ key: String, default value: Value) -> Value {
    optional(key, as: Value.self) ?? value
  }

  /// The object at a key; reports if it is missing or none.
  public func requiredObject(_ key: String) -> StrictObject? {
    requiredNode(key).map { StrictObject($0, path: path(of: key), diagnostics: diagnostics) }
  }

  /// The object at a key, nil if it is missing; reports if it is none.
  public func optionalObject(_ key: String) -> StrictObject? {
    node(key).map { StrictObject($0, path: path(of: key), diagnostics: diagnostics) }
  }

  /// The elements of the array at a key, each read by a function that may give nil to leave it out.
  ///
  /// - Returns: an empty array if the key is missing, or holds no array, which is reported.
  public func array<Value>(
    _ key: String, required: Bool = false, _ read: (_ element: JSONNode, _ path: String) -> Value?
  ) -> [Value] {
    guard let node = required ? requiredNode(key) : node(key) else { return [] }
    guard let elements = node.elements else {
      error("expected an array, found \(node.kindName)", at: key)
      return []
    }
    let path = path(of: key)
    return elements.enumerated().compactMap { index, element in
      read(element, KeyPathText.appending(index: index, to: path))
    }
  }

  /// The objects of the array at a key, each read by a function and then finished.
  public func objects<Value>(
    _ key: String, required: Bool = false, _ read: (_ object: StrictObject) -> Value?
  ) -> [Value] {
    array(key, required: required) { element, path in
      let object = StrictObject(element, path: path, diagnostics: diagnostics)
      defer { object.finish() }
      return read(object)
    }
  }

  /// Adds an error about a key that is there, or about the object.
  public func error(_ message: String, at key: String? = nil) {
    let member = key.flatMap { key in members.first { $0.key == key } }
    diagnostics.error(
      message, at: member?.value.position ?? position,
      path: member.map { path(of: $0.key) } ?? path)
  }

  /// Adds a warning about a key that is there, or about the object.
  public func warning(_ message: String, at key: String? = nil) {
    let member = key.flatMap { key in members.first { $0.key == key } }
    diagnostics.warning(
      message, at: member?.value.position ?? position,
      path: member.map { path(of: $0.key) } ?? path)
  }

  /// Leaves out keys of ``finish()``'s report, without offering them as suggestions.
  public func ignore(_ keys: String...) { ignored.formUnion(keys) }

  /// Reports the keys that were not asked for, each with the known one it is nearest to.
  public func finish() {
    for member in members where !known.contains(member.key) && !ignored.contains(member.key) {
      let absent = known.filter { !contains($0) }
      let hint = EditDistance.suggestion(for: member.key, in: absent)
      let list = hint.isEmpty ? "; known are \(known.sorted().joined(separator: ", "))" : hint
      diagnostics.error(
        "unknown key '\(member.key)'" + list, at: member.keyPosition, path: path)
    }
  }

  /// A hint that a key of the object looks like the one that is missing.
  private func misspelling(of key: String) -> String {
    EditDistance.nearest(key, in: keys.filter { !known.contains($0) })
      .map { "; is '\($0)' meant to be it?" } ?? ""
  }
}
