/// A model asked for summaries: in a session of its own, or within the one that is summarised.
public struct ModelSummariser: Summariser {
  /// The name specs and records carry.
  public let name: String
  /// The model's context size, or the arm's where that is smaller.
  public private(set) var window: Int?
  private let model: ModelRunner
  private let timeLimit: Int
  private var executors = ExecutorStore()

  /// Makes a summariser.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - name: The name specs carry; the model's unless said.
  ///   - timeLimit: Seconds a summary may take.
  public init(_ model: ModelRunner, name: String? = nil, timeLimit: Int) {
    self.model = model
    self.name = name ?? model.name
    self.timeLimit = timeLimit
    window = model.capabilities.contextSize
  }

  /// Asks the model.
  ///
  /// A prompt stands for the items; without one they are shown themselves, and what the model is to
  /// do is said after them. Within the session it is shown that, the summary before in its place, and
  /// told the same way.
  ///
  /// - Throws: Whatever the model throws.
  public func summary(of request: SummaryRequest) async throws -> Reply {
    var told = [request.instructions ?? ""]
    var items: [Item] = []
    var head = Head()
    if let session = request.session {
      head = session.head
      items = session.items
    } else if let prompt = request.prompt {
      told.append(prompt)
    } else {
      items = request.items
      if let previous = request.previous { told.append("The summary so far:\n\(previous)") }
    }
    let ask = told.filter { !$0.isEmpty }.joined(separator: "\n\n")
    let entry = Entry.prompt(ask.isEmpty ? "Summarize this conversation." : ask)
    items.append(
      Item(
        source: .synthesised(SynthesisedID(digest: 0, stage: name), covers: [], carries: []),
        form: .whole, entry: entry))
    var options = RequestOptions(maximumResponseTokens: request.limit)
    options.toolMode = .disallowed
    return try await model.respond(
      to: ModelRequest(
        head: head, items: items, task: .act, options: options.resolved(for: model.capabilities)),
      executors: executors, timeLimit: timeLimit)
  }

  /// One that refuses what is over the arm's context size, with executors of its own.
  public func fitted(to contextSize: Int) -> any Summariser {
    var fitted = self
    fitted.window = min(window ?? contextSize, contextSize)
    fitted.executors = ExecutorStore()
    return fitted
  }
}
