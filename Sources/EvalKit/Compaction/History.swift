/// What stored stages have left of the log, and the only ways to edit it.
///
/// Every operation carries provenance, so that fates are read off the finished view and no strategy
/// reports its own effect. The head is not an item: it is never counted and is untouched except
/// through ``dropHead()`` and ``editHead(_:)``.
public struct History: Sendable {
  /// The items, in order.
  public internal(set) var items: [Item]
  /// The head in force.
  public private(set) var head: Head
  /// Whether a stage edited or dropped the head.
  public private(set) var isHeadEdited: Bool
  /// The stage that is editing: part of the ids of what it makes.
  package var stage: String
  /// A list that may be filled instead of making another: what the stage made the time before.
  var spare: SpareList?
  /// Whether the list of items is not shared with the history that was handed in.
  var isOwn = false

  /// Makes a history.
  package init(
    items: [Item] = [], head: Head = Head(), isHeadEdited: Bool = false, stage: String = ""
  ) {
    self.items = items
    self.head = head
    self.isHeadEdited = isHeadEdited
    self.stage = stage
  }

  /// How many items there are.
  public var count: Int { items.count }

  package mutating func append(_ item: Item) { items.append(item) }
  package mutating func replaceHead(_ head: Head) {
    self.head = head
    isHeadEdited = false
  }

  /// Keeps the items in a range and drops the others.
  public mutating func keep(_ range: Range<Int>) {
    if range == items.indices { return }
    select(range)
  }

  /// Keeps the last `count` items.
  public mutating func keepLast(_ count: Int) {
    keep(max(0, items.count - max(0, count))..<items.count)
  }

  /// Keeps the items at these positions, in their present order.
  public mutating func keep(at positions: some Collection<Int>) {
    if positions.count == items.count { return }
    select(Array(positions))
  }

  /// Puts the items at these positions in this order; a position may repeat, those left out fall.
  ///
  /// For policies that reorder or, as some that ship do, show an entry twice.
  public mutating func arrange(_ positions: some Collection<Int>) {
    if positions.elementsEqual(items.indices) { return }
    items = positions.map { items[$0] }
    isOwn = true
  }

  /// Drops every item that satisfies a condition.
  public mutating func drop(where condition: (Item) -> Bool) {
    let kept = items.indices.filter { !condition(items[$0]) }
    if kept.count < items.count { select(kept) }
  }

  /// Drops the calls of a toolCalls item that satisfy a condition; the item goes with its last
  /// call.
  public mutating func dropCalls(at position: Int, where condition: (ToolCall) -> Bool) {
    let item = items[position]
    let kept = item.entry.calls.filter { !condition($0) }
    guard kept.count < item.entry.calls.count else { return }
    if kept.isEmpty {
      items.remove(at: position)
      return
    }
    var hash = StableHash()
    hash.combine("dropCalls")
    for call in kept {
      hash.combine(call.id ?? "")
      hash.combine(call.name)
      hash.combine(call.arguments.serialised())
    }
    set(
      position,
      to: item.edited(to: item.form, isPartial: true, key: hash.value) { $0.calls = kept })
  }

  /// Replaces the content of an item by a text.
  public mutating func mask(_ position: Int, with text: String) {
    mask(CollectionOfOne(position), with: text)
  }

  /// Replaces the content of items by a text.
  ///
  /// - Complexity: O(items); one call for many positions, in rising order, is much cheaper than one
  ///   call for each.
  public mutating func mask(_ positions: some Sequence<Int>, with text: String) {
    var hash = StableHash()
    hash.combine("mask")
    hash.combine(text)
    edit(Array(positions), to: .masked, by: hash.value) { entry, _ in
      entry.segments = [.text(text)]
      return true
    }
  }

  /// Replaces the content of items by texts that are written only if they were not before.
  ///
  /// - Parameters:
  ///   - positions: The items; in rising order this is cheapest.
  ///   - rule: Names what the texts are made by; the same rule must give the same item the same
  ///     text.
  ///   - text: Writes the text of an item.
  public mutating func mask(
    _ positions: some Sequence<Int>, by rule: String, _ text: (Item) -> String
  ) {
    var hash = StableHash()
    hash.combine("maskBy")
    hash.combine(rule)
    edit(Array(positions), to: .masked, by: hash.value) { entry, item in
      entry.segments = [.text(text(item))]
      return true
    }
  }

  /// Replaces the content of an item by other segments.
  public mutating func mask(_ position: Int, with segments: [Segment]) {
    var hash = StableHash()
    hash.combine("maskSegments")
    for segment in segments { hash.combine(segment.text ?? "\(segment.content)") }
    edit([position], to: .masked, by: hash.value) { entry, _ in
      entry.segments = segments
      return true
    }
  }

  /// Edits items by a rule that is asked once for each of them.
  ///
  /// - Parameters:
  ///   - positions: The items; in rising order this is cheapest.
  ///   - form: What the edit does to an item.
  ///   - rule: Names the edit; the same rule must do the same to the same item.
  ///   - rewrite: Says what changes; nil leaves the item as it is.
  public mutating func rewrite(
    _ positions: some Sequence<Int>, to form: Item.Form, by rule: String,
    _ rewrite: (Item) -> Rewriting?
  ) {
    var hash = StableHash()
    hash.combine("rewrite")
    hash.combine(rule)
    edit(Array(positions), to: form, by: hash.value) { entry, item in
      rewrite(item)?.apply(to: &entry) ?? false
    }
  }

  private mutating func edit(
    _ positions: [Int], to form: Item.Form, by rule: UInt64, _ change: (inout Entry, Item) -> Bool
  ) {
    edit(positions, to: form, key: { _ in rule }) { entry, item, _ in change(&entry, item) }
  }

  /// Replaces the arguments of calls of an item.
  public mutating func maskArguments(_ position: Int, with replace: (ToolCall) -> JSONValue?) {
    let calls = items[position].entry.calls
    let replaced = calls.map { call in replace(call).map { (call, $0) } }
    guard replaced.contains(where: { $0 != nil }) else { return }
    var hash = StableHash()
    hash.combine("maskArguments")
    for (index, pair) in replaced.enumerated() {
      guard let pair else { continue }
      hash.combine(index)
      hash.combine(pair.0.name)
      hash.combine(pair.1.serialised())
    }
    let edited = items[position].edited(to: .masked, key: hash.value) { entry in
      for (index, pair) in replaced.enumerated() {
        if let pair {
          entry.calls[index].arguments = pair.1
          entry.calls[index].argumentsText = nil
        }
      }
    }
    set(position, to: edited)
  }

  /// Replaces the content of an item by a part of it.
  public mutating func truncate(_ position: Int, to segments: [Segment]) {
    var hash = StableHash()
    hash.combine("truncate")
    for segment in segments { hash.combine(segment.text ?? "\(segment.content)") }
    set(
      position,
      to: items[position].edited(to: .truncated, key: hash.value) { $0.segments = segments })
  }

  /// Moves an item to another position.
  public mutating func move(_ position: Int, to target: Int) {
    guard position != target else { return }
    own()
    let item = items.remove(at: position)
    items.insert(item, at: min(target, items.count))
  }

  /// Replaces a range of items by one that stands for them.
  ///
  /// - Parameters:
  ///   - range: The items replaced; may be empty, then the entry is inserted.
  ///   - entry: What stands there instead; its label is replaced by one derived from its content.
  ///   - carrying: Those of the replaced entries whose text is in `entry` verbatim.
  ///   - covering: Entries stood for beside those of the range; coverage is transitive.
  public mutating func replace(
    _ range: Range<Int>, with entry: Entry, carrying: [EntryID] = [], covering: [EntryID] = []
  ) {
    var covered = covering
    for item in items[range] {
      if let id = item.id { covered.append(id) } else { covered.append(contentsOf: item.standsFor) }
    }
    let item = made(entry, covering: covered, carrying: carrying)
    items.replaceSubrange(range, with: CollectionOfOne(item))
  }

  /// Replaces groups of items by one each, which stands where the first of its group stood.
  ///
  /// - Parameters:
  ///   - groups: Positions, in rising order within a group; none in two groups, none empty.
  ///   - rule: Names what the entries are made by; the same rule must make the same of the same
  ///     items.
  ///   - make: Writes the entry that stands for the items of a group.
  /// - Complexity: O(items), and one call of `make` for each group that was not there before.
  public mutating func collapse(
    _ groups: [[Int]], by rule: String, _ make: ([Item]) -> Entry
  ) {
    if groups.isEmpty { return }
    var base = StableHash()
    base.combine("collapse")
    base.combine(stage)
    base.combine(rule)
    var whole: [Item?] = Array(repeating: nil, count: items.count)
    var falls = Array(repeating: false, count: items.count)
    for group in groups {
      guard let first = group.first else { continue }
      var hash = base
      for position in group {
        falls[position] = true
        items[position].identify(in: &hash)
      }
      let key = hash.value
      whole[first] = items[first].derived(key: key, rule: key) {
        let members = group.map { items[$0] }
        return made(make(members), covering: members.flatMap(\.standsFor), carrying: [])
      }
    }
    var list: [Item] = []
    list.reserveCapacity(items.count)
    for position in items.indices {
      if let item = whole[position] {
        list.append(item)
      } else if !falls[position] {
        list.append(items[position])
      }
    }
    fill(list)
  }

  /// An item that stands for others; what it carries it does not cover.
  func made(_ entry: Entry, covering: [EntryID], carrying: [EntryID]) -> Item {
    var covered = covering
    // As a rule entries are replaced in their order, none twice.
    if !carrying.isEmpty || !zip(covered, covered.dropFirst()).allSatisfy(<) {
      let carried = Set(carrying)
      var seen = Set<EntryID>()
      covered = covered.filter { !carried.contains($0) && seen.insert($0).inserted }.sorted()
    }
    var hash = StableHash()
    hash.combine(stage)
    for id in covered { hash.combine(id.index) }
    for segment in entry.segments { hash.combine(segment.text ?? "\(segment.content)") }
    var made = entry
    made.label = "\(stage.isEmpty ? "made" : stage)-\(hash.hexadecimal.prefix(8))"
    made.recordedID = nil
    return Item(
      source: .synthesised(
        SynthesisedID(digest: hash.value, stage: stage), covers: covered,
        carries: carrying.sorted()),
      form: .whole, entry: made)
  }

  /// Leaves the head out: instructions and tools.
  public mutating func dropHead() {
    head = Head()
    isHeadEdited = true
  }

  /// Edits the head.
  public mutating func editHead(_ change: (inout Head) -> Void) {
    let before = head
    change(&head)
    if head != before { isHeadEdited = true }
  }
}

extension History {
  /// Whether two histories show the same.
  package static func areSame(_ left: History, _ right: History) -> Bool {
    guard left.items.count == right.items.count, left.isHeadEdited == right.isHeadEdited else {
      return false
    }
    if left.isHeadEdited, left.head != right.head { return false }
    return Item.areSame(left.items, right.items)
  }
}
