/// The structure of a history: turns, the turn in flight, rounds. Nothing else walks pairs.
///
/// A turn completes only when the next prompt lands, so the last turn is always in flight.
/// Positions are places in the history, not entries of the log.
public struct HistoryStructure: Sendable {
  /// How many items there are.
  public let count: Int
  /// Where each turn begins: the positions of the prompts.
  public let turnStarts: [Int]
  let items: [Item]

  /// Reads the structure of items.
  ///
  /// - Complexity: O(items).
  public init(_ items: [Item]) {
    self.items = items
    count = items.count
    turnStarts = items.indices.filter { items[$0].kind == .prompt }
  }

  /// Where the turn in flight begins: the last prompt; 0 where there is none.
  public var inFlightStart: Int { turnStarts.last ?? 0 }

  /// The items of the turn in flight.
  public var inFlight: Range<Int> { inFlightStart..<count }

  /// The history cut at every place a boundary allows, in order and without gaps.
  ///
  /// What stands before the first prompt is a unit of its own among turns.
  public func units(_ boundary: Boundary) -> [Range<Int>] {
    var starts: [Int]
    switch boundary {
    case .entry: starts = Array(0..<count)
    case .round:
      var isInside = Array(repeating: false, count: count)
      for range in rounds() { for position in range.dropFirst() { isInside[position] = true } }
      starts = (0..<count).filter { !isInside[$0] }
    case .turn:
      starts = turnStarts
      if starts.first != 0, count > 0 { starts.insert(0, at: 0) }
    }
    return starts.indices.map { index in
      starts[index]..<(index + 1 < starts.count ? starts[index + 1] : count)
    }
  }

  /// The rounds: the reasoning that led to calls, the calls, and all up to their last output.
  ///
  /// - Complexity: O(items + calls).
  public func rounds() -> [Range<Int>] {
    if let rounds = adjacentRounds() { return rounds }
    let pairs = self.pairs()
    var rounds: [Range<Int>] = []
    for position in items.indices where items[position].kind == .toolCalls {
      var start = position
      while start > (rounds.last?.upperBound ?? 0), items[start - 1].kind == .reasoning {
        start -= 1
      }
      let last = pairs.outputs[position].compactMap { $0?.index }.max() ?? position
      rounds.append(start..<last + 1)
    }
    return rounds
  }

  /// Which output answers which call, by position in the history.
  ///
  /// - Complexity: O(items + calls).
  public func pairs() -> TranscriptStructure { TranscriptStructure(items.map(\.entry)) }

  /// Where the newest messages begin: what providers send as one message counts as one, such as the
  /// outputs of a round, or reasoning, text and calls of one reply.
  ///
  /// - Parameters:
  ///   - messages: How many.
  ///   - isByModel: Counts only messages of the model.
  public func start(ofLast messages: Int, isByModel: Bool = false) -> Int {
    var start = count
    var left = messages
    while start > 0, left > 0 {
      var place = start - 1
      let kind = items[place].kind
      if kind == .toolOutput {
        while place > 0, items[place - 1].kind == .toolOutput { place -= 1 }
      } else if kind.isReply {
        while place > 0, items[place - 1].kind.isReply, items[place - 1].kind != .toolCalls {
          place -= 1
        }
      }
      start = place
      if !isByModel || kind.isReply { left -= 1 }
    }
    return start
  }

  /// The tool each output came from: as recorded, else as its call says; nil where neither is
  /// known.
  ///
  /// Pairs are worked out only if some output neither says its tool nor stands right after the
  /// calls it answers.
  public func toolNames(ofOutputsAt positions: [Int]) -> [String?] {
    var finder = CallFinder(items)
    return positions.map { finder.tool(ofOutputAt: $0) }
  }
}

/// Where a history may be cut.
public enum Boundary: String, Hashable, Sendable, CaseIterable {
  /// Anywhere: calls may lose their outputs, responses their prompts.
  case entry
  /// Not between a call and its outputs.
  case round
  /// Only before a prompt.
  case turn
}
