/// A session under a pipeline: log, history, stages' memories, cache; a value, so a fork is a copy.
///
/// The replay engine drives it with recorded entries; ``respond(to:using:options:)`` drives it with
/// a model. Both use the same edits, in the order of `docs/replay-rules.md`.
public struct Session: Sendable {
  /// Everything that was said, append-only.
  public private(set) var log: [Entry] = []
  /// What stored stages have left of it.
  public internal(set) var history: History
  /// The head in force, before any stage edited it.
  public private(set) var head: Head
  /// The stages.
  public let pipeline: Pipeline
  /// The window and what history may use of it.
  public let budget: ContextBudget
  /// What every item costs.
  public let ledger: TokenLedger
  /// The most seconds a stage, a summary or a call of a model may take; nil leaves them their time.
  public let timeLimit: Double?
  /// The requests so far.
  public private(set) var requestCount = 0
  /// Summariser calls so far, in order.
  public internal(set) var summaries: [SummaryCall] = []
  /// Token counts of the session's model calls, probes and summaries left out.
  public private(set) var usage = Usage()
  /// How often the latest prompt to a model was tried: 2 where it did not fit at first.
  public internal(set) var attempts = 0
  /// Executors of this session and its forks; a `rebuild` stage starts with none.
  public internal(set) var executors: ExecutorStore
  /// What stages of this session and its forks keep open between edits.
  public let resources = SessionResources()

  /// What the compactions recorded so far came to.
  public private(set) var recordedCompactions = RecordedCompactions()

  /// The compactions of the recorded session, by rising position, and how many came so far.
  private var compactions: [CompactionEvent]
  let summarisers: [String: any Summariser]
  var memories: [JSONValue]
  /// The stages' names in histories, and the lists of items they made last.
  let stageNames: [String]
  let spares: [SpareList]
  /// What each model holds; the replay's under nil.
  var held: [ExecutorStore.Key?: HeldView] = [:]
  /// What a prefill at `response` would hold: set when a stage edited after a reply.
  var warm: View?
  /// What stages did since the latest request.
  var pending = StageOutcomes()
  private let cachePolicy: CachePolicy
  let stripsReasoning: Bool
  /// What stages did to which entries, where that is recorded.
  var tracking: EditTracking?
  /// The same before the view stages ran for the latest request.
  var trackingBeforeViews: EditTracking?

  /// Starts a session.
  ///
  /// - Parameters:
  ///   - pipeline: The stages.
  ///   - head: The head it begins with.
  ///   - budget: The window.
  ///   - ledger: A ledger of the entries that will be appended.
  ///   - summarisers: Who may be asked for summaries, by name.
  ///   - cache: How the model's cache behaves.
  ///   - stripsEarlierReasoning: Whether reasoning before the active prompt is not rendered again.
  ///   - executors: Where executors are found.
  ///   - timeLimit: The most seconds a stage, a summary or a call of a model may take.
  ///   - compactions: Where a recorded session is driven, its compactions by rising position; a
  ///     ``Replay`` takes its transcript's.
  ///   - tracksEdits: Whether firings record what was done to which entries, at O(entries) a firing.
  public init(
    pipeline: Pipeline, head: Head, budget: ContextBudget, ledger: TokenLedger,
    summarisers: [String: any Summariser] = [:], cache: CachePolicy = CachePolicy(),
    stripsEarlierReasoning: Bool = false, executors: ExecutorStore = ExecutorStore(),
    timeLimit: Double? = nil, compactions: [CompactionEvent] = [],
    tracksEdits: Bool = false
  ) {
    self.pipeline = pipeline
    self.head = head
    self.budget = budget
    self.ledger = ledger
    self.summarisers = summarisers
    self.executors = executors
    self.timeLimit = timeLimit
    self.compactions = compactions
    cachePolicy = cache
    stripsReasoning = stripsEarlierReasoning
    tracking = tracksEdits ? EditTracking(stages: pipeline.stages.count) : nil
    history = History(head: head)
    memories = pipeline.stages.map { _ in .null }
    spares = pipeline.stages.map { _ in SpareList() }
    stageNames = pipeline.stages.enumerated().map { "\($1.definition.name)@\($0)" }
  }

  /// Replaces the head from the next request on.
  public mutating func change(head: Head) {
    self.head = head
    history.replaceHead(head)
  }

  /// Appends an input, to log and history; compactions recorded there are in force from now on.
  public mutating func append(_ entry: Entry) {
    add(entry)
    while recordedCompactions.count < compactions.count,
      compactions[recordedCompactions.count].position <= log.count
    { recordedCompactions.add(compactions[recordedCompactions.count]) }
  }

  /// Appends the ask of a question, which no record has: no compaction comes into force.
  public mutating func append(ask: Entry) { add(ask) }

  private mutating func add(_ entry: Entry) {
    let item = ledger.item(entry, at: EntryID(log.count))
    log.append(entry)
    history.append(item)
  }

  /// Makes it a recorded session with these compactions; nothing was appended yet.
  mutating func expect(_ compactions: [CompactionEvent]) { self.compactions = compactions }

  /// Edits for a request and makes its view: stored stages, view stages, and once more after
  /// overflow stages if the view exceeds the budget.
  ///
  /// A stage that throws leaves the history as before it; the record says so.
  public mutating func request(_ moment: Moment) async throws -> (RequestRecord, View) {
    let prepared = try await prepare(moment, for: nil, in: budget)
    return (commit(prepared, moment, for: nil, in: budget), prepared.view)
  }

  /// Appends the reply to a request, to log and history, whatever was edited away before it; then
  /// `toolCalls` stages run if it made calls, else `response` stages.
  public mutating func append(reply: [Entry]) async throws {
    try await append(reply: reply, of: nil, in: budget)
  }

  /// The tokens of a reply that will be appended next.
  public func tokens(ofReply reply: [Entry]) -> Int {
    var position = log.count
    return reply.reduce(0) { sum, entry in
      defer { position += 1 }
      return sum + ledger.count(entry, at: EntryID(position))
    }
  }

  /// The view that a request made now would show; changes nothing.
  public func view(at moment: Moment) async throws -> View {
    var copy = self
    return try await copy.prepare(moment, for: nil, in: budget).view
  }

  /// A view rendered, as the cache and the budget count it.
  public func rendered(_ view: View) -> [TokenRun] {
    ledger.runs(head: view.head, items: shown(view.items))
  }

  /// Takes what stages did since the latest request, so that the next one's record leaves it out.
  mutating func takePending() -> StageOutcomes {
    defer { pending = StageOutcomes() }
    return pending
  }

  /// Adds the usage of a model call.
  mutating func add(_ usage: Usage) { self.usage = self.usage + usage }
}

/// What stages did.
struct StageOutcomes: Sendable {
  /// Stages that changed something, in running order.
  var firings: [StageFiring] = []
  /// What the first that failed threw.
  var error: String?
}

extension Session {
  /// A request's view, measured but not yet made.
  struct Prepared {
    var view: View
    var rendering: HeldView.Rendering
    /// Whether the stages at `overflow` had their turn.
    var isRecovered = false
  }

  /// Steps (1) to (3) of a request.
  mutating func prepare(
    _ moment: Moment, for model: ExecutorStore.Key?, in budget: ContextBudget
  ) async throws -> Prepared {
    requestCount += 1
    try await runStored(at: moment, in: budget)
    let view = try await runView(at: moment, in: budget)
    let prepared = Prepared(view: view, rendering: render(view, for: model))
    let waits = pipeline.stages.contains {
      $0.persistence != .view && $0.moments.contains(.overflow)
    }
    guard waits, prepared.rendering.total > budget.tokens else { return prepared }
    return try await recover(for: model, in: budget)
  }

  /// Step (3): the stages at `overflow`, once, and the view again.
  mutating func recover(
    for model: ExecutorStore.Key?, in budget: ContextBudget
  ) async throws -> Prepared {
    try await runStored(at: .overflow, in: budget)
    let view = try await runView(at: .overflow, in: budget)
    return Prepared(view: view, rendering: render(view, for: model), isRecovered: true)
  }

  /// Step (4): serves the request from what is held, and records it.
  mutating func commit(
    _ prepared: Prepared, _ moment: Moment, for model: ExecutorStore.Key?,
    in budget: ContextBudget
  ) -> RequestRecord {
    let reusable = reusedWarm(prepared.view, for: model)
    let admission = held[model, default: HeldView(policy: cachePolicy)].admit(prepared.rendering)
    warm = nil
    let done = takePending()
    return RequestRecord(
      number: requestCount, moment: moment, entry: EntryID(max(0, log.count - 1)),
      tokens: admission.total, cached: admission.cached, commonPrefix: admission.commonPrefix,
      held: admission.held, blocking: admission.total - max(admission.cached, reusable),
      overBy: max(0, admission.total - budget.tokens), firings: done.firings, error: done.error,
      isAssumed: prepared.rendering.isAssumed)
  }

  mutating func append(
    reply: [Entry], of model: ExecutorStore.Key?, in budget: ContextBudget
  ) async throws {
    let first = history.count
    for entry in reply { append(entry) }
    // Instructions found mid-conversation were not generated, so nothing after them is held.
    let generated = history.items[first...].prefix { $0.kind != .instructions }
    held[model]?.hold(reply: generated, ledger: ledger)
    guard reply.contains(where: { $0.kind.isReply }) else { return }
    let moment: Moment = reply.contains { $0.kind == .toolCalls } ? .toolCalls : .response
    let before = pending.firings.count
    try await runStored(at: moment, in: budget)
    if pending.firings.count > before { warm = View(head: history.head, items: history.items) }
  }

  /// The tokens a request finds prefilled by the work done after the reply before it.
  private func reusedWarm(_ view: View, for model: ExecutorStore.Key?) -> Int {
    guard let warm else { return 0 }
    var prefilled = held[model] ?? HeldView(policy: cachePolicy)
    _ = prefilled.admit(
      prefilled.render(head: warm.head, items: shown(warm.items), ledger: ledger))
    let rendering = prefilled.render(head: view.head, items: shown(view.items), ledger: ledger)
    return prefilled.reuse(for: rendering).cached
  }

  private func render(_ view: View, for model: ExecutorStore.Key?) -> HeldView.Rendering {
    (held[model] ?? HeldView(policy: cachePolicy))
      .render(head: view.head, items: shown(view.items), ledger: ledger)
  }

  /// The items of a view that are rendered.
  private func shown(_ items: [Item]) -> [Item] {
    guard stripsReasoning, let active = items.lastIndex(where: { $0.kind == .prompt }),
      items[..<active].contains(where: { $0.kind == .reasoning })
    else { return items }
    return items[..<active].filter { $0.kind != .reasoning } + items[active...]
  }
}
