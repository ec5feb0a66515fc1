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
///
/// A call is in the log from its beginning, so that one in flight when its stage's time is up is
/// recorded as failed and is not lost.
package final class SummaryLog: Sendable {
  private struct State {
    var calls: [SummaryCall] = []
    /// How many calls were taken out before the first one.
    var drained = 0
  }

  private let state = Mutex(State())
  package init() {}
  package func append(_ call: SummaryCall) { state.withLock { $0.calls.append(call) } }

  /// Notes a call that begins, as it stands should it never end.
  ///
  /// - Returns: its number, by which it ends.
  func begin(_ call: SummaryCall) -> Int {
    state.withLock { state in
      var call = call
      call.fault = "it was still at work when its stage's time was up"
      state.calls.append(call)
      return state.drained + state.calls.count - 1
    }
  }

  /// Notes how a call ended; nothing where it was taken out before.
  func end(_ number: Int, _ call: SummaryCall) {
    state.withLock { state in
      let place = number - state.drained
      if state.calls.indices.contains(place) { state.calls[place] = call }
    }
  }

  package func drain() -> [SummaryCall] {
    state.withLock { state in
      defer {
        state.drained += state.calls.count
        state.calls = []
      }
      return state.calls
    }
  }
}
