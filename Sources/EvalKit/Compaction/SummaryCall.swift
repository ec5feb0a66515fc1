import Synchronization

/// One call of a summariser: kind `summary`, priced apart from requests.
public struct SummaryCall: Hashable, Sendable {
  /// Who was asked; for a remedy, what stood in.
  public var by: String
  /// The number of the request it was made for.
  public var request: Int
  /// The moment.
  public var moment: Moment
  /// Tokens it was given; 0 where it refused them unread.
  public var input: Int
  /// Of these, tokens the session's cache still held: only where it was asked within the session.
  public var cached: Int
  /// Tokens it wrote.
  public var output: Int
  /// The entries it was fed.
  public var fed: [EntryID]
  /// Why what it said became no history; nil where it did.
  public var fault: String?
  /// Whether nobody was asked: something else stood in for a summary that failed.
  public var isRemedy: Bool

  /// Makes a record of a call.
  public init(
    by: String, request: Int, moment: Moment, input: Int, output: Int, fed: [EntryID],
    cached: Int = 0, fault: String? = nil, isRemedy: Bool = false
  ) {
    self.by = by
    self.request = request
    self.moment = moment
    self.input = input
    self.cached = cached
    self.output = output
    self.fed = fed
    self.fault = fault
    self.isRemedy = isRemedy
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
