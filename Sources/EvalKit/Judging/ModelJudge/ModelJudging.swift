/// Asks a model what it makes of answers, one answer a call.
public struct ModelJudging: Sendable {
  /// The model.
  public let model: ModelRunner
  /// Seconds a call may take.
  public let timeLimit: Int
  private let executors = ExecutorStore()

  /// Makes an asker.
  public init(_ model: ModelRunner, timeLimit: Int = RunSettings.defaultTimeLimit) {
    self.model = model
    self.timeLimit = timeLimit
  }

  /// Asks about an answer.
  ///
  /// - Returns: what the model said, as it said it, or why it said nothing.
  /// - Throws: `CancellationError` only.
  public func judgement(of request: JudgementRequest) async throws -> Judgement {
    let prompt = request.prompt
    let items = prompt.entries.enumerated().map { place, entry in
      Item(
        source: .synthesised(
          SynthesisedID(digest: UInt64(place), stage: "judge"), covers: [], carries: []),
        form: .whole, entry: entry)
    }
    let asked = ModelRequest(
      id: prompt.id, head: prompt.head, items: items, task: prompt.task,
      options: prompt.options.resolved(for: model.capabilities))
    do {
      let reply = try await model.respond(to: asked, executors: executors, timeLimit: timeLimit)
      return Judgement(request.key, .said(reply.text))
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      try Task.checkCancellation()
      return Judgement(request.key, .failed("\(error)"))
    }
  }
}
