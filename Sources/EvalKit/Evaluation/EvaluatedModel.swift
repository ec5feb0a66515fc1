/// A model that questions are asked of, with who may be asked for summaries.
public struct EvaluatedModel: Sendable {
  /// The model.
  public var runner: ModelRunner
  /// Who may be asked for summaries by name, beside the model itself.
  public var summarisers: [any Summariser]

  /// Wraps a model.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - isFree: Whether asking costs next to nothing: then every control is asked, else only those
  ///     that verdicts need.
  ///   - summarisers: Who may be asked for summaries by name.
  public init(
    _ model: some LanguageModel, isFree: Bool = false, summarisers: [any Summariser] = []
  ) {
    self.init(ModelRunner(model, isFree: isFree), summarisers: summarisers)
  }

  /// Wraps a model whose type is forgotten.
  ///
  /// - Parameters:
  ///   - runner: The model.
  ///   - summarisers: Who may be asked for summaries by name.
  public init(_ runner: ModelRunner, summarisers: [any Summariser] = []) {
    self.runner = runner
    self.summarisers = summarisers
  }
}
