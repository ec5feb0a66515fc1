import Synchronization

/// Runs an operation that must end within so many seconds; nil leaves it its time.
///
/// It begins on the caller's thread, so that one which never suspends costs no timer; it is told
/// late then, once it returned. One that suspends is cancelled at its deadline and not waited for.
///
/// - Throws: ``ModelError/timeout(seconds:)`` past the deadline, `CancellationError` if the caller
///   was cancelled; whatever the operation throws.
public func withDeadline<Value: Sendable>(
  seconds: Double?, _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  guard let seconds, seconds.isFinite else { return try await operation() }
  let limit = Duration.seconds(max(0, seconds))
  let timeout = ModelError.timeout(seconds: Int(min(seconds.rounded(.up), 1e9)))
  let clock = ContinuousClock()
  let start = clock.now
  let race = Race<Value>()
  let work = Task.immediate {
    let result: Result<Value, any Error>
    do { result = .success(try await operation()) } catch { result = .failure(error) }
    // Told by the clock, not by who comes first: on a busy machine the timer may be late as well.
    race.settle(clock.now - start > limit ? .failure(timeout) : result)
  }
  if let result = race.result { return try result.get() }
  let timer = Task {
    try await Task.sleep(until: start.advanced(by: limit), clock: clock)
    race.settle(.failure(timeout))
  }
  defer {
    timer.cancel()
    work.cancel()
  }
  return try await withTaskCancellationHandler {
    try await race.value()
  } onCancel: {
    race.settle(.failure(CancellationError()))
  }
}

/// The first of several results, for one that waits.
private final class Race<Value: Sendable>: Sendable {
  private enum State: Sendable {
    case running
    case awaited(CheckedContinuation<Value, any Error>)
    case settled(Result<Value, any Error>)
  }

  private let state = Mutex<State>(.running)

  var result: Result<Value, any Error>? {
    state.withLock { if case .settled(let result) = $0 { result } else { nil } }
  }

  func settle(_ result: Result<Value, any Error>) {
    let waiting = state.withLock { state -> CheckedContinuation<Value, any Error>? in
      switch state {
      case .settled: return nil
      case .running:
        state = .settled(result)
        return nil
      case .awaited(let continuation):
        state = .settled(result)
        return continuation
      }
    }
    waiting?.resume(with: result)
  }

  func value() async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let known = state.withLock { state -> Result<Value, any Error>? in
        if case .settled(let result) = state { return result }
        state = .awaited(continuation)
        return nil
      }
      if let known { continuation.resume(with: known) }
    }
  }
}
