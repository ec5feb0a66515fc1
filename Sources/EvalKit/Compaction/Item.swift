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

  final class Box: Sendable {
    let source: Source
    let form: Form
    let isPartial: Bool
    let entry: Entry
    let knownRun: TokenRun?
    let run = Mutex<TokenRun?>(nil)
    /// The tokens of the run, once it was made; -1 before.
    let count = Atomic<Int>(-1)
    /// The first edit of the item, and the latest with another key.
    let edits = Mutex<(first: Edit?, latest: Edit?)>((nil, nil))
    /// The key of the first edit once there is one, and the address of what it made, which is kept:
    /// what was edited before can be told without counting a reference.
    let firstKey = Atomic<UInt64>(0)
    let firstAddress = Atomic<UInt>(0)

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

  /// Whether a stage with this name made it.
  public func isSynthesised(by stage: String) -> Bool {
    // Most items are recorded: that is told without looking at the object.
    if place >= 0 { return false }
    if case .synthesised(let id, _, _) = box.source { return id.stage == stage }
    return false
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

  /// Whether an edit with this key made that object, as far as the first edit tells.
  func wasEdited(with key: UInt64, to made: Box) -> Bool {
    box.firstKey.load(ordering: .acquiring) == key
      && box.firstAddress.load(ordering: .relaxed) == made.address
  }

  /// This item with another entry in it; the same edit of the same item gives the same object.
  func edited(to form: Form, isPartial: Bool? = nil, key: UInt64, _ change: (inout Entry) -> Void)
    -> Item
  {
    box.edits.withLock { edits in
      if let first = edits.first, first.key == key { return first.item }
      if let latest = edits.latest, latest.key == key { return latest.item }
      var entry = box.entry
      change(&entry)
      let item = Item(
        source: box.source, form: form, isPartial: isPartial ?? box.isPartial, entry: entry)
      if edits.first == nil {
        edits.first = Edit(key: key, item: item)
        box.firstAddress.store(item.box.address, ordering: .relaxed)
        box.firstKey.store(key, ordering: .releasing)
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
