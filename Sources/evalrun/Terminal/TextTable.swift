/// A table of text: the first column to the left, the others to the right, cut to a width.
struct TextTable: Sendable {
  /// The headings; a line feed in one makes a second heading line.
  var headings: [String]
  /// The rows.
  private(set) var rows: [Row] = []
  /// Columns that hold words and stand to the left.
  var leftColumns: Set<Int> = [0]

  /// A row, or a rule between rows.
  enum Row: Hashable, Sendable {
    case cells([String])
    case rule
  }

  /// Makes a table without rows.
  init(_ headings: [String], leftColumns: Set<Int> = [0]) {
    self.headings = headings
    self.leftColumns = leftColumns
  }

  /// Adds a row; cells that are missing are empty.
  mutating func add(_ cells: [String]) {
    rows.append(
      .cells(cells + Array(repeating: "", count: max(0, headings.count - cells.count))))
  }

  /// Adds a rule, unless there is nothing above it.
  mutating func addRule() {
    if let last = rows.last, last != .rule { rows.append(.rule) }
  }

  /// The table as lines no wider than `width`; the first column gives way.
  func lines(width: Int) -> [String] {
    let split = headings.map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    let height = split.map(\.count).max() ?? 1
    let head = (0..<height).map { line in
      split.map { parts in
        let blank = height - parts.count
        return line < blank ? "" : String(parts[line - blank])
      }
    }
    var widths = headings.indices.map { column in
      head.map { DisplayWidth.of($0[column]) }.max() ?? 0
    }
    for case .cells(let cells) in rows {
      for column in widths.indices {
        widths[column] = max(widths[column], DisplayWidth.of(cells[column]))
      }
    }
    let total = widths.reduce(0, +) + 2 * max(0, widths.count - 1)
    if total > width, let first = widths.first { widths[0] = max(12, first - (total - width)) }
    let rule = String(repeating: "─", count: widths.reduce(0, +) + 2 * max(0, widths.count - 1))
    var lines = head.map { line($0, widths) }
    lines.append(rule)
    for row in rows {
      switch row {
      case .cells(let cells): lines.append(line(cells, widths))
      case .rule: lines.append(rule)
      }
    }
    return lines
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (column, cell) in cells.enumerated() where column < widths.count {
      if column > 0 { line += "  " }
      let text = DisplayWidth.cut(cell, to: widths[column])
      let padding = String(repeating: " ", count: widths[column] - DisplayWidth.of(text))
      line += leftColumns.contains(column) ? text + padding : padding + text
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}
