import EvalKit
import Synchronization
import Testing

struct DeadlineTests {
  @Test(arguments: [nil, 3600, .infinity] as [Double?])
  func `what ends in time gives its value`(seconds: Double?) async throws {
    #expect(try await withDeadline(seconds: seconds) { 7 } == 7)
    let late = try await withDeadline(seconds: seconds) {
      await Task.yield()
      try await Task.sleep(for: .milliseconds(1))
      return 8
    }
    #expect(late == 8)
  }

  @Test func `what throws in time throws that`() async {
    await #expect(throws: Broken.self) { try await withDeadline(seconds: 3600) { throw Broken() } }
    await #expect(throws: Broken.self) {
      try await withDeadline(seconds: 3600) {
        await Task.yield()
        throw Broken()
      }
    }
  }

  @Test func `what does not end in time is cancelled, and not waited for`() async {
    await #expect(throws: ModelError.timeout(seconds: 1)) {
      try await withDeadline(seconds: 0.01) {
        // Deaf to cancellation: it must be left behind.
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
    }
  }

  @Test func `what never suspends is told that it was late`() async {
    await #expect(throws: ModelError.timeout(seconds: 1)) {
      try await withDeadline(seconds: 0.001) {
        let clock = ContinuousClock()
        let end = clock.now + .milliseconds(20)
        while clock.now < end {}
      }
    }
  }

  @Test func `what is late is told so, whether it or the timer comes first`() async {
    for milliseconds in 1...20 {
      await #expect(throws: ModelError.timeout(seconds: 1)) {
        try await withDeadline(seconds: 0.000_1) {
          await Task.yield()
          // Holds its thread, as a busy machine holds that of the timer.
          let clock = ContinuousClock()
          let end = clock.now + .milliseconds(milliseconds)
          while clock.now < end {}
        }
      }
    }
  }

  @Test func `a caller that is cancelled does not wait`() async {
    let task = Task {
      try await withDeadline(seconds: 3600) { try await Task.sleep(for: .seconds(600)) }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `the operation is cancelled with its caller`() async throws {
    let state = Mutex("waiting")
    let task = Task {
      try await withDeadline(seconds: 3600) {
        state.withLock { $0 = "running" }
        do { try await Task.sleep(for: .seconds(600)) } catch {
          state.withLock { $0 = "cancelled" }
        }
      }
    }
    while state.withLock({ $0 }) == "waiting" { await Task.yield() }
    task.cancel()
    _ = await task.result
    while state.withLock({ $0 }) != "cancelled" { await Task.yield() }
  }
}
