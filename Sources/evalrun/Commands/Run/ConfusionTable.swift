import EvalKit

/// In what ways the tools of each policy were confused, beside the model's own rate.
struct ConfusionTable: Sendable {
  /// The scores pooled.
  let summary: Summary
  /// The contexts in the order they were run; repeats are skipped.
  let contexts: [String]

  /// The table; nil where no checkpoint expects an action.
  var table: TextTable? {
    guard summary.metrics.contains(where: { $0.key == "toolConfusion" }) else { return nil }
    let models = summary.arms.map(\.arm.model).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    let names = models.map(ActingModel.label).joined(separator: ", ")
    var table = TextTable(
      ["tools confused (\(names))", "of", "%", "oracle's\nown %", "where"], leftColumns: [0, 4])
    for model in models {
      let arms = summary.arms.filter { $0.arm.model == model }
      let suffix = models.count > 1 ? ", \(model)" : ""
      table.addRule()
      for arm in arms where arm.arm.control == .oracle { add(arm, suffix, to: &table) }
      var seen = Set<String>()
      for context in contexts where seen.insert(context).inserted {
        let policies = arms.filter { $0.arm.control == nil && $0.arm.context == context }
        if policies.isEmpty { continue }
        table.addRule()
        table.add(["context \(Int(context).map(Figures.grouped) ?? context)\(suffix)"])
        for arm in policies { add(arm, "", to: &table) }
      }
    }
    return table
  }

  /// An arm's row, and one for each kind it shows.
  private func add(_ arm: ArmSummary, _ suffix: String, to table: inout TextTable) {
    guard let value = arm.metrics["toolConfusion"] else { return }
    let judged = value.scored + value.errored
    table.add([
      arm.arm.name + suffix, Figures.grouped(judged),
      value.value == nil && value.errored > 0 ? "errored" : Figures.percent(value.value),
    ])
    for rate in arm.confusions where rate.count > 0 {
      let places = rate.places.first ?? ""
      let more = rate.places.count > 1 ? " and \(rate.places.count - 1) more" : ""
      table.add([
        "  \(rate.kind.rawValue)", Figures.grouped(rate.count), Figures.percent(rate.rate),
        arm.arm.control == .oracle ? "" : Figures.percent(rate.oracleRate), places + more,
      ])
    }
    addUnasked(value, kinds: arm.confusions.reduce(0) { $0 + $1.count }, of: judged, to: &table)
  }

  /// What counts as the worst without being a kind, so that the rows of an arm add up.
  private func addUnasked(
    _ value: MetricValue, kinds: Int, of judged: Int, to table: inout TextTable
  ) {
    guard let share = value.value else { return }
    let overflows = Int((share * Double(judged)).rounded()) - kinds - value.errored
    for (label, count) in [("over the context", overflows), ("errored", value.errored)]
    where count > 0 {
      table.add([
        "  \(label)", Figures.grouped(count), Figures.percent(Double(count) / Double(judged)),
      ])
    }
  }
}

/// How reports name a model whose actions they count.
enum ActingModel {
  /// The name; the default model's choice of tools is a rule that imitates, and said to be.
  static func label(_ model: String) -> String { model == "reader" ? "reader (rule)" : model }
}
