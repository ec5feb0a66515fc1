import Synchronization
import Testing

@testable import evalrun

@Suite struct `Progress is told` {
  @Test func `with what is done, what failed and what is left`() {
    let state = Progress.State(done: 5, failed: 1, label: "travel-desk")
    #expect(
      Progress.line("run", state, total: 20, elapsed: .seconds(10))
        == "run 5/20 · 1 failed · about 30 s left · travel-desk")
  }

  @Test func `no more than every ten seconds where it is not redrawn`() {
    let clock = Mutex(ContinuousClock.now)
    let recorder = RecordingConsole()
    let progress = Progress(
      "run", total: 500, console: recorder.console, now: { clock.withLock { $0 } })
    for _ in 0..<500 {
      clock.withLock { $0 += .milliseconds(50) }
      progress.advance("case")
    }
    progress.finish()
    #expect(recorder.notes.split(separator: "\n").count == 2)
    #expect(!recorder.notes.contains("\u{1B}"))
  }

  @Test func `not at all for short work`() {
    let recorder = RecordingConsole(isAnimated: true)
    let progress = Progress("run", total: 2, console: recorder.console)
    progress.advance("a")
    progress.finish()
    #expect(recorder.notes.isEmpty)
  }
}
