/// What a rule looks at: one main-line request's view, how it came to be, and the log behind it.
public struct HazardScene {
  /// The session, its case, the policy and its window.
  public let subject: HazardSubject
  /// The request; with scope `session`, the last one.
  public internal(set) var record: RequestRecord
  /// What the edit took out and put in; nil where the request only appended.
  public private(set) var edit: HazardEdit?
  /// Whether the arm has edited any view so far, this one included.
  public private(set) var hasEdited = false
  /// The head of the request before, as it was shown; nil at the first.
  public private(set) var previousHead: Head?
  /// The requests so far, this one included.
  public internal(set) var steps: [HazardStep] = []
  /// The main line's summariser calls up to this request.
  public private(set) var summaries: [SummaryCall] = []
  /// The heads shown and in force, now and before.
  private(set) var heads: HazardHeads
  /// Which output answers which call in the view, by place; nil where no stage made either.
  private(set) var madePairs: TranscriptStructure?
  /// Whether a stage gave a call an id that the record does not have there.
  private(set) var gaveIDs = false
  /// Of these, the calls made since the request before.
  public private(set) var newCalls: ArraySlice<SummaryCall> = []
  /// Whether the head shown is another than the one before it.
  public private(set) var isHeadChanged = false
  /// The entries that summarisers were fed so far in calls that came to something.
  private(set) var fed = Set<Int>()
  let plan: HazardPlan
  let recorded: RecordedReplies
  var shown = ShownItems()
  private var coverage = HazardCoverage()
  private let log: [Item]

  init(_ subject: HazardSubject) {
    self.subject = subject
    recorded = RecordedReplies(subject)
    heads = HazardHeads(subject)
    record = RequestRecord(number: 0, moment: .prompt, entry: EntryID(0), tokens: 0)
    let log = subject.transcript.entries.enumerated().map { place, entry in
      subject.ledger?.item(entry, at: EntryID(place))
        ?? Item(recorded: EntryID(place), entry: entry)
    }
    self.log = log
    plan = HazardPlan(subject, log: log)
  }

  /// Goes on to the next request.
  ///
  /// - Complexity: O(appended) where it only appended, else O(items from the first edit on).
  mutating func advance(
    to record: RequestRecord, view: View, change: ViewChange, summaries: [SummaryCall] = []
  ) {
    let before = self.record.number == 0 ? 0 : count
    self.record = record
    newCalls = summaries[min(self.summaries.count, summaries.count)...]
    for call in newCalls where call.fault == nil { fed.formUnion(call.fed.map(\.index)) }
    self.summaries = summaries
    previousHead = steps.isEmpty ? nil : shown.head
    let mayHeadDiffer =
      view.isHeadEdited || steps.last?.isHeadEdited == true
      || transcript.changes.contains { $0.position > before && $0.position <= count }
    isHeadChanged = mayHeadDiffer && previousHead.map { $0 != view.head } ?? false
    if !change.isEmpty || view.isHeadEdited { hasEdited = true }
    if change.isEmpty {
      edit = nil
    } else {
      let held = shown.items.count
      let appended = max(0, min(count, log.count) - before)
      let edit = HazardEdit(change, count: held + appended) { place in
        place < held ? shown.items[place] : log[before + place - held]
      }
      gaveIDs = gaveIDs || edit.inserted.contains { !givenIDs($0).isEmpty }
      self.edit = edit
    }
    shown.advance(to: view, change: change)
    heads.advance(to: view, at: count)
    // Without an edit, what was made stands where it stood, paired as before.
    if edit != nil {
      let hasMadeTools = shown.synthesised.contains { shown.kinds[$0].isOfTools }
      madePairs = hasMadeTools ? TranscriptStructure(shown.items.map(\.entry)) : nil
    }
    coverage.update(shown, tools: plan.writeTools)
    steps.append(
      HazardStep(
        record: record, isEdited: !change.isEmpty, place: edit?.place,
        entry: edit?.first, removedTokens: tokens(edit?.removed),
        insertedTokens: tokens(edit?.inserted), calls: Array(newCalls),
        isHeadEdited: view.isHeadEdited))
  }

  private func tokens(_ items: [Item]?) -> Int {
    guard let items, let ledger = subject.ledger else { return 0 }
    return ledger.count(items)
  }

  /// The session as recorded.
  public var transcript: Transcript { subject.transcript }
  /// Its structure.
  public var structure: TranscriptStructure { subject.structure }
  /// The head shown.
  public var head: Head { shown.head }
  /// The head in force, as recorded, before any stage edited it.
  public var headInForce: Head { heads.inForce }
  /// Whether a stage edited the head.
  public var isHeadEdited: Bool { steps.last?.isHeadEdited ?? false }
  /// The active prompt: the latest of the log; nil where none was said.
  public var activePrompt: EntryID? {
    guard count > 0, count <= structure.turns.count, structure.turns[count - 1] >= 0 else {
      return nil
    }
    return structure.turnStarts[structure.turns[count - 1]]
  }

  /// How many entries the log had when the request was made.
  public var count: Int { record.entry.index + 1 }
  /// The items shown.
  public var items: [Item] { shown.items }
  /// The kinds of the items shown.
  public var kinds: [EntryKind] { shown.kinds }

  /// The entry at a place of the view; nil where a stage made the item.
  public func entry(at place: Int) -> Int? {
    let id = shown.ids[place]
    return id >= 0 ? Int(id) : nil
  }

  /// The place in the view at which an entry is shown, whatever its form.
  public func place(of entry: EntryID) -> Int? { shown.place(of: entry.index) }

  /// Whether an entry is shown, whatever its form.
  public func shows(_ entry: EntryID) -> Bool { shown.shows(entry.index) }

  /// Whether a call is shown.
  public func shows(_ call: TranscriptStructure.CallReference) -> Bool {
    guard let place = place(of: call.entry) else { return false }
    let item = shown.items[place]
    return !item.isPartial || keptCalls(item, of: call.entry).contains(call.index)
  }

  /// The turns that items are of, or stand for entries of, in order.
  ///
  /// - Complexity: O(entries they stand for).
  public func turns(of items: [Item]) -> [Int] {
    var turns: [Int] = []
    for item in items {
      // As a rule items are of one turn after another.
      if let id = item.id {
        if turns.last != structure.turns[id.index] { turns.append(structure.turns[id.index]) }
      } else {
        for id in item.standsFor where turns.last != structure.turns[id.index] {
          turns.append(structure.turns[id.index])
        }
      }
    }
    return zip(turns, turns.dropFirst()).allSatisfy(<) ? turns : Set(turns).sorted()
  }

  /// Whether an output is shown that answers a recorded call which is shown: the recorded one, or one
  /// that a stage made.
  public func isAnswered(_ call: TranscriptStructure.CallReference) -> Bool {
    if let output = structure.outputs[call.entry.index][call.index], shows(output) { return true }
    guard let madePairs, let place = place(of: call.entry), place < madePairs.outputs.count else {
      return false
    }
    let kept = keptCalls(shown.items[place], of: call.entry)
    guard let index = kept.firstIndex(of: call.index), index < madePairs.outputs[place].count else {
      return false
    }
    return madePairs.outputs[place][index].map { shown.items[$0.index].isSynthesised } ?? false
  }

  /// The call ids of an item that its recorded entry does not have: those that a stage gave.
  func givenIDs(_ item: Item) -> [String] {
    guard item.kind == .toolCalls, !item.isWhole else { return [] }
    let ids = item.entry.calls.compactMap(\.id)
    guard let entry = item.id else { return ids }
    let recorded = transcript[entry].calls.compactMap(\.id)
    return ids.filter { !recorded.contains($0) }
  }

  /// The places of those recorded calls that a partial item still has.
  public func keptCalls(_ item: Item, of entry: EntryID) -> [Int] {
    let recorded = transcript[entry].calls
    guard item.isPartial else { return Array(recorded.indices) }
    var kept: [Int] = []
    var next = 0
    for call in item.entry.calls {
      guard
        let found = (next..<recorded.count).first(where: {
          recorded[$0].id == call.id && recorded[$0].name == call.name
        })
      else { continue }
      kept.append(found)
      next = found + 1
    }
    return kept
  }

  /// Whether an entry is shown, or something a stage made stands for it.
  public func isRepresented(_ entry: EntryID) -> Bool {
    shows(entry) || coverage.covers(entry.index)
  }

  /// Whether something a stage made stands for an entry, shown or not.
  public func isStoodFor(_ entry: EntryID) -> Bool { coverage.covers(entry.index) }

  /// Whether an entry is shown, itself or verbatim within something a stage made.
  public func isReadable(_ entry: EntryID) -> Bool {
    shows(entry) || coverage.carries(entry.index)
  }

  /// The places of the items that stages made.
  public var synthesised: [Int] { shown.synthesised }

  /// Whether something a stage made names a tool.
  func isNamed(_ tool: String) -> Bool { coverage.names(tool) }

  /// A name for an entry in messages.
  public func label(_ entry: EntryID) -> String { transcript.name(of: entry) }
}

/// What does not depend on a view: rounds of several calls, calls that write, answers by turn.
struct HazardPlan {
  let batches: [EntryID]
  let writes: [(call: TranscriptStructure.CallReference, tool: String)]
  let writeTools: [ValueMatcher]
  let responses: [[EntryID]]
  let first: EntryID?
  /// Tokens of the first n entries, by n; empty where tokens are not counted.
  let ends: [Int]
  /// The entries that alone exceed the budget.
  let giants: [(entry: EntryID, tokens: Int)]

  init(_ subject: HazardSubject, log: [Item]) {
    let (transcript, structure, effects) = (subject.transcript, subject.structure, subject.effects)
    var batches: [EntryID] = []
    var writes: [(call: TranscriptStructure.CallReference, tool: String)] = []
    var responses = [[EntryID]](repeating: [], count: structure.turnStarts.count)
    var known: [String: Bool] = [:]
    for (index, entry) in transcript.entries.enumerated() {
      if entry.kind == .response, structure.turns[index] >= 0 {
        responses[structure.turns[index]].append(EntryID(index))
      }
      if entry.calls.count > 1 { batches.append(EntryID(index)) }
      for (place, call) in entry.calls.enumerated() {
        let isWrite = known[call.name] ?? (effects.effect(of: call.name) == .write)
        known[call.name] = isWrite
        if isWrite {
          writes.append(
            (TranscriptStructure.CallReference(entry: EntryID(index), index: place), call.name))
        }
      }
    }
    self.batches = batches
    self.writes = writes
    writeTools = known.filter(\.value).keys.sorted().map { ValueMatcher($0, kind: .identifier) }
    self.responses = responses
    first = transcript.entries.firstIndex { $0.kind != .instructions }.map { EntryID($0) }
    var ends: [Int] = []
    var giants: [(entry: EntryID, tokens: Int)] = []
    if let ledger = subject.ledger {
      ends = [0]
      for (index, item) in log.enumerated() {
        let tokens = ledger.count(item)
        ends.append(ends[index] + tokens)
        if let budget = subject.budget, tokens > budget.tokens {
          giants.append((EntryID(index), tokens))
        }
      }
    }
    self.ends = ends
    self.giants = giants
  }
}

/// What the items that stages made stand for; worked out anew only when they changed.
private struct HazardCoverage {
  private var boxes: [Item] = []
  private var covered = Set<Int>()
  private var carried = Set<Int>()
  private var named = Set<String>()

  mutating func update(_ shown: ShownItems, tools: [ValueMatcher]) {
    let items = shown.synthesised.map { shown.items[$0] }
    if items.count == boxes.count, zip(items, boxes).allSatisfy({ $0.box === $1.box }) { return }
    boxes = items
    covered = []
    carried = []
    let texts = items.map(\.entry.matchText)
    named = Set(tools.filter { tool in texts.contains(where: tool.isIn) }.map(\.value))
    for item in items {
      guard case .synthesised(_, let covers, let carries) = item.source else { continue }
      covered.formUnion(covers.map(\.index))
      covered.formUnion(carries.map(\.index))
      carried.formUnion(carries.map(\.index))
    }
  }

  func covers(_ entry: Int) -> Bool { covered.contains(entry) }
  func carries(_ entry: Int) -> Bool { carried.contains(entry) }

  func names(_ tool: String) -> Bool { named.contains(tool) }
}
