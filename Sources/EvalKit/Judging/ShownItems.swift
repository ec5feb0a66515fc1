/// A view laid out for judging: which entries of the log are shown where, and in what form.
///
/// Updated from request to request in the time of what changed where requests only append.
struct ShownItems {
  /// The items, in order.
  private(set) var items: [Item] = []
  /// For each item: the entry it is; -1 where a stage made it.
  private(set) var ids: [Int32] = []
  /// For each item: its kind.
  private(set) var kinds: [EntryKind] = []
  /// The items that do not show an entry whole: made, masked, truncated, or with calls left out.
  private(set) var made: [Int] = []
  /// Of these, the items that stages made.
  private(set) var synthesised: [Int] = []
  /// Of the edited and made items, those with nothing in them.
  private(set) var emptied: [Int] = []
  /// The entries that stand behind a later one, by place; of an entry shown twice only the first.
  private(set) var misplaced: [Int] = []
  /// The head shown.
  private(set) var head = Head()
  /// The first entry that is shown twice, if any.
  private(set) var repeated: [EntryID] = []
  /// Whether the items shown are the first entries of the log in order, edited or not, with all calls.
  var isWholeLog: Bool { firstOdd == .max }
  /// The first item that is not the log's entry at its place, whole; `Int.max` where all are.
  var firstEdited: Int { min(firstOdd, made.first ?? .max) }
  /// The first item that is not the log's entry at its place, with all calls.
  private var firstOdd = Int.max
  /// For each item: the latest entry up to it, and where the run of whole entries in the order of
  /// the log begins that it ends.
  private var latest: [Int32] = []
  private var runStarts: [Int32] = []
  private var places: [Int32] = []

  /// Lays out a view, its ask left out: items of entries from `limit` on.
  init(_ view: View, below limit: Int = .max) {
    set(view, below: limit)
  }

  /// An empty view.
  init() {}

  /// Lays out a view in place of the one before it.
  ///
  /// - Complexity: O(items), but for those the two views begin with a comparison of addresses each.
  mutating func set(_ view: View, below limit: Int = .max) {
    var first = 0
    if repeated.isEmpty {
      let shorter = min(items.count, view.items.count)
      while first < shorter, items[first].box === view.items[first].box { first += 1 }
    }
    lay(view, from: first, below: limit)
  }

  /// Goes on to the next request's view, which begins like this one up to the first edit.
  ///
  /// - Complexity: O(items from the first edit on).
  mutating func advance(to view: View, change: ViewChange) {
    let first = min(change.splices.first?.at ?? items.count, items.count, view.items.count)
    lay(view, from: repeated.isEmpty ? first : 0, below: .max)
  }

  private mutating func lay(_ view: View, from first: Int, below limit: Int) {
    head = view.head
    leave(first)
    repeated = []
    for index in first..<view.items.count { append(view.items[index], below: limit) }
  }

  /// Takes away the items from a place on.
  private mutating func leave(_ first: Int) {
    for id in ids[first...] where id >= 0 { places[Int(id)] = -1 }
    items.removeSubrange(first...)
    ids.removeSubrange(first...)
    kinds.removeSubrange(first...)
    if firstOdd >= first { firstOdd = .max }
    while let last = made.last, last >= first { made.removeLast() }
    while let last = synthesised.last, last >= first { synthesised.removeLast() }
    while let last = emptied.last, last >= first { emptied.removeLast() }
    while let last = misplaced.last, last >= first { misplaced.removeLast() }
    latest.removeSubrange(first...)
    runStarts.removeSubrange(first...)
  }

  private mutating func append(_ item: Item, below limit: Int) {
    let id = item.id
    if let id, id.index >= limit { return }
    let place = Int32(items.count)
    if let id {
      while places.count <= id.index { places.append(-1) }
      if places[id.index] >= 0 { repeated.append(id) } else { places[id.index] = place }
    }
    if id?.index != items.count || item.isPartial { firstOdd = min(firstOdd, items.count) }
    if id == nil { synthesised.append(items.count) }
    let isWhole = id != nil && item.form == .whole && !item.isPartial
    if !isWhole {
      made.append(items.count)
      if item.entry.isBlank { emptied.append(items.count) }
    }
    let number = id.map { Int32($0.index) } ?? -1
    let before = latest.last ?? -1
    if let id, number < before, places[id.index] == place { misplaced.append(items.count) }
    latest.append(max(before, number))
    // What is not whole ends a run: the next one begins behind it.
    let goesOn = isWhole && ids.last == number - 1
    runStarts.append(goesOn ? runStarts.last ?? place : isWhole ? place : place + 1)
    items.append(item)
    ids.append(number)
    kinds.append(item.kind)
  }

  /// Whether the view ends on all entries of a range, whole and in order.
  func endsWhole(on range: Range<Int>) -> Bool {
    guard let last = ids.last, let start = runStarts.last, start < ids.count else { return false }
    return range.isEmpty
      || Int(last) == range.upperBound - 1 && Int(ids[Int(start)]) <= range.lowerBound
  }

  /// The position at which an entry is shown, whatever its form.
  func place(of entry: Int) -> Int? {
    guard entry < places.count, places[entry] >= 0 else { return nil }
    return Int(places[entry])
  }

  /// Whether an entry is shown, whatever its form.
  func shows(_ entry: Int) -> Bool { entry < places.count && places[entry] >= 0 }

  /// Whether an entry is shown as it was recorded.
  func showsWhole(_ entry: Int) -> Bool {
    guard let place = place(of: entry) else { return false }
    return items[place].form == .whole && !items[place].isPartial
  }
}
