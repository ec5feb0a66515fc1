/// A minimal session for a rule, as data: what was recorded, and what of it requests show.
public struct HazardExample: Sendable {
  /// An item of the view.
  public enum Shown: Sendable {
    /// A recorded entry.
    case entry(Int)
    /// A recorded round with only some of its calls.
    case calls(Int, keeping: [Int])
    /// A recorded entry with other content: masked or truncated.
    case edited(Int, Item.Form, Entry)
    /// An entry that a stage made.
    case made(Entry, covers: [Int], carries: [Int] = [])
  }

  /// A request of the session.
  public struct Request: Sendable {
    /// How many entries were appended.
    public var count: Int
    /// What it shows.
    public var shown: [Shown]
    /// The head it shows, where a stage edited it.
    public var head: Head?
    /// What was recorded of it; number, moment and entry are set.
    public var record: RequestRecord
    /// The summariser calls made for it.
    public var summaries: [SummaryCall]

    /// Makes a request.
    public init(
      after count: Int, shows shown: [Shown], head: Head? = nil, overBy: Int = 0, tokens: Int = 0,
      cached: Int = 0, commonPrefix: Int = 0, held: Int = 0, firings: [StageFiring] = [],
      summaries: [SummaryCall] = []
    ) {
      self.count = count
      self.shown = shown
      self.head = head
      self.summaries = summaries
      record = RequestRecord(
        number: 0, moment: .prompt, entry: EntryID(0), tokens: tokens, cached: cached,
        commonPrefix: commonPrefix, held: held, overBy: overBy, firings: firings)
    }
  }

  /// Three plain turns, the last one open.
  static let plainTurns: [Entry] = [
    .prompt("Hello."), .response("Hi."), .prompt("Weigh it."), .response("5 kg."),
    .prompt("And that?"),
  ]

  /// What was recorded.
  public var transcript: Transcript
  /// The requests.
  public var requests: [Request]
  /// What else the rule may know: called with the subject of the transcript.
  public var setting: @Sendable (inout HazardSubject) -> Void

  /// Makes an example of one request that follows the last entry and shows entries by their places.
  public init(_ entries: [Entry], shows places: [Int], overBy: Int = 0, head: Head = Head()) {
    self.init(entries, showing: places.map { .entry($0) }, overBy: overBy, head: head)
  }

  /// Makes an example of one request that follows the last entry and shows edited items.
  public init(
    _ entries: [Entry], showing shown: [Shown], overBy: Int = 0, head: Head = Head(),
    setting: @escaping @Sendable (inout HazardSubject) -> Void = { _ in }
  ) {
    self.init(
      Transcript(head: head, entries: entries),
      requests: [Request(after: entries.count, shows: shown, overBy: overBy)], setting: setting)
  }

  /// Makes an example of several requests.
  public init(
    _ transcript: Transcript, requests: [Request],
    setting: @escaping @Sendable (inout HazardSubject) -> Void = { _ in }
  ) {
    self.transcript = transcript
    self.requests = requests
    self.setting = setting
  }

  /// The view of the last request.
  public var view: View { view(of: requests[requests.count - 1]) }

  /// The view of a request.
  public func view(of request: Request) -> View {
    View(
      head: request.head ?? transcript.head(at: request.count), isHeadEdited: request.head != nil,
      items: request.shown.map(item))
  }

  private func item(_ shown: Shown) -> Item {
    switch shown {
    case .entry(let place):
      return Item(recorded: EntryID(place), entry: transcript.entries[place])
    case .calls(let place, let kept):
      var entry = transcript.entries[place]
      entry.calls = kept.map { entry.calls[$0] }
      return Item(source: .recorded(EntryID(place)), form: .whole, isPartial: true, entry: entry)
    case .edited(let place, let form, let entry):
      return Item(source: .recorded(EntryID(place)), form: form, entry: entry)
    case .made(let entry, let covers, let carries):
      var digest = StableHash()
      digest.combine(entry.text)
      return Item(
        source: .synthesised(
          SynthesisedID(digest: digest.value, stage: "example@0"),
          covers: covers.map { EntryID($0) }, carries: carries.map { EntryID($0) }),
        form: .whole, entry: entry)
    }
  }

  /// What a rule finds in it.
  public func report(_ rule: any HazardRule) -> HazardReport {
    var subject = HazardSubject(transcript)
    setting(&subject)
    var linter = HazardLinter(subject, rules: [rule])
    var builder = ViewBuilder(transcript)
    var summaries: [SummaryCall] = []
    for (place, request) in requests.enumerated() {
      let last = max(0, request.count - 1)
      var record = request.record
      record.number = place + 1
      record.entry = EntryID(last)
      record.moment = transcript.entries[last].kind == .toolOutput ? .toolOutput : .prompt
      summaries += request.summaries
      let view = view(of: request)
      let change = builder.record(view, at: request.count)
      linter.observe(record, view: view, change: change, summaries: summaries)
    }
    linter.finish()
    return linter.report
  }

  /// Whether a rule charges a strategy that shows this.
  public func fires(_ rule: any HazardRule) -> Bool {
    report(rule).findings.contains { !$0.isInherited }
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
