import EvalKit

/// What the tables say, in three plain sentences.
struct ReplaySentences: Sendable {
  /// The rows' names, no policy first.
  let names: [String]
  /// The rows.
  let rows: [ReplayMeasure]
  /// Whether the values that calls used tell anything; see ``ReplayReport/supportProblem``.
  let isSupportMeasured: Bool

  /// The sentences.
  var all: [String] { [losses, costs, worstHazard] }

  private typealias Policy = (name: String, row: ReplayMeasure)

  /// The policies that changed something.
  private var acting: [Policy] { zip(names, rows).dropFirst().filter { $0.1.edited > 0 } }

  /// Which policies lose least for good.
  var losses: String {
    let ranked = acting.map { policy -> (policy: Policy, lost: Double, kept: Double) in
      let lost = policy.row.share(.dropped) ?? 0
      return (policy, lost, isSupportMeasured ? policy.row.support.share ?? 0 : 1 - lost)
    }.sorted { ($1.kept, $0.lost, $0.policy.name) < ($0.kept, $1.lost, $1.policy.name) }
    guard let first = ranked.first, let last = ranked.last else {
      return "Nothing is lost: no policy changed what the model is shown at this context size."
    }
    func describe(_ entry: (policy: Policy, lost: Double, kept: Double)) -> String {
      let row = entry.policy.row
      let acted =
        row.edited < row.sessions ? ", acting in \(row.edited) of \(row.sessions) sessions" : ""
      let gone = "\(Figures.percent(entry.lost)) % of the entries gone by the last request"
      let kept =
        isSupportMeasured
        ? "\(Figures.percent(entry.kept)) % of the values that later calls used still in view, "
        : ""
      return "\(entry.policy.name) (\(kept)\(gone)\(acted))"
    }
    let least = "Least is lost for good with \(describe(first))"
    return ranked.count > 1 ? "\(least); most with \(describe(last))." : least + "."
  }

  /// What each policy costs.
  var costs: String {
    guard let baseline = rows.first?.tokensPerTask else { return "No request was made." }
    let each = acting.compactMap { policy in
      policy.row.tokensPerTask.map { (policy.name, $0) }
    }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    let without = "A session costs \(Figures.count(baseline)) tokens without a policy"
    if each.isEmpty { return without + "." }
    let list = each.map { "\(Figures.count($0.1)) with \($0.0)" }
    return "\(without), \(Figures.list(list))."
  }

  /// The hazard that most requests show, over the policies; being over the budget is told in the
  /// table and has no entry.
  var worstHazard: String {
    let found = acting.compactMap { policy in
      policy.row.hazards.worst(except: "over-budget").map { (policy.name, $0.rule, $0.entry) }
    }
    guard let (name, rule, entry) = found.max(by: { ($0.2.requests, $1.0) < ($1.2.requests, $0.0) })
    else {
      let isOver = rows.contains { $0.hazards.rules["over-budget"] != nil }
      return isOver
        ? "No edit broke anything; what still exceeds the budget is the only hazard."
        : "No hazard was found."
    }
    let finding = entry.worst
    let place = finding.label.isEmpty ? "" : " at \(finding.label)"
    let requests =
      finding.firstRequest == finding.lastRequest
      ? "request \(finding.firstRequest)"
      : "requests \(finding.firstRequest) to \(finding.lastRequest)"
    let consequence = HazardRules.rule(rule).map { " \($0.consequence)" } ?? ""
    return "The worst hazard is \(rule) with \(name), in "
      + "\(Figures.counted(entry.requests, "request")): for example\(place) of "
      + "\(entry.transcript), \(requests): \(finding.detail).\(consequence)"
  }
}
