/// A minimal view for a rule, as data: what was recorded, and what of it a request shows.
public struct HazardExample: Sendable {
  /// An item of the view.
  public enum Shown: Sendable {
    /// A recorded entry.
    case entry(Int)
    /// A recorded round with only some of its calls.
    case calls(Int, keeping: [Int])
    /// An entry that a stage made.
    case made(Entry, covers: [Int])
  }

  /// Three plain turns, the last one open.
  static let plainTurns: [Entry] = [
    .prompt("Hello."), .response("Hi."), .prompt("Weigh it."), .response("5 kg."),
    .prompt("And that?"),
  ]

  /// What was recorded; the request follows its last entry.
  public var transcript: Transcript
  /// What the request shows.
  public var shown: [Shown]
  /// Tokens over the budget.
  public var overBy: Int

  /// Makes an example of entries, shown by their places.
  public init(_ entries: [Entry], shows places: [Int], overBy: Int = 0, head: Head = Head()) {
    self.init(entries, showing: places.map { .entry($0) }, overBy: overBy, head: head)
  }

  /// Makes an example with edited items.
  public init(_ entries: [Entry], showing shown: [Shown], overBy: Int = 0, head: Head = Head()) {
    transcript = Transcript(head: head, entries: entries)
    self.shown = shown
    self.overBy = overBy
  }

  /// The view of the request.
  public var view: View {
    View(
      head: transcript.head,
      items: shown.map { shown in
        switch shown {
        case .entry(let place):
          return Item(recorded: EntryID(place), entry: transcript.entries[place])
        case .calls(let place, let kept):
          var entry = transcript.entries[place]
          entry.calls = kept.map { entry.calls[$0] }
          return Item(
            source: .recorded(EntryID(place)), form: .whole, isPartial: true, entry: entry)
        case .made(let entry, let covers):
          return Item(
            source: .synthesised(
              SynthesisedID(digest: 1, stage: "example"), covers: covers.map { EntryID($0) },
              carries: []),
            form: .whole, entry: entry)
        }
      })
  }

  /// Whether a rule charges a strategy that shows this.
  public func fires(_ rule: any HazardRule, effects: ToolEffects = Judge.default.effects) -> Bool {
    var linter = HazardLinter(transcript, effects: effects, rules: [rule])
    let last = max(0, transcript.entries.count - 1)
    let isOutput = transcript.entries.last?.kind == .toolOutput
    let record = RequestRecord(
      number: 1, moment: isOutput ? .toolOutput : .prompt, entry: EntryID(last), tokens: 0,
      cached: 0, commonPrefix: 0, held: 0, blocking: 0, overBy: overBy)
    let log = transcript.entries.enumerated().map { Item(recorded: EntryID($0), entry: $1) }
    linter.observe(record, view: view, change: ViewChange(from: log, to: view.items))
    return linter.report.findings.contains { !$0.isInherited }
  }
}

extension Entry {
  /// A round of calls for examples: one call a name, ids `k1`, `k2` from `first` on.
  static func exampleCalls(_ names: String..., first: Int = 1) -> Entry {
    .calls(
      names.enumerated().map { place, name in
        ToolCall(id: "k\(first + place)", name: name, arguments: .object(JSONObject()))
      })
  }
}
