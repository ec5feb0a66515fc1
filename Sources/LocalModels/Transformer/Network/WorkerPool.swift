internal import Foundation
internal import Synchronization

/// Threads that share out the items of one piece of work after another.
///
/// Which thread does which item is left to chance, so an item writes only what is its own; then
/// nothing depends on how many there are. Between pieces of work they look out for a moment, for the
/// next is usually a few microseconds away, then sleep. Nobody waits for a thread that the machine has
/// no processor for: one that comes late to a piece of work is left out of it.
final class WorkerPool {
  private let shared = Shared()
  let threads: Int

  /// Makes a pool; the caller of ``run(_:_:)`` is one of its threads.
  init(threads: Int) {
    self.threads = max(1, threads)
    for place in 1..<max(1, self.threads) {
      let shared = shared
      let thread = Thread { shared.work(as: place) }
      thread.stackSize = 1 << 20
      thread.start()
    }
  }

  deinit { shared.stop() }

  /// Does `count` items, each once, and returns when all are done.
  ///
  /// - Parameter body: Does an item; the second number tells the threads apart, from 0 on.
  func run(_ count: Int, _ body: (Int, Int) -> Void) {
    guard count > 1, threads > 1 else {
      for item in 0..<count { body(item, 0) }
      return
    }
    withoutActuallyEscaping(body) { shared.run(count, $0) }
  }

  /// What stands at the door of the work in hand.
  private struct Door {
    var raw: Int

    /// The pieces of work so far.
    var round: Int { raw >> 17 }
    /// Whether threads may still join.
    var isOpen: Bool { raw & Self.open != 0 }
    /// How many joined and have not left.
    var inside: Int { raw & (Self.open - 1) }

    /// The next piece of work, open, with nobody inside.
    var next: Door { Door(raw: (round + 1) << 17 | Self.open) }

    static let open = 1 << 16
  }

  private final class Shared: Sendable {
    private let door = Atomic<Int>(0)
    private let next = Atomic<Int>(0)
    private let sleepers = Atomic<Int>(0)
    private let stopped = Atomic<Bool>(false)
    private let wake = NSCondition()
    // Written while the door is shut and nobody is inside, read by those inside alone.
    private nonisolated(unsafe) var count = 0
    private nonisolated(unsafe) var body: ((Int, Int) -> Void)?

    func run(_ count: Int, _ body: @escaping (Int, Int) -> Void) {
      self.count = count
      self.body = body
      next.store(0, ordering: .relaxed)
      let round = Door(raw: door.load(ordering: .relaxed))
      // Either this sees who went to sleep, or who goes to sleep sees this.
      door.store(round.next.raw, ordering: .sequentiallyConsistent)
      if sleepers.load(ordering: .sequentiallyConsistent) > 0 { wakeAll() }
      takeItems(as: 0, count, body)
      door.bitwiseAnd(~Door.open, ordering: .acquiringAndReleasing)
      var looks = 0
      while Door(raw: door.load(ordering: .acquiring)).inside > 0 {
        looks += 1
        if looks > 2000 { sched_yield() }
      }
      self.body = nil
    }

    private func takeItems(as thread: Int, _ count: Int, _ body: (Int, Int) -> Void) {
      while true {
        let item = next.add(1, ordering: .relaxed).oldValue
        if item >= count { return }
        body(item, thread)
      }
    }

    func work(as thread: Int) {
      var seen = 0
      while !stopped.load(ordering: .acquiring) {
        let found = waitForRound(after: seen)
        guard found.isOpen else {
          seen = found.round
          continue
        }
        let joined = door.compareExchange(
          expected: found.raw, desired: found.raw + 1, ordering: .acquiringAndReleasing)
        // Another came or the door was shut meanwhile: look again.
        guard joined.exchanged else { continue }
        if let body { takeItems(as: thread, count, body) }
        door.subtract(1, ordering: .acquiringAndReleasing)
        seen = found.round
      }
    }

    /// The door once it is another round's, or as it is when all is to stop.
    private func waitForRound(after seen: Int) -> Door {
      for _ in 0..<20_000 {
        let found = Door(raw: door.load(ordering: .acquiring))
        if found.round != seen { return found }
      }
      wake.lock()
      defer { wake.unlock() }
      sleepers.add(1, ordering: .sequentiallyConsistent)
      defer { sleepers.subtract(1, ordering: .sequentiallyConsistent) }
      while true {
        let found = Door(raw: door.load(ordering: .sequentiallyConsistent))
        if found.round != seen || stopped.load(ordering: .acquiring) { return found }
        wake.wait()
      }
    }

    private func wakeAll() {
      wake.lock()
      wake.broadcast()
      wake.unlock()
    }

    func stop() {
      stopped.store(true, ordering: .sequentiallyConsistent)
      wakeAll()
    }
  }
}
