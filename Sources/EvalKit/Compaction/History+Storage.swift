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
    if items[position].box === item.box { return }
    own()
    items[position] = item
  }

  /// Puts other items in this history's place.
  mutating func fill(_ list: [Item]) {
    items = list
    isOwn = true
  }

  /// Edits items, each as it was edited before, if it was.
  ///
  /// - Parameters:
  ///   - range: Where edits may be.
  ///   - form: What is done to the items.
  ///   - rule: Names the edit of the whole list, where what becomes of a candidate depends on
  ///     nothing but the item and those before it: then no more is asked of what was edited before.
  ///   - isCandidate: Whether the item at a place may be edited; asked in rising order.
  ///   - isMeant: Whether a candidate is edited.
  ///   - key: Names the edit of an item.
  ///   - change: Returns false to leave an item as it is.
  /// - Complexity: O(items), a comparison of addresses each, beside the items not edited before.
  mutating func edit(
    in range: Range<Int>, to form: Item.Form, rule: UInt64?, where isCandidate: (Int) -> Bool,
    and isMeant: (Int) -> Bool, key: (Int) -> UInt64,
    _ change: (inout Entry, Item, Int) -> Bool
  ) {
    guard !isOwn, var made = spare?.take(), made.count > range.lowerBound else {
      for place in range where isCandidate(place) && isMeant(place) {
        set(place, to: edited(place, to: form, rule, key, change))
      }
      return
    }
    // The list made before has the same edits where it stands: between them it is filled as it is.
    if made.count > items.count { made.removeLast(made.count - items.count) }
    // Whether all before the place is what the list was made of.
    var isSame = true
    for place in items.indices {
      let mayBe = place >= range.lowerBound && place < range.upperBound && isCandidate(place)
      if mayBe, isSame, let rule, place < made.count,
        items[place].wasEdited(by: rule, to: made[place].box)
      {
        continue
      }
      let isEdited = mayBe && isMeant(place)
      if place == made.count {
        made.append(isEdited ? edited(place, to: form, rule, key, change) : items[place])
      } else if !isEdited {
        if made[place].box !== items[place].box {
          made[place] = items[place]
          isSame = false
        }
      } else if rule == nil, items[place].wasEdited(by: key(place), to: made[place].box) {
        continue
      } else {
        let item = edited(place, to: form, rule, key, change)
        if made[place].box !== item.box {
          // An output is found its call by what no edit of its content changes.
          let isItself =
            made[place].box === items[place].box
            || (items[place].kind == .toolOutput && items[place].hasFirstEdit(made[place].box))
          if !isItself { isSame = false }
          made[place] = item
        }
      }
    }
    items = made
    isOwn = true
  }

  /// Edits the items at positions, each as it was edited before, if it was; rising positions are
  /// cheapest.
  mutating func edit(
    _ positions: [Int], to form: Item.Form, rule: UInt64? = nil, key: (Int) -> UInt64,
    _ change: (inout Entry, Item, Int) -> Bool
  ) {
    guard let first = positions.first, let last = positions.last else { return }
    guard zip(positions, positions.dropFirst()).allSatisfy(<) else {
      for position in positions {
        set(position, to: edited(position, to: form, rule, key, change))
      }
      return
    }
    var next = 0
    edit(in: first..<last + 1, to: form, rule: rule) { place in
      guard positions[next] == place else { return false }
      next += 1
      return true
    } and: { _ in
      true
    } key: {
      key($0)
    } _: {
      change(&$0, $1, $2)
    }
  }

  private func edited(
    _ position: Int, to form: Item.Form, _ rule: UInt64?, _ key: (Int) -> UInt64,
    _ change: (inout Entry, Item, Int) -> Bool
  ) -> Item {
    let item = items[position]
    let key = key(position)
    return item.edited(to: form, key: key, rule: rule ?? key) { change(&$0, item, position) }
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
