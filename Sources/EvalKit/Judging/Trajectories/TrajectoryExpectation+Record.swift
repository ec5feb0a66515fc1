extension TrajectoryExpectation {
  /// The calls recorded at a checkpoint as what is expected there.
  ///
  /// Ordered; identifiers, numbers, dates and members of an enum exact, free text only by its key.
  public static func expectedCalls(
    recorded calls: [ToolCall], tools: [ToolDefinition]
  ) -> [ExpectedCall] {
    calls.map { call in
      let schema = tools.first { $0.name == call.name }?.parameters["properties"]
      var arguments: [String: ArgumentMatcher] = [:]
      for member in call.arguments.objectValue?.members ?? [] {
        let isEnum = schema?[member.key]?["enum"] != nil
        arguments[member.key] =
          isEnum || isExact(member.value) ? .exact(member.value) : .keyOnly
      }
      return ExpectedCall(tool: call.name, arguments: arguments)
    }
  }

  /// Whether a value is one that another wording would change.
  private static func isExact(_ value: JSONValue) -> Bool {
    switch value {
    case .null, .bool, .number: return true
    case .array(let values): return values.allSatisfy(isExact)
    case .object(let object): return object.members.allSatisfy { isExact($0.value) }
    case .string(let text):
      if !text.utf8.contains(where: { $0 == 0x20 || $0 == 0x0A }) {
        return text.utf8.contains { $0 >= 0x30 && $0 <= 0x39 } || text.utf8.count <= 40
      }
      if case .atoms = ValueMatcher(text, kind: .text).needle { return false }
      return true
    }
  }
}
