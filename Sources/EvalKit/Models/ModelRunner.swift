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
  }

  /// Wraps a model that can say how likely a continuation is.
  public init<Model: LanguageModel>(
    weighing model: Model, configuration: String? = nil, isFree: Bool = false
  ) where Model.Executor: LikelihoodExecutor {
    self.init(model, configuration: configuration, isFree: isFree)
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
