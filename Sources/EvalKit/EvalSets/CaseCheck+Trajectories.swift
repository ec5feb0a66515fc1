extension CaseCheck {
  func checkTrajectories() {
    for (index, trajectory) in value.trajectories.enumerated() {
      let part = CasePlaces.Part.trajectory(index)
      let expected = trajectory.ordered + trajectory.unordered
      if expected.isEmpty, trajectory.disallowed.isEmpty, trajectory.allowsAdditionalCalls,
        !trajectory.isFromRecord
      {
        error("the trajectory '\(trajectory.id)' expects nothing", at: part)
      }
      let count = lastRequest(of: trajectory)
      for (place, call) in expected.enumerated() {
        for key in call.arguments.keys.sorted() {
          guard let matcher = call.arguments[key] else { continue }
          // What was recorded may have been computed; a written expectation must be answerable.
          let isWritten = !trajectory.isFromRecord
          check(
            matcher, "\(call.tool).\(key)", before: count, isWritten: isWritten, at: part,
            fix: argumentFix(key, of: place, in: trajectory, part))
        }
      }
      for call in trajectory.optional + trajectory.disallowed {
        for case .fact(let id) in call.arguments.values where value.fact(id) == nil {
          error("there is no fact '\(id)'", at: part)
        }
      }
    }
  }

  /// How many entries stand before the last reply that is judged.
  private func lastRequest(of trajectory: TrajectoryExpectation) -> Int {
    let starts: [Int]
    switch trajectory.at {
    case .before(let id):
      starts = replies.values.filter { $0.entries.contains(id.index) }.map(\.start.index)
    case .turn(let id):
      let turn = value.structure.turns[id.index]
      starts = replies.values.filter { value.structure.turns[$0.input.index] == turn }
        .map(\.start.index)
    case .end, .after, .every: starts = []
    }
    return starts.max() ?? value.transcript.entries.count
  }

  private func check(
    _ matcher: ArgumentMatcher, _ argument: String, before count: Int, isWritten: Bool,
    at part: CasePlaces.Part, fix: MechanicalFix?
  ) {
    if case .fact(let id) = matcher {
      guard let fact = value.fact(id) else {
        error("there is no fact '\(id)'", at: part)
        return
      }
      let first = fact.evidence.map { $0.entry?.index ?? -1 }.min()
      if let first, first >= count {
        error(
          "the argument '\(argument)' is '\(id)', which is said only later, in "
            + name(EntryID(first)), at: part)
      }
      return
    }
    guard isWritten else { return }
    switch matcher {
    case .contains(let text), .hasPrefix(let text), .hasSuffix(let text):
      if folded.prefix(count).contains(where: { $0.contains(text) }) { return }
    default: break
    }
    let values = matcher.values
    let supplied = values.map { isSupplied($0, before: count) }
    let isEnough =
      if case .oneOf = matcher { supplied.contains(true) } else { !supplied.contains(false) }
    if !values.isEmpty, !isEnough {
      let texts = values.map { $0.stringValue ?? $0.serialised() }
      error(
        "nothing before the call supplies the argument '\(argument)': \(Self.list(texts))",
        at: part, fix: fix)
    }
  }

  /// Whether every piece of a value is said by an earlier entry, the instructions or a tool.
  private func isSupplied(_ value: JSONValue, before count: Int) -> Bool {
    switch value {
    case .null, .bool: return true
    // Small numbers are written as words, or are defaults.
    case .number(let number): return abs(number.doubleValue) < 10 || isSaid(number.literal, count)
    case .string(let text): return text.isEmpty || isSaid(text, count)
    case .array(let values): return values.allSatisfy { isSupplied($0, before: count) }
    case .object(let object):
      return object.members.allSatisfy { isSupplied($0.value, before: count) }
    }
  }

  private func isSaid(_ text: String, _ count: Int) -> Bool {
    instructions.says(text) || tools.says(text)
      || folded.prefix(count).contains { $0.says(text) }
  }
}
