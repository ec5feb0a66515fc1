import EvalKit

/// What replaying sessions under one policy came to: sums, so that sessions can be pooled.
struct ReplayMeasure: Sendable {
  /// Sessions replayed.
  var sessions = 0
  /// Of these, sessions in which some view differed from the log.
  var edited = 0
  /// Of these, sessions that recorded no compaction where the policy replays them.
  var unrecorded = 0
  /// Of these, sessions whose head alone is over the budget.
  var floors = 0
  /// Requests.
  var requests = 0
  /// Tokens of all views.
  var tokens = 0
  /// Tokens of all recorded replies.
  var replyTokens = 0
  /// The largest view.
  var peak = 0
  /// Requests whose view and reply exceed the context size.
  var overflows = 0
  /// Tokens read that no cache held.
  var prefilled = 0
  /// Tokens of every request but each session's first.
  var laterTokens = 0
  /// Of these, tokens the cache held.
  var laterCached = 0
  /// Stages that changed something.
  var firings = 0
  /// Requests in which a stage failed, and the first reason.
  var errored = 0
  var error: String?
  /// Summariser calls, and the tokens they read and wrote.
  var summaries = 0
  var summaryTokens = 0
  /// What became of each entry at its session's last request.
  var fates: [Fate: Int] = [:]
  /// Whether an assumed attachment cost is in the tokens.
  var isAssumed = false
  /// What the edits broke.
  var hazards = HazardTally()
  /// Values that later calls used and an earlier turn held, and how many were in view.
  var support = SupportTally()
  /// The same had turns been dropped by chance to the views' sizes.
  var placebo = SupportTally()
  /// How often the default model calls what the record calls next; nothing unless asked for.
  var nextCalls = NextCallTally()
  /// How likely a language model holds what the record does next; nothing unless asked for.
  var actions = ActionTally()

  /// Tokens read and written for all sessions, summaries included.
  var taskTokens: Int { tokens + replyTokens + summaryTokens }
  /// Tokens a request; nil without requests.
  var tokensPerRequest: Double? { Self.ratio(tokens, requests) }
  /// Tokens a session.
  var tokensPerTask: Double? { Self.ratio(taskTokens, sessions) }
  /// Tokens read anew a request.
  var prefilledPerRequest: Double? { Self.ratio(prefilled, requests) }
  /// The share of tokens the cache served; nil where no session has a second request.
  var cacheHitRate: Double? { Self.ratio(laterCached, laterTokens) }
  /// Entries accounted for.
  var entries: Int { fates.values.reduce(0, +) }

  /// The share of entries with a fate at the last request.
  func share(_ fate: Fate) -> Double? { Self.ratio(fates[fate] ?? 0, entries) }

  /// Adds the record of a request.
  mutating func add(_ record: RequestRecord) {
    tokens += record.tokens
    replyTokens += record.replyTokens
    peak = max(peak, record.tokens)
    if record.isOverflow { overflows += 1 }
    prefilled += record.prefilled
    if record.number > 1 {
      laterTokens += record.tokens
      laterCached += record.cached
    }
    requests += 1
    firings += record.firings.count
    if let message = record.error {
      errored += 1
      if error == nil { error = message }
    }
    if record.isAssumed { isAssumed = true }
  }

  /// Adds another measure.
  static func += (left: inout ReplayMeasure, right: ReplayMeasure) {
    left.sessions += right.sessions
    left.edited += right.edited
    left.unrecorded += right.unrecorded
    left.floors += right.floors
    left.requests += right.requests
    left.tokens += right.tokens
    left.replyTokens += right.replyTokens
    left.peak = max(left.peak, right.peak)
    left.overflows += right.overflows
    left.prefilled += right.prefilled
    left.laterTokens += right.laterTokens
    left.laterCached += right.laterCached
    left.firings += right.firings
    left.errored += right.errored
    left.error = left.error ?? right.error
    left.summaries += right.summaries
    left.summaryTokens += right.summaryTokens
    left.fates.merge(right.fates, uniquingKeysWith: +)
    left.hazards += right.hazards
    left.support += right.support
    left.placebo += right.placebo
    left.nextCalls += right.nextCalls
    left.actions += right.actions
    left.isAssumed = left.isAssumed || right.isAssumed
  }

  private static func ratio(_ part: Int, _ whole: Int) -> Double? {
    whole > 0 ? Double(part) / Double(whole) : nil
  }
}
