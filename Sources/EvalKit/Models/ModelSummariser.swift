/// A model asked for summaries: in a session of its own, or within the one that is summarised.
public struct ModelSummariser: Summariser {
  /// The name specs and records carry.
  public let name: String
  /// The model's context size.
  public var window: Int? { model.capabilities.contextSize }
  private let model: ModelRunner
  private let timeLimit: Int

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
  }

  /// Asks the model.
  ///
  /// - Throws: Whatever the model throws.
  public func summary(of request: SummaryRequest) async throws -> Reply {
    var told = [request.instructions ?? "", request.prompt ?? ""]
    if let previous = request.previous { told.insert("The summary so far:\n\(previous)", at: 1) }
    var items: [Item] = []
    var head = Head()
    if let session = request.session {
      head = session.head
      items = session.items
    } else if request.prompt == nil {
      items = request.items
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
      executors: ExecutorStore(), timeLimit: timeLimit)
  }
}
