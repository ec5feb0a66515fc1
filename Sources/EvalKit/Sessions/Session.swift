/// A session under a pipeline: log, history, stages' memories, cache; a value, so a fork is a copy.
///
/// The replay engine drives it with recorded entries; ``respond(to:using:options:)`` drives it with
/// a model. Both use the same edits, in the order of DESIGN, *Replay, exactly*.
public struct Session: Sendable {
  /// Everything that was said, append-only.
  public private(set) var log: [Entry] = []
  /// What stored stages have left of it.
  public private(set) var history: History
  /// The head in force, before any stage edited it.
  public private(set) var head: Head
  /// The stages.
  public let pipeline: Pipeline
  /// The window and what history may use of it.
  public let budget: ContextBudget
  /// What every item costs.
  public let ledger: TokenLedger
  /// The requests so far.
  public private(set) var requestCount = 0
  /// Summariser calls so far, in order.
  public private(set) var summaries: [SummaryCall] = []
  /// Token counts of the session's model calls, probes and summaries left out.
  public private(set) var usage = Usage()
  /// Executors of this session and its forks.
  public let executors: ExecutorStore

  private var memories: [JSONValue]
  private var caches: [ExecutorStore.Key?: PrefixCache] = [:]
  private let cachePolicy: CachePolicy
  private let stripsReasoning: Bool
  private let summarisers: [String: any Summariser]
  /// What a prefill at `response` would hold: set when a stage edited after a reply.
  private var warm: [TokenRun]?
  private var pendingFirings: [StageFiring] = []
  private var pendingError: String?

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
  public init(
    pipeline: Pipeline, head: Head, budget: ContextBudget, ledger: TokenLedger,
    summarisers: [String: any Summariser] = [:], cache: CachePolicy = CachePolicy(),
    stripsEarlierReasoning: Bool = false, executors: ExecutorStore = ExecutorStore()
  ) {
    self.pipeline = pipeline
    self.head = head
    self.budget = budget
    self.ledger = ledger
    self.summarisers = summarisers
    cachePolicy = cache
    stripsReasoning = stripsEarlierReasoning
    self.executors = executors
    history = History(head: head)
    memories = pipeline.stages.map { _ in .null }
  }

  /// Replaces the head from the next request on.
  public mutating func change(head: Head) {
    self.head = head
    history.replaceHead(head)
  }

  /// Appends an input, to log and history.
  public mutating func append(_ entry: Entry) {
    let item = ledger.item(entry, at: EntryID(log.count))
    log.append(entry)
    history.append(item)
  }

  /// Edits for a request and makes its view: stored stages, view stages, and once more after
  /// overflow stages if the view exceeds the budget.
  ///
  /// A stage that throws leaves the history as before it; the record says so.
  public mutating func request(_ moment: Moment) async throws -> (RequestRecord, View) {
    try await request(moment, model: nil)
  }

  mutating func request(_ moment: Moment, model: ExecutorStore.Key?) async throws
    -> (RequestRecord, View)
  {
    requestCount += 1
    try await runStored(at: moment)
    var view = try await runView(at: moment)
    var runs = rendered(view)
    if count(runs) > budget.tokens,
      pipeline.stages.contains(where: { $0.persistence != .view && $0.moments.contains(.overflow) })
    {
      try await runStored(at: .overflow)
      view = try await runView(at: .overflow)
      runs = rendered(view)
    }
    var cache = caches[model] ?? PrefixCache(policy: cachePolicy)
    var reusable = 0
    if let warm {
      var warmed = cache
      _ = warmed.admit(warm)
      reusable = warmed.reuse(for: runs).cached
    }
    let admission = cache.admit(runs)
    caches[model] = cache
    warm = nil
    defer {
      pendingFirings = []
      pendingError = nil
    }
    let record = RequestRecord(
      number: requestCount, moment: moment, entry: EntryID(max(0, log.count - 1)),
      tokens: admission.total, cached: admission.cached, commonPrefix: admission.commonPrefix,
      held: admission.held, blocking: admission.total - max(admission.cached, reusable),
      overBy: max(0, admission.total - budget.tokens), firings: pendingFirings,
      error: pendingError, isAssumed: runs.contains(where: \.assumed))
    return (record, view)
  }

  /// Appends the reply to a request, to log and history, whatever was edited away before it; then
  /// `toolCalls` stages run if it made calls, else `response` stages.
  public mutating func append(reply: [Entry]) async throws {
    try await append(reply: reply, model: nil)
  }

  mutating func append(reply: [Entry], model: ExecutorStore.Key?) async throws {
    guard !reply.isEmpty else { return }
    var held: [TokenRun] = []
    for entry in reply {
      append(entry)
      if entry.kind != .instructions, let item = history.items.last {
        held.append(ledger.run(of: item))
      }
    }
    caches[model]?.hold(reply: held)
    guard reply.contains(where: { $0.kind.isReply }) else { return }
    let moment: Moment = reply.contains { $0.kind == .toolCalls } ? .toolCalls : .response
    let before = pendingFirings.count
    try await runStored(at: moment)
    if pendingFirings.count > before {
      warm = rendered(View(head: history.head, items: history.items))
    }
  }

  /// Tries a request that did not fit once more, after the stages at `overflow`.
  mutating func recover(model: ExecutorStore.Key?) async throws -> (RequestRecord, View) {
    requestCount -= 1
    return try await request(.overflow, model: model)
  }

  /// Adds the usage of a model call.
  mutating func add(_ usage: Usage) { self.usage = self.usage + usage }

  /// The tokens of a reply.
  public func tokens(ofReply reply: [Entry]) -> Int {
    // The ledger's table is by position: the reply's entries are the next of the log.
    var position = log.count
    return reply.reduce(0) { sum, entry in
      defer { position += 1 }
      return sum + ledger.count(ledger.item(entry, at: EntryID(position)))
    }
  }

  /// A view rendered, as the cache and the budget count it.
  public func rendered(_ view: View) -> [TokenRun] {
    guard stripsReasoning, let active = view.items.lastIndex(where: { $0.kind == .prompt }) else {
      return ledger.runs(head: view.head, items: view.items)
    }
    let shown = view.items.enumerated().filter { $0.offset > active || $0.element.kind != .reasoning }
    return ledger.runs(head: view.head, items: shown.map(\.element))
  }

  private func count(_ runs: [TokenRun]) -> Int { runs.reduce(0) { $0 + $1.count } }

  private func context(_ moment: Moment, _ stage: Stage, _ calls: SummaryLog) -> MomentContext {
    MomentContext(
      moment: moment, budget: budget, request: requestCount, head: head,
      log: stage.definition.readsLog ? log : nil, ledger: ledger, summarisers: summarisers,
      calls: calls)
  }

  private static func name(of stage: Stage, at place: Int) -> String {
    "\(stage.definition.name)@\(place)"
  }

  private mutating func runStored(at moment: Moment) async throws {
    for (place, stage) in pipeline.stages.enumerated()
    where stage.persistence != .view && stage.moments.contains(moment) {
      var input = history
      input.stage = Self.name(of: stage, at: place)
      guard let output = try await edit(input, stage, place, moment) else { continue }
      history = output
      pendingFirings.append(StageFiring(stage: place, moment: moment))
      if stage.persistence == .rebuild {
        caches = [:]
        warm = nil
      }
    }
  }

  private mutating func runView(at moment: Moment) async throws -> View {
    pendingFirings.removeAll { pipeline.stages[$0.stage].persistence == .view }
    var current = history
    for (place, stage) in pipeline.stages.enumerated() where stage.persistence == .view {
      current.stage = Self.name(of: stage, at: place)
      guard let output = try await edit(current, stage, place, moment) else { continue }
      current = output
      pendingFirings.append(StageFiring(stage: place, moment: moment))
    }
    return View(head: current.head, isHeadEdited: current.isHeadEdited, items: current.items)
  }

  /// Runs a stage; nil where it changed nothing or threw.
  private mutating func edit(
    _ input: History, _ stage: Stage, _ place: Int, _ moment: Moment
  ) async throws -> History? {
    var memory = memories[place]
    let calls = SummaryLog()
    let output: History
    do {
      output = try await stage.strategy.edit(input, in: context(moment, stage, calls), memory: &memory)
    } catch let error as CancellationError {
      throw error
    } catch {
      summaries.append(contentsOf: calls.drain())
      if pendingError == nil { pendingError = "\(stage.definition.name): \(error)" }
      return nil
    }
    summaries.append(contentsOf: calls.drain())
    memories[place] = memory
    return History.areSame(input, output) ? nil : output
  }
}
