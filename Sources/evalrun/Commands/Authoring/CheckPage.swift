import Authoring
import EvalKit

/// What `check` prints: a line for every finding, then what each set amounts to.
struct CheckPage {
  private let checks: [SetCheck]
  private let asked: Bool

  /// - Parameter asked: Whether a model was to be asked.
  init(_ checks: [SetCheck], asked: Bool) {
    self.checks = checks
    self.asked = asked
  }

  /// The page.
  var text: String {
    var lines: [String] = []
    for check in checks {
      for finding in check.findings where finding.acceptance == nil {
        lines.append("\(finding.diagnostic) [\(finding.rule.rawValue)]" + fixable(finding))
      }
    }
    if !lines.isEmpty { lines.append("") }
    for check in checks {
      lines += accepted(check)
      if let line = size(check) { lines.append(line) }
    }
    lines.append(verdict)
    return lines.joined(separator: "\n")
  }

  private func fixable(_ finding: CheckFinding) -> String {
    finding.diagnostic.fix == nil ? "" : "; --fix mends it"
  }

  /// What a set accepts, by warning and reason.
  private func accepted(_ check: SetCheck) -> [String] {
    var order: [[String]] = []
    var counts: [[String]: Int] = [:]
    for finding in check.findings {
      guard let reason = finding.acceptance else { continue }
      let key = [finding.rule.rawValue, reason]
      if counts[key] == nil { order.append(key) }
      counts[key, default: 0] += 1
    }
    return order.map { key in
      "accepted: \(key[0])" + ((counts[key] ?? 0) > 1 ? ", \(counts[key] ?? 0) times" : "")
        + ": \(key[1])"
    }
  }

  private func size(_ check: SetCheck) -> String? {
    guard let size = check.size else { return nil }
    var line =
      "\(size.id): \(Figures.counted(size.cases, "case")), "
      + "\(Figures.counted(size.clusters, "cluster")), "
      + "\(Figures.counted(size.questions, "question"))"
    if let model = check.model, let found = model.detectable {
      line +=
        "; policies are told apart from \(SetCheck.points(found.median)) points of \(model.primary) "
        + "on (median of \(Figures.counted(found.pairs.count, "pair")), "
        + "\(SetCheck.points(found.range.lowerBound)) to \(SetCheck.points(found.range.upperBound)))"
    }
    return line
  }

  private var verdict: String {
    let errors = checks.reduce(0) { $0 + $1.errorCount }
    let warnings = checks.reduce(0) { $0 + $1.warningCount }
    var line = "\(Figures.counted(errors, "error")), \(Figures.counted(warnings, "warning"))"
    if asked, errors > 0 { line += "; no model was asked where there are errors" }
    return line
  }
}
