import EvalKit

/// The statements chosen for a summary, put into lines.
struct Summary {
  /// The summary.
  let text: String

  /// What a conversation says that may be kept, in order.
  static func statements(of items: [Item], _ memory: ReadingMemory) -> [Statement] {
    unique(StatementFinder(items, memory).statements()).filter { !isHeading($0, items) }
  }

  /// Chooses the statements worth most that fit, and puts them in order, under sections where there
  /// are any.
  init(
    _ statements: [Statement], of items: [Item], limit: Int, sections: SummarySections? = nil
  ) {
    let ranked = statements.indices.sorted {
      (statements[$1].score, $0) < (statements[$0].score, $1)
    }
    var chosen: Set<Int> = []
    var cost = sections?.cost ?? 0
    for index in ranked {
      let price = statements[index].cost + Self.labelCost
      guard cost + price <= limit, statements[index].score > 0 else { continue }
      chosen.insert(index)
      cost += price
    }
    let kept = chosen.sorted().map { statements[$0] }
    text = sections?.text(of: kept, items) ?? Self.lines(kept, items)
  }

  /// No label takes more tokens than this.
  private static let labelCost = 4

  private static func unique(_ statements: [Statement]) -> [Statement] {
    var last: [String: Int] = [:]
    for (index, statement) in statements.enumerated() { last[Folding.fold(statement.text)] = index }
    return statements.enumerated()
      .filter { last[Folding.fold($0.element.text)] == $0.offset }.map(\.element)
  }

  private static func lines(_ statements: [Statement], _ items: [Item]) -> String {
    var lines: [String] = []
    var item: Int?
    for statement in statements {
      let text = statement.text.split(whereSeparator: \.isNewline).joined(separator: " ")
      // A line of an earlier summary says who spoke already.
      if labels.contains(where: text.hasPrefix) {
        lines.append(text)
        item = statement.item
      } else if statement.item == item {
        lines[lines.count - 1] += " " + text
      } else {
        lines.append(label(items[statement.item].kind) + text)
        item = statement.item
      }
    }
    return lines.joined(separator: "\n")
  }

  private static let labels = ["User: ", "Assistant: ", "Tool: "]

  /// Whether a statement is a heading of a summary that a stage put there, or says that a section of
  /// it has nothing: not worth keeping, and nested deeper with every fold if kept.
  private static func isHeading(_ statement: Statement, _ items: [Item]) -> Bool {
    guard items[statement.item].isSynthesised else { return false }
    let text = statement.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return text.hasPrefix("#") || text.hasSuffix(":") || text == "none"
  }

  private static func label(_ kind: EntryKind) -> String {
    switch kind {
    case .prompt: "User: "
    case .response: "Assistant: "
    case .toolOutput: "Tool: "
    default: ""
    }
  }
}
