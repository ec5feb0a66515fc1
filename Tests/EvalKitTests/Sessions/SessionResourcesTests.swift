import EvalKit
import EvalKitTesting
import Synchronization
import Testing

struct SessionResourcesTests {
  /// Says how many of it there are.
  private final class Kept: Sendable {
    private let counter: Counter
    init(_ counter: Counter) {
      self.counter = counter
      counter.change(by: 1)
    }
    deinit { counter.change(by: -1) }
  }

  private final class Counter: Sendable {
    private let number = Mutex(0)
    var now: Int { number.withLock { $0 } }
    func change(by step: Int) { number.withLock { $0 += step } }
  }

  private struct Keeping: Strategy {
    static let definition = StrategyDefinition(name: "keeping", summary: "Keeps something.")
    let counter: Counter
    init(_ counter: Counter) { self.counter = counter }
    init(_ arguments: StrategyArguments) throws { counter = Counter() }
    func edit(
      _ history: History, in context: MomentContext, memory: inout JSONValue
    ) async throws -> History {
      let first = context.resource(for: "a") { Kept(counter) }
      #expect(context.resource(for: "a") { Kept(counter) } === first)
      return history
    }
  }

  private func session(_ counter: Counter) -> Session {
    let entries = [Entry.prompt("p")]
    var session = Session(
      pipeline: Pipeline([Stage(Keeping(counter)), Stage(Keeping(counter))]), head: Head(),
      budget: ContextBudget(contextSize: 100),
      ledger: TokenLedger(
        entries: entries, renderer: PlainRenderer(), tokenizer: WordTokenizer()))
    session.append(entries[0])
    return session
  }

  @Test func `What a stage keeps is shared by forks and goes with the last of them`() async throws {
    let counter = Counter()
    do {
      var fork: Session?
      do {
        var session = session(counter)
        fork = session
        _ = try await session.request(.prompt)
        // Each stage has its own.
        #expect(counter.now == 2)
      }
      _ = try await fork?.request(.prompt)
      #expect(counter.now == 2)
      fork = nil
    }
    #expect(counter.now == 0)
  }

  @Test func `Sessions share nothing`() async throws {
    let counter = Counter()
    var (first, second) = (session(counter), session(counter))
    _ = try await first.request(.prompt)
    _ = try await second.request(.prompt)
    #expect(counter.now == 4)
  }

  @Test func `What cannot be made is not kept, and another type is made anew`() throws {
    struct Unable: Error {}
    let resources = SessionResources()
    let counter = Counter()
    #expect(throws: Unable.self) {
      try resources.resource(for: "a") { () throws -> Kept in throw Unable() }
    }
    #expect(resources.count == 0)
    let kept = resources.resource(for: "a") { Kept(counter) }
    #expect(resources.resource(for: "a") { Kept(counter) } === kept)
    _ = resources.resource(for: "a") { Counter() }
    #expect(resources.count == 1)
  }
}
