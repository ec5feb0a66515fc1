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
  /// Texts that pin every entry they stand in.
  public var pinned: [String]

  /// Makes a protection.
  public init(
    first: Int = 0, last: Target? = nil, inFlight: Bool = true, tools: Set<String> = [],
    pinned: [String] = []
  ) {
    self.first = first
    self.last = last
    self.inFlight = inFlight
    self.tools = tools
    self.pinned = pinned
  }

  /// For each item, whether it is protected.
  ///
  /// - Complexity: O(items), and O(text) for each pinning text.
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
    if !pinned.isEmpty {
      for (position, item) in history.items.enumerated() where !mask[position] {
        mask[position] = isPinned(item)
      }
    }
    guard !tools.isEmpty else { return mask }
    let outputs = history.items.indices.filter { history.items[$0].kind == .toolOutput }
    for (position, name) in zip(outputs, structure.toolNames(ofOutputsAt: outputs)) {
      if let name, tools.contains(name) { mask[position] = true }
    }
    for (position, item) in history.items.enumerated()
    where item.entry.calls.contains(where: { tools.contains($0.name) }) { mask[position] = true }
    return mask
  }

  /// Whether a pinning text stands in an item.
  public func isPinned(_ item: Item) -> Bool {
    item.entry.segments.contains { segment in
      guard let text = segment.text else { return false }
      return pinned.contains { text.contains($0) }
    }
  }
}

extension Protection {
  /// Reads what a strategy's arguments protect: those of `first`, `last`, `in-flight`,
  /// `exclude-tools` and `pinned` that it has.
  ///
  /// - Parameter inFlight: Whether the turn in flight is protected where the strategy has no
  ///   parameter for it.
  /// - Throws: ``ArgumentError`` for a value of the wrong kind.
  public init(_ arguments: StrategyArguments, inFlight: Bool = true) throws {
    self.init(
      first: arguments["first"] == nil ? 0 : try arguments.count("first"),
      last: arguments["last"] == nil ? nil : try arguments.target("last"),
      inFlight: arguments["in-flight"] == nil ? inFlight : try arguments.flag("in-flight"),
      tools: Set(try arguments.texts("exclude-tools")), pinned: try arguments.texts("pinned"))
  }
}
