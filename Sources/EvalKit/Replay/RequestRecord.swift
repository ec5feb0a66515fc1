/// One main-line request of a replayed session: counts only; its view is handed to visitors and kept
/// as a ``ViewChange``, so that memory does not grow with requests × entries.
public struct RequestRecord: Hashable, Sendable {
  /// Counted from 1.
  public var number: Int
  /// The moment: prompt or toolOutput.
  public var moment: Moment
  /// The input it was made after.
  public var entry: EntryID
  /// Tokens of the view, head included.
  public var tokens: Int
  /// Of these, tokens the cache still held.
  public var cached: Int
  /// Tokens of the common prefix with what was held, before clamps.
  public var commonPrefix: Int
  /// Tokens held before the request.
  public var held: Int
  /// Tokens read between the input and the first token of the reply: work done at `response` is
  /// not in it.
  public var blocking: Int
  /// Tokens over the budget; 0 where it fits.
  public var overBy: Int
  /// Tokens of the recorded reply.
  public var replyTokens = 0
  /// Whether view plus recorded reply exceed the context size.
  public var isOverflow = false
  /// Stages that changed something for the request or, in a replay, after its recorded reply; in
  /// running order.
  public var firings: [StageFiring] = []
  /// What a stage threw.
  public var error: String?
  /// Whether an assumed attachment cost is in `tokens`.
  public var isAssumed = false
  /// What the model read of it, where it really did.
  public var prefill: Prefill?

  /// Makes a record.
  public init(
    number: Int, moment: Moment, entry: EntryID, tokens: Int, cached: Int = 0,
    commonPrefix: Int = 0, held: Int = 0, blocking: Int = 0, overBy: Int = 0, replyTokens: Int = 0,
    isOverflow: Bool = false, firings: [StageFiring] = [], error: String? = nil,
    isAssumed: Bool = false
  ) {
    self.number = number
    self.moment = moment
    self.entry = entry
    self.tokens = tokens
    self.cached = cached
    self.commonPrefix = commonPrefix
    self.held = held
    self.blocking = blocking
    self.overBy = overBy
    self.replyTokens = replyTokens
    self.isOverflow = isOverflow
    self.firings = firings
    self.error = error
    self.isAssumed = isAssumed
  }

  /// Whether the request left the held prefix before its end.
  public var isBreak: Bool { commonPrefix < held }
  /// Tokens the model had to read.
  public var prefilled: Int { tokens - cached }
}

extension RequestRecord {
  /// The share of tokens that were cached, over a session's requests but its first.
  ///
  /// - Returns: nil without a second request, or where nothing was given.
  public static func cacheHitRate(of records: [RequestRecord]) -> Double? {
    let later = records.dropFirst()
    let input = later.reduce(0) { $0 + $1.tokens }
    return input > 0 ? Double(later.reduce(0) { $0 + $1.cached }) / Double(input) : nil
  }
}
