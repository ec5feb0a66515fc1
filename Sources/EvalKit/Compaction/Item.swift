import Synchronization

/// An id derived from (stage, covers, content), so that the same edit makes the same item.
public struct SynthesisedID: Hashable, Sendable {
  /// The digest.
  public let digest: UInt64
  /// The stage that made it: its place in the pipeline and its strategy's name.
  public let stage: String
}

/// Something a view holds: a recorded entry in some form, or an entry a stage made.
///
/// A value with identity: copies of an item are the same object, so that comparing views is cheap.
public struct Item: Sendable {
  /// Where an item comes from.
  public enum Source: Hashable, Sendable {
    /// An entry of the log.
    case recorded(EntryID)
    /// Made by a stage: stands for the entries it covers, and holds the text of those it carries
    /// verbatim.
    case synthesised(SynthesisedID, covers: [EntryID], carries: [EntryID])
  }

  /// What was done to a recorded entry.
  public enum Form: String, Hashable, Sendable {
    /// Nothing.
    case whole
    /// Its content was replaced.
    case masked
    /// Part of its content was cut.
    case truncated
  }

  /// An edit by its key, with what it made.
  struct Edit: Sendable {
    let key: UInt64
    let item: Item
  }

  /// What became of an item under edits.
  struct Edits: Sendable {
    /// The first, and the latest with another key.
    var first: Edit?
    var latest: Edit?
    /// The keys of those that left it as it is.
    var left: Set<UInt64> = []
  }

  final class Box: Sendable {
    let source: Source
    let form: Form
    let isPartial: Bool
    let entry: Entry
    let knownRun: TokenRun?
    let run = Mutex<TokenRun?>(nil)
    /// The tokens of the run, once it was made; -1 before.
    let count = Atomic<Int>(-1)
    /// What became of the item under edits.
    let edits = Mutex(Edits())
    /// The rule of the first edit once there is one, and the address of what it made, which is
    /// kept: what was edited before can be told without counting a reference.
    let firstRule = Atomic<UInt64>(0)
    let firstAddress = Atomic<UInt>(0)
    /// The key of the first edit that left the item as it is; 0 before.
    let leftBy = Atomic<UInt64>(0)
    /// What was found in the entry, by what it was looked for.
    let notes = Mutex<[UInt64: [String]]>([:])

    init(source: Source, form: Form, isPartial: Bool, entry: Entry, run: TokenRun? = nil) {
      knownRun = run
      self.source = source
      self.form = form
      self.isPartial = isPartial
      self.entry = entry
    }
  }

  let box: Box
  /// The kind of its entry.
  public let kind: EntryKind
  /// What was done to it.
  public let form: Form
  /// Whether some of its calls were dropped.
  public let isPartial: Bool
  /// The entry of the log it is; -1 where a stage made it. Beside the object, as are the three
  /// above: strategies look at them for every item of every request.
  private let place: Int32
  /// The tokens of its run, where a ledger knew it; -1 where it did not.
  private let knownCount: Int32

  private init(_ box: Box) {
    self.box = box
    kind = box.entry.kind
    form = box.form
    isPartial = box.isPartial
    knownCount = box.knownRun.map { Int32(clamping: $0.count) } ?? -1
    if case .recorded(let id) = box.source { place = Int32(clamping: id.index) } else { place = -1 }
  }

  /// Makes a recorded item, with its run where a ledger knows it.
  package init(recorded id: EntryID, entry: Entry, run: TokenRun? = nil) {
    self.init(Box(source: .recorded(id), form: .whole, isPartial: false, entry: entry, run: run))
  }

  /// Makes any item; for histories and for reading recorded views back.
  package init(source: Source, form: Form, isPartial: Bool = false, entry: Entry) {
    self.init(Box(source: source, form: form, isPartial: isPartial, entry: entry))
  }

  /// Where it comes from.
  public var source: Source { box.source }
  /// What the model is shown.
  public var entry: Entry { box.entry }

  /// The entry of the log it is, if it is a recorded one.
  public var id: EntryID? { place < 0 ? nil : EntryID(Int(place)) }

  /// The entries of the log it stands for: itself, or what it covers and carries.
  public var standsFor: [EntryID] {
    switch box.source {
    case .recorded(let id): [id]
    case .synthesised(_, let covers, let carries): covers + carries
    }
  }

  /// Adds what tells it from other items: where it comes from and what was done to it.
  func identify(in hash: inout StableHash) {
    if place >= 0 {
      hash.combine(Int(place))
    } else if case .synthesised(let id, _, _) = box.source {
      hash.combine(-1)
      hash.combine(Int(truncatingIfNeeded: id.digest))
    }
    if form != .whole || isPartial {
      hash.combine(form.rawValue)
      for segment in box.entry.segments { hash.combine(segment.text ?? "\(segment.content)") }
      for call in box.entry.calls {
        hash.combine(call.id ?? "")
        hash.combine(call.name)
        hash.combine(call.arguments.serialised())
      }
    }
  }

  /// Whether a stage with this name made it.
  public func isSynthesised(by stage: String) -> Bool {
    // Most items are recorded: they are told without looking at the source.
    if isSynthesised, case .synthesised(let id, _, _) = box.source {
      id.stage == stage
    } else {
      false
    }
  }

  /// Whether any stage made it.
  public var isSynthesised: Bool { place < 0 }

  /// Whether two items are the same, or would be shown the same.
  public static func areSame(_ left: Item, _ right: Item) -> Bool {
    left.box === right.box
      || (left.source == right.source && left.form == right.form && left.entry == right.entry)
  }

  /// Whether two lists are the same, item by item.
  ///
  /// - Complexity: O(1) for the same list, else O(items).
  static func areSame(_ left: [Item], _ right: [Item]) -> Bool {
    guard left.count == right.count else { return false }
    let isShared = left.withUnsafeBufferPointer { left in
      right.withUnsafeBufferPointer { $0.baseAddress == left.baseAddress }
    }
    if isShared { return true }
    for index in left.indices where left[index].box !== right[index].box {
      guard areSame(left[index], right[index]) else { return false }
    }
    return true
  }

  func rememberedRun(_ make: (Entry) -> TokenRun) -> TokenRun {
    if let known = box.knownRun { return known }
    return box.run.withLock { run in
      if let run { return run }
      let made = make(box.entry)
      run = made
      box.count.store(made.count, ordering: .relaxed)
      return made
    }
  }

  /// The tokens of its run, if that was made before.
  var rememberedCount: Int? {
    if knownCount >= 0 { return Int(knownCount) }
    let count = box.count.load(ordering: .relaxed)
    return count < 0 ? nil : count
  }

  /// What is found in the entry, remembered so that it is looked for once.
  ///
  /// - Parameters:
  ///   - key: What is looked for; the same key must find the same in the same entry.
  ///   - find: Looks for it.
  public func note(_ key: UInt64, _ find: (Entry) -> [String]) -> [String] {
    if let known = box.notes.withLock({ $0[key] }) { return known }
    let found = find(box.entry)
    box.notes.withLock { $0[key] = found }
    return found
  }

  /// Whether an edit by this rule made that object, as far as the first edit tells.
  func wasEdited(by rule: UInt64, to made: Box) -> Bool {
    box.firstRule.load(ordering: .acquiring) == rule && hasFirstEdit(made)
  }

  /// Whether the first edit made that object.
  func hasFirstEdit(_ made: Box) -> Bool {
    box.firstAddress.load(ordering: .acquiring) == made.address
  }

  /// This item with another entry in it; the same edit of the same item gives the same object.
  func edited(to form: Form, isPartial: Bool? = nil, key: UInt64, _ change: (inout Entry) -> Void)
    -> Item
  {
    edited(to: form, isPartial: isPartial, key: key, rule: key) {
      change(&$0)
      return true
    }
  }

  /// This item with another entry in it, or itself; the same edit gives the same object.
  ///
  /// - Parameters:
  ///   - form: What is done to it.
  ///   - isPartial: Whether calls are missing; as before unless said.
  ///   - key: Names the edit.
  ///   - rule: Names the edit of a whole list that this one is part of.
  ///   - change: Returns false to leave the item as it is.
  func edited(
    to form: Form, isPartial: Bool? = nil, key: UInt64, rule: UInt64,
    _ change: (inout Entry) -> Bool
  ) -> Item {
    if box.leftBy.load(ordering: .relaxed) == key { return self }
    let made: Item? = derived(key: key, rule: rule) {
      var entry = box.entry
      guard change(&entry) else { return nil }
      return Item(
        source: box.source, form: form, isPartial: isPartial ?? box.isPartial, entry: entry)
    }
    return made ?? self
  }

  /// What was made of this item before under a key, else what is made of it now and kept.
  func derived(key: UInt64, rule: UInt64, _ make: () -> Item?) -> Item? {
    box.edits.withLock { edits in
      if let first = edits.first, first.key == key {
        // Another rule may ask for the same edit, such as after a change of the head.
        box.firstRule.store(rule, ordering: .releasing)
        return first.item
      }
      if let latest = edits.latest, latest.key == key { return latest.item }
      if edits.left.contains(key) { return nil }
      guard let item = make() else {
        if edits.left.isEmpty { box.leftBy.store(key, ordering: .relaxed) }
        edits.left.insert(key)
        return nil
      }
      if edits.first == nil {
        edits.first = Edit(key: key, item: item)
        box.firstAddress.store(item.box.address, ordering: .releasing)
        box.firstRule.store(rule, ordering: .releasing)
      } else {
        edits.latest = Edit(key: key, item: item)
      }
      return item
    }
  }
}

extension Item.Box {
  /// What tells it from every other object that is alive.
  fileprivate var address: UInt { UInt(bitPattern: ObjectIdentifier(self)) }
}
