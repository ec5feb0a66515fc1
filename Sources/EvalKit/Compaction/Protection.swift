/// What a strategy must leave alone: one implementation for all of them.
public struct Protection: Hashable, Sendable {
  /// How many of the first entries.
  public var first: Int
  /// How much of the end, cut at turns where it counts turns, else at entries.
  public var last: Target?
  /// Whether the turn in flight.
  public var inFlight: Bool
  /// The tools whose calls and outputs.
  public var tools: Set<String>

  /// Makes a protection.
  public init(
    first: Int = 0, last: Target? = nil, inFlight: Bool = true, tools: Set<String> = []
  ) {
    self.first = first
    self.last = last
    self.inFlight = inFlight
    self.tools = tools
  }

  /// For each item, whether it is protected.
  ///
  /// - Complexity: O(items).
  public func mask(
    of history: History, structure: HistoryStructure, in context: MomentContext
  ) -> [Bool] {
    var start = structure.count
    if let last {
      let boundary: Boundary = if case .turns = last { .turn } else { .entry }
      start = last.tailStart(
        of: history, structure: structure, boundary: boundary, in: context)
    }
    if inFlight { start = min(start, structure.inFlightStart) }
    var mask = (0..<structure.count).map { $0 < first || $0 >= start }
    guard !tools.isEmpty else { return mask }
    let outputs = history.items.indices.filter { history.items[$0].kind == .toolOutput }
    for (position, name) in zip(outputs, structure.toolNames(ofOutputsAt: outputs)) {
      if let name, tools.contains(name) { mask[position] = true }
    }
    for (position, item) in history.items.enumerated()
    where item.entry.calls.contains(where: { tools.contains($0.name) }) { mask[position] = true }
    return mask
  }
}
