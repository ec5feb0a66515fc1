/// How an answer to a probe came out.
public enum AnswerVerdict: String, Hashable, Sendable, CaseIterable {
  /// It asserts what was expected.
  case correct
  /// It asserts a value that was replaced, and not the one in force.
  case stale
  /// It asserts something else, or nothing that was asked for.
  case wrong
  /// It declines.
  case abstained
  /// The view did not fit the context size; nothing was asked.
  case overflow
  /// It asserts the current value and a replaced or another one.
  case ambiguous
}

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
  let strictness: Strictness

  init(_ probe: Probe, facts: [String: PreparedFact], strictness: Strictness = .normal) {
    self.strictness = strictness
    let asked = probe.facts.compactMap { facts[$0] }
    let superseded = asked.flatMap(\.superseded)
    expectsAbstention = probe.expect == .abstain || probe.kind == "abstention"
    var number: (value: Double, tolerance: Double)?
    var isAnyEnough = false
    var isInOrder = false
    switch probe.expect {
    case .facts:
      isAnyEnough = probe.anyOf
      demands = asked.map { fact in
        Demand(
          name: fact.fact.id, current: fact.values, superseded: fact.superseded,
          others: facts.values
            .filter { $0.fact.kind == fact.fact.kind && !probe.facts.contains($0.fact.id) }
            .sorted { $0.fact.id < $1.fact.id }.flatMap(\.values))
      }
    case .answer(let answer, let aliases, let kind):
      let kind = ValueMatcher.Kind(factKind: kind)
      demands = [
        Demand(
          name: answer, current: ([answer] + aliases).map { ValueMatcher($0, kind: kind) },
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

  /// How a reply comes out, with the reason in words.
  func verdict(of reply: Reply) -> (verdict: AnswerVerdict, reason: String) {
    let text = MatchText(reply.text)
    let declined = Abstention.isMade(by: reply, text: text)
    if reply.abstained || ((expectsAbstention || strictness == .strict) && declined) {
      return (.abstained, "it declines")
    }
    if expectsAbstention {
      return (.wrong, "it asserts '\(Self.short(reply.text))', nothing of the kind was said")
    }
    var (verdict, reason) =
      if let number { judge(number, in: text) } else { judge(text) }
    if verdict == .wrong, declined { (verdict, reason) = (.abstained, "it declines") }
    return (verdict, reason)
  }

  private static func short(_ text: String) -> String {
    text.count <= 60 ? text : text.prefix(57) + "…"
  }

  private func judge(_ expected: (value: Double, tolerance: Double), in text: MatchText) -> (
    AnswerVerdict, String
  ) {
    let found = text.numbers.filter { !text.isNegated($0.range) }
    func isRight(_ mention: NumberMention) -> Bool {
      mention.values.contains {
        abs($0 - expected.value) <= expected.tolerance
          || NumberMention.areEqual($0, expected.value)
      }
    }
    if !found.contains(where: isRight) {
      return (.wrong, "no number within \(expected.tolerance) of \(expected.value)")
    }
    let isFirst = strictness == .lenient && found.first.map(isRight) == true
    if !isFirst, Set(found.compactMap(\.values.first)).count > 6 {
      return (.ambiguous, "\(found.count) numbers are said")
    }
    return (.correct, "\(expected.value) is said")
  }

  private func judge(_ text: MatchText) -> (AnswerVerdict, String) {
    guard !demands.isEmpty else { return (.wrong, "the probe expects nothing") }
    let results = demands.map { judge($0, in: text) }
    let right = results.filter { $0.verdict == .correct }
    if isAnyEnough, let first = right.first { return (.correct, first.reason) }
    if let ambiguous = results.first(where: { $0.verdict == .ambiguous }) {
      return (.ambiguous, ambiguous.reason)
    }
    if right.count == results.count {
      if isInOrder, !isAscending(text) { return (.wrong, "the values are in another order") }
      return (.correct, right.map(\.reason).joined(separator: "; "))
    }
    let missing = results.filter { $0.verdict != .correct }
    let reason = missing.map(\.reason).joined(separator: "; ")
    return (missing.contains { $0.verdict == .stale } ? .stale : .wrong, reason)
  }

  private func judge(_ demand: Demand, in text: MatchText) -> (
    verdict: AnswerVerdict, reason: String
  ) {
    let current = Self.asserted(demand.current, in: text)
    let replaced = Self.asserted(demand.superseded, in: text).filter { range in
      !demand.current.contains { $0.matches(in: text).contains { $0.overlaps(range) } }
    }
    if current.isEmpty {
      if let first = replaced.first {
        return (.stale, "'\(text.text(of: first))' was replaced by '\(demand.name)'")
      }
      let isDenied = demand.current.contains { $0.isIn(text) }
      return (.wrong, "'\(demand.name)' is \(isDenied ? "denied" : "not said")")
    }
    // Where the first value counts, only one before it competes.
    func competes(_ range: Range<Int>) -> Bool {
      strictness != .lenient || range.lowerBound < current[0].lowerBound
    }
    if let other = replaced.first(where: { !text.isRetired($0) && competes($0) }) {
      return (.ambiguous, "both '\(text.text(of: other))' and '\(demand.name)' are asserted")
    }
    if let other = alternative(to: current, among: demand.others, in: text, competes) {
      let word = strictness == .strict ? "beside" : "or"
      return (.ambiguous, "'\(demand.name)' \(word) '\(other)' is asserted")
    }
    return (.correct, "'\(text.text(of: current[0]))' is said")
  }

  private static func asserted(_ values: [ValueMatcher], in text: MatchText) -> [Range<Int>] {
    values.flatMap { $0.matches(in: text) }.filter { !text.isNegated($0) }
      .sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Another fact's value that an answer offers beside the right one: "BA4711 or QX7R2M"; to a strict
  /// judge, any that it does not deny.
  private func alternative(
    to current: [Range<Int>], among others: [ValueMatcher], in text: MatchText,
    _ competes: (Range<Int>) -> Bool
  ) -> String? {
    let or = MatchText.hash("or")
    for other in others {
      for range in other.matches(in: text)
      where competes(range) && !current.contains(where: { $0.overlaps(range) }) {
        if strictness == .strict {
          if text.isNegated(range) { continue }
          return text.text(of: range)
        }
        for mine in current {
          let between =
            mine.upperBound <= range.lowerBound
            ? mine.upperBound..<range.lowerBound : range.upperBound..<mine.lowerBound
          if between.count <= 6, between.contains(where: { text.atoms[$0].hash == or }) {
            return text.text(of: range)
          }
        }
      }
    }
    return nil
  }

  private func isAscending(_ text: MatchText) -> Bool {
    var last = -1
    for demand in demands {
      let places = Self.asserted(demand.current, in: text).map(\.lowerBound)
      guard let next = places.first(where: { $0 > last }) else { return false }
      last = next
    }
    return true
  }
}
