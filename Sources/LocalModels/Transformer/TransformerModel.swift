public import EvalKit

/// A language model in a GGUF file, run in this process.
///
/// Its replies are the same bits whatever the number of threads, the instruction set, and how much of
/// a request is still held: all that changes is the time they take.
public struct TransformerModel: LanguageModel {
  /// How it is run.
  public struct Options: Hashable, Sendable {
    /// The family of its chat template, where it is not to be told from the file: `chatml`, `llama3`,
    /// `mistral`, `zephyr` or `qwen`.
    public var template: String?
    /// The temperature of requests that ask for none; 0 is greedy.
    public var temperature = 0.0
    /// Only the likeliest tokens that have this share together are drawn from.
    public var topP = 1.0
    /// Where the draws of every request begin.
    public var seed: UInt64 = 0
    /// Texts that end a reply, and are no part of it.
    public var stops: [String] = []
    /// The most tokens of a short answer; a request's own limit, where it is lower, is kept.
    public var answerTokens = 64
    /// How many more a model may write that thinks before it replies; a request's own limit, where it is
    /// lower, is kept.
    public var reasoningTokens = 1024
    /// Whether what is held of one request serves the next; it changes the time, never a reply.
    public var reusesPrefix = true
    /// How many threads share the work of one request; they change the time, never a reply.
    public var threads = 1

    /// Makes the default options.
    public init() {}
  }

  /// Everything that changes what the executor does.
  public struct Configuration: Hashable, Sendable {
    let source: TransformerSource
    let options: Options
  }

  /// The name arms and tables carry.
  public let name: String
  /// The file and how it is run.
  public let executorConfiguration: Configuration

  /// Opens a model's file and checks it; its weights are loaded by the first request.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: The name arms and tables carry.
  ///   - options: How it is run.
  /// - Throws: ``TransformerError`` where the file cannot be read, is damaged, or asks for something
  ///   that is not supported.
  public init(path: String, name: String, options: Options = Options()) throws {
    var family: ChatTemplate.Family?
    if let named = options.template {
      family = ChatTemplate.Family(rawValue: named)
      if family == nil {
        throw TransformerError(
          .unsupported, file: path,
          "the template '\(named)'; known are "
            + ChatTemplate.Family.allCases.map(\.rawValue).joined(separator: ", "))
      }
    }
    self.name = name
    executorConfiguration = Configuration(
      source: try TransformerSource(path: path, name: name, template: family), options: options)
  }

  private var source: TransformerSource { executorConfiguration.source }

  /// Its window as the file states it, tools where its template has them, an attention cache.
  public var capabilities: ModelCapabilities {
    ModelCapabilities(
      contextSize: source.shape.contextLength, tools: source.template.hasTools,
      reasoning: source.template.reasons, stripsEarlierReasoning: source.template.reasons,
      attachments: false)
  }

  /// Writes conversations as the model's template does.
  public var renderer: any Renderer { source.template }
  /// The model's own tokenizer.
  public var tokenizer: any Tokenizer { TemplateTokenizer(base: source.tokenizer) }
  /// Both: how tokens are counted as the model does.
  public var counting: ModelRunner.Counting {
    ModelRunner.Counting(renderer: renderer, tokenizer: tokenizer)
  }

  /// Everything that changes what it says, as text, but for the file's contents.
  public var configuration: String {
    let options = executorConfiguration.options
    var parts = [
      "template \(source.template.family.rawValue)", "answers of \(options.answerTokens) tokens",
    ]
    if source.template.reasons { parts.append("\(options.reasoningTokens) more for reasoning") }
    if options.temperature > 0 {
      parts.append(
        "temperature \(options.temperature), top-p \(options.topP), seed \(options.seed)")
    }
    if !options.reusesPrefix { parts.append("nothing held between requests") }
    if !options.stops.isEmpty { parts.append("stops \(options.stops)") }
    return parts.joined(separator: "; ")
  }

  /// Runs the model.
  public struct Executor: LikelihoodExecutor, PrefillExecutor, TimedExecutor {
    private let desk: TransformerDesk

    /// Makes an executor; nothing is loaded yet.
    public init(configuration: Configuration) { desk = TransformerDesk(configuration) }

    /// Loads the weights; where that fails, the request that needs them says so.
    public func prewarm(model: TransformerModel, transcript: [Item]) async {
      try? await desk.load()
    }

    /// Answers, acts, or fills a call.
    ///
    /// - Throws: ``ModelError/contextSizeExceeded(contextSize:tokens:)`` before any work,
    ///   ``ModelError/noResponse(reason:)``, ``TransformerError``, `CancellationError`.
    public func respond(to request: ModelRequest, model: TransformerModel) async throws -> Reply {
      try await desk.reply(to: request)
    }

    /// The log-probability of each continuation of the reply's beginning, in nats: of its tokens, then
    /// of a full stop or the turn's end.
    ///
    /// - Throws: ``ModelError/contextSizeExceeded(contextSize:tokens:)`` before any work,
    ///   ``TransformerError``, `CancellationError`.
    public func logLikelihoods(of request: LikelihoodRequest, model: TransformerModel) async throws
      -> [Double]
    {
      try await desk.logLikelihoods(of: request)
    }

    /// Reads a request, then its recorded reply.
    ///
    /// - Throws: ``ModelError/contextSizeExceeded(contextSize:tokens:)`` before any work,
    ///   ``TransformerError``, `CancellationError`.
    public func prefill(_ request: [Token], reply: [Token]) async throws -> Prefill {
      try await desk.prefill(request, reply: reply)
    }

    /// The calls since the last time this was asked, in their order.
    public func takeTimings() -> [CallTiming] { desk.takeTimings() }
  }
}

extension TransformerModel {
  /// What a file holds, in short.
  public struct Summary: Hashable, Sendable {
    /// Its architecture, as the file names it.
    public let architecture: String
    /// Positions it was trained for.
    public let contextLength: Int
    /// The family of its chat template.
    public let template: String
    /// Whether its template tells it tools.
    public let tools: Bool
  }

  /// What its file holds.
  public var summary: Summary {
    Summary(
      architecture: source.shape.architecture.rawValue, contextLength: source.shape.contextLength,
      template: source.template.family.rawValue, tools: source.template.hasTools)
  }

  /// The tokens of a text, in which the vocabulary's special tokens count as themselves.
  public func tokens(of text: String) -> [Token] { source.tokenizer.tokens(text) }
}
