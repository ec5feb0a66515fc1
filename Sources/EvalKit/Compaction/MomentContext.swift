/// What a stage may know when it edits.
public struct MomentContext: Sendable {
  /// The moment.
  public let moment: Moment
  /// The window and what history may use of it.
  public let budget: ContextBudget
  /// The number of the request the edit is for, counted from 1.
  public let request: Int
  /// The head in force, before any stage edited it.
  public let head: Head
  /// The log so far; nil unless the stage's definition declares `readsLog`.
  public let log: [Entry]?
  /// What the compactions recorded so far came to; none in a session that was not recorded.
  public let recordedCompactions: RecordedCompactions
  /// What every item costs.
  public let ledger: TokenLedger
  /// The stage: its strategy's name and its place in the pipeline, `exec@0`.
  public let stage: String
  private let resources: SessionResources
  private let summarisers: [String: any Summariser]
  private let calls: SummaryLog
  private let timeLimit: Double?
  private let reused: (@Sendable (Head, [Item]) -> Int)?

  package init(
    moment: Moment, budget: ContextBudget, request: Int, head: Head, log: [Entry]?,
    ledger: TokenLedger, summarisers: [String: any Summariser], calls: SummaryLog,
    timeLimit: Double? = nil, reused: (@Sendable (Head, [Item]) -> Int)? = nil,
    recordedCompactions: RecordedCompactions = RecordedCompactions(),
    stage: String = "", resources: SessionResources = SessionResources()
  ) {
    self.moment = moment
    self.budget = budget
    self.request = request
    self.head = head
    self.log = log
    self.recordedCompactions = recordedCompactions
    self.ledger = ledger
    self.summarisers = summarisers
    self.calls = calls
    self.timeLimit = timeLimit
    self.reused = reused
    self.stage = stage
    self.resources = resources
  }

  /// Something the stage keeps open for the whole session and its forks; made when first asked for.
  ///
  /// It is freed with the last copy of the session. It must not carry anything from one edit to the
  /// next: a fork shares it, and only `memory` is copied.
  public func resource<Resource: AnyObject & Sendable>(
    for key: String = "", make: () throws -> Resource
  ) rethrows -> Resource {
    try resources.resource(for: "\(stage)/\(key)", make: make)
  }

  /// The tokens of an item.
  public func tokens(_ item: Item) -> Int { ledger.count(item) }

  /// The tokens of a history, its head included.
  public func tokens(_ history: History) -> Int {
    ledger.count(history.head) + ledger.count(history.items)
  }

  /// Whether a history has at least so many tokens, its head included.
  ///
  /// - Complexity: O(items), but no more of them than it takes to reach the number.
  public func reaches(_ tokens: Int, by history: History) -> Bool {
    if ledger.renderer.dependsOnNeighbours { return self.tokens(history) >= tokens }
    var sum = ledger.count(history.head)
    for index in history.items.indices {
      if sum >= tokens { return true }
      sum += ledger.count(history.items[index])
    }
    return sum >= tokens
  }

  /// The tokens of a text, as a response.
  public func tokens(_ text: String) -> Int { ledger.run(of: .response(text)).count }

  /// The largest input of the summariser with a name; nil where it has no window or is not there.
  public func window(of summariser: String) -> Int? { summarisers[summariser]?.window }

  /// Asks the summariser with a name and records the call, its cost, and what came of it.
  ///
  /// - Parameters:
  ///   - name: Who is asked.
  ///   - request: What.
  ///   - judge: What is wrong with a reply: then it is recorded as such and thrown.
  /// - Throws: ``ModelError/unavailable(_:)`` if there is none with this name; ``SummaryFault``;
  ///   whatever the summariser throws.
  public func summary(
    by name: String, of request: SummaryRequest,
    judge: (Reply, _ tokens: Int) -> SummaryFault? = { _, _ in nil }
  ) async throws -> String {
    guard let summariser = summarisers[name] else {
      throw ModelError.unavailable(
        "no summariser '\(name)'; there is \(summarisers.keys.sorted().joined(separator: ", "))")
    }
    var request = request
    let ledger = ledger
    request.measure = { ledger.run(of: .response($0)).count }
    var call = SummaryCall(
      by: name, request: self.request, moment: moment, input: tokens(of: request), output: 0,
      fed: request.items.flatMap(\.standsFor))
    if let session = request.session {
      call.cached = min(call.input, reused?(session.head, session.items) ?? 0)
    }
    let number = calls.begin(call)
    do {
      if let window = summariser.window, call.input > window {
        throw ModelError.contextSizeExceeded(contextSize: window, tokens: call.input)
      }
      let reply = try await withDeadline(seconds: timeLimit) { [request] in
        try await summariser.summary(of: request)
      }
      call.output =
        reply.usage.output > 0 ? reply.usage.output : ledger.run(of: .response(reply.text)).count
      if let fault = judge(reply, tokens(reply.text)) { throw fault }
      calls.end(number, call)
      return reply.text
    } catch {
      if error is CancellationError || Task.isCancelled { throw CancellationError() }
      call.fault = "\(error)"
      if case ModelError.contextSizeExceeded = error {
        // Refused: nobody read it.
        call.input = 0
        call.cached = 0
      }
      calls.end(number, call)
      throw error
    }
  }

  /// Records that something other than a summariser stood in for a summary.
  func record(remedy: String, output: Int, fed items: [Item]) {
    calls.append(
      SummaryCall(
        by: remedy, request: request, moment: moment, input: 0, output: output,
        fed: items.flatMap(\.standsFor), isRemedy: true))
  }

  /// Records that a summariser could not even be asked.
  func record(refusalBy name: String, fault: String) {
    calls.append(
      SummaryCall(
        by: name, request: request, moment: moment, input: 0, output: 0, fed: [], fault: fault))
  }

  /// The tokens a summariser would be given.
  public func tokens(of request: SummaryRequest) -> Int {
    let told = request.instructions.map { ledger.count(Head($0)) } ?? 0
    // Appended to the session as it stands, the summary before in its place.
    if let session = request.session { return tokens(session) + told }
    if let prompt = request.prompt { return told + ledger.run(of: .prompt(prompt)).count }
    let previous = request.previous.map { ledger.run(of: .response($0)).count } ?? 0
    return told + ledger.count(request.items) + previous
  }
}

/// What is wrong with what a summariser said.
public enum SummaryFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nothing, or only white space.
  case empty
  /// A tool was called.
  case calledTool
  /// More tokens than were allowed, or than what it stands for.
  case tooLong(tokens: Int, limit: Int)
  /// Something that is no answer to what was asked; says what was expected.
  case unusable(String)
  /// Parts it must have are missing.
  case missing([String])

  /// The message.
  public var description: String {
    switch self {
    case .empty: "the summary is empty"
    case .calledTool: "the summariser called a tool"
    case .tooLong(let tokens, let limit): "the summary has \(tokens) tokens of \(limit) allowed"
    case .unusable(let expected): "the reply is of no use: expected \(expected)"
    case .missing(let parts): "the summary lacks \(parts.joined(separator: ", "))"
    }
  }
}
