import Dispatch
import Strategies
import Synchronization

/// Runs work that the first Ctrl-C cancels; the second ends the process at once.
///
/// - Throws: what the work throws; `CancellationError` where it was cancelled and noticed.
nonisolated func interruptible(
  _ console: Console, _ work: @escaping @Sendable () async throws -> ExitCode
) async throws -> ExitCode {
  let task = Task { try await work() }
  let presses = Counter()
  let source = Platform.onInterrupt {
    if presses.next() > 1 {
      Strategies.endPrograms()
      Platform.quit(ExitCode.interrupted.rawValue)
    }
    console.note("evalrun: stopping; press Ctrl-C again to quit at once")
    task.cancel()
  }
  defer { source.cancel() }
  // Work that came to its end in spite of being cancelled is reported as what it is.
  return try await task.value
}

/// Counts what happens on any thread.
final class Counter: Sendable {
  private let count = Mutex(0)

  /// The number of the event, counted from 1.
  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
