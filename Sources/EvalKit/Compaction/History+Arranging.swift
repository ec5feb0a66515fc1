extension History {
  /// What stands at a place of an arrangement.
  public enum Arranged: Hashable, Sendable {
    /// The item at a position of the history as it is.
    case item(Int)
    /// An entry that the stage makes. It covers the entries it stands for and carries those whose
    /// text it holds verbatim; its label is replaced by one derived from its content.
    case made(Entry, covering: [EntryID] = [], carrying: [EntryID] = [])
  }

  /// Keeps, drops, moves, repeats and adds items in one go: afterwards the history is what is listed.
  ///
  /// - Complexity: O(items).
  public mutating func arrange(_ places: [Arranged]) {
    var positions: [Int] = []
    positions.reserveCapacity(places.count)
    for case .item(let position) in places { positions.append(position) }
    if positions.count == places.count { return arrange(positions) }
    items = places.map { place in
      switch place {
      case .item(let position): items[position]
      case .made(let entry, let covering, let carrying):
        made(entry, covering: covering, carrying: carrying)
      }
    }
    isOwn = true
  }
}
