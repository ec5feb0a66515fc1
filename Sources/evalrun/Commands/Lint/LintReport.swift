import EvalKit

/// What a linter found, for a person and for programs.
struct LintReport: Sendable {
  let results: [LintResult]

  /// Makes a report.
  init(_ results: [LintResult]) { self.results = results }

  /// All of it as one object.
  var json: JSONValue {
    ["version": 1, "kind": "lint", "results": .array(results.map(\.json))]
  }

  /// The text: every result with its findings by rule, what the rules mean, and the sum.
  func text(width: Int, isFull: Bool, inherited: Bool) -> String {
    var lines: [String] = []
    var rules: [String] = []
    for result in results {
      let found = findings(of: result, inherited: inherited)
      lines += [heading(result)]
      if found.isEmpty { lines.append("  nothing") }
      for rule in Self.rules(of: found) {
        if !rules.contains(rule) { rules.append(rule) }
        lines += block(found.filter { $0.rule == rule }, width: width, isFull: isFull)
      }
      lines += notApplicable(result).flatMap { Help.wrapped($0, indent: 2, width: width) } + [""]
    }
    if !rules.isEmpty { lines += meanings(rules, width: width) + [""] }
    lines += Help.wrapped(sum, indent: 0, width: width)
    return lines.joined(separator: "\n")
  }

  private func findings(of result: LintResult, inherited: Bool) -> [HazardFinding] {
    result.findings
      + (inherited && !result.isOfRecord ? result.report.findings.filter(\.isInherited) : [])
  }

  private func heading(_ result: LintResult) -> String {
    let policy = result.strategy.map { ": \($0)" } ?? ": the record itself"
    let requests = Figures.counted(result.report.requests, "request")
    let share =
      result.report.hazardous == 0
      ? "" : ", \(Figures.grouped(result.report.hazardous)) of them with an error"
    return "\(result.file)\(policy) (\(requests)\(share))"
  }

  /// The rules of findings, in their order.
  private static func rules(of findings: [HazardFinding]) -> [String] {
    findings.reduce(into: []) { if !$0.contains($1.rule) { $0.append($1.rule) } }
  }

  private func block(_ findings: [HazardFinding], width: Int, isFull: Bool) -> [String] {
    guard let first = findings.first else { return [] }
    let count = findings.count == 1 ? "" : " × \(Figures.grouped(findings.count))"
    var lines = ["  \(first.severity.rawValue)  \(first.rule)\(count)"]
    for finding in isFull ? findings[...] : findings.prefix(3) {
      let place = finding.label.isEmpty ? "" : "\(finding.label): "
      let cause = finding.cause.map { "; \($0.description)" } ?? ""
      let note = finding.isInherited ? "; the record has it" : ""
      let text = "\(place)\(finding.detail), \(Self.requests(finding))\(cause)\(note)"
      lines += Help.wrapped(text, indent: 6, width: width)
    }
    if !isFull, findings.count > 3 {
      lines.append("      and \(Figures.grouped(findings.count - 3)) more; --full lists them")
    }
    return lines
  }

  private static func requests(_ finding: HazardFinding) -> String {
    finding.firstRequest == finding.lastRequest
      ? "request \(finding.firstRequest)"
      : "requests \(finding.firstRequest)–\(finding.lastRequest)"
  }

  private func notApplicable(_ result: LintResult) -> [String] {
    var reasons: [(reason: String, rules: [String])] = []
    for (rule, reason) in result.report.notApplicable {
      if let place = reasons.firstIndex(where: { $0.reason == reason }) {
        reasons[place].rules.append(rule)
      } else {
        reasons.append((reason, [rule]))
      }
    }
    return reasons.map {
      "not applicable, \($0.reason): \($0.rules.joined(separator: ", "))"
    }
  }

  private func meanings(_ rules: [String], width: Int) -> [String] {
    rules.flatMap { id -> [String] in
      guard let rule = HazardRules.rule(id) else { return [] }
      return Help.wrapped("\(id): \(rule.sentence) \(rule.consequence)", indent: 0, width: width)
    }
  }

  private var sum: String {
    let errors = results.reduce(0) { $0 + $1.count(.error) }
    let warnings = results.reduce(0) { $0 + $1.count(.warning) }
    let inherited = results.reduce(0) { sum, result in
      sum + (result.isOfRecord ? 0 : result.report.findings.count { $0.isInherited })
    }
    let rest =
      inherited == 0 ? "" : "; the records themselves have \(Figures.grouped(inherited)) more"
    return "\(Figures.counted(errors, "error")), \(Figures.counted(warnings, "warning"))\(rest)"
  }
}
