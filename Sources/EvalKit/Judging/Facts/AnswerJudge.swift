/// Judges the answers to one probe.
struct AnswerJudge {
  /// One thing an answer has to say, in any of some ways, and what must not be said instead.
  struct Demand {
    let name: String
    let current: [ValueMatcher]
    let superseded: [ValueMatcher]
    /// Values of the same kind that are other facts'.
    let others: [ValueMatcher]
  }

  let demands: [Demand]
  let isAnyEnough: Bool
  let isInOrder: Bool
  let number: (value: Double, tolerance: Double)?
  let expectsAbstention: Bool
  /// Whether what is asked for is what is ruled out, so that "not X" gives X.
  let asksForDenied: Bool
  /// How much an answer may say beside the value.
  let strictness: Strictness

  init(_ probe: Probe, facts: [String: PreparedFact], strictness: Strictness = .normal) {
    self.strictness = strictness
    let asked = probe.facts.compactMap { facts[$0] }
    let superseded = asked.flatMap(\.superseded)
    expectsAbstention = probe.expectsAbstention
    asksForDenied = asked.contains { $0.fact.kind == "negative" } || Self.isDenied(probe.ask)
    var number: (value: Double, tolerance: Double)?
    var isAnyEnough = false
    var isInOrder = false
    switch probe.expect {
    case .facts:
      isAnyEnough = probe.anyOf
      demands = asked.map { fact in
        Demand(
          name: fact.fact.value, current: fact.values, superseded: fact.superseded,
          others: facts.values
            .filter { $0.fact.kind == fact.fact.kind && !probe.facts.contains($0.fact.id) }
            .sorted { $0.fact.id < $1.fact.id }.flatMap(\.values))
      }
    case .answer(let answer, let aliases, let kind):
      demands = [
        Demand(
          name: answer,
          current: ([answer] + aliases).flatMap { ValueMatcher.all(of: $0, factKind: kind) },
          superseded: superseded, others: [])
      ]
    case .number(let value, let tolerance):
      number = (value, tolerance)
      demands = []
    case .list(let values, let anyOrder):
      isInOrder = !anyOrder
      demands = values.map {
        Demand(
          name: $0, current: [ValueMatcher($0, kind: .text)], superseded: [], others: [])
      }
    case .abstain: demands = []
    }
    self.number = number
    self.isAnyEnough = isAnyEnough
    self.isInOrder = isInOrder
  }

  private static func isDenied(_ ask: String) -> Bool {
    let text = MatchText(ask)
    return text.atoms.indices.contains { index in
      denying.contains(text.atoms[index].hash) || text.isContractedNot(index)
    }
  }

  private static let denying = Set(
    [
      "not", "never", "avoid", "exclude", "excluded", "forbidden", "banned", "rejected", "ruled",
      "without", "except",
    ].map(MatchText.hash))

  /// How a reply comes out, with the reason in words.
  ///
  /// - Complexity: O(atoms of the answer × values).
  func judgement(of reply: Reply) -> AnswerJudgement {
    let text = MatchText(reply.answerText)
    if reply.abstained { return AnswerJudgement(verdict: .abstained, reason: "it declines") }
    let declined = Abstention.isMade(by: text)
    let reading = AnswerReading(text, asksForDenied: asksForDenied)
    if expectsAbstention {
      if declined { return AnswerJudgement(verdict: .abstained, reason: "it declines") }
      return AnswerJudgement(
        verdict: .wrong,
        reason: "it asserts '\(Self.short(reply.text))', nothing of the kind was said",
        unexpected: ValueMatcher.said(in: reading))
    }
    var result =
      number.map { judge($0, reading) } ?? judge(reading)
    if result.verdict == .wrong, declined {
      result = AnswerJudgement(verdict: .abstained, reason: "it declines")
    }
    return result
  }

  private static func short(_ text: String) -> String {
    text.count <= 60 ? text : text.prefix(57) + "…"
  }

  private func judge(_ expected: (value: Double, tolerance: Double), _ reading: AnswerReading)
    -> AnswerJudgement
  {
    let asserted = reading.text.numbers.filter { reading.stance(of: $0.range) == .asserted }
    func isRight(_ mention: NumberMention) -> Bool {
      mention.values.contains {
        abs($0 - expected.value) <= expected.tolerance
          || NumberMention.areEqual($0, expected.value)
      }
    }
    let right = asserted.filter(isRight)
    let other = asserted.filter { !isRight($0) }
    guard let first = right.first else {
      return AnswerJudgement(
        verdict: .wrong,
        reason: "no number within \(expected.tolerance) of \(expected.value)",
        unexpected: other.map { ValueMatcher(reading.text.text(of: $0.range), kind: .number) })
    }
    let said = AnswerJudgement(
      verdict: .correct, reason: "'\(reading.text.text(of: first.range))' is said")
    if strictness == .lenient, asserted.first.map(isRight) == true { return said }
    if Set(asserted.compactMap(\.values.first)).count > 6 {
      return AnswerJudgement(verdict: .ambiguous, reason: "\(asserted.count) numbers are said")
    }
    if let rival = other.first(where: { other in
      right.contains { reading.areAlternatives($0.range, other.range, within: 3) }
    }) {
      return AnswerJudgement(
        verdict: .ambiguous,
        reason: "\(expected.value) or \(reading.text.text(of: rival.range)) is said",
        unexpected: [ValueMatcher(reading.text.text(of: rival.range), kind: .number)])
    }
    return said
  }

  private func judge(_ reading: AnswerReading) -> AnswerJudgement {
    guard !demands.isEmpty else {
      return AnswerJudgement(verdict: .wrong, reason: "the probe expects nothing")
    }
    let results = demands.map { $0.judgement(in: reading, strictness) }
    let right = results.filter { $0.verdict == .correct }
    if isAnyEnough, let first = right.first { return first }
    if let ambiguous = results.first(where: { $0.verdict == .ambiguous }) { return ambiguous }
    if right.count == results.count {
      if isInOrder, !isAscending(reading) {
        return AnswerJudgement(verdict: .wrong, reason: "the values are in another order")
      }
      return AnswerJudgement(
        verdict: .correct, reason: right.map(\.reason).joined(separator: "; "))
    }
    let missing = results.filter { $0.verdict != .correct }
    let verdict =
      [AnswerVerdict.stale, .wrong].first { word in missing.contains { $0.verdict == word } }
      ?? (right.isEmpty ? .abstained : .wrong)
    return AnswerJudgement(
      verdict: verdict, reason: missing.map(\.reason).joined(separator: "; "),
      superseded: missing.lazy.compactMap(\.superseded).first,
      unexpected: missing.flatMap(\.unexpected))
  }

  private func isAscending(_ reading: AnswerReading) -> Bool {
    var last = -1
    for demand in demands {
      let places = demand.current.flatMap { $0.matches(in: reading.text) }
        .filter { reading.stance(of: $0) == .asserted }.map(\.lowerBound).sorted()
      guard let next = places.first(where: { $0 > last }) else { return false }
      last = next
    }
    return true
  }
}

extension Probe {
  /// Whether declining is the right answer.
  var expectsAbstention: Bool { expect == .abstain || kind == "abstention" }
}
