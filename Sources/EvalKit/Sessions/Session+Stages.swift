extension Session {
  /// Runs the stored stages of a moment, in order, each on what the one before left.
  mutating func runStored(at moment: Moment, in budget: ContextBudget) async throws {
    for (place, stage) in pipeline.stages.enumerated()
    where stage.persistence != .view && stage.moments.contains(moment) {
      guard let output = try await edit(history, stage, at: place, moment, budget) else {
        continue
      }
      let edits = edits(by: place, from: history, to: output)
      history = output
      pending.firings.append(StageFiring(stage: place, moment: moment, edits: edits))
      if stage.persistence == .rebuild {
        held = [:]
        executors = ExecutorStore()
      }
    }
  }

  /// Runs the view stages, in order, on the history.
  mutating func runView(at moment: Moment, in budget: ContextBudget) async throws -> View {
    // Made again after `overflow`: what fired the first time is not in the view.
    pending.firings.removeAll { pipeline.stages[$0.stage].persistence == .view }
    if moment != .overflow { trackingBeforeViews = tracking }
    var current = history
    for (place, stage) in pipeline.stages.enumerated() where stage.persistence == .view {
      if moment == .overflow, let trackingBeforeViews {
        tracking?.takeBack(place, to: trackingBeforeViews)
      }
      guard let output = try await edit(current, stage, at: place, moment, budget) else {
        tracking?.rest(place)
        continue
      }
      let edits = edits(by: place, from: current, to: output)
      current = output
      pending.firings.append(StageFiring(stage: place, moment: moment, edits: edits))
    }
    return View(head: current.head, isHeadEdited: current.isHeadEdited, items: current.items)
  }

  /// What a stage did to which entries, where that is recorded.
  private mutating func edits(by place: Int, from before: History, to after: History) -> [StageEdit]
  {
    tracking?.edits(by: place, from: before.items, to: after.items, count: log.count) ?? []
  }

  /// Runs a stage.
  ///
  /// - Returns: nil where it changed nothing or threw; what it threw is kept for the record.
  private mutating func edit(
    _ history: History, _ stage: Stage, at place: Int, _ moment: Moment, _ budget: ContextBudget
  ) async throws -> History? {
    let calls = SummaryLog()
    defer { summaries.append(contentsOf: calls.drain()) }
    let held = held[nil]
    let context = MomentContext(
      moment: moment, budget: budget, request: requestCount, head: head,
      log: stage.definition.readsLog ? log : nil, ledger: ledger, summarisers: summarisers,
      calls: calls, timeLimit: timeLimit,
      reused: { [ledger, stripsReasoning] head, items in
        // An instruction follows, so all reasoning is of earlier turns.
        let shown = stripsReasoning ? items.filter { $0.kind != .reasoning } : items
        return held.map {
          $0.reuse(for: $0.render(head: head, items: shown, ledger: ledger)).cached
        } ?? 0
      }, recordedCompactions: recordedCompactions, stage: stageNames[place],
      resources: resources)
    var input = history
    input.stage = stageNames[place]
    input.isOwn = false
    input.spare = spares[place]
    do {
      var (output, memory) = try await Self.run(stage, input, context, memories[place], timeLimit)
      memories[place] = memory
      if History.areSame(history, output) { return nil }
      output.spare = nil
      spares[place].give(output.items)
      return output
    } catch {
      if Self.isCancellation(error) { throw CancellationError() }
      if pending.error == nil { pending.error = "\(stage.definition.name): \(error)" }
      return nil
    }
  }

  private static func run(
    _ stage: Stage, _ input: History, _ context: MomentContext, _ memory: JSONValue,
    _ timeLimit: Double?
  ) async throws -> (History, JSONValue) {
    try await withDeadline(seconds: timeLimit) {
      var memory = memory
      let output = try await stage.strategy.edit(input, in: context, memory: &memory)
      return (output, memory)
    }
  }

  /// Whether an error says that the task was cancelled, or is what that made of an operation.
  static func isCancellation(_ error: any Error) -> Bool {
    error is CancellationError || error as? ModelError == .cancelled || Task.isCancelled
  }
}
