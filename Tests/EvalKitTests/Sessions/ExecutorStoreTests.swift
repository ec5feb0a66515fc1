import EvalKit
import EvalKitTesting
import Testing

struct ExecutorStoreTests {
  private let script = ScriptedModel.Script([.text("ok")])

  // N19
  @Test func `equal configurations share an executor`() {
    let store = ExecutorStore()
    let first = store.executor(for: ScriptedModel(script: script))
    let second = store.executor(for: ScriptedModel(script: script))
    #expect(first === second)
    #expect(store.count == 1)
    #expect(script.counts.made == 1)
  }

  // N19
  @Test func `each property that differs makes another executor`() {
    var base = ModelCapabilities(contextSize: 4096)
    var models = [ScriptedModel(script: script, capabilities: base)]
    models.append(ScriptedModel(script: script, name: "other", capabilities: base))
    models.append(ScriptedModel(capabilities: base))
    let changes: [(inout ModelCapabilities) -> Void] = [
      { $0.contextSize = 8192 }, { $0.tools.toggle() }, { $0.constrainedDecoding.toggle() },
      { $0.reasoning.toggle() }, { $0.stripsEarlierReasoning.toggle() },
      { $0.cache.kind = .recurrent }, { $0.cache.block = 64 }, { $0.cache.minimum = 1024 },
      { $0.attachments.toggle() }, { $0.sampled.toggle() }, { $0.unpinned.toggle() },
    ]
    for change in changes {
      base = ModelCapabilities(contextSize: 4096)
      change(&base)
      models.append(ScriptedModel(script: script, capabilities: base))
    }
    let store = ExecutorStore()
    for model in models { _ = store.executor(for: model) }
    #expect(store.count == models.count)
    // Every stored property was varied: a new one must be varied too.
    #expect(Mirror(reflecting: models[0].capabilities).children.count == 9)
    #expect(Mirror(reflecting: models[0].executorConfiguration).children.count == 3)
  }

  // N19
  @Test func `two executor types with equal configurations are two executors`() {
    let store = ExecutorStore()
    _ = store.executor(for: Left())
    _ = store.executor(for: Right())
    _ = store.executor(for: Left())
    #expect(store.count == 2)
  }

  // N19
  @Test func `two sessions have two executors, a fork has its parent's`() async throws {
    let bed = Bed()
    let model = ScriptedModel(script: script)
    var first = bed.session(Transcript())
    var second = bed.session(Transcript())
    _ = try await first.respond(to: .prompt("a"), using: model)
    _ = try await second.respond(to: .prompt("a"), using: model)
    #expect(script.counts.made == 2)
    var fork = first
    _ = try await fork.respond(to: .prompt("b"), using: model)
    #expect(script.counts.made == 2)
  }

  @Test func `the store goes when the last copy of the session goes`() async throws {
    weak var store: ExecutorStore?
    do {
      var session = Bed().session(Transcript())
      store = session.executors
      let fork = session
      _ = try await session.respond(to: .prompt("a"), using: ScriptedModel(script: script))
      session = Bed().session(Transcript())
      #expect(store?.count == 1)
      #expect(fork.log.isEmpty)
    }
    #expect(store == nil)
  }

  @Test func `per-request options are not in the configuration`() async throws {
    var session = Bed().session(Transcript())
    let capabilities = ModelCapabilities(constrainedDecoding: true)
    let model = ScriptedModel(script: script, capabilities: capabilities)
    for options in [
      RequestOptions(), RequestOptions(temperature: 0.7), RequestOptions(maximumResponseTokens: 9),
      RequestOptions(toolMode: .disallowed), RequestOptions(responseSchema: ["type": "string"]),
    ] {
      _ = try await session.respond(to: .prompt("a"), using: model, options: options)
    }
    session.change(head: Head("i", tools: [ToolDefinition(name: "tool")]))
    _ = try await session.respond(to: .prompt("a"), using: model)
    #expect(script.counts.made == 1)
  }

  // MARK: Prewarming

  /// Calls `prewarm` as a caller that knows the protocol only does.
  private func prewarm<E: ModelExecutor>(_ executor: E, _ model: E.Model, times: Int) async {
    for _ in 0..<times { await executor.prewarm(model: model, transcript: []) }
  }

  @Test(arguments: [0, 1, 2])
  func `prewarm called never, once or twice gives the same observations and one load`(times: Int)
    async throws
  {
    let model = ScriptedModel([.text("one two"), .text("three")])
    var session = Bed().session(Transcript(head: .of(tokens: 10)))
    await prewarm(session.executors.executor(for: model), model, times: times)
    let first = try await session.respond(to: .p(1), using: model)
    await prewarm(session.executors.executor(for: model), model, times: times)
    for _ in 0..<times { await session.prewarm(model) }
    let second = try await session.respond(to: .p(2), using: model)
    #expect(first.usage == Usage(input: 20, cached: 0, output: 2))
    #expect(second.usage == Usage(input: 32, cached: 21, output: 1))
    #expect(model.script.counts.loads == 1)
    #expect(model.script.counts.prewarms == 3 * times)
    #expect(model.script.counts.made == 1)
    #expect(session.log.map(\.text) == [Entry.p(1).text, "one two", Entry.p(2).text, "three"])
  }

  // MARK: Several models in one session

  private func model(_ name: String, _ replies: [Int], context: Int? = nil) -> ScriptedModel {
    ScriptedModel(
      replies.enumerated().map { .text(Entry.words("\(name)\($0.offset)", $0.element)) },
      name: name, capabilities: ModelCapabilities(contextSize: context))
  }

  // N19
  @Test func `models A, B, A: the third request reuses what A held`() async throws {
    var session = Bed().session(Transcript(head: .of(tokens: 900)))
    let (a, b) = (model("a", [100]), model("b", [100]))
    let first = try await session.respond(to: .p(1, tokens: 100), using: a)
    #expect(first.usage == Usage(input: 1000, cached: 0, output: 100))
    let second = try await session.respond(to: .p(2, tokens: 50), using: b)
    #expect(second.usage == Usage(input: 1150, cached: 0, output: 100))
    let third = try await session.respond(to: .p(3, tokens: 50), using: a)
    #expect(third.usage.input == 1300)
    #expect(third.usage.cached == 1099)
    #expect(session.usage.input == 3450)
  }

  // N19
  @Test func `a view that only B needs leaves A's prefix whole`() async throws {
    let fits = Stage.view { history, context, _ in
      if context.tokens(history) > context.budget.tokens { history.keepLast(1) }
    }
    var session = Bed(contextSize: 32_768).session(Transcript(), [fits])
    let (a, b) = (model("a", [100]), model("b", [100], context: 1000))
    _ = try await session.respond(to: .p(1, tokens: 1000), using: a)
    let second = try await session.respond(to: .p(2, tokens: 50), using: b)
    #expect(second.usage.input == 50)
    let third = try await session.respond(to: .p(3, tokens: 50), using: a)
    #expect(third.usage.input == 1300)
    #expect(third.usage.cached == 1099)
  }

  // MARK: Two types with one configuration

  private struct Left: LanguageModel {
    let name = "same"
    let capabilities = ModelCapabilities()
    let executorConfiguration = 1

    struct Executor: ModelExecutor {
      typealias Model = Left
      init(configuration: Int) {}
      func prewarm(model: Left, transcript: [Item]) async {}
      func respond(to request: ModelRequest, model: Left) async throws -> Reply { Reply() }
    }
  }

  private struct Right: LanguageModel {
    let name = "same"
    let capabilities = ModelCapabilities()
    let executorConfiguration = 1

    struct Executor: ModelExecutor {
      typealias Model = Right
      init(configuration: Int) {}
      func prewarm(model: Right, transcript: [Item]) async {}
      func respond(to request: ModelRequest, model: Right) async throws -> Reply { Reply() }
    }
  }
}
