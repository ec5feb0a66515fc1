import Synchronization

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
  /// What every item costs.
  public let ledger: TokenLedger
  private let summarisers: [String: any Summariser]
  private let calls: SummaryLog
  private let timeLimit: Double?

  package init(
    moment: Moment, budget: ContextBudget, request: Int, head: Head, log: [Entry]?,
    ledger: TokenLedger, summarisers: [String: any Summariser], calls: SummaryLog,
    timeLimit: Double? = nil
  ) {
    self.moment = moment
    self.budget = budget
    self.request = request
    self.head = head
    self.log = log
    self.ledger = ledger
    self.summarisers = summarisers
    self.calls = calls
    self.timeLimit = timeLimit
  }

  /// The tokens of an item.
  public func tokens(_ item: Item) -> Int { ledger.count(item) }

  /// The tokens of a history, its head included.
  public func tokens(_ history: History) -> Int {
    ledger.count(history.head) + ledger.count(history.items)
  }

  /// Asks the summariser with a name and records the call and its cost.
  ///
  /// - Throws: ``ModelError/unavailable(_:)`` if there is none with this name; whatever it throws.
  public func summary(by name: String, of request: SummaryRequest) async throws -> String {
    guard let summariser = summarisers[name] else {
      throw ModelError.unavailable(
        "no summariser '\(name)'; there is \(summarisers.keys.sorted().joined(separator: ", "))")
    }
    let told = request.instructions.map { ledger.count(Head($0)) } ?? 0
    let input =
      told
      + (request.prompt.map { ledger.run(of: .prompt($0)).count } ?? ledger.count(request.items))
    if let window = summariser.window, input > window {
      throw ModelError.contextSizeExceeded(contextSize: window, tokens: input)
    }
    let reply = try await withDeadline(seconds: timeLimit) {
      try await summariser.summary(of: request)
    }
    let output =
      reply.usage.output > 0 ? reply.usage.output : ledger.run(of: .response(reply.text)).count
    calls.append(
      SummaryCall(
        by: name, request: self.request, moment: moment, input: input, output: output,
        fed: request.items.flatMap(\.standsFor)))
    return reply.text
  }
}

/// One call of a summariser: kind `summary`, priced apart from requests.
public struct SummaryCall: Hashable, Sendable {
  /// Who was asked.
  public var by: String
  /// The number of the request it was made for.
  public var request: Int
  /// The moment.
  public var moment: Moment
  /// Tokens it was given.
  public var input: Int
  /// Tokens it wrote.
  public var output: Int
  /// The entries it was fed.
  public var fed: [EntryID]

  /// Makes a record of a call.
  public init(by: String, request: Int, moment: Moment, input: Int, output: Int, fed: [EntryID]) {
    self.by = by
    self.request = request
    self.moment = moment
    self.input = input
    self.output = output
    self.fed = fed
  }
}

/// Collects the summariser calls made while stages run.
package final class SummaryLog: Sendable {
  private let calls = Mutex<[SummaryCall]>([])
  package init() {}
  package func append(_ call: SummaryCall) { calls.withLock { $0.append(call) } }
  package func drain() -> [SummaryCall] {
    calls.withLock { calls in
      defer { calls = [] }
      return calls
    }
  }
}
