import Synchronization

/// How far long work has come: one line redrawn on a terminal, else a line now and then.
final class Progress: Sendable {
  /// What is told of at an instant.
  struct State: Hashable, Sendable {
    var done = 0
    var failed = 0
    var label = ""
  }

  private let console: Console
  private let title: String
  private let total: Int
  private let now: @Sendable () -> ContinuousClock.Instant
  private let start: ContinuousClock.Instant
  private let drawn: Mutex<(state: State, last: ContinuousClock.Instant?, wasDrawn: Bool)>

  /// Makes a progress of work in `total` parts.
  init(
    _ title: String, total: Int, console: Console,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.title = title
    self.total = total
    self.console = console
    self.now = now
    start = now()
    drawn = Mutex((State(), nil, false))
  }

  /// Tells that a part is done.
  func advance(_ label: String, failed: Bool = false) {
    let instant = now()
    // Ten times a second where it is redrawn, every ten seconds where each is a line.
    let interval: Duration = console.isAnimated ? .milliseconds(100) : .seconds(10)
    let line = drawn.withLock { drawn -> String? in
      drawn.state.done += 1
      if failed { drawn.state.failed += 1 }
      drawn.state.label = label
      if instant - (drawn.last ?? start) < interval { return nil }
      drawn.last = instant
      drawn.wasDrawn = true
      return Self.line(
        title, drawn.state, total: total, elapsed: instant - start)
    }
    if let line { show(line) }
  }

  /// Takes the line away and writes a closing one, where anything was shown.
  func finish() {
    let wasDrawn = drawn.withLock { $0.wasDrawn }
    if console.isAnimated, wasDrawn { console.draw("\r\u{1B}[2K") }
  }

  /// The line of a state.
  static func line(_ title: String, _ state: State, total: Int, elapsed: Duration) -> String {
    var parts = ["\(title) \(state.done)/\(total)"]
    if state.failed > 0 { parts.append("\(state.failed) failed") }
    let seconds = Double(elapsed.components.seconds)
    if state.done > 0, state.done < total, seconds >= 2 {
      let left = seconds / Double(state.done) * Double(total - state.done)
      parts.append("about \(Figures.count(left)) s left")
    }
    parts.append(state.label)
    return parts.joined(separator: " · ")
  }

  private func show(_ line: String) {
    if console.isAnimated {
      console.draw("\r\u{1B}[2K" + DisplayWidth.cut(line, to: max(20, console.width - 1)))
    } else {
      console.note(line)
    }
  }
}
