internal import EvalKit

extension TransformerDesk {
  /// Answers a request.
  func reply(to request: ModelRequest) async throws -> Reply {
    let tokens = source.tokens(of: request)
    try check(tokens.count)
    guard request.options.responseSchema == nil else {
      throw ModelError.unsupportedSchema("\(source.tokenizer.name) has no constrained decoding")
    }
    let generation = generation(for: request, after: tokens)
    let reuses = configuration.options.reusesPrefix
    let clock = ContinuousClock()
    let start = clock.now
    let (feeding, first, result) = try await perform { feeder in
      if !reuses { feeder.reset() }
      let feeding = try feeder.feed(tokens)
      let first = clock.now
      do {
        let result = try generation.run(on: feeder.engine)
        feeder.note(generated: result.tokens)
        return (feeding, first, result)
      } catch {
        feeder.reset()
        throw error
      }
    }
    note(
      CallTiming(
        kind: .reply, prompt: feeding.total, reused: feeding.reused, written: result.tokens.count,
        firstToken: (first - start).inSeconds, total: (clock.now - start).inSeconds))
    return try reply(result, to: request, feeding)
  }

  private func generation(for request: ModelRequest, after tokens: [Token]) -> Generation {
    let options = configuration.options
    let isAnswer = request.task == .answer
    let usual =
      (isAnswer ? options.answerTokens : 512)
      + (source.template.reasons ? options.reasoningTokens : 0)
    var limit = request.options.maximumResponseTokens ?? usual
    if isAnswer { limit = min(limit, usual) }
    var isFilling = false
    if case .fill = request.task { isFilling = true }
    let temperature =
      request.options.isGreedy ? options.temperature : request.options.temperature
    // A request's draws are its own: they do not depend on what was asked before.
    var hash = StableHash()
    for token in tokens { hash.combine(Int(token.rawValue)) }
    return Generation(
      tokenizer: source.tokenizer,
      sampling: Sampling(
        temperature: temperature, topP: options.topP, seed: options.seed ^ hash.value),
      limit: max(1, min(limit, source.shape.contextLength - tokens.count)),
      stops: options.stops.map { Array($0.utf8) }, endsWithObject: isFilling)
  }

  private func reply(
    _ result: Generation.Result, to request: ModelRequest,
    _ feeding: EngineFeeder<TransformerEngine>.Feeding
  ) throws -> Reply {
    var written = String(decoding: result.text, as: UTF8.self)
    var usage = Usage(input: feeding.total, cached: feeding.reused, output: result.tokens.count)
    if case .fill(let tool) = request.task {
      // The call was begun for it; what follows its arguments is not asked for.
      guard let end = written.endOfFirstObject,
        let arguments = ReplyReading.json(String(written[..<end]))
      else {
        throw ModelError.noResponse(reason: "the arguments of '\(tool)' are no JSON object")
      }
      return Reply(calls: [ToolCall(name: tool, arguments: arguments)], usage: usage)
    }
    if source.template.reasons, !written.contains("<think>"), written.contains("</think>") {
      written = "<think>" + written
    }
    let reading = ReplyReading(
      written, template: source.template,
      readsCalls: request.options.toolMode != .disallowed && !request.head.tools.isEmpty)
    usage.reasoning = source.tokenizer.tokens(reading.reasoning).count
    if reading.isThinking {
      throw ModelError.noResponse(
        reason: "reasoning of \(usage.reasoning) tokens spent its limit of \(result.tokens.count)")
    }
    guard !reading.text.isEmpty || !reading.calls.isEmpty else {
      throw ModelError.noResponse(reason: "it ended its turn without a word")
    }
    return Reply(
      text: reading.text, calls: reading.calls, usage: usage, isTruncated: result.isTruncated)
  }
}
