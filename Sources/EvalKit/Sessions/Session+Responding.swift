extension Session {
  /// Sends a prompt to a model and appends prompt and reply.
  ///
  /// A request over the context size is recovered once, by the stages at `overflow`; if it still
  /// does not fit the error surfaces and nothing was appended, so that it never loops.
  ///
  /// - Returns: what the model replied.
  /// - Throws: ``ModelError`` for an undeclared capability or a request that does not fit, before
  ///   any work; whatever the model throws.
  public mutating func respond<M: LanguageModel>(
    to prompt: Entry, using model: M, options: RequestOptions = RequestOptions()
  ) async throws -> Reply {
    let resolved = options.resolved(for: model.capabilities)
    try Self.check(resolved, head: head, prompt: prompt, against: model)
    let key = ExecutorStore.key(for: model)
    let size = model.capabilities.contextSize.map { $0 > 0 ? $0 : ContextBudget.assumedSize }
    let limit = min(size ?? budget.contextSize, budget.contextSize)
    var attempt = self
    attempt.append(prompt)
    var (record, view) = try await attempt.request(.prompt, model: key)
    if record.tokens > limit {
      (record, view) = try await attempt.recover(model: key)
      guard record.tokens <= limit else {
        throw ModelError.contextSizeExceeded(contextSize: limit, tokens: record.tokens)
      }
    }
    var request = ModelRequest(
      head: view.head, items: view.items, runs: attempt.rendered(view),
      task: .act, options: resolved)
    request.options.responseSchema = resolved.responseSchema ?? prompt.responseSchema
    var reply = try await executors.executor(for: model).respond(to: request, model: model)
    guard !reply.text.isEmpty || !reply.calls.isEmpty || reply.abstained else {
      throw ModelError.noResponse(reason: "it produced neither text nor calls")
    }
    let entries = Self.entries(of: reply)
    let written = reply.usage.output > 0 ? reply.usage.output : attempt.tokens(ofReply: entries)
    reply.usage.input = record.tokens
    reply.usage.cached = record.cached
    reply.usage.output = written
    attempt.add(reply.usage)
    try await attempt.append(reply: entries, model: key)
    self = attempt
    return reply
  }

  /// The entries a reply makes.
  static func entries(of reply: Reply) -> [Entry] {
    var entries: [Entry] = []
    if !reply.text.isEmpty || reply.calls.isEmpty { entries.append(.response(reply.text)) }
    if !reply.calls.isEmpty { entries.append(.calls(reply.calls)) }
    return entries
  }

  private static func check(
    _ options: RequestOptions, head: Head, prompt: Entry, against model: some LanguageModel
  ) throws {
    let can = model.capabilities
    if options.responseSchema ?? prompt.responseSchema != nil, !can.constrainedDecoding {
      throw ModelError.unsupportedSchema("\(model.name) has no constrained decoding")
    }
    if !can.tools, !head.tools.isEmpty {
      throw ModelError.unsupportedCapability("tools (\(model.name))")
    }
    if options.toolMode == .required, head.tools.isEmpty {
      throw ModelError.unsupportedCapability("a required tool call with no tool defined")
    }
  }
}
