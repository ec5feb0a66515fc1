import EvalKit

/// What has to be known to read the tables of a replay, one line a kind.
struct ReplayRemarks: Sendable {
  /// The report.
  let report: ReplayReport

  private var rows: [(name: String, row: ReplayMeasure)] {
    Array(zip(report.plan.names, report.pooled))
  }

  /// The remarks.
  var all: [String] {
    [
      neverCompacted, unrecorded, floor, errored, support, noBetterThanChance, nextCalls, summaries,
      assumed, noReuse,
    ].compactMap { $0 }
  }

  private var neverCompacted: String? {
    let untouched = rows.dropFirst().compactMap { name, row -> String? in
      // Where there was nothing to replay, another remark says so.
      let count = row.sessions - row.edited - row.unrecorded
      if count <= 0 { return nil }
      return row.edited == 0 && row.unrecorded == 0
        ? name : "\(name) (\(count) of \(row.sessions) sessions)"
    }
    return untouched.isEmpty ? nil : "never compacted: \(untouched.joined(separator: "; "))"
  }

  /// Sessions that have nothing a policy could replay.
  private var unrecorded: String? {
    let idle = rows.filter { $0.row.unrecorded > 0 }.map { name, row in
      row.unrecorded == row.sessions
        ? name : "\(name) (\(row.unrecorded) of \(row.sessions) sessions)"
    }
    return idle.isEmpty ? nil : "\(Plan.noCompaction): \(idle.joined(separator: "; "))"
  }

  private var floor: String? {
    let baseline = report.pooled[0]
    guard baseline.floors > 0 else { return nil }
    let sessions =
      baseline.sessions == 1 ? "" : "in \(baseline.floors) of \(baseline.sessions) sessions "
    return "floor: \(sessions)instructions and tools alone exceed the budget, "
      + "so no policy can fit it"
  }

  private var errored: String? {
    let failed = rows.filter { $0.row.errored > 0 }.map { name, row in
      "\(name) in \(Figures.counted(row.errored, "request")) (\(row.error ?? ""))"
    }
    return failed.isEmpty ? nil : "errored: \(failed.joined(separator: "; "))"
  }

  /// What the values that calls used can tell here.
  private var support: String {
    let reasons = ArgumentTrace.Untraceable.allCases.compactMap { reason in
      report.untraceable[reason].map { "\(Figures.grouped($0)) \(reason.rawValue)" }
    }
    let others = reasons.isEmpty ? "" : "; not traceable: \(reasons.joined(separator: ", "))"
    if let problem = report.supportProblem {
      return "arguments in view: not reported: \(problem)\(others)"
    }
    let foreign =
      report.foreignRate.map {
        "\(Figures.percent($0)) % of them stand in another session by coincidence"
      } ?? "no second session was given to look for coincidences in"
    return "arguments in view: of "
      + "\(Figures.counted(report.pooled[0].support.values, "value")) that calls took from "
      + "earlier turns; \(foreign)\(others)"
  }

  private var noBetterThanChance: String? {
    guard report.supportProblem == nil else { return nil }
    let names = rows.dropFirst().filter { _, row in
      guard row.edited > 0, let support = row.support.share, let placebo = row.placebo.share else {
        return false
      }
      return support <= placebo
    }.map(\.name)
    return names.isEmpty
      ? nil : "no better than chance at equal size: \(names.joined(separator: "; "))"
  }

  /// How often the default model calls what the record calls, on the whole log and on each view.
  private var nextCalls: String? {
    guard report.plan.nextCalls != nil, let whole = report.pooled.first?.nextCalls else {
      return nil
    }
    guard whole.asked > 0 else { return "next call: the sessions record no calls" }
    let undefined =
      whole.undefined == 0
      ? ""
      : "; in \(Figures.counted(whole.undefined, "session")) no tools are defined, so those called in it "
        + "are taken for defined"
    let shares = rows.dropFirst().map { name, row in
      "\(name) \(Figures.percent(row.nextCalls.toolShare)) % "
        + "(\(Figures.percent(row.nextCalls.callShare)) %)"
    }
    let asked =
      whole.asked == whole.recorded
      ? "\(Figures.grouped(whole.asked))"
      : "\(Figures.grouped(whole.asked)) of \(Figures.grouped(whole.recorded))"
    return "next call: \(ActingModel.label("reader")) calls the record's tool at "
      + "\(Figures.percent(whole.toolShare)) % of \(asked) recorded rounds on the whole log "
      + "(with its arguments \(Figures.percent(whole.callShare)) %); "
      + shares.joined(separator: "; ") + undefined
  }

  private var summaries: String? {
    let calls = rows.filter { $0.row.summaries > 0 }.map { name, row in
      "\(name) \(Figures.counted(row.summaries, "call")), "
        + "\(Figures.grouped(row.summaryTokens)) tokens"
    }
    return calls.isEmpty
      ? nil : "summaries, in the cost of a session: \(calls.joined(separator: "; "))"
  }

  private var assumed: String? {
    rows.contains { $0.row.isAssumed }
      ? "assumed: attachments that state no size are in the tokens" : nil
  }

  private var noReuse: String? {
    report.plan.cache.kind == .recurrent
      ? "no reuse: recurrent, what was read can only be appended to" : nil
  }
}
