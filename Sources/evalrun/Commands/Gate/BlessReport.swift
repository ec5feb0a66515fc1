import EvalKit

/// What blessing a run changes, for a person and for programs.
enum BlessReport {
  /// How many questions are named.
  private static let shown = 8

  /// The text.
  static func text(_ baseline: Baseline, _ change: BaselineChange?, path: String) -> String {
    let repeats = baseline.repeats == 1 ? "" : ", \(baseline.repeats) repeats"
    var lines = [
      "\(path): \(Figures.counted(baseline.policies.count, "policy", plural: "policies")) on "
        + "\(Figures.counted(baseline.cases.count, "case"))\(repeats), blessed by "
        + "\(baseline.blessing.by): \(baseline.blessing.reason)"
    ]
    guard let change else {
      return (lines + ["there was no baseline before"]).joined(separator: "\n")
    }
    if change.isEmpty { lines.append("nothing changes but the blessing") }
    for arm in change.arms where !arm.isEmpty {
      lines.append("\(arm.arm.name) (\(arm.arm.model), \(arm.arm.context))")
      lines += arm.metrics.map { "  \($0.sentence)" }
      lines += questions("worse", arm.broken) + questions("better", arm.fixed)
    }
    lines += change.newArms.map { "new policy: \($0.name) (\($0.model), \($0.context))" }
    lines += change.goneArms.map { "policy gone: \($0.name) (\($0.model), \($0.context))" }
    lines += change.newCases.map { "new case: \($0)" }
    lines += change.goneCases.map { "case gone: \($0)" }
    lines += change.changedCases.map { "case changed: \($0)" }
    return lines.joined(separator: "\n")
  }

  private static func questions(_ word: String, _ changes: [GateChange]) -> [String] {
    let lines = changes.map { "  \(word): \($0.metric) of \($0.sentence)" }
    guard lines.count > shown else { return lines }
    return lines.prefix(shown) + ["  \(word): and \(lines.count - shown) more"]
  }

  /// What errored, named as far as it is not too much.
  static func errors(_ baseline: Baseline) -> [String] {
    let errors = baseline.errors
    var lines = errors.prefix(shown).map { arm, result in
      let place = result.question.isEmpty ? result.caseID : "\(result.caseID)/\(result.question)"
      var reason = ""
      if case .errored(let why) = result.outcome { reason = why }
      return "errored: \(result.metric) of \(place), \(ArmIdentity(key: arm).name): \(reason)"
    }
    if errors.count > shown { lines.append("errored: and \(errors.count - shown) more") }
    if errors.isEmpty { lines.append("errored: questions of a control") }
    return lines
  }

  /// The change for a program.
  static func json(_ baseline: Baseline, _ change: BaselineChange?, path: String) -> JSONValue {
    [
      "version": 1, "kind": "bless", "file": .string(path), "digest": .string(baseline.digest),
      "change": change?.json ?? .null,
    ]
  }
}
