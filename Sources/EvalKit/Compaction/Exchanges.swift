/// The exchanges of a history: calls with the outputs that answer them, round by round.
public struct Exchanges: Sendable {
  /// The calls of one entry, with what answers them; positions are places in the history.
  public struct Round: Sendable {
    /// Where the calls are.
    public let calls: Int
    /// The reasoning right before them.
    public let reasoning: Range<Int>
    /// Where the output of each call is; nil where a call went unanswered.
    public fileprivate(set) var outputs: [Int?]

    /// All of it, in rising order.
    public var positions: [Int] {
      Array(reasoning) + [calls] + outputs.compactMap { $0 }.sorted()
    }
    /// Whether every call was answered.
    public var isComplete: Bool { !outputs.contains(nil) }
  }

  /// The rounds, in order.
  public let rounds: [Round]
  /// The outputs that answer no call.
  public let strays: [Int]

  /// Reads the exchanges of items.
  ///
  /// - Complexity: O(items + calls).
  public init(_ items: [Item]) {
    var finder = CallFinder(items)
    var rounds: [Round] = []
    var strays: [Int] = []
    var places = Array(repeating: -1, count: items.count)
    for position in items.indices {
      switch items[position].kind {
      case .toolCalls:
        var start = position
        while start > 0, items[start - 1].kind == .reasoning { start -= 1 }
        places[position] = rounds.count
        rounds.append(
          Round(
            calls: position, reasoning: start..<position,
            outputs: Array(repeating: nil, count: items[position].entry.calls.count)))
      case .toolOutput:
        if let call = finder.call(ofOutputAt: position) {
          rounds[places[call.entry.index]].outputs[call.index] = position
        } else {
          strays.append(position)
        }
      case .prompt, .response, .reasoning, .instructions, .opaque: continue
      }
    }
    self.rounds = rounds
    self.strays = strays
  }
}

extension History {
  /// Drops calls with the outputs that answer them; of a round of which some calls stay, those
  /// stay.
  ///
  /// - Parameters:
  ///   - exchanges: The exchanges of this history.
  ///   - reasoning: Whether reasoning goes with the last call it led to.
  ///   - strays: Whether an output that answers no call goes.
  ///   - goes: Whether a call of a round goes, by its place in the round.
  /// - Complexity: O(items + calls).
  public mutating func drop(
    _ exchanges: Exchanges, reasoning: Bool = false, strays: (Int) -> Bool,
    where goes: (Exchanges.Round, Int) -> Bool
  ) {
    var falls = Array(repeating: false, count: items.count)
    for position in exchanges.strays where strays(position) { falls[position] = true }
    for round in exchanges.rounds where !round.outputs.isEmpty {
      let gone = round.outputs.indices.filter { goes(round, $0) }
      for index in gone { if let output = round.outputs[index] { falls[output] = true } }
      if gone.count == round.outputs.count {
        falls[round.calls] = true
        if reasoning { for position in round.reasoning { falls[position] = true } }
      } else if !gone.isEmpty {
        dropCalls(at: round.calls, Set(gone))
      }
    }
    if falls.contains(true) { keep(at: items.indices.filter { !falls[$0] }) }
  }

  /// Drops some calls of an item, by place, but not all.
  private mutating func dropCalls(at position: Int, _ gone: Set<Int>) {
    let item = items[position]
    var hash = StableHash()
    hash.combine("dropCallsAt")
    for index in gone.sorted() { hash.combine(index) }
    set(
      position,
      to: item.edited(to: item.form, isPartial: true, key: hash.value) { entry in
        entry.calls = entry.calls.indices.filter { !gone.contains($0) }.map { entry.calls[$0] }
      })
  }
}
