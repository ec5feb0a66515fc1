import EvalKit

/// What has to be known beside the tables, one line each.
struct AuditRemarks: Sendable {
  /// The audit.
  let audit: SessionAudit

  /// The lines.
  var all: [String] {
    [window, overflow, tools, fixed, cache, wideScripts, assumed].compactMap { $0 }
  }

  private var size: Int { audit.budget.contextSize }

  private var window: String {
    guard let peak = audit.window.peak else {
      return "window: no request was made, for nothing follows an input"
    }
    let reserve =
      peak.left < audit.budget.reserve
      ? ", less than the reserve of \(Figures.grouped(audit.budget.reserve))" : ""
    return "window: the largest request is \(peak.number) (\(peak.label)) with "
      + "\(Figures.grouped(peak.tokens)) of \(Figures.grouped(size)) tokens; "
      + "\(Figures.grouped(peak.left)) are left for the answer\(reserve)"
  }

  private var overflow: String? {
    guard !audit.requests.isEmpty else { return nil }
    guard let first = audit.window.firstOverflow else {
      return "overflow: no request is over the window, recorded replies included"
    }
    let all = audit.window.overflows
    return "overflow: \(all == 1 ? "" : "the first of \(all) is ")request \(first.number) "
      + "(\(first.label)): \(Figures.grouped(first.tokens)) tokens and a reply of "
      + "\(Figures.grouped(first.reply))"
  }

  private var tools: String? {
    let names = audit.undefinedTools
    guard !names.isEmpty else { return nil }
    let some = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", …" : "")
    return "tools: \(Figures.counted(names.count, "tool")) called and not defined in the record "
      + "(\(some)): what the definitions cost is missing everywhere"
  }

  private var fixed: String? {
    let extras = [
      ("response schemas", "prompts", audit.fixed.responseSchemas),
      ("reasoning", "replies", audit.fixed.reasoning),
    ].filter { $0.2.entries > 0 }.map { name, places, extra in
      "\(name) in \(extra.entries) of \(extra.of) \(places), \(Figures.grouped(extra.tokens)) "
        + "tokens together, \(Figures.grouped(extra.least)) at the least"
    }
    return extras.isEmpty ? nil : "fixed: \(extras.joined(separator: "; "))"
  }

  private var cache: String? {
    guard let rate = RequestRecord.cacheHitRate(of: audit.requests) else { return nil }
    return "cache: \(Figures.percent(rate)) % of what was sent again was held, "
      + (audit.cacheAlarms.isEmpty
        ? "no alarm" : Figures.counted(audit.cacheAlarms.count, "alarm"))
  }

  private var wideScripts: String {
    let cost = audit.wideScripts
    let over =
      cost.peak.upperBound + cost.reply.upperBound <= size
      ? ""
      : cost.peak.lowerBound + cost.reply.lowerBound > size
        ? ", over the window with its reply" : ", with its reply perhaps over the window"
    let peak = audit.window.peak.map {
      ", the largest request's \(Figures.grouped($0.tokens)) to \(Self.range(cost.peak))\(over)"
    }
    return "in Chinese, Japanese or Korean: \(Figures.grouped(audit.fixed.head)) tokens of "
      + "instructions and tools come to \(Self.range(cost.head))\(peak ?? "") (estimated: 1 token a "
      + "character, 0.3–0.5 characters for one of the prose; names, schemas, calls, outputs as they are)"
  }

  private var assumed: String? {
    audit.isAssumed
      ? "assumed: attachments that state no size are in the tokens" : nil
  }

  private static func range(_ range: ClosedRange<Int>) -> String {
    Figures.range([range.lowerBound, range.upperBound])
  }
}
