import EvalKit

/// What audits came to, for people and for programs.
struct AuditReport: Sendable {
  /// The sessions, in the order of the inputs.
  let audits: [AuditedSession]
  /// What was read.
  let intake: ReplayIntake
  /// Whether nothing is shortened.
  let isFull: Bool

  /// The findings of all sessions together.
  var pooled: [PooledFinding] { PooledFinding.pool(audits) }

  /// The report for a person.
  func text(width: Int, each: Bool) -> String {
    var blocks: [[String]] = []
    if audits.count == 1 || each {
      blocks += audits.map { AuditPage(session: $0, isFull: isFull).lines(width: width) }
    }
    if audits.count > 1 { blocks.append(overview(width: width)) }
    if intake.tried > 1 {
      blocks.append([
        "tried \(intake.tried), audited \(audits.count), refused \(intake.refusals.count)"
      ])
    }
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private func sessionTable(_ budget: ContextBudget, isNarrow: Bool) -> TextTable {
    func fitting(_ cells: [String], _ others: [String]) -> [String] {
      isNarrow ? cells : cells + others
    }
    var table = TextTable(
      fitting(
        [
          "session", "requests", "fixed\ntokens", "of the\nwindow %", "largest\nrequest",
          "over-\nflows",
        ], ["turns", "carried\ntokens", "findings", "largest\nsaving"]))
    for session in audits {
      let audit = session.audit
      table.add(
        fitting(
          [
            session.label, Figures.grouped(audit.requests.count),
            Figures.grouped(audit.fixed.total), Figures.percent(audit.fixed.share(of: budget)),
            audit.window.peak.map { Figures.grouped($0.tokens) } ?? Figures.none,
            Figures.grouped(audit.window.overflows),
          ],
          [
            Figures.grouped(session.turns), Figures.grouped(audit.input),
            Figures.grouped(audit.findings.count),
            audit.findings.first.map { Figures.grouped($0.saved) } ?? Figures.none,
          ]))
    }
    return table
  }

  /// A line a session, then the findings pooled.
  private func overview(width: Int) -> [String] {
    let budget = audits[0].audit.budget
    var lines = Help.wrapped(
      "\(audits.count) sessions; \(AuditPage.window(budget)); tokens by "
        + "\(audits[0].audit.tokenizer), estimated", indent: 0, width: width)
    lines += [""] + sessionTable(budget, isNarrow: width < 100).lines(width: width)
    lines += ["", "what to do, by tokens saved over all sessions; savings overlap"]
    lines += AuditAdvice(
      items: pooled.map { finding in
        AuditAdvice.Item(
          recommendation: finding.recommendation, rule: finding.rule, severity: finding.severity,
          saved: finding.saved,
          detail: "in \(finding.sessions) of \(Figures.counted(audits.count, "session")), most in "
            + "\(finding.worst.label): \(finding.worst.detail)",
          places: finding.places)
      }, isFull: isFull,
      areToolsUnknown: audits.allSatisfy { $0.audit.fixed.tools.isEmpty }
        && audits.contains { !$0.audit.calls.isEmpty }
    ).lines(width: width)
    return lines
  }
}
