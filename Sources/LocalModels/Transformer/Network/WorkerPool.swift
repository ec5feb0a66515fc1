internal import Foundation
internal import Synchronization

/// Threads that share out the items of one piece of work after another.
///
/// Which thread does which item is left to chance, so an item writes only what is its own; then
/// nothing depends on how many there are. Between pieces of work they look out for a moment, for the
/// next is usually a few microseconds away, then sleep.
final class WorkerPool {
  private let shared: Shared
  let threads: Int

  /// Makes a pool; the caller of ``run(_:_:)`` is one of its threads.
  init(threads: Int) {
    self.threads = max(1, threads)
    shared = Shared(workers: self.threads - 1)
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

  private final class Shared: Sendable {
    private let workers: Int
    private let generation = Atomic<Int>(0)
    private let next = Atomic<Int>(0)
    private let busy = Atomic<Int>(0)
    private let stopped = Atomic<Bool>(false)
    private let wake = NSCondition()
    // Written before `generation` is, read after it was seen to change; nothing is written while a
    // worker is busy.
    private nonisolated(unsafe) var count = 0
    private nonisolated(unsafe) var body: ((Int, Int) -> Void)?

    init(workers: Int) { self.workers = workers }

    func run(_ count: Int, _ body: @escaping (Int, Int) -> Void) {
      self.count = count
      self.body = body
      next.store(0, ordering: .relaxed)
      busy.store(workers, ordering: .relaxed)
      wake.lock()
      generation.add(1, ordering: .releasing)
      wake.broadcast()
      wake.unlock()
      takeItems(as: 0, count, body)
      var looks = 0
      while busy.load(ordering: .acquiring) > 0 {
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
      while true {
        var looks = 0
        while generation.load(ordering: .acquiring) == seen, looks < 20_000 { looks += 1 }
        if generation.load(ordering: .acquiring) == seen {
          wake.lock()
          while generation.load(ordering: .acquiring) == seen { wake.wait() }
          wake.unlock()
        }
        seen = generation.load(ordering: .acquiring)
        if stopped.load(ordering: .acquiring) { return }
        if let body { takeItems(as: thread, count, body) }
        busy.subtract(1, ordering: .releasing)
      }
    }

    func stop() {
      stopped.store(true, ordering: .releasing)
      wake.lock()
      generation.add(1, ordering: .releasing)
      wake.broadcast()
      wake.unlock()
    }
  }
}
