extension JSONNode {
  /// Adds an error that this node is not what was expected.
  func reportMismatch(_ expected: String, path: String, to diagnostics: DiagnosticCollector) {
    diagnostics.error("expected \(expected), found \(kindName)", at: position, path: path)
  }
}

extension String: StrictDecodable {
  /// Reads a string.
  public static func decode(_ node: JSONNode, path: String, diagnostics: DiagnosticCollector)
    -> String?
  {
    if case .string(let value) = node.kind { return value }
    node.reportMismatch("a string", path: path, to: diagnostics)
    return nil
  }
}

extension Bool: StrictDecodable {
  /// Reads `true` or `false`.
  public static func decode(_ node: JSONNode, path: String, diagnostics: DiagnosticCollector)
    -> Bool?
  {
    if case .bool(let value) = node.kind { return value }
    node.reportMismatch("true or false", path: path, to: diagnostics)
    return nil
  }
}

extension Int: StrictDecodable {
  /// Reads a number without fraction; `1.0` and `1e3` are some.
  public static func decode(_ node: JSONNode, path: String, diagnostics: DiagnosticCollector)
    -> Int?
  {
    guard case .number(let number) = node.kind else {
      node.reportMismatch("a whole number", path: path, to: diagnostics)
      return nil
    }
    if let value = number.intValue { return value }
    diagnostics.error(
      "expected a whole number, found \(number.literal)", at: node.position, path: path)
    return nil
  }
}

extension Double: StrictDecodable {
  /// Reads a finite number.
  public static func decode(_ node: JSONNode, path: String, diagnostics: DiagnosticCollector)
    -> Double?
  {
    guard case .number(let number) = node.kind else {
      node.reportMismatch("a number", path: path, to: diagnostics)
      return nil
    }
    if number.doubleValue.isFinite { return number.doubleValue }
    diagnostics.error("the number \(number.literal) is too large", at: node.position, path: path)
    return nil
  }
}

extension JSONValue: StrictDecodable {
  /// Reads anything.
  public static func decode(_ node: JSONNode, path: String, diagnostics: DiagnosticCollector)
    -> JSONValue?
  {
    node.value
  }
}

extension JSONNode: StrictDecodable {
  /// Hands out the node itself.
  public static func decode(_ node: JSONNode, path: String, diagnostics: DiagnosticCollector)
    -> JSONNode?
  {
    node
  }
}

extension Array: StrictDecodable where Element: StrictDecodable {
  /// Reads an array; elements that do not fit are reported and left out.
  public static func decode(_ node: JSONNode, path: String, diagnostics: DiagnosticCollector)
    -> [Element]?
  {
    guard let elements = node.elements else {
      node.reportMismatch("an array", path: path, to: diagnostics)
      return nil
    }
    return elements.enumerated().compactMap { index, element in
      Element.decode(
        element, path: KeyPathText.appending(index: index, to: path), diagnostics: diagnostics)
    }
  }
}

extension StrictDecodable where Self: RawRepresentable & CaseIterable, RawValue == String {
  /// Reads a case by its name; reports the names there are, and the nearest.
  public static func decode(_ node: JSONNode, path: String, diagnostics: DiagnosticCollector)
    -> Self?
  {
    guard let name = String.decode(node, path: path, diagnostics: diagnostics) else { return nil }
    if let value = Self(rawValue: name) { return value }
    let names = allCases.map(\.rawValue)
    let hint = EditDistance.suggestion(for: name, in: names)
    diagnostics.error(
      "expected one of \(names.joined(separator: ", ")), found '\(name)'" + hint,
      at: node.position, path: path)
    return nil
  }
}
