internal import Synchronization

/// Tells work on another thread to stop.
final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  func cancel() { flag.store(true, ordering: .relaxed) }

  /// - Throws: `CancellationError` once it was cancelled.
  func check() throws {
    if flag.load(ordering: .relaxed) { throw CancellationError() }
  }
}
