public import EvalKit

/// The default local model: finds, reads off, fills in and cites, by rules alone.
///
/// It knows nothing but what is in view: no randomness, no learned weights, no lookup outside. It
/// makes loss visible, the same on every machine; what it cannot show (paraphrase, reasoning) other
/// models can.
public struct Reader: LanguageModel {
  /// Everything that changes what the reader does.
  public struct Configuration: Hashable, Sendable {
    /// The least share of a question's words, by weight, that must stand in or near the evidence, in
    /// 1/1024ths; below it the reader abstains.
    public var minimumCoverage = 384
    /// How far below the best a later value still ties with it, in 1/1024ths.
    public var tieMargin = 100
    /// How many passages are read for values.
    public var passagesRead = 8
    /// How alike two prompts must be for one to be a precedent of the other, in 1/1024ths.
    public var minimumLikeness = 512
    /// How many answers in prose, or failures on end, outweigh a tool's definition.
    public var precedentsInProse = 2
    /// The least share of a prompt's words, by weight, that a tool must match, in 1/1024ths.
    public var minimumToolMatch = 200

    /// Makes the default configuration.
    public init() {}
  }

  /// The name arms and tables carry.
  public let name = "reader"
  /// What the executor is made from.
  public let executorConfiguration: Configuration
  /// What was read before; copies of the model share it.
  let memory = ReadingMemory()

  /// No context size, tools, an attention cache.
  public var capabilities: ModelCapabilities { ModelCapabilities(contextSize: nil, tools: true) }

  /// Makes a reader.
  public init(configuration: Configuration = Configuration()) {
    executorConfiguration = configuration
  }

  /// Runs the reader.
  public struct Executor: ModelExecutor {
    private let configuration: Configuration

    /// Makes an executor.
    public init(configuration: Configuration) { self.configuration = configuration }

    /// Does nothing: there is nothing to load.
    public func prewarm(model: Reader, transcript: [Item]) async {}

    /// Answers, acts, or fills a call.
    public func respond(to request: ModelRequest, model: Reader) async throws -> Reply {
      switch request.task {
      case .answer: answer(request, model.memory)
      case .fill(let tool):
        Reply(calls: [Filler(ActView(request, memory: model.memory)).call(tool, isNew: false)])
      case .act: act(request, model.memory)
      }
    }

    private func answer(_ request: ModelRequest, _ memory: ReadingMemory) -> Reply {
      guard let ask = request.items.last else { return Reply(abstained: true) }
      let view = request.items.dropLast()
      let answerer = Answerer(
        configuration: configuration, instructions: request.head.instructions, items: view,
        memory: memory)
      return reply(answerer.answer(ask.entry.text), request.items)
    }

    private func act(_ request: ModelRequest, _ memory: ReadingMemory) -> Reply {
      if request.options.toolMode != .disallowed {
        let chooser = Chooser(configuration: configuration, view: ActView(request, memory: memory))
        switch chooser.choice() {
        case .call(let call): return Reply(calls: [call])
        case .repeated(let text): return Reply(text: text)
        case .prose: break
        }
      }
      guard let place = request.items.lastIndex(where: { $0.kind == .prompt }) else {
        return Reply(abstained: true)
      }
      var view = request.items
      let ask = view.remove(at: place)
      let answerer = Answerer(
        configuration: configuration, instructions: request.head.instructions, items: view,
        memory: memory)
      return reply(answerer.answer(ask.entry.text), view)
    }

    private func reply(_ answer: Answerer.Answer, _ items: [Item]) -> Reply {
      Reply(
        text: answer.text, abstained: answer.abstained, contested: answer.contested,
        sources: answer.items.flatMap { items[$0].standsFor })
    }
  }

  /// The sentences of a view that speak most to a question, best first; for measuring.
  public static func evidence(
    for question: String, head: Head = Head(), items: [Item], limit: Int = 2,
    configuration: Configuration = Configuration()
  ) -> [String] {
    Answerer(configuration: configuration, instructions: head.instructions, items: items)
      .evidence(question, limit: limit)
  }
}
