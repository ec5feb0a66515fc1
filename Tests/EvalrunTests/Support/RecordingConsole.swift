import Synchronization

@testable import evalrun

/// A console that keeps what was written.
final class RecordingConsole: Sendable {
  private let text = Mutex((output: "", notes: ""))
  private let isAnimated: Bool
  private let width: Int

  init(isAnimated: Bool = false, width: Int = 120) {
    self.isAnimated = isAnimated
    self.width = width
  }

  /// The console.
  var console: Console {
    Console(
      isAnimated: isAnimated, width: width, processors: 2,
      output: { [self] line in text.withLock { $0.output += line } },
      notes: { [self] line in text.withLock { $0.notes += line } })
  }

  /// What went to standard output.
  var output: String { text.withLock { $0.output } }
  /// What went to standard error.
  var notes: String { text.withLock { $0.notes } }
}
