/// Requests in a row of which the cache served less than it should.
public struct CacheAlarm: Hashable, Sendable {
  /// Why the cache had so little.
  public enum Cause: String, Hashable, Sendable {
    /// What was held could not be used any more: something before its end changed.
    case prefixBreak
    /// What was held was used, but much was added to it.
    case growth
  }

  /// The first of the requests, counted from 1.
  public let firstRequest: Int
  /// The last of them.
  public let lastRequest: Int
  /// The share of the first request's tokens that the cache served.
  public let rate: Double
  /// Why.
  public let cause: Cause
  /// The entry, or the part of the head, at which the cache ended, or that was added.
  public let place: String
  /// Tokens that had been held and were read again.
  public let reread: Int

  /// The runs of requests with a rate under a limit; a session's first request, which no cache can
  /// serve, is none of them, nor is one without tokens (nil).
  ///
  /// - Returns: ranges of request numbers, counted from 1.
  public static func runs(of rates: [Double?], under limit: Double) -> [ClosedRange<Int>] {
    var runs: [ClosedRange<Int>] = []
    for (place, rate) in rates.enumerated().dropFirst() {
      guard let rate, rate < limit else { continue }
      if let last = runs.last, last.upperBound == place {
        runs[runs.count - 1] = last.lowerBound...(place + 1)
      } else {
        runs.append((place + 1)...(place + 1))
      }
    }
    return runs
  }

  /// The alarms of a session.
  ///
  /// - Complexity: O(requests + entries) for each alarm.
  static func all(_ scene: AuditScene) -> [CacheAlarm] {
    let records = scene.requests
    let rates = records.map { $0.tokens > 0 ? Double($0.cached) / Double($0.tokens) : nil }
    return runs(of: rates, under: scene.limits.cacheAlarm).map { run in
      let record = records[run.lowerBound - 1]
      let low = records[(run.lowerBound - 1)..<run.upperBound]
      return CacheAlarm(
        firstRequest: run.lowerBound, lastRequest: run.upperBound,
        rate: rates[run.lowerBound - 1] ?? 0,
        cause: record.isBreak ? .prefixBreak : .growth,
        place: record.isBreak
          ? part(at: record.commonPrefix, of: record, scene)
          : newest(before: record, after: records[run.lowerBound - 2], scene),
        reread: low.reduce(0) { $0 + max(0, $1.held - $1.commonPrefix) })
    }
  }

  /// The part of a request that a token stands in, nothing edited.
  private static func part(at token: Int, of record: RequestRecord, _ scene: AuditScene) -> String {
    let head = scene.transcript.head(at: record.entry.index + 1)
    var end = 0
    for (run, name) in zip(scene.ledger.runs(of: head), scene.names(of: head)) {
      end += run.count
      if token < end { return name }
    }
    for entry in 0...record.entry.index {
      end += scene.tokens[entry]
      if token < end { return scene.label(entry) }
    }
    return scene.label(record.entry.index)
  }

  /// The largest input that one request has and the one before it had not.
  private static func newest(
    before record: RequestRecord, after last: RequestRecord, _ scene: AuditScene
  ) -> String {
    let added = (last.entry.index + 1)...record.entry.index
    let largest = added.filter { !scene.transcript.entries[$0].kind.isReply }
      .max { (scene.tokens[$0], $1) < (scene.tokens[$1], $0) }
    return scene.label(largest ?? record.entry.index)
  }
}

extension AuditScene {
  /// Names for the parts of a head, in the order a renderer gives them.
  func names(of head: Head) -> [String] {
    head.instructions.map { $0.label.isEmpty ? "instructions" : $0.label }
      + head.tools.map { "tool \($0.name)" }
  }
}
