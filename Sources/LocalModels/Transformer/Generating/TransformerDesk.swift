internal import Dispatch
internal import EvalKit
internal import Synchronization

/// Where one executor's requests are worked on, one after another, on a thread of its own: a network
/// computes for seconds, and no task may be held up that long.
final class TransformerDesk: Sendable {
  let configuration: TransformerModel.Configuration
  private let queue = DispatchQueue(label: "transformer", qos: .userInitiated)
  /// What is loaded; touched by the queue alone.
  private let feeder = Mutex<EngineFeeder<TransformerEngine>?>(nil)
  private let timings = Mutex<[CallTiming]>([])

  init(_ configuration: TransformerModel.Configuration) { self.configuration = configuration }

  var source: TransformerSource { configuration.source }

  /// Loads what the first request would.
  func load() async throws {
    try await perform { _ in }
  }

  /// Reads a request, then its recorded reply as if it had been written.
  func prefill(_ request: [Token], reply: [Token]) async throws -> Prefill {
    try check(request.count + reply.count)
    let clock = ContinuousClock()
    let start = clock.now
    let reuses = configuration.options.reusesPrefix
    let (feeding, first) = try await perform { feeder in
      if !reuses { feeder.reset() }
      let feeding = try feeder.feed(request)
      let first = clock.now
      do {
        // As after generating, the last token is not read back.
        if reply.count > 1 { try feeder.engine.read(Array(reply.dropLast()), wanted: .none) }
        feeder.note(generated: reply)
      } catch {
        feeder.reset()
        throw error
      }
      return (feeding, first)
    }
    note(
      CallTiming(
        kind: .prefill, prompt: feeding.total, reused: feeding.reused,
        firstToken: (first - start).inSeconds, total: (first - start).inSeconds))
    return Prefill(tokens: feeding.total, reused: feeding.reused)
  }

  /// Refuses what does not fit the window, before any work.
  ///
  /// - Throws: ``ModelError/contextSizeExceeded(contextSize:tokens:)``.
  func check(_ tokens: Int) throws {
    let size = source.shape.contextLength
    guard tokens < size else {
      throw ModelError.contextSizeExceeded(contextSize: size, tokens: tokens)
    }
  }

  func note(_ timing: CallTiming) { timings.withLock { $0.append(timing) } }

  /// The calls since the last time this was asked.
  func takeTimings() -> [CallTiming] {
    timings.withLock { timings in
      defer { timings = [] }
      return timings
    }
  }

  /// Does work with the loaded network on the queue; cancelled, it ends soon.
  func perform<Value: Sendable>(
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
