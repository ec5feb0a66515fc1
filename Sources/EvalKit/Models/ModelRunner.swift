/// A model whose type is forgotten: what a run needs to ask it.
public struct ModelRunner: Sendable {
  /// The name arms and tables carry.
  public let name: String
  /// What it can do.
  public let capabilities: ModelCapabilities
  /// Everything that changes what it says, as text: part of a run's digest.
  public let configuration: String
  /// Whether asking costs next to nothing: then every control is asked, else only those that
  /// verdicts need.
  public let isFree: Bool
  private let answer: @Sendable (ModelRequest, ExecutorStore) async throws -> Reply
  private var weigh: (@Sendable (LikelihoodRequest, ExecutorStore) async throws -> [Double])?
  private let read: @Sendable ([Token], [Token], ExecutorStore) async throws -> Prefill?
  /// How the model itself writes conversations and counts tokens; nil where that is not known.
  public var counting: Counting?

  /// A renderer and a tokenizer that belong together.
  public struct Counting: Sendable {
    /// Turns entries into text.
    public var renderer: any Renderer
    /// Turns text into tokens.
    public var tokenizer: any Tokenizer

    /// Makes a pair.
    public init(renderer: any Renderer, tokenizer: any Tokenizer) {
      self.renderer = renderer
      self.tokenizer = tokenizer
    }
  }

  /// Wraps a model.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - configuration: Its configuration as text; by default what Swift prints of it.
  ///   - isFree: Whether asking costs next to nothing, as for the reader.
  public init(_ model: some LanguageModel, configuration: String? = nil, isFree: Bool = false) {
    name = model.name
    capabilities = model.capabilities
    self.configuration = configuration ?? "\(model.executorConfiguration)"
    self.isFree = isFree
    answer = { request, executors in
      try await executors.executor(for: model).respond(to: request, model: model)
    }
    read = { request, reply, executors in
      let executor = executors.executor(for: model) as? any PrefillExecutor
      return try await executor?.prefill(request, reply: reply)
    }
  }

  /// Wraps a model that can say how likely a continuation is.
  public init<Model: LanguageModel>(
    weighing model: Model, configuration: String? = nil, isFree: Bool = false,
    counting: Counting? = nil
  ) where Model.Executor: LikelihoodExecutor {
    self.init(model, configuration: configuration, isFree: isFree)
    self.counting = counting
    weigh = { request, executors in
      try await executors.executor(for: model).logLikelihoods(of: request, model: model)
    }
  }

  /// Whether it can say how likely a continuation is.
  public var weighs: Bool { weigh != nil }

  /// The log-probability of each continuation, in nats.
  ///
  /// - Throws: ``ModelError/unsupportedCapability(_:)`` where it cannot say;
  ///   ``ModelError/timeout(seconds:)`` past the limit; whatever the model throws.
  public func logLikelihoods(
    of request: LikelihoodRequest, executors: ExecutorStore, timeLimit: Int
  ) async throws -> [Double] {
    guard let weigh else {
      throw ModelError.unsupportedCapability("likelihoods (\(name))")
    }
    return try await withDeadline(seconds: Double(timeLimit)) {
      try await weigh(request, executors)
    }
  }

  /// Has the model read a request, and its recorded reply as if it had written that, and says what it
  /// held already.
  ///
  /// - Throws: ``ModelError/unsupportedCapability(_:)`` where it cannot only read; else as ``respond``.
  public func prefill(
    _ request: [Token], reply: [Token], executors: ExecutorStore, timeLimit: Int
  ) async throws -> Prefill {
    let read = self.read
    let found = try await withDeadline(seconds: Double(timeLimit)) {
      try await read(request, reply, executors)
    }
    guard let found else { throw ModelError.unsupportedCapability("only reading (\(name))") }
    return found
  }

  /// Asks the model.
  ///
  /// - Throws: ``ModelError/timeout(seconds:)`` past the limit; whatever the model throws.
  public func respond(
    to request: ModelRequest, executors: ExecutorStore, timeLimit: Int
  ) async throws -> Reply {
    let answer = self.answer
    return try await withDeadline(seconds: Double(timeLimit)) {
      try await answer(request, executors)
    }
  }
}
