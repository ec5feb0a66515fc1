import EvalKit

/// A comparison in Markdown, for a page or a pull request.
struct CompareMarkdown: Sendable {
  /// What was found.
  let report: CompareReport

  /// The text.
  var text: String {
    let tables = CompareTables(report: report)
    var parts = ["**\(Self.escaped(Conclusion(comparison: report.comparison).text))**"]
    parts += ([tables.primary] + tables.others + tables.strata).map(Self.table)
    parts += report.equalCosts.map { Self.table(EqualCostPage(found: $0).table) }
    parts += report.planes.map {
      "```text\n\(PlanePage(plane: $0).lines.joined(separator: "\n"))\n```"
    }
    parts += report.choices.map { choice in
      ChoicePage(choice: choice).lines.map { "- \(Self.escaped($0))" }.joined(separator: "\n")
    }
    let remarks = ComparePage(report: report).remarks
    if !remarks.isEmpty {
      parts.append(remarks.map { "- \(Self.escaped($0))" }.joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n")
  }

  /// A table of text as one of Markdown; a row with one cell is written in italics.
  static func table(_ table: TextTable) -> String {
    let headings = table.headings.map { escaped($0.replacing("\n", with: " ")) }
    let rules = table.headings.indices.map { table.leftColumns.contains($0) ? "---" : "--:" }
    var lines = [line(headings), line(rules)]
    for case .cells(let cells) in table.rows {
      let isTitle = cells.dropFirst().allSatisfy(\.isEmpty)
      lines.append(
        line(
          cells.enumerated().map { column, cell in
            let text = escaped(String(cell.drop { $0 == " " }))
            return column == 0 && isTitle ? "*\(text)*" : text
          }))
    }
    return lines.joined(separator: "\n")
  }

  private static func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }

  /// Characters that mean something in a table or in text.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if "|*_`<>[]\\".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }
}
