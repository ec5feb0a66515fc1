import EvalKit

/// Expectations drafted from recorded calls that changed something and did not fail.
struct TrajectoryDrafts {
  private let value: EvalCase
  private let effects: ToolEffects
  private let trace: [EntryID: [ArgumentTrace.Argument]]
  private let folded: [FoldedText]

  /// - Parameter value: The case, with the facts that arguments may be.
  init(_ value: EvalCase, effects: ToolEffects) {
    self.value = value
    self.effects = effects
    let trace = ArgumentTrace(value.transcript, structure: value.structure)
    self.trace = Dictionary(grouping: trace.arguments, by: \.entry)
    folded = value.transcript.entries.map { FoldedText($0) }
  }

  /// A drafted expectation with why it matters.
  struct Draft {
    var trajectory: TrajectoryExpectation
    var reason: String
    var points: Int
  }

  /// The drafts, those whose arguments reach back most first.
  func drafts(limit: Int) -> [Draft] {
    let replies = Replay(value.transcript, structure: value.structure).replies
    var names = FactNames(
      value.trajectories.map(\.id) + value.probes.map(\.id))
    let judged = Set(
      value.trajectories.compactMap { trajectory -> EntryID? in
        if case .before(let id) = trajectory.at { id } else { nil }
      })
    var drafts: [Draft] = []
    for reply in replies {
      guard !judged.contains(where: { reply.entries.contains($0.index) }),
        let draft = draft(reply)
      else { continue }
      drafts.append(draft)
    }
    let chosen = drafts.enumerated().sorted {
      ($1.element.points, $0.offset) < ($0.element.points, $1.offset)
    }.prefix(limit).sorted { $0.offset < $1.offset }.map(\.element)
    return chosen.map { draft in
      var draft = draft
      draft.trajectory.id = names.claim(draft.trajectory.id)
      return draft
    }
  }

  private func draft(_ reply: RecordedReply) -> Draft? {
    var trajectory = TrajectoryExpectation(id: "", at: .before(reply.start), isDraft: true)
    var points = 0
    var supplied: [String] = []
    for (entry, call) in reply.calls(in: value.transcript) {
      let place = value.transcript[entry].calls.firstIndex(of: call) ?? 0
      let traced = (trace[entry] ?? []).filter { $0.call == place }
      let expected = expected(call, at: entry)
      if effects.effect(of: call.name) == .read {
        trajectory.optional.append(ExpectedCall(tool: call.name))
      } else if !hasFailed(entry, place) {
        trajectory.ordered.append(expected)
        if trajectory.id.isEmpty {
          trajectory.id = FactNames.slug(call.name) ?? "call"
          trajectory.at = .before(entry)
        }
        points += 1 + Set(traced.map(\.value.value)).count
        supplied += traced.map(\.path)
      }
    }
    guard !trajectory.ordered.isEmpty else { return nil }
    let reason =
      supplied.isEmpty
      ? "recorded in '\(value.transcript.name(of: reply.start))'; earlier turns supply no argument"
      : "recorded in '\(value.transcript.name(of: reply.start))'; earlier turns supply "
        + supplied.prefix(4).joined(separator: ", ")
        + (supplied.count > 4 ? " and \(supplied.count - 4) more" : "")
    return Draft(trajectory: trajectory, reason: reason, points: points)
  }

  private func hasFailed(_ entry: EntryID, _ call: Int) -> Bool {
    let outputs = value.structure.outputs[entry.index]
    guard outputs.indices.contains(call), let output = outputs[call] else { return false }
    return FailedOutput.isFailed(value.transcript[output])
  }

  // MARK: Arguments

  private func expected(_ call: ToolCall, at entry: EntryID) -> ExpectedCall {
    let tool = value.transcript.head(at: entry.index).tools.first { $0.name == call.name }
    var arguments: [String: ArgumentMatcher] = [:]
    for member in call.arguments.objectValue?.members ?? [] {
      let schema = tool?.parameters["properties"]?[member.key]
      arguments[member.key] = matcher(member.value, schema, before: entry)
    }
    return ExpectedCall(tool: call.name, arguments: arguments)
  }

  /// A fact where the value is one that was said; exact where something before the call says it;
  /// else, as for free text, only that the key is there.
  private func matcher(_ value: JSONValue, _ schema: JSONValue?, before entry: EntryID)
    -> ArgumentMatcher
  {
    if let text = value.stringValue ?? value.numberLiteral,
      let fact = fact(text, before: entry)
    {
      return .fact(fact.id)
    }
    return isSupplied(value, schema, before: entry) ? .exact(value) : .keyOnly
  }

  private func fact(_ text: String, before entry: EntryID) -> Fact? {
    let said = MatchText(text)
    return value.facts.first { fact in
      guard !fact.isDerived, let first = fact.evidence.map({ $0.entry?.index ?? -1 }).min(),
        first < entry.index
      else { return false }
      return ValueMatcher(fact.value, kind: ValueMatcher.Kind(factKind: fact.kind)).isWhole(said)
    }
  }

  private func isSupplied(_ value: JSONValue, _ schema: JSONValue?, before entry: EntryID) -> Bool {
    if let words = schema?["enum"]?.arrayValue, words.contains(value) { return true }
    switch value {
    case .null, .bool: return true
    case .number(let number):
      return abs(number.doubleValue) < 10 || isSaid(number.literal, before: entry)
    case .string(let text):
      // Free text can be written in many ways, also where this one was said.
      let isShort = text.split(separator: " ").count <= 4
      return text.isEmpty || (isShort && isSaid(text, before: entry))
    case .array(let values):
      return values.allSatisfy { isSupplied($0, schema?["items"], before: entry) }
    case .object(let object):
      return object.members.allSatisfy {
        isSupplied($0.value, schema?["properties"]?[$0.key], before: entry)
      }
    }
  }

  private func isSaid(_ text: String, before entry: EntryID) -> Bool {
    folded.prefix(entry.index).contains { $0.says(text) }
  }
}

extension JSONValue {
  /// The digits of a number, as they are written.
  fileprivate var numberLiteral: String? {
    if case .number(let number) = self { number.literal } else { nil }
  }
}
