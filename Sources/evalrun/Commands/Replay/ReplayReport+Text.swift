import EvalKit

extension ReplayReport {
  /// The report for a person: tables, then what they say in three sentences.
  func text(width: Int, each: Bool = false) -> String {
    var lines = heading(width: width)
    for (title, rows) in blocks(each: each) {
      if let title { lines += ["", title] }
      lines += [""] + ReplayTables.survival(plan.names, rows).lines(width: width)
      lines += [""] + ReplayTables.cost(plan.names, rows).lines(width: width)
    }
    lines += [""] + remarks.flatMap { Help.wrapped($0, indent: 0) }
    lines +=
      [""]
      + ReplaySentences(names: plan.names, rows: pooled).all.flatMap {
        Help.wrapped($0, indent: 0)
      }
    lines += ["", counts]
    return lines.joined(separator: "\n")
  }

  /// The tables: one for all sessions, or one each.
  private func blocks(each: Bool) -> [(title: String?, rows: [ReplayMeasure])] {
    guard each, results.count > 1 else { return [(nil, pooled)] }
    return zip(intake.sessions, results).map { ($0.label, $1) }
      + [("all \(results.count) transcripts", pooled)]
  }

  /// What was replayed, and how tokens were counted.
  private func heading(width: Int) -> [String] {
    let sessions = intake.sessions
    let first = sessions.count == 1 ? sessions[0].label : "\(sessions.count) transcripts"
    let peaks = sessions.map(\.peak)
    let what =
      "\(first): \(Figures.counted(pooled[0].requests, "request")), "
      + "largest \(Figures.range(peaks)) tokens"
    let budgets = sessions.map { $0.budget(plan.context, reserve: plan.reserve) }
    let context =
      switch plan.context {
      case .tokens: "context \(Figures.range(budgets.map(\.contextSize))) tokens"
      case .share(let percent):
        "context \(percent)% of each session's largest request: "
          + "\(Figures.range(budgets.map(\.contextSize))) tokens"
      }
    let reserve = "reserve \(Figures.range(budgets.map(\.reserve)))"
    let tokenizer = "tokens by \(PieceTokenizer().name), estimated"
    return [what, "\(context), \(reserve); \(tokenizer)"].flatMap {
      Help.wrapped($0, indent: 0, width: width)
    }
  }

  /// What was tried and what came of it.
  var counts: String {
    "tried \(intake.tried), replayed \(results.count), refused \(intake.refusals.count)"
  }

  /// What has to be known to read the tables, one line a kind.
  var remarks: [String] {
    let rows = pooled
    var remarks: [String] = []
    let untouched = zip(plan.names, rows).dropFirst().filter { $0.1.edited < $0.1.sessions }
      .map { name, row in
        row.edited == 0
          ? name
          : "\(name) (\(row.sessions - row.edited) of \(Figures.counted(row.sessions, "session")))"
      }
    if !untouched.isEmpty {
      remarks.append("never compacted: \(untouched.joined(separator: "; "))")
    }
    if rows[0].floors > 0 {
      remarks.append(
        "floor: in \(rows[0].floors) of \(Figures.counted(rows[0].sessions, "session")) "
          + "instructions and tools alone exceed the budget, so no policy can fit it")
    }
    for (name, row) in zip(plan.names, rows) where row.errored > 0 {
      remarks.append(
        "errored: \(name) failed in \(Figures.counted(row.errored, "request")): \(row.error ?? "")")
    }
    if rows.contains(where: \.isAssumed) {
      remarks.append("assumed: attachments without a size of their own are in the tokens")
    }
    if plan.cache.kind == .recurrent {
      remarks.append("no reuse: a recurrent cache can only be appended to")
    }
    return remarks
  }
}
