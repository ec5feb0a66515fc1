import EvalKit

/// Puts statements under the sections a summary is to have, by what section names have in common.
///
/// The first thing asked for is the goal; what was asked last is open; what names a file is an
/// artifact; what decides is a decision; what the model did is progress; the rest are facts. What has
/// no section of its kind goes to the one for facts, else to the first.
struct SummarySections {
  /// What a section is for.
  private enum Topic: CaseIterable {
    case goal, artifacts, decisions, open, progress, facts

    /// What names of such sections have in them.
    var words: [String] {
      switch self {
      case .goal: ["goal", "request", "objective", "intent", "task", "user-context", "aim"]
      case .artifacts: ["artifact", "file", "path", "code", "change"]
      case .decisions: ["decision", "constraint", "rule", "preference"]
      case .open: ["open", "pending", "next", "todo", "remaining", "plan"]
      case .progress: ["progress", "action", "done", "completed", "work", "history"]
      case .facts: ["fact", "knowledge", "context", "concept", "finding", "other"]
      }
    }
  }

  /// The names, in order.
  let names: [String]
  /// The first items that hold the lines of an earlier summary, each with its section.
  private var carried: [Int: Int] = [:]
  private var places: [Topic: Int] = [:]

  init(_ names: [String]) {
    self.names = names
    var taken: Set<Int> = []
    for topic in Topic.allCases {
      let place = names.indices.first { place in
        !taken.contains(place)
          && topic.words.contains { names[place].lowercased().contains($0) }
      }
      if let place {
        places[topic] = place
        taken.insert(place)
      }
    }
  }

  /// About what the headings take.
  var cost: Int { names.reduce(0) { $0 + TextCost.tokens("## \($1) none") + 2 } }

  /// The lines of an earlier summary as items of their own, so that each stays in its section.
  mutating func items(of previous: String) -> [Item] {
    var items: [Item] = []
    var section: Int?
    for line in previous.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("## ") {
        section = names.firstIndex(of: String(line.dropFirst(3)))
        continue
      }
      let text = line.hasPrefix("- ") ? line.dropFirst(2) : line
      if text == "none" || text.isEmpty { continue }
      if let section { carried[items.count] = section }
      items.append(
        Item(
          source: .recorded(EntryID(0)), form: .whole,
          entry: Entry(kind: .instructions, segments: [.text(String(text))])))
    }
    return items
  }

  /// The statements under their sections; empty where there are none.
  func text(of statements: [Statement], _ items: [Item]) -> String {
    if statements.isEmpty { return "" }
    let prompts = items.indices.filter { items[$0].kind == .prompt }
    var lines = Array(repeating: [String](), count: names.count)
    for statement in statements {
      let text = statement.text.split(whereSeparator: \.isNewline).joined(separator: " ")
      lines[place(of: statement, items, prompts)].append("- \(text)")
    }
    return zip(names, lines).map { name, lines in
      "## \(name)\n\(lines.isEmpty ? "none" : lines.joined(separator: "\n"))"
    }.joined(separator: "\n")
  }

  private func place(of statement: Statement, _ items: [Item], _ prompts: [Int]) -> Int {
    if let section = carried[statement.item] { return section }
    let kind = items[statement.item].kind
    var topics: [Topic] = []
    if kind == .prompt {
      if statement.item == prompts.first { topics.append(.goal) }
      if statement.item == prompts.last || statement.asks { topics.append(.open) }
    }
    if statement.names { topics.append(.artifacts) }
    if statement.decides { topics.append(.decisions) }
    if kind == .response { topics.append(.progress) }
    return (topics + [.facts]).lazy.compactMap { places[$0] }.first ?? 0
  }
}
