/// Whether two calls ask for the same.
enum CallSameness {
  /// Whether two calls have one tool and arguments equal in meaning.
  static func areEqual(_ call: ToolCall, _ other: ToolCall) -> Bool {
    call.name == other.name && ValueEquality.areEqual(call.arguments, other.arguments)
  }

  /// Whether one call would do again what another did: one tool, and equal arguments but for free
  /// text and for what may be left out.
  ///
  /// A second order is a second order whatever its note says.
  ///
  /// - Parameter tool: The tool as it is defined; where its arguments are not, none may be left out.
  static func haveSameEffect(
    _ call: ToolCall, _ other: ToolCall, tool: ToolDefinition? = nil
  ) -> Bool {
    guard call.name == other.name else { return false }
    let mine = leaves(of: call.arguments).filter { !isFreeText($0.value) }
    let theirs = leaves(of: other.arguments).filter { !isFreeText($0.value) }
    let optional = optionalPaths(of: tool)
    let isAnyShared = mine.keys.contains { theirs[$0] != nil }
    return (isAnyShared || (mine.isEmpty && theirs.isEmpty))
      && Set(mine.keys).union(theirs.keys).allSatisfy { path in
        guard let left = mine[path], let right = theirs[path] else {
          return optional.contains(path)
        }
        return ValueEquality.areEqual(left, right)
      }
  }

  /// The paths of the arguments that a call of a tool may leave out.
  private static func optionalPaths(of tool: ToolDefinition?) -> Set<String> {
    let required = tool?.parameters["required"]?.arrayValue?.compactMap(\.stringValue) ?? []
    let known = tool?.parameters["properties"]?.objectValue?.keys ?? []
    return Set(known.filter { !required.contains($0) }.map { "/\($0)" })
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
