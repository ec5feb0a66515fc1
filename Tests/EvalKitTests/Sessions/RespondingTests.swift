import EvalKit
import EvalKitTesting
import Synchronization
import Testing

struct RespondingTests {
  private let model = ScriptedModel([.text("fine")])

  private func session(
    _ size: Int, head: Int = 0, _ stages: Stage..., timeLimit: Double? = nil
  ) -> Session {
    var bed = Bed(contextSize: size, reserve: 512)
    bed.timeLimit = timeLimit
    return bed.session(Transcript(head: .of(tokens: head)), stages)
  }

  // N2
  @Test(arguments: [(4000, 96), (4096, 0)])
  func `only more than the context size throws`(input: Int, left: Int) async throws {
    var session = session(4096)
    let reply = try await session.respond(to: .p(1, tokens: input), using: model)
    #expect(reply.usage.input == input)
    #expect(session.budget.contextSize - reply.usage.input == left)
  }

  // N2
  @Test func `one token more than the context size throws both sizes`() async throws {
    var session = session(4096)
    await #expect(throws: ModelError.contextSizeExceeded(contextSize: 4096, tokens: 4097)) {
      try await session.respond(to: .p(1, tokens: 4097), using: model)
    }
    #expect(model.script.counts == ScriptedModel.Script.Counts())
  }

  // N2
  @Test func `an input over the budget but not the size is over-budget`() async throws {
    var session = session(4096)
    session.append(.p(1, tokens: 4000))
    let (record, _) = try await session.request(.prompt)
    #expect(record.overBy == 416)
  }

  // N8
  @Test func `a request that cannot fit is tried twice, asks no model and never loops`()
    async throws
  {
    let views = Mutex(0)
    let recoveries = Mutex(0)
    var session = session(
      4096, head: 100, .view { _, _, _ in views.withLock { $0 += 1 } },
      .stored(at: .overflow) { history, _, _ in
        recoveries.withLock { $0 += 1 }
        history.keepLast(1)
      })
    await #expect(throws: ModelError.contextSizeExceeded(contextSize: 4096, tokens: 5100)) {
      try await session.respond(to: .p(1, tokens: 5000), using: model)
    }
    #expect(session.attempts == 2)
    #expect(views.withLock { $0 } == 2)
    #expect(recoveries.withLock { $0 } == 1)
    #expect(model.script.counts.responds == 0)
    #expect(session.log.isEmpty)
    #expect(session.history.count == 0)
    #expect(session.requestCount == 0)
  }

  // N8, N21
  @Test func `it is tried twice even where no stage can help`() async throws {
    var session = session(4096, head: 13_000)
    await #expect(throws: ModelError.contextSizeExceeded(contextSize: 4096, tokens: 13_010)) {
      try await session.respond(to: .p(1), using: model)
    }
    #expect(session.attempts == 2)
    #expect(model.script.counts.responds == 0)
  }

  @Test func `an overflow is recovered once, then answered`() async throws {
    var session = session(600, .stored(at: .overflow) { history, _, _ in history.keepLast(1) })
    _ = try await session.respond(to: .p(1, tokens: 50), using: model)
    #expect(session.attempts == 1)
    let reply = try await session.respond(to: .p(2, tokens: 80), using: model)
    #expect(session.attempts == 2)
    #expect(reply.usage.input == 80)
    #expect(session.history.items.notation == "p2 ")
    #expect(session.log.count == 4)
  }

  // N20
  @Test func `a session moved to a smaller window throws with both sizes, before any work`()
    async throws
  {
    var session = session(32_768)
    let large = ScriptedModel(
      name: "large", capabilities: ModelCapabilities(contextSize: 32_768))
    let small = ScriptedModel(name: "small", capabilities: ModelCapabilities(contextSize: 4096))
    for turn in 1...5 {
      _ = try await session.respond(to: .p(turn, tokens: 999), using: large)
    }
    let before = session.log
    await #expect(throws: ModelError.contextSizeExceeded(contextSize: 4096, tokens: 5005)) {
      try await session.respond(to: .p(6, tokens: 5), using: small)
    }
    #expect(small.script.counts == ScriptedModel.Script.Counts())
    #expect(session.log == before)
    _ = try await session.respond(to: .p(6, tokens: 5), using: large)
  }

  // N20
  @Test func `with a view of the last four entries it fits, and the log is untouched`() async throws
  {
    var session = session(
      32_768,
      .view { history, context, _ in
        if context.budget.contextSize == 4096 { history.keepLast(4) }
      })
    let large = ScriptedModel(
      name: "large", capabilities: ModelCapabilities(contextSize: 32_768))
    let small = ScriptedModel(name: "small", capabilities: ModelCapabilities(contextSize: 4096))
    for turn in 1...5 {
      _ = try await session.respond(to: .p(turn, tokens: 999), using: large)
    }
    let reply = try await session.respond(to: .p(6, tokens: 5), using: small)
    #expect(reply.usage.input == 1 + 999 + 1 + 5)
    #expect(session.log.count == 12)
  }

  // MARK: Approximations

  // N25
  @Test func `what a request leaves unsaid is filled in, and excess is approximated`() {
    let plain = ModelCapabilities()
    let reasoning = ModelCapabilities(reasoning: true)
    let options = RequestOptions(temperature: -0.5).resolved(for: plain)
    #expect(options.temperature == 0)
    #expect(options.isGreedy)
    #expect(options.maximumResponseTokens == 512)
    #expect(options.toolMode == .allowed)
    #expect(RequestOptions().resolved(for: reasoning).maximumResponseTokens == 2048)
    #expect(!RequestOptions(temperature: 0.5).resolved(for: plain).isGreedy)
    #expect(
      RequestOptions(maximumResponseTokens: 7).resolved(for: reasoning).maximumResponseTokens == 7)
  }

  // N25
  @Test func `the executor is given resolved options`() async throws {
    var session = session(4096)
    _ = try await session.respond(
      to: .p(1), using: model, options: RequestOptions(temperature: -1))
    #expect(
      model.recorder.requests.first?.options
        == RequestOptions(
          temperature: 0, maximumResponseTokens: 512, toolMode: .allowed))
  }

  // N25
  @Test func `a cap spent on reasoning is no response`() async throws {
    let model = ScriptedModel([.reply(Reply(usage: Usage(output: 600, reasoning: 600)))])
    var session = session(4096)
    let error = await #expect(throws: ModelError.self) {
      try await session.respond(to: .p(1), using: model)
    }
    #expect(
      error
        == .noResponse(reason: "reasoning of 600 tokens spent its limit of 512"))
    #expect(error?.description.contains("no response") == true)
    #expect(session.log.isEmpty)
  }

  // N25
  @Test func `a refusal with a date says when to come back`() async throws {
    let model = ScriptedModel([
      .failure(ModelError(status: 429, retryAfter: "Tue, 05 Mar 2030 10:00:00 GMT"))
    ])
    var session = session(4096)
    await #expect(throws: ModelError.rateLimited(until: "Tue, 05 Mar 2030 10:00:00 GMT")) {
      try await session.respond(to: .p(1), using: model)
    }
    #expect(ModelError(status: 503, retryAfter: nil) == .unavailable("the provider answered 503"))
  }

  // MARK: Capabilities

  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var capabilities = ModelCapabilities()
    var head = Head()
    var prompt = Entry.prompt("hello")
    var options = RequestOptions()
  }

  private static let tool = ToolDefinition(name: "tool")
  private static let schema: JSONValue = [
    "type": "object", "properties": ["name": ["type": "string"], "list": ["type": "array"]],
    "required": ["name", "list"],
  ]
  private static let refusals = [
    Refusal(
      testDescription: "tools", capabilities: ModelCapabilities(tools: false),
      head: Head("i", tools: [tool])),
    Refusal(
      testDescription: "a required call without tools",
      options: RequestOptions(toolMode: .required)),
    Refusal(testDescription: "a schema", options: RequestOptions(responseSchema: schema)),
    Refusal(
      testDescription: "a prompt's schema",
      prompt: Entry(kind: .prompt, segments: [.text("hello")], responseSchema: schema)),
    Refusal(
      testDescription: "a cap that cannot hold the required fields",
      capabilities: ModelCapabilities(constrainedDecoding: true),
      options: RequestOptions(maximumResponseTokens: 0, responseSchema: schema)),
    Refusal(
      testDescription: "an image", capabilities: ModelCapabilities(attachments: false),
      prompt: Entry(
        kind: .prompt, segments: [Segment(.attachment(Attachment(name: "cat.png", tokens: 5)))])),
  ]

  @Test(arguments: refusals)
  func `what a model does not declare is refused before it is asked`(refusal: Refusal) async throws
  {
    let model = ScriptedModel(capabilities: refusal.capabilities)
    var session = Bed().session(Transcript(head: refusal.head))
    let error = await #expect(throws: ModelError.self) {
      try await session.respond(to: refusal.prompt, using: model, options: refusal.options)
    }
    #expect(error?.description.contains(";") == true)
    #expect(model.script.counts == ScriptedModel.Script.Counts())
    #expect(session.log.isEmpty)
  }

  @Test func `a schema is given to a model that can hold to it`() async throws {
    let model = ScriptedModel(capabilities: ModelCapabilities(constrainedDecoding: true))
    var session = Bed().session(Transcript())
    let prompt = Entry(kind: .prompt, segments: [.text("hello")], responseSchema: Self.schema)
    _ = try await session.respond(to: prompt, using: model)
    #expect(model.recorder.requests.first?.options.responseSchema == Self.schema)
  }

  @Test(arguments: [
    ModelError.contextSizeExceeded(contextSize: 1, tokens: 2), .rateLimited(until: nil),
    .noResponse(reason: "silence"), .unsupportedCapability("tools"), .unsupportedSchema("depth"),
    .unrenderable("an image"), .unavailable("no file; fetch it first"), .timeout(seconds: 1),
    .cancelled,
  ])
  func `each error names its cause and a remedy in one line`(error: ModelError) {
    #expect(error.debugDescription == error.description)
    #expect(!error.description.contains("\n"))
    #expect(error == .cancelled || error.description.contains(";"))
  }

  // MARK: Replies

  @Test func `calls are appended, and their outputs go on with the same turn`() async throws {
    let model = ScriptedModel([
      .call(name: "look", arguments: ["at": "sky"]), .text("It is blue."),
    ])
    let moments = Mutex<[Moment]>([])
    var session = session(
      4096,
      .stored(at: .prompt, .toolCalls, .toolOutput, .response) { _, context, _ in
        moments.withLock { $0.append(context.moment) }
      })
    let first = try await session.respond(to: .prompt("What colour is the sky?"), using: model)
    #expect(first.calls.map(\.name) == ["look"])
    _ = try await session.respond(to: .output("blue", toolName: "look"), using: model)
    #expect(moments.withLock { $0 } == [.prompt, .toolCalls, .toolOutput, .response])
    #expect(
      model.recorder.summaries.last == [
        .prompt("What colour is the sky?"), .toolCalls(["look"]), .toolOutput("blue"),
      ])
    #expect(EntrySummary.list(session.log).last == .response("It is blue."))
  }

  // N26
  @Test func `usage is a total, however often it was reported`() {
    let events = [Usage(output: 1), Usage(input: 9, output: 2), Usage(output: 3)]
    #expect(Usage(ofEvents: events) == Usage(input: 9, output: 3))
    #expect(Usage(ofEvents: []) == Usage())
  }

  // N26
  @Test func `a hit rate of nothing is none`() {
    #expect(Usage().hitRate == nil)
    #expect(Usage(input: 4, cached: 1).hitRate == 0.25)
    #expect(RequestRecord.cacheHitRate(of: []) == nil)
  }

  @Test func `the session's usage is the sum over its calls`() async throws {
    var session = session(4096)
    var sum = Usage()
    for turn in 1...4 {
      sum = sum + (try await session.respond(to: .p(turn), using: model)).usage
    }
    #expect(session.usage == sum)
    #expect(sum == Usage(input: 10 + 21 + 32 + 43, cached: 10 + 21 + 32, output: 4))
  }

  // MARK: Failures, time, cancellation

  @Test func `a model that fails leaves the session as it was`() async throws {
    let model = ScriptedModel([
      .text("one"), .failure(.unavailable("gone; start it")), .text("two"),
    ])
    var session = session(4096)
    _ = try await session.respond(to: .p(1), using: model)
    let before = session
    await #expect(throws: ModelError.unavailable("gone; start it")) {
      try await session.respond(to: .p(2), using: model)
    }
    #expect(session.log == before.log)
    #expect(session.usage == before.usage)
    let reply = try await session.respond(to: .p(2), using: model)
    #expect(reply.usage.cached == 10)
  }

  @Test func `a call past its deadline times out`() async throws {
    let model = ScriptedModel([.delayed("late", .seconds(3600))])
    var session = session(4096, timeLimit: 0.02)
    await #expect(throws: ModelError.timeout(seconds: 1)) {
      try await session.respond(to: .p(1), using: model)
    }
    #expect(session.log.isEmpty)
  }

  @Test func `a cancelled call is a cancellation, not an error of the model`() async throws {
    let model = ScriptedModel([.delayed("late", .seconds(3600))])
    for limit in [nil, 3600.0] {
      let start = session(4096, timeLimit: limit)
      let task = Task {
        var session = start
        return try await session.respond(to: .p(1), using: model)
      }
      while model.script.counts.responds == 0 { await Task.yield() }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    let cancelled = ScriptedModel([.failure(.cancelled)])
    var session = session(4096)
    await #expect(throws: CancellationError.self) {
      try await session.respond(to: .p(1), using: cancelled)
    }
  }
}
