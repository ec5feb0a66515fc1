extension History {
  /// What stands at a place of an arrangement.
  public enum Arranged: Hashable, Sendable {
    /// The item at a position of the history as it is.
    case item(Int)
    /// An entry that the stage makes. It covers the entries it stands for and carries those whose
    /// text it holds verbatim; its label is replaced by one derived from its content.
    case made(Entry, covering: [EntryID] = [], carrying: [EntryID] = [])
  }

  /// Keeps, drops, moves and adds items in one go: afterwards the history is what is listed.
  ///
  /// - Parameter places: Each position at most once; one that is not listed is dropped.
  /// - Complexity: O(items).
  public mutating func arrange(_ places: [Arranged]) {
    var positions: [Int] = []
    positions.reserveCapacity(places.count)
    for case .item(let position) in places { positions.append(position) }
    precondition(Set(positions).count == positions.count, "a position is listed twice")
    if positions.count == places.count {
      if !positions.elementsEqual(items.indices) { select(positions) }
      return
    }
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
