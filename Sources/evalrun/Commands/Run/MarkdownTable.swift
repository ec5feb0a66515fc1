import EvalKit

/// The policies of a run as a table in Markdown, for a page or a pull request.
struct MarkdownTable: Sendable {
  /// The scores pooled.
  let summary: Summary

  private static let columns: [(heading: String, key: String)] = [
    ("survival %", "survival"), ("recall %", "recall"), ("hazards per 100", "hazardsPer100"),
    ("tokens a request", "tokensPerRequest"), ("tokens a task", "tokensPerTask"),
    ("cache hits %", "cacheHitRate"),
  ]

  /// The table; controls stand first.
  var text: String {
    let isSingle = Set(summary.arms.map(\.arm.context)).count == 1
    let head = ["policy"] + Self.columns.map(\.heading) + ["never compacted"]
    var lines = [Self.line(head), Self.line(["---"] + head.dropFirst().map { _ in "--:" })]
    let shown = summary.arms.filter { arm in
      if case .placebo? = arm.arm.control { false } else { true }
    }
    let ordered = shown.filter { $0.arm.control != nil } + shown.filter { $0.arm.control == nil }
    for arm in ordered {
      let name = arm.arm.control == nil ? "`\(Self.escaped(arm.arm.name))`" : "*\(arm.arm.name)*"
      let never = arm.arm.control == nil ? "\(arm.neverCompacted) of \(arm.cases)" : Figures.none
      lines.append(
        Self.line(
          [isSingle ? name : "\(name), \(arm.arm.context)"]
            + Self.columns.map { RunTables.cell($0.key, of: arm) } + [never]))
    }
    return lines.joined(separator: "\n")
  }

  private static func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }

  private static func escaped(_ text: String) -> String { text.replacing("|", with: "\\|") }
}
