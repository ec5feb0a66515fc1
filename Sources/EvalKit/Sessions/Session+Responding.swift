extension Session {
  /// Sends an input to a model and appends input and reply.
  ///
  /// A request over the context size is recovered once, by the stages at `overflow`; if it still
  /// does not fit the error surfaces and nothing was appended, so that it never loops.
  ///
  /// - Parameters:
  ///   - input: A prompt, or the last output of a round.
  ///   - model: Who is asked; its context size counts if it is smaller than the session's.
  ///   - options: What is asked of it beside the view.
  /// - Returns: what the model replied.
  /// - Throws: ``ModelError`` for an undeclared capability or a request that does not fit, before
  ///   any work; `CancellationError`; whatever the model throws.
  public mutating func respond<M: LanguageModel>(
    to input: Entry, using model: M, options: RequestOptions = RequestOptions()
  ) async throws -> Reply {
    var options = options.resolved(for: model.capabilities)
    options.responseSchema = options.responseSchema ?? input.responseSchema
    try model.capabilities.check(options, head: head, model: model.name, tokens: schemaTokens)
    try Task.checkCancellation()
    let key = ExecutorStore.key(for: model)
    let budget = budget(for: model.capabilities)
    var attempt = self
    attempt.append(input)
    let moment: Moment = input.kind == .toolOutput ? .toolOutput : .prompt
    let prepared = try await attempt.fit(moment, for: key, in: budget, attempts: &attempts)
    attempt.attempts = attempts
    try model.capabilities.check(prepared.view, model: model.name)
    let request = ModelRequest(
      head: prepared.view.head, items: prepared.view.items,
      runs: attempt.rendered(prepared.view), task: .act, options: options)
    let record = attempt.commit(prepared, moment, for: key, in: budget)
    var reply = try await attempt.ask(model, request)
    let entries = reply.entries
    reply.usage.input = record.tokens
    reply.usage.cached = record.cached
    if reply.usage.output <= 0 { reply.usage.output = attempt.tokens(ofReply: entries) }
    attempt.add(reply.usage)
    try await attempt.append(reply: entries, of: key, in: budget)
    self = attempt
    return reply
  }

  /// Lets a model load what its next request would; never needed, and changes nothing.
  public func prewarm<M: LanguageModel>(_ model: M) async {
    await executors.executor(for: model).prewarm(model: model, transcript: history.items)
  }

  /// The window of a model within the session's.
  private func budget(for capabilities: ModelCapabilities) -> ContextBudget {
    guard let stated = capabilities.contextSize else { return budget }
    let size = ContextBudget(contextSize: stated, reserve: budget.reserve)
    return size.contextSize < budget.contextSize ? size : budget
  }

  /// Makes a view that fits the window, trying the stages at `overflow` once.
  private mutating func fit(
    _ moment: Moment, for model: ExecutorStore.Key, in budget: ContextBudget,
    attempts: inout Int
  ) async throws -> Prepared {
    attempts = 1
    var prepared = try await prepare(moment, for: model, in: budget)
    if prepared.rendering.total > budget.contextSize, !prepared.isRecovered {
      prepared = try await recover(for: model, in: budget)
      prepared.isRecovered = true
    }
    if prepared.isRecovered { attempts = 2 }
    guard prepared.rendering.total <= budget.contextSize else {
      throw ModelError.contextSizeExceeded(
        contextSize: budget.contextSize, tokens: prepared.rendering.total)
    }
    return prepared
  }

  private func ask<M: LanguageModel>(_ model: M, _ request: ModelRequest) async throws -> Reply {
    let executor = executors.executor(for: model)
    let reply: Reply
    do {
      reply = try await withDeadline(seconds: timeLimit) {
        try await executor.respond(to: request, model: model)
      }
    } catch {
      throw Self.isCancellation(error) ? CancellationError() : error
    }
    guard reply.isEmpty else { return reply }
    let cap = request.options.maximumResponseTokens ?? 0
    throw ModelError.noResponse(
      reason: reply.usage.reasoning >= cap && cap > 0
        ? "reasoning of \(reply.usage.reasoning) tokens spent its limit of \(cap)"
        : "it produced neither text nor calls")
  }

  private var schemaTokens: (String) -> Int {
    { [tokenizer = ledger.tokenizer] in tokenizer.tokens($0).count }
  }
}

extension Reply {
  /// Whether nothing was said, called or declined.
  public var isEmpty: Bool { text.isEmpty && calls.isEmpty && !abstained }

  /// The entries it makes.
  public var entries: [Entry] {
    var entries: [Entry] = []
    if !text.isEmpty || calls.isEmpty { entries.append(.response(text)) }
    if !calls.isEmpty { entries.append(.calls(calls)) }
    return entries
  }
}
