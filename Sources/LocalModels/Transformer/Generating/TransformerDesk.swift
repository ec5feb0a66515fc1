internal import Dispatch
internal import EvalKit
internal import Synchronization

/// Where one executor's requests are worked on, one after another, on a thread of its own: a network
/// computes for seconds, and no task may be held up that long.
final class TransformerDesk: Sendable {
  private let configuration: TransformerModel.Configuration
  private let queue = DispatchQueue(label: "transformer", qos: .userInitiated)
  /// What is loaded; touched by the queue alone.
  private let feeder = Mutex<EngineFeeder<TransformerEngine>?>(nil)

  init(_ configuration: TransformerModel.Configuration) { self.configuration = configuration }

  private var source: TransformerSource { configuration.source }

  /// Loads what the first request would.
  func load() async throws {
    try await perform { _ in }
  }

  /// Answers a request.
  func reply(to request: ModelRequest) async throws -> Reply {
    let tokens = source.tokens(of: request)
    let size = source.shape.contextLength
    guard tokens.count < size else {
      throw ModelError.contextSizeExceeded(contextSize: size, tokens: tokens.count)
    }
    guard request.options.responseSchema == nil else {
      throw ModelError.unsupportedSchema("\(source.tokenizer.name) has no constrained decoding")
    }
    let generation = generation(for: request, after: tokens)
    let reuses = configuration.options.reusesPrefix
    let (feeding, result) = try await perform { feeder in
      if !reuses { feeder.reset() }
      let feeding = try feeder.feed(tokens)
      do {
        let result = try generation.run(on: feeder.engine)
        feeder.note(generated: result.tokens)
        return (feeding, result)
      } catch {
        feeder.reset()
        throw error
      }
    }
    return try reply(result, to: request, feeding)
  }

  /// The log-probability of each continuation.
  func logLikelihoods(of request: LikelihoodRequest) async throws -> [Double] {
    let writer = TemplateTokenizer(base: source.tokenizer)
    let lead = ChatTemplate.content(request.lead)
    let prefix =
      source.tokens(head: request.head, items: request.items)
      + writer.tokens(source.template.opening() + lead)
    let continuations = request.continuations.map { text in
      var tokens: [Token] = []
      source.tokenizer.encode(plain: text, opening: false, into: &tokens)
      return tokens
    }
    let size = source.shape.contextLength
    let most = prefix.count + (continuations.map(\.count).max() ?? 0)
    guard most < size else {
      throw ModelError.contextSizeExceeded(contextSize: size, tokens: most)
    }
    let closing = Set(source.tokenizer.tokens(".").prefix(1)).union(source.tokenizer.ends)
    let weighing = Weighing(closing: closing)
    let reuses = configuration.options.reusesPrefix
    return try await perform { feeder in
      if !reuses { feeder.reset() }
      _ = try feeder.feed(prefix)
      do {
        return try weighing.logLikelihoods(of: continuations, on: feeder.engine)
      } catch {
        feeder.reset()
        throw error
      }
    }
  }

  private func generation(for request: ModelRequest, after tokens: [Token]) -> Generation {
    let options = configuration.options
    var limit = request.options.maximumResponseTokens ?? 512
    if request.task == .answer { limit = min(limit, options.answerTokens) }
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
      stops: options.stops.map { Array($0.utf8) })
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

  /// Does work with the loaded network on the queue; cancelled, it ends soon.
  private func perform<Value: Sendable>(
    _ work: @escaping @Sendable (inout EngineFeeder<TransformerEngine>) throws -> Value
  ) async throws -> Value {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.async { [self] in
          continuation.resume(
            with: Result {
              try cancellation.check()
              return try feeder.withLock { held in
                var feeder = try held ?? makeFeeder(cancellation)
                // Moved out, so that it is not copied.
                held = nil
                defer { held = feeder }
                feeder.engine.cancellation = cancellation
                return try work(&feeder)
              }
            })
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  private func makeFeeder(_ cancellation: Cancellation) throws -> EngineFeeder<TransformerEngine> {
    let network = Network(
      try source.weights(cancellation), threads: configuration.options.threads)
    return EngineFeeder(TransformerEngine(network))
  }
}

extension String {
  /// Where the first JSON object of a text that begins with one ends.
  var endOfFirstObject: String.Index? {
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    for (index, scalar) in zip(unicodeScalars.indices, unicodeScalars) {
      if isEscaped {
        isEscaped = false
      } else if isQuoted {
        if scalar == "\\" { isEscaped = true }
        if scalar == "\"" { isQuoted = false }
      } else {
        switch scalar {
        case "\"": isQuoted = true
        case "{", "[": depth += 1
        case "}", "]":
          depth -= 1
          if depth == 0 { return unicodeScalars.index(after: index) }
        default: break
        }
      }
    }
    return nil
  }
}
