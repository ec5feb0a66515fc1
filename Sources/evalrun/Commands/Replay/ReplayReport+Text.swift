import EvalKit

extension ReplayReport {
  /// The report for a person: tables, what has to be known of them, three sentences, the counts.
  func text(width: Int, each: Bool = false) -> String {
    func paragraph(_ text: String) -> [String] { Help.wrapped(text, indent: 0, width: width) }
    var lines = heading.flatMap(paragraph)
    for (title, rows) in blocks(each: each) {
      if let title { lines += ["", title] }
      let survival = ReplayTables.survival(
        plan.names, rows, isSupportMeasured: supportProblem(of: rows) == nil)
      lines += [""] + survival.lines(width: width)
      lines += [""] + ReplayTables.cost(plan.names, rows).lines(width: width)
      if let actions = ReplayTables.actions(plan.names, rows) {
        lines += [""] + actions.lines(width: width)
      }
      if let hazards = ReplayTables.hazards(plan.names, rows, width: width) {
        lines += [""] + hazards.lines(width: width)
      }
    }
    let histogram = ReplayTables.distances(distances)
    if !histogram.isEmpty { lines += [""] + histogram }
    lines += [""] + ReplayRemarks(report: self).all.flatMap(paragraph)
    let sentences = ReplaySentences(
      names: plan.names, rows: pooled, isSupportMeasured: supportProblem == nil)
    for sentence in sentences.all { lines += [""] + paragraph(sentence) }
    lines += [
      "",
      "tried \(intake.tried), replayed \(results.count), refused \(intake.refusals.count)",
    ]
    return lines.joined(separator: "\n")
  }

  /// The tables: one for all sessions, or one each.
  private func blocks(each: Bool) -> [(title: String?, rows: [ReplayMeasure])] {
    guard each, results.count > 1 else { return [(nil, pooled)] }
    return zip(intake.sessions, results).map { ($0.label, $1) }
      + [("all \(results.count) transcripts", pooled)]
  }

  /// What was replayed, and how tokens were counted.
  private var heading: [String] {
    let sessions = intake.sessions
    let what = sessions.count == 1 ? sessions[0].label : "\(sessions.count) transcripts"
    let budgets = sessions.map { $0.budget(plan.context, reserve: plan.reserve) }
    let sizes = Figures.range(budgets.map(\.contextSize))
    let context =
      switch plan.context {
      case .tokens: "context \(sizes) tokens"
      case .share(let percent): "context \(percent) % of that: \(sizes) tokens"
      }
    return [
      "\(what): \(Figures.counted(pooled[0].requests, "request")), "
        + "the largest \(Figures.range(sessions.map(\.peak))) tokens a session",
      "\(context), reserve \(Figures.range(budgets.map(\.reserve))); "
        + "tokens by \(PieceTokenizer().name), estimated",
    ]
  }
}
