/// Whether two calls ask for the same.
enum CallSameness {
  /// Whether two calls have one tool and arguments equal in meaning.
  static func areEqual(_ call: ToolCall, _ other: ToolCall) -> Bool {
    call.name == other.name && ValueEquality.areEqual(call.arguments, other.arguments)
  }

  /// Whether one call would do again what another did: one tool, and every argument that both give
  /// and that is not free text is equal, at least one of them.
  ///
  /// A second order is a second order whatever its note says.
  static func haveSameEffect(_ call: ToolCall, _ other: ToolCall) -> Bool {
    guard call.name == other.name else { return false }
    let mine = leaves(of: call.arguments)
    let theirs = leaves(of: other.arguments)
    if mine.isEmpty, theirs.isEmpty { return true }
    let shared = mine.filter { theirs[$0.key] != nil && !isFreeText($0.value) }
    return !shared.isEmpty
      && shared.allSatisfy { key, value in
        theirs[key].map { isFreeText($0) || ValueEquality.areEqual(value, $0) } ?? true
      }
  }

  /// The scalars of arguments, by path.
  static func leaves(of value: JSONValue, at path: String = "") -> [String: JSONValue] {
    switch value {
    case .object(let object):
      object.members.reduce(into: [:]) { found, member in
        found.merge(leaves(of: member.value, at: "\(path)/\(member.key)")) { first, _ in first }
      }
    case .array(let values):
      values.enumerated().reduce(into: [:]) { found, element in
        found.merge(leaves(of: element.element, at: "\(path)/\(element.offset)")) { first, _ in
          first
        }
      }
    default: [path: value]
    }
  }

  private static func isFreeText(_ value: JSONValue) -> Bool {
    value.stringValue.map { ArgumentFill.words($0) > 4 } ?? false
  }
}

extension ToolCall {
  /// Whether two calls have one tool and arguments equal in meaning: numbers by amount, dates by day,
  /// texts whatever their case and punctuation.
  public func makesSameCall(as other: ToolCall) -> Bool { CallSameness.areEqual(self, other) }
}
