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

  final class Box: Sendable {
    let source: Source
    let form: Form
    let isPartial: Bool
    let entry: Entry
    let knownRun: TokenRun?
    let run = Mutex<TokenRun?>(nil)
    /// The tokens of the run, once it is known; -1 before.
    let count: Atomic<Int>
    let lastEdit = Mutex<(key: UInt64, item: Item)?>(nil)

    init(source: Source, form: Form, isPartial: Bool, entry: Entry, run: TokenRun? = nil) {
      knownRun = run
      count = Atomic(run?.count ?? -1)
      self.source = source
      self.form = form
      self.isPartial = isPartial
      self.entry = entry
    }
  }

  let box: Box

  /// Makes a recorded item, with its run where a ledger knows it.
  package init(recorded id: EntryID, entry: Entry, run: TokenRun? = nil) {
    box = Box(source: .recorded(id), form: .whole, isPartial: false, entry: entry, run: run)
  }

  /// Makes any item; for histories and for reading recorded views back.
  package init(source: Source, form: Form, isPartial: Bool = false, entry: Entry) {
    box = Box(source: source, form: form, isPartial: isPartial, entry: entry)
  }

  /// Where it comes from.
  public var source: Source { box.source }
  /// What was done to it.
  public var form: Form { box.form }
  /// Whether some of its calls were dropped.
  public var isPartial: Bool { box.isPartial }
  /// What the model is shown.
  public var entry: Entry { box.entry }
  /// The kind of its entry.
  public var kind: EntryKind { box.entry.kind }

  /// The entry of the log it is, if it is a recorded one.
  public var id: EntryID? {
    if case .recorded(let id) = box.source { id } else { nil }
  }

  /// The entries of the log it stands for: itself, or what it covers and carries.
  public var standsFor: [EntryID] {
    switch box.source {
    case .recorded(let id): [id]
    case .synthesised(_, let covers, let carries): covers + carries
    }
  }

  /// Whether a stage with this name made it.
  public func isSynthesised(by stage: String) -> Bool {
    if case .synthesised(let id, _, _) = box.source { id.stage == stage } else { false }
  }

  /// Whether any stage made it.
  public var isSynthesised: Bool { id == nil }

  /// Whether two items are the same, or would be shown the same.
  public static func areSame(_ left: Item, _ right: Item) -> Bool {
    left.box === right.box
      || (left.source == right.source && left.form == right.form && left.entry == right.entry)
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
    let count = box.count.load(ordering: .relaxed)
    return count < 0 ? nil : count
  }

  /// This item with another entry in it; the same edit of the same item gives the same object.
  func edited(to form: Form, isPartial: Bool? = nil, key: UInt64, _ change: (inout Entry) -> Void)
    -> Item
  {
    box.lastEdit.withLock { last in
      if let last, last.key == key { return last.item }
      var entry = box.entry
      change(&entry)
      let item = Item(
        source: box.source, form: form, isPartial: isPartial ?? box.isPartial, entry: entry)
      last = (key, item)
      return item
    }
  }
}
