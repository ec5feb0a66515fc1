import EvalKit

/// What the tables say, in plain sentences.
struct ReplaySentences: Sendable {
  /// The rows' names, no policy first.
  let names: [String]
  /// The rows.
  let rows: [ReplayMeasure]

  /// The sentences.
  var all: [String] { [losses, costs] }

  /// The policies that changed something, with their rows.
  private var acting: [(name: String, row: ReplayMeasure)] {
    zip(names, rows).dropFirst().filter { $0.1.edited > 0 }
  }

  /// Which policies lose least for good.
  var losses: String {
    let ranked = acting.compactMap { name, row in row.share(.dropped).map { (name, $0) } }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    guard let first = ranked.first, let last = ranked.last else {
      return "Nothing is lost: no policy changed what the model is shown at this context size."
    }
    let best = ranked.filter { $0.1 == first.1 }.map(\.0)
    let least =
      "\(Figures.list(best)) \(best.count == 1 ? "loses" : "lose") least for good: "
      + "\(Figures.percent(first.1)) % of the entries are gone by the last request"
    return last.1 > first.1
      ? "\(least); most by \(last.0), \(Figures.percent(last.1)) %." : least + "."
  }

  /// What each policy costs.
  var costs: String {
    guard let baseline = rows.first?.tokensPerTask else { return "" }
    let each = acting.compactMap { name, row in
      row.tokensPerTask.map { (name, $0) }
    }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    if each.isEmpty { return "A session costs \(Figures.count(baseline)) tokens." }
    let list = each.map { "\(Figures.count($0.1)) with \($0.0)" }.joined(separator: ", ")
    return "A session costs \(Figures.count(baseline)) tokens without a policy, \(list)."
  }
}
