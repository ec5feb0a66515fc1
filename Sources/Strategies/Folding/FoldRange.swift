internal import EvalKit

/// What of a history something else is to stand for: all between the first entries and the tail.
struct FoldRange {
  /// What becomes of the turn in flight.
  enum Current: String, CaseIterable {
    /// It stays whole.
    case whole
    /// Its prompt stays; its rounds may be folded.
    case prompt
    /// It may be folded like any other.
    case folded
  }

  /// When to fold.
  let trigger: Trigger
  /// What stays of the end.
  let keep: Target
  /// How many of the first entries stay.
  let first: Int
  /// Where the history may be cut.
  let boundary: Boundary
  /// Whether a unit that the edge of the tail falls into stays.
  let takesBack: Bool
  /// What becomes of the turn in flight.
  let current: Current

  /// The parameters, for a definition.
  static func parameters(
    when: ArgumentValue = .count(75, .percent), keep: ArgumentValue = .count(6, .turns)
  ) -> [StrategyParameter] {
    [
      .when(when),
      .size("keep", keep, summary: "How much of the end stays as it is."),
      .first(0),
      .boundary(.turn),
      StrategyParameter(
        "edge", .word(["forward", "back"]), default: .word("forward"),
        summary: "Where the size ends within a turn or round: `forward` keeps less, `back` more."),
      StrategyParameter(
        "current", .word(Current.allCases.map(\.rawValue)), default: .word("whole"),
        summary: "The turn in flight: it stays whole, only its prompt does, or it is folded too."),
    ]
  }

  /// Reads the arguments.
  init(_ arguments: StrategyArguments) throws {
    trigger = try arguments.trigger("when")
    keep = try arguments.target("keep")
    first = try arguments.count("first")
    boundary = try arguments.boundary()
    takesBack = arguments["edge"] == .word("back")
    current = Current(rawValue: try arguments.text("current")) ?? .whole
  }

  /// The positions to fold, in order; none where the trigger is not met, nothing is left to fold, or
  /// all of it was made by the same stage.
  ///
  /// - Complexity: O(items); where nothing is folded as a rule O(turns).
  func positions(in history: History, _ context: MomentContext) -> [Int] {
    guard trigger.isMet(by: history, in: context), !keep.holds(history, in: context) else {
      return []
    }
    let structure = HistoryStructure(history.items)
    let start = start(structure)
    let end = end(history, structure, context)
    guard start < end else { return [] }
    let items = history.items
    let active =
      current == .prompt
      ? structure.turnStarts.last { !items[$0].isSynthesised(by: history.stage) } : nil
    let positions =
      active.map { active in (start..<end).filter { $0 != active } } ?? Array(start..<end)
    let isNew = positions.contains { !items[$0].isSynthesised(by: history.stage) }
    return isNew ? positions : []
  }

  /// Where the first entries end: never within a round, unless it may be cut anywhere.
  private func start(_ structure: HistoryStructure) -> Int {
    guard first > 0 else { return 0 }
    guard boundary != .entry else { return min(first, structure.count) }
    return structure.units(.round).first { $0.lowerBound >= first }?.lowerBound ?? structure.count
  }

  /// Where the tail begins.
  private func end(
    _ history: History, _ structure: HistoryStructure, _ context: MomentContext
  ) -> Int {
    let floor = current == .whole ? structure.inFlightStart : nil
    // A size in turns is cut at turns.
    let boundary: Boundary = if case .turns = keep { .turn } else { self.boundary }
    guard takesBack, boundary != .entry else {
      return keep.tailStart(
        of: history, structure: structure, boundary: boundary, keepingFrom: floor, in: context)
    }
    let exact = keep.tailStart(
      of: history, structure: structure, boundary: .entry, keepingFrom: floor, in: context)
    if exact == structure.count { return exact }
    return structure.units(boundary).last { $0.lowerBound <= exact }?.lowerBound ?? exact
  }

  /// What is left once it acted, if it has one item put in the place.
  ///
  /// - Parameter turns: How many turns the item counts as.
  func target(turns: Int) -> Target {
    switch keep {
    case .entries(let n): .entries(n + first + 1)
    case .turns(let n): .turns(n + turns)
    case .tokens, .share: keep
    }
  }
}

extension History {
  /// Puts an entry in the place of items, where the first of them stood.
  ///
  /// - Parameter positions: The items it stands for, in rising order; not none.
  mutating func fold(_ positions: [Int], into entry: Entry) {
    guard let place = positions.first else { return }
    if positions.count == (positions.last ?? 0) - place + 1 {
      replace(place..<place + positions.count, with: entry)
      return
    }
    let covered = positions.flatMap { items[$0].standsFor }
    drop(at: positions)
    replace(place..<place, with: entry, covering: covered)
  }

  /// Drops the items at these positions, in rising order.
  mutating func drop(at positions: [Int]) {
    var next = positions[...]
    keep(
      at: items.indices.filter { position in
        guard next.first == position else { return true }
        next.removeFirst()
        return false
      })
  }
}
