/// A model that says what was recorded: answers made elsewhere, by any model on any device.
///
/// An answer is found by its question and by the digest of what is shown. A question without an
/// answer, or whose view has changed since, is an error; no answer is ever used for another view.
public struct ReplayModel: LanguageModel {
  /// The name arms and tables carry.
  public let name: String
  /// The answers.
  public let answers: RecordedAnswers

  /// Makes a model of answers.
  public init(_ answers: RecordedAnswers, name: String) {
    self.answers = answers
    self.name = name
  }

  /// Tools, and no context size: what fitted the model was its runner's concern.
  public static let capabilities = ModelCapabilities(contextSize: nil, tools: true)

  /// What it can do: the same whatever was recorded.
  public var capabilities: ModelCapabilities { Self.capabilities }

  /// The answers, told apart by the digest of their file.
  public var executorConfiguration: RecordedAnswers { answers }

  /// The configuration as a run's digest has it.
  public var configuration: String { "answers \(answers.digest)" }

  /// Looks answers up.
  public struct Executor: ModelExecutor {
    private let answers: RecordedAnswers

    /// Makes an executor.
    public init(configuration: RecordedAnswers) { answers = configuration }

    /// Does nothing: there is nothing to load.
    public func prewarm(model: ReplayModel, transcript: [Item]) async {}

    /// Returns what was recorded.
    ///
    /// - Throws: ``RecordedAnswerError``.
    public func respond(to request: ModelRequest, model: ReplayModel) async throws -> Reply {
      guard let prompt = Prompt(request) else {
        throw RecordedAnswerError.unnamed(file: answers.file)
      }
      return try answers.reply(to: prompt)
    }
  }
}
