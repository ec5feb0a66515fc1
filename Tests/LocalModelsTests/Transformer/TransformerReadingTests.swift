import EvalKit
import Kernels
import Strategies
import Testing

@testable import LocalModels

/// What the model says it read, and how likely it holds what it did not write.
struct TransformerReadingTests {
  private static func withModel(
    _ change: (inout TransformerModel.Options) -> Void = { _ in },
    _ body: (TransformerModel) async throws -> Void
  ) async throws {
    var options = TransformerModel.Options()
    options.answerTokens = 4
    change(&options)
    try await TinyModel(isTied: false).builder.withSavedFile { path in
      try await body(try TransformerModel(path: path, name: "tiny", options: options))
    }
  }

  private static let evalCase = EvalCase(
    id: "case",
    transcript: Transcript(
      head: Head("Help."),
      entries: (0..<5).flatMap { turn -> [Entry] in
        [.prompt("hello \(turn)"), .response("well \(turn)")]
      }),
    facts: [
      Fact(id: "f", value: "well 0", evidence: [Evidence(entry: EntryID(1), quote: "well 0")])
    ],
    probes: [Probe(id: "p", ask: "What?", cloze: "It is", facts: ["f"])])

  private static func observations(_ model: TransformerModel, width: Int = 1) async throws
    -> [Observation]
  {
    let runner = ModelRunner(
      weighing: model, configuration: model.configuration, counting: model.counting)
    var settings = RunSettings(
      renderer: model.renderer, tokenizer: model.tokenizer, models: [runner])
    settings.prefillsRequests = true
    let pipeline = try Strategies.catalog.parse("rolling-window(3)")
    let arms = Arm.panel(
      policies: [("window", pipeline), ("all", Pipeline())], models: ["tiny"],
      contexts: [.tokens(500)], reserve: 10)
    let plan = Plan(cases: [evalCase], arms: arms, settings: settings)
    return try await Runner(plan: plan, settings: settings).observations(width: width)
  }

  @Test func `what is read of recorded requests is what was predicted, token for token`()
    async throws
  {
    try await Self.withModel { model in
      let found = try await Self.observations(model)
      var requests = 0
      var reused = 0
      for request in found.flatMap(\.requests) {
        #expect(request.prefill == Prefill(tokens: request.tokens, reused: request.cached))
        requests += 1
        reused += request.cached
      }
      #expect(requests >= 15 && reused > 200)
      // Nothing is asked.
      for question in found.flatMap(\.questions) { #expect(question.reply == nil) }
      #expect(try await Self.observations(model, width: 3).map(\.requests) == found.map(\.requests))
    }
  }

  @Test func `with the cache off everything is read, to the same reply`() async throws {
    try await Self.withModel({ $0.reusesPrefix = false }) { model in
      for request in try await Self.observations(model).flatMap(\.requests) {
        #expect(request.prefill == Prefill(tokens: request.tokens, reused: 0))
      }
    }
  }

  @Test func `every call is timed, with what it read and held`() async throws {
    try await Self.withModel { model in
      let executor = TransformerModel.Executor(configuration: model.executorConfiguration)
      let items = [Item(recorded: EntryID(0), entry: .prompt("hello"), run: nil)]
      let request = ModelRequest(head: Head(), items: items)
      let reply = try await executor.respond(to: request, model: model)
      _ = try await executor.logLikelihoods(
        of: LikelihoodRequest(head: Head(), items: items, continuations: [.value("x")]),
        model: model)
      let calls = executor.takeTimings()
      #expect(calls.map(\.kind) == [.reply, .likelihood])
      #expect(calls[0].prompt == reply.usage.input && calls[0].written == reply.usage.output)
      #expect(calls[0].reused == 0 && calls[1].reused == calls[1].prompt - 1)
      for call in calls { #expect(call.total >= call.firstToken && call.firstToken > 0) }
      #expect(executor.takeTimings().isEmpty)
    }
  }

  @Test func `likelihoods are the logits' shares, whatever is weighed beside them`() async throws {
    try await Self.withModel { model in
      let source = model.executorConfiguration.source
      let items = [Item(recorded: EntryID(0), entry: .prompt("hello"), run: nil)]
      let call = ToolCall(name: "he", arguments: ["a": "ll", "b": 7])
      let choices: [Continuation] = [.value("he"), .prose("hello"), .call(call)]
      func weigh(_ choices: [Continuation]) async throws -> [Double] {
        try await TransformerModel.Executor(configuration: model.executorConfiguration)
          .logLikelihoods(
            of: LikelihoodRequest(head: Head(), items: items, continuations: choices), model: model)
      }
      let found = try await weigh(choices)
      for (place, choice) in choices.enumerated() {
        #expect(try await weigh([choice]) == [found[place]])
      }
      // By hand: the prompt, then token after token.
      let prefix =
        source.tokens(head: Head(), items: items)
        + TemplateTokenizer(base: source.tokenizer).tokens(source.template.opening())
      let network = Network(try source.weights(Cancellation()))
      var shares: [[Double]] = []
      let text = source.tokenizer.tokens("hello")
      try network.read(prefix + text, at: 0, wanted: .all) { _, logits in
        let sum = logits.reduce(0.0) { $0 + kernel_exp(Double($1)) }
        shares.append(logits.map { kernel_exp(Double($0)) / sum })
      }
      var expected = 0.0
      for (place, token) in (text + [source.tokenizer.ends.first ?? text[0]]).enumerated() {
        expected += kernel_log(shares[prefix.count - 1 + place][Int(token.rawValue)])
      }
      #expect(abs(found[1] - expected) < 1e-6, "\(found[1]) \(expected)")
    }
  }

  @Test func `of a call its name and values are chosen, the rest is given`() throws {
    let call = ToolCall(name: "look", arguments: ["at": "the \"sea\"", "for": 3])
    func pieces(_ text: String) throws -> [(String, Bool)] {
      try #require(ChatTemplate(text, beginning: "")).pieces(of: call).map {
        ($0.text.replacing(String(TemplateTokenizer.escape), with: ""), $0.isWeighed)
      }
    }
    let plain = try pieces(TemplateTests.chatML)
    #expect(plain.map(\.0).joined() == #"look {"at": "the \"sea\"", "for": 3}"#)
    #expect(plain.filter(\.1).map(\.0) == ["look", #"the \"sea\"""#, "3}"])
    let qwen = try pieces(TemplateTests.qwen)
    #expect(qwen.filter(\.1).map(\.0) == ["<tool_call>", "look\"", #"the \"sea\"""#, "3}"])
    #expect(qwen.map(\.0).joined().hasPrefix("<tool_call>\n{\"name\": \"look\", \"arguments\": {"))
    #expect(try pieces(TemplateTests.llama3).first?.0 == "{\"name\": \"")
    #expect(try pieces(TemplateTests.mistral).first?.0 == "[TOOL_CALLS]")
  }
}
