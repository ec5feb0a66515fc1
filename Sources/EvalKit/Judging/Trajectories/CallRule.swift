/// An expected call made ready once.
struct CallRule: Sendable {
  let expected: ExpectedCall
  private let arguments: [(key: String, rule: ArgumentRule)]

  init(_ expected: ExpectedCall, facts: [String: PreparedFact]) {
    self.expected = expected
    arguments = expected.arguments.sorted { $0.key < $1.key }
      .map { ($0.key, ArgumentRule($0.value, facts: facts)) }
  }

  /// Compares a call.
  func check(_ call: ToolCall) -> ArgumentRule.Result {
    guard call.name == expected.tool else { return .differs("is a call of \(call.name)") }
    var undecided: String?
    for (key, rule) in arguments {
      switch rule.check(call.arguments[key]) {
      case .fits: continue
      case .differs(let reason): return .differs("\(key) \(reason)")
      case .undecided(let reason): undecided = "\(key): \(reason)"
      }
    }
    if expected.exactArguments,
      let extra = call.arguments.objectValue?.keys.first(where: {
        expected.arguments[$0] == nil
      })
    {
      return .differs("\(extra) was not expected")
    }
    return undecided.map { .undecided($0) } ?? .fits
  }

  /// The arguments of a call of the expected tool that are not what they should be, by key.
  func differences(_ call: ToolCall) -> [(key: String, reason: String)] {
    let wrong = arguments.compactMap { key, rule -> (key: String, reason: String)? in
      guard case .differs(let reason) = rule.check(call.arguments[key]) else { return nil }
      return (key, reason)
    }
    guard expected.exactArguments else { return wrong }
    let extra = (call.arguments.objectValue?.keys ?? []).filter { expected.arguments[$0] == nil }
    return wrong + extra.map { ($0, "was not expected") }
  }
}

extension ToolCall {
  /// Name and arguments in short, for reasons.
  var brief: String {
    let text = arguments.serialised()
    return "\(name)(\(text.count <= 60 ? text : text.prefix(57) + "…"))"
  }
}
