import EvalKit
import EvalKitTesting
import Foundation
import Testing

@testable import LocalModels

/// The model as a session sees it.
struct TransformerModelTests {
  private static func withModel(
    _ tiny: TinyModel = TinyModel(isTied: false),
    _ change: (inout TransformerModel.Options) -> Void = { _ in },
    _ body: (TransformerModel) async throws -> Void
  ) async throws {
    var options = TransformerModel.Options()
    options.answerTokens = 12
    change(&options)
    try await tiny.builder.withSavedFile { path in
      try await body(try TransformerModel(path: path, name: "tiny", options: options))
    }
  }

  private static func request(_ texts: [String], cap: Int? = 12) -> ModelRequest {
    ModelRequest(
      head: Head(),
      items: texts.enumerated().map {
        Item(
          recorded: EntryID($0), entry: $0 % 2 == 0 ? .prompt($1) : .response($1), run: nil)
      }, task: .act, options: RequestOptions(maximumResponseTokens: cap, toolMode: .allowed))
  }

  private static func executor(_ model: TransformerModel) -> TransformerModel.Executor {
    TransformerModel.Executor(configuration: model.executorConfiguration)
  }

  @Test func `a reply is the same with what was held and without, and says how much was`()
    async throws
  {
    try await Self.withModel { model in
      let executor = Self.executor(model)
      let first = try await executor.respond(to: Self.request(["hello"]), model: model)
      #expect(first.usage.cached == 0 && first.usage.output > 0)
      let longer = Self.request(["hello", first.text, "world"])
      let second = try await executor.respond(to: longer, model: model)
      #expect(second.usage.cached >= first.usage.input)
      #expect(second.usage.cached < second.usage.input)
      let alone = try await Self.executor(model).respond(to: longer, model: model)
      #expect(alone.text == second.text && alone.usage.cached == 0)
      // Asked again, all but the last token is held.
      let again = try await executor.respond(to: longer, model: model)
      #expect(again.text == second.text && again.usage.cached == again.usage.input - 1)
      // A shorter request uses what they have in common.
      let shorter = try await executor.respond(to: Self.request(["hello"]), model: model)
      #expect(shorter.text == first.text && shorter.usage.cached == shorter.usage.input - 1)
    }
    try await Self.withModel(TinyModel(isTied: false), { $0.reusesPrefix = false }) { model in
      let executor = Self.executor(model)
      for _ in 0..<2 {
        let reply = try await executor.respond(to: Self.request(["hello"]), model: model)
        #expect(reply.usage.cached == 0)
      }
    }
  }

  @Test func `prewarming changes nothing`() async throws {
    try await Self.withModel { model in
      let (cold, warm) = (Self.executor(model), Self.executor(model))
      await warm.prewarm(model: model, transcript: [])
      await warm.prewarm(model: model, transcript: [])
      let request = Self.request(["hello"])
      let one = try await cold.respond(to: request, model: model)
      #expect(try await warm.respond(to: request, model: model) == one)
    }
  }

  @Test func `a reply that its limit cut says so`() async throws {
    try await Self.withModel { model in
      let reply = try await Self.executor(model)
        .respond(to: Self.request(["hello"], cap: 3), model: model)
      #expect(reply.isTruncated && reply.usage.output == 3)
    }
  }

  @Test(
    arguments: [
      (ModelTask.answer, nil, 4, 7), (.answer, 2, 2, 2), (.answer, 100, 4, 7),
      (.act, nil, 512, 515),
      (.act, 9, 9, 9),
    ] as [(ModelTask, Int?, Int, Int)])
  func `an answer is short, and one that is thought about may be longer by what thinking takes`(
    task: ModelTask, cap: Int?, plain: Int, thinking: Int
  ) async throws {
    for thinks in [false, true] {
      let template = "{{ '<|im_start|>' }}" + (thinks ? "<think>" : "")
      let tiny = TinyModel(template: template, isTied: false, contextLength: 1000)
      try await Self.withModel(
        tiny,
        {
          $0.answerTokens = 4
          $0.reasoningTokens = 3
        }
      ) { model in
        var request = Self.request(["hello"], cap: cap)
        request.task = task
        let reply = try await Self.executor(model).respond(to: request, model: model)
        #expect(reply.usage.output == (thinks ? thinking : plain) && reply.isTruncated)
      }
    }
  }

  @Test func `a request that does not fit is refused before any work`() async throws {
    try await Self.withModel(TinyModel(isTied: false, contextLength: 40)) { model in
      #expect(model.capabilities.contextSize == 40)
      let request = Self.request([String(repeating: "abc ", count: 40)])
      await #expect {
        _ = try await Self.executor(model).respond(to: request, model: model)
      } throws: { error in
        guard case ModelError.contextSizeExceeded(40, let tokens)? = error as? ModelError else {
          return false
        }
        return tokens > 160
      }
      // What is left of the window is the limit of a reply.
      let reply = try await Self.executor(model)
        .respond(to: Self.request(["abc"], cap: 500), model: model)
      #expect(reply.usage.input + reply.usage.output <= 40)
    }
  }

  @Test func `draws are the same for the same seed and request, whatever came before`()
    async throws
  {
    func text(_ seed: UInt64, after: [String] = []) async throws -> String {
      var text = ""
      try await Self.withModel(
        TinyModel(isTied: false),
        {
          $0.temperature = 5
          $0.topP = 0.9
          $0.seed = seed
        }
      ) { model in
        let executor = Self.executor(model)
        for prompt in after {
          _ = try? await executor.respond(to: Self.request([prompt]), model: model)
        }
        text = try await executor.respond(to: Self.request(["hello"]), model: model).text
      }
      return text
    }
    let one = try await text(1)
    #expect(try await text(1, after: ["x", "y"]) == one)
    #expect(try await text(2) != one)
  }

  @Test func `a stop text ends a reply`() async throws {
    var whole = ""
    try await Self.withModel { model in
      whole = try await Self.executor(model).respond(to: Self.request(["hello"]), model: model).text
    }
    let letter = whole.unicodeScalars.first { scalar in
      scalar.isASCII && scalar.properties.isAlphabetic && Character(scalar) != whole.first
    }
    let stop = String(try #require(letter))
    try await Self.withModel(TinyModel(isTied: false), { $0.stops = [stop] }) { model in
      let reply = try await Self.executor(model).respond(to: Self.request(["hello"]), model: model)
      #expect(whole.hasPrefix(reply.text) && !reply.text.contains(stop) && !reply.isTruncated)
    }
  }

  @Test func `two models of one file share its weights, which go with the last`() async throws {
    try await TinyModel().builder.withSavedFile { path in
      weak var held: NetworkWeights?
      do {
        let (one, two) = (
          try TransformerModel(path: path, name: "a"), try TransformerModel(path: path, name: "b")
        )
        let (first, second) = try await (
          Task { try one.executorConfiguration.source.weights(Cancellation()) }.value,
          Task { try two.executorConfiguration.source.weights(Cancellation()) }.value
        )
        #expect(first === second)
        held = first
      }
      #expect(held == nil)
    }
  }

  @Test func `a load that failed is tried again`() async throws {
    var builder = TinyModel().builder
    builder.tensors.removeLast()
    try await builder.withSavedFile { path in
      let model = try TransformerModel(path: path, name: "tiny")
      let executor = Self.executor(model)
      for _ in 0..<2 {
        await #expect(throws: TransformerError.self) {
          _ = try await executor.respond(to: Self.request(["hello"]), model: model)
        }
      }
    }
  }

  @Test func `a cancelled request ends, and the next is answered as if it had not been`()
    async throws
  {
    try await Self.withModel { model in
      let executor = Self.executor(model)
      let expected = try await executor.respond(to: Self.request(["hello"]), model: model).text
      let long = Self.request([String(repeating: "abcdefgh ", count: 50)], cap: 100)
      let task = Task { try await executor.respond(to: long, model: model) }
      task.cancel()
      _ = await task.result
      #expect(
        try await executor.respond(to: Self.request(["hello"]), model: model).text == expected)
    }
  }

  @Test func `every option that changes replies changes the configuration`() async throws {
    try await TinyModel().builder.withSavedFile { path in
      let changes: [(inout TransformerModel.Options) -> Void] = [
        { $0.template = "qwen" }, { $0.temperature = 1 }, { $0.topP = 0.5 }, { $0.seed = 1 },
        { $0.stops = ["x"] }, { $0.answerTokens = 1 }, { $0.reasoningTokens = 1 },
        { $0.reusesPrefix = false },
        { $0.threads = 2 },
      ]
      var seen: Set<TransformerModel.Configuration> = [
        try TransformerModel(path: path, name: "tiny").executorConfiguration
      ]
      for change in changes {
        var options = TransformerModel.Options()
        change(&options)
        let model = try TransformerModel(path: path, name: "tiny", options: options)
        #expect(seen.insert(model.executorConfiguration).inserted)
      }
      #expect(Mirror(reflecting: TransformerModel.Options()).children.count == changes.count)
    }
  }

  @Test func `a template that is not known has to be said`() async throws {
    try await TinyModel(template: "{{ messages }}").builder.withSavedFile { path in
      let error = #expect(throws: TransformerError.self) {
        _ = try TransformerModel(path: path, name: "tiny")
      }
      #expect(error?.description.contains("say which to use: chatml") == true)
      var options = TransformerModel.Options()
      options.template = "chatml"
      _ = try TransformerModel(path: path, name: "tiny", options: options)
      options.template = "nonsense"
      #expect(throws: TransformerError.self) {
        _ = try TransformerModel(path: path, name: "tiny", options: options)
      }
    }
  }
}
