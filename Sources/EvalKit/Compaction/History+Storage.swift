import Synchronization

/// A list of items that a stage made for the request before, to be filled again.
///
/// Shared by copies of a session: who takes it fills it, the others make their own; what is in it
/// never shows in a result.
final class SpareList: Sendable {
  private let items = Mutex<[Item]>([])

  /// Takes the list, so that whoever has it is its only owner.
  func take() -> [Item] {
    items.withLock { items in
      defer { items = [] }
      return items
    }
  }

  /// Gives a list back; it may still be in use.
  func give(_ list: [Item]) { items.withLock { $0 = list } }
}

/// How items are kept: a view differs little from the one before it, so a stage fills the list it
/// made for the request before, and only items that differ are counted in and out.
extension History {
  /// Keeps the items at these positions.
  mutating func select(_ positions: some RandomAccessCollection<Int>) {
    var made = spare?.take() ?? []
    if let first = positions.first { made.leave(before: items[first]) }
    if made.count > positions.count { made.removeLast(made.count - positions.count) }
    var place = 0
    for position in positions {
      if place == made.count {
        made.append(items[position])
      } else if made[place].box !== items[position].box {
        made[place] = items[position]
      }
      place += 1
    }
    items = made
    isOwn = true
  }

  /// Makes the list this history's own, so that writing one item does not copy all.
  mutating func own() {
    if !isOwn { select(items.indices) }
  }

  /// Puts an item in another's place.
  mutating func set(_ position: Int, to item: Item) {
    own()
    if items[position].box !== item.box { items[position] = item }
  }

  /// Edits the items at positions, each as the same rule edited it before, if it did.
  mutating func edit(
    _ positions: [Int], to form: Item.Form, key: UInt64, _ change: (inout Entry, Item) -> Void
  ) {
    if positions.isEmpty { return }
    let isRising = zip(positions, positions.dropFirst()).allSatisfy(<)
    guard !isOwn, isRising, var made = spare?.take(), made.count > positions[0] else {
      for position in positions {
        let item = items[position]
        set(position, to: item.edited(to: form, key: key) { change(&$0, item) })
      }
      return
    }
    // The list made before has the same edits where it stands: between them it is filled as it is.
    if made.count > items.count { made.removeLast(made.count - items.count) }
    var place = 0
    for position in positions + [items.count] {
      while place < position {
        if place == made.count {
          made.append(items[place])
        } else if made[place].box !== items[place].box {
          made[place] = items[place]
        }
        place += 1
      }
      if place == items.count { break }
      if place == made.count {
        made.append(items[place])
      } else if items[place].wasEdited(with: key, to: made[place].box) {
        place += 1
        continue
      }
      let item = items[place]
      made[place] = item.edited(to: form, key: key) { change(&$0, item) }
      place += 1
    }
    items = made
    isOwn = true
  }
}

extension [Item] {
  /// Takes away what stands before an item, if it is here: where a window went on, all that is left
  /// moves without being counted.
  mutating func leave(before item: Item) {
    guard let first, first.box !== item.box,
      let place = firstIndex(where: { $0.box === item.box })
    else { return }
    removeSubrange(..<place)
  }
}
