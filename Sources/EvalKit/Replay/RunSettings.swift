/// How a run counts tokens and asks models: everything beside cases and arms.
public struct RunSettings: Sendable {
  /// The default time limit of a model call, summary or stage, in seconds.
  public static let defaultTimeLimit = 120

  /// Turns entries into text.
  public var renderer: any Renderer
  /// Turns text into tokens.
  public var tokenizer: any Tokenizer
  /// The models that arms name.
  public var models: [ModelRunner]
  /// Who may be asked for summaries, by name.
  public var summarisers: [String: any Summariser]
  /// Seconds a model call, summary or stage may take.
  public var timeLimit: Int
  /// Whether models really read every recorded request, and are asked nothing.
  public var prefillsRequests = false

  /// Makes settings.
  public init(
    renderer: any Renderer = NeutralRenderer(), tokenizer: any Tokenizer = PieceTokenizer(),
    models: [ModelRunner] = [], summarisers: [any Summariser] = [],
    timeLimit: Int = RunSettings.defaultTimeLimit
  ) {
    self.renderer = renderer
    self.tokenizer = tokenizer
    self.models = models
    self.summarisers = Dictionary(
      summarisers.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.timeLimit = timeLimit
  }

  /// Who may be asked for summaries by an arm: those of the settings, fitted to its context size,
  /// and `arm`, its own model, which for the reader is the reader's rule.
  func summarisers(for model: ModelRunner, contextSize: Int) -> [String: any Summariser] {
    var fitted = summarisers.mapValues { $0.fitted(to: contextSize) }
    fitted["arm"] =
      fitted[model.name]
      ?? ModelSummariser(model, name: "arm", timeLimit: timeLimit).fitted(to: contextSize)
    return fitted
  }

  /// The model with a name.
  public func model(_ name: String) -> ModelRunner? { models.first { $0.name == name } }
}
