extension ViewChange {
  /// The change that makes one list of items of another, with as few items replaced as possible.
  ///
  /// - Parameters:
  ///   - base: The items of the view before, with what was appended since, whole.
  ///   - items: The items shown.
  ///   - editedHead: The head shown where a stage edited it.
  /// - Complexity: O(n log n) in the items that differ; O(n) where only ends do.
  public init(from base: [Item], to items: [Item], editedHead: Head? = nil) {
    var start = 0
    let shorter = min(base.count, items.count)
    while start < shorter, Self.isSame(base[start], items[start]) { start += 1 }
    var tail = 0
    while tail < shorter - start,
      Self.isSame(base[base.count - 1 - tail], items[items.count - 1 - tail])
    { tail += 1 }
    let old = start..<base.count - tail
    let new = start..<items.count - tail
    var splices: [Splice] = []
    func close(_ o: Range<Int>, _ n: Range<Int>) {
      if o.isEmpty, n.isEmpty { return }
      splices.append(Splice(at: o.lowerBound, remove: o.count, insert: Array(items[n])))
    }
    var (o, n) = (old.lowerBound, new.lowerBound)
    for pair in Self.common(base, old, items, new) {
      close(o..<pair.old, n..<pair.new)
      (o, n) = (pair.old + 1, pair.new + 1)
    }
    close(o..<old.upperBound, n..<new.upperBound)
    self.init(splices: splices, editedHead: editedHead)
  }

  /// The items after the change.
  ///
  /// - Returns: nil if the change does not fit the base.
  public func applied(to base: [Item]) -> [Item]? {
    if splices.isEmpty { return base }
    var items: [Item] = []
    items.reserveCapacity(base.count)
    var position = 0
    for splice in splices {
      guard splice.at >= position, splice.remove >= 0, splice.at + splice.remove <= base.count
      else { return nil }
      items.append(contentsOf: base[position..<splice.at])
      items.append(contentsOf: splice.insert)
      position = splice.at + splice.remove
    }
    items.append(contentsOf: base[position...])
    return items
  }

  /// Whether two items are the same; entries shown whole are told by their place in the log.
  static func isSame(_ left: Item, _ right: Item) -> Bool {
    if left.box === right.box { return true }
    guard left.id == right.id, left.form == right.form, left.isPartial == right.isPartial else {
      return false
    }
    return left.isWhole || (left.source == right.source && left.entry == right.entry)
  }

  /// The longest run of pairs of same items that rises on both sides: since no item occurs twice,
  /// the longest increasing subsequence of places in the base (Schensted 1961).
  private static func common(
    _ base: [Item], _ old: Range<Int>, _ items: [Item], _ new: Range<Int>
  ) -> [(old: Int, new: Int)] {
    if old.isEmpty || new.isEmpty { return [] }
    var places: [Item.Source: [Int]] = [:]
    for place in old.reversed() { places[base[place].source, default: []].append(place) }
    var pairs: [(old: Int, new: Int)] = []
    for place in new {
      guard let found = places[items[place].source]?.last,
        isSame(base[found], items[place])
      else { continue }
      places[items[place].source]?.removeLast()
      pairs.append((found, place))
    }
    // tails[k]: the pair that ends the best run of k + 1 pairs so far.
    var tails: [Int] = []
    var before = [Int?](repeating: nil, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[tails[middle]].old < pair.old { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var run: [(old: Int, new: Int)] = []
    var last = tails.last
    while let index = last {
      run.append(pairs[index])
      last = before[index]
    }
    return run.reversed()
  }
}

extension Item {
  /// Whether it is an entry of the log as it was recorded.
  public var isWhole: Bool { id != nil && form == .whole && !isPartial }
}
