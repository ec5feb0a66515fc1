/// How the calls made at a checkpoint compare with those expected.
public struct TrajectoryResult: Hashable, Sendable {
  /// Which call made meets which expected call.
  public struct Pair: Hashable, Sendable {
    /// The expected call: its place among the ordered ones, then the unordered ones.
    public let expected: Int
    /// The call made: its place.
    public let made: Int
  }

  /// The pairs, by expected call.
  public var alignment: [Pair]
  /// Expected calls in order, nothing else made, nothing left out.
  public var isExact: Bool
  /// The ordered ones are made in order, the unordered ones anywhere, no disallowed one, and no
  /// other where others are not allowed.
  public var isInOrder: Bool
  /// The same with the order left out of account.
  public var isAnyOrder: Bool
  /// Share of the calls made that were expected or may be made; 1 where none was made.
  public var precision: Double
  /// Share of the expected calls that were made; 1 where none was expected.
  public var recall: Double
  /// Why this cannot be decided without a model judge.
  public var undecided: String?
  /// The calls made that are neither expected nor optional, by place.
  public var unexpected: [Int]
  /// Of these, the calls that must not be made here.
  public var refused: [Int]
  /// What fits and what does not, in words.
  public var reason: String
}

/// Judges the calls made at a trajectory checkpoint.
struct TrajectoryJudge: Sendable {
  private let ordered: [CallRule]
  private let unordered: [CallRule]
  private let optional: [CallRule]
  private let disallowed: [CallRule]
  private let allowsOthers: Bool
  /// Tools whose further calls are allowed where others are not; nil: none is asked.
  private let allowsOther: @Sendable (ToolCall) -> Bool

  init(
    _ expectation: TrajectoryExpectation, facts: [String: PreparedFact],
    allowsOther: @escaping @Sendable (ToolCall) -> Bool = { _ in true }
  ) {
    ordered = expectation.ordered.map { CallRule($0, facts: facts) }
    unordered = expectation.unordered.map { CallRule($0, facts: facts) }
    optional = expectation.optional.map { CallRule($0, facts: facts) }
    disallowed = expectation.disallowed.map { CallRule($0, facts: facts) }
    allowsOthers = expectation.allowsAdditionalCalls
    self.allowsOther = allowsOther
  }

  /// Compares calls, in the order they were made.
  func judge(_ calls: [ToolCall]) -> TrajectoryResult {
    let expected = ordered + unordered
    var undecided: String?
    let fits = expected.map { rule in
      calls.map { call in
        switch rule.check(call) {
        case .fits: return true
        case .differs: return false
        case .undecided(let reason):
          undecided = undecided ?? reason
          return true
        }
      }
    }
    let inOrder = alignedInOrder(fits, calls.count)
    let anyOrder = BipartiteMatching.partners(left: expected.count, right: calls.count) {
      fits[$0][$1]
    }
    let isOrdered = inOrder.allSatisfy { $0 != nil }
    let partners = isOrdered ? inOrder : anyOrder
    let matched = Set(partners.compactMap { $0 })
    let others = calls.indices.filter { !matched.contains($0) }
    let forbidden = others.filter { index in
      disallowed.contains { $0.check(calls[index]) == .fits }
    }
    let extra = others.filter { index in
      !forbidden.contains(index) && !optional.contains { $0.check(calls[index]) == .fits }
    }
    let refused = forbidden + extra.filter { !allowsOthers || !allowsOther(calls[$0]) }
    let isComplete = partners.allSatisfy { $0 != nil }
    let met = partners.count { $0 != nil }
    return TrajectoryResult(
      alignment: partners.enumerated().compactMap { index, made in
        made.map { TrajectoryResult.Pair(expected: index, made: $0) }
      },
      isExact: isOrdered && refused.isEmpty && extra.isEmpty,
      isInOrder: isOrdered && refused.isEmpty,
      isAnyOrder: isComplete && refused.isEmpty,
      precision: calls.isEmpty
        ? 1 : Double(calls.count - extra.count - forbidden.count) / Double(calls.count),
      recall: expected.isEmpty ? 1 : Double(met) / Double(expected.count),
      undecided: undecided, unexpected: (forbidden + extra).sorted(), refused: refused.sorted(),
      reason: reason(calls, partners, anyOrder: !isOrdered && isComplete, refused))
  }

  /// Aligns the ordered calls so that as many as possible come in order, then matches the unordered
  /// ones among the rest; among alignments of all ordered ones the first that leaves room is taken.
  private func alignedInOrder(_ fits: [[Bool]], _ made: Int) -> [Int?] {
    var best = rest(after: longest(fits, made), fits, made)
    if ordered.isEmpty || unordered.isEmpty || best.allSatisfy({ $0 != nil }) { return best }
    var budget = 2000
    var taken: [Int] = []
    func search(from start: Int) -> Bool {
      budget -= 1
      if budget < 0 { return false }
      if taken.count == ordered.count {
        let found = rest(after: taken.map { $0 }, fits, made)
        if found.count(where: { $0 != nil }) > best.count(where: { $0 != nil }) { best = found }
        return found.allSatisfy { $0 != nil }
      }
      guard start < made else { return false }
      for call in start..<made where fits[taken.count][call] {
        taken.append(call)
        if search(from: call + 1) { return true }
        taken.removeLast()
      }
      return false
    }
    _ = search(from: 0)
    return best
  }

  /// The longest common subsequence of the ordered calls and those made.
  private func longest(_ fits: [[Bool]], _ made: Int) -> [Int?] {
    var lengths = Array(
      repeating: Array(repeating: 0, count: made + 1), count: ordered.count + 1)
    for e in ordered.indices.reversed() {
      for m in (0..<made).reversed() {
        lengths[e][m] = max(
          lengths[e + 1][m], lengths[e][m + 1], fits[e][m] ? lengths[e + 1][m + 1] + 1 : 0)
      }
    }
    var partners = [Int?](repeating: nil, count: ordered.count)
    var (e, m) = (0, 0)
    while e < ordered.count, m < made {
      if fits[e][m], lengths[e][m] == lengths[e + 1][m + 1] + 1 {
        partners[e] = m
        (e, m) = (e + 1, m + 1)
      } else if lengths[e + 1][m] >= lengths[e][m + 1] {
        e += 1
      } else {
        m += 1
      }
    }
    return partners
  }

  private func rest(after partners: [Int?], _ fits: [[Bool]], _ made: Int) -> [Int?] {
    let taken = Set(partners.compactMap { $0 })
    return partners
      + BipartiteMatching.partners(left: unordered.count, right: made) {
        !taken.contains($1) && fits[ordered.count + $0][$1]
      }
  }

  private func reason(
    _ calls: [ToolCall], _ partners: [Int?], anyOrder: Bool, _ refused: [Int]
  ) -> String {
    var parts: [String] = []
    let expected = ordered + unordered
    for (index, made) in partners.enumerated() {
      let tool = expected[index].expected.tool
      if let made {
        parts.append("\(tool) is call \(made + 1)")
        continue
      }
      let near = calls.firstIndex { $0.name == tool }
      if let near, !partners.contains(near),
        case .differs(let why) = expected[index].check(calls[near])
      {
        parts.append("\(tool) is missing: in call \(near + 1) \(why)")
      } else {
        parts.append("\(tool) is missing")
      }
    }
    if anyOrder { parts.append("but in another order") }
    for index in refused { parts.append("\(calls[index].brief) must not be called here") }
    if calls.isEmpty { parts.append("no call was made") }
    return parts.joined(separator: "; ")
  }
}
