extension Summarising {
  /// Items with every tool output longer than a bound cut in the middle; nil where none is.
  static func shrunk(_ items: [Item], step: Int) -> [Item]? {
    let most = 4000 >> (2 * step)
    var changed = false
    let smaller = items.map { item -> Item in
      guard item.kind == .toolOutput else { return item }
      let text = item.entry.segments.map(\.plainText).joined(separator: "\n")
      guard text.count > most else { return item }
      changed = true
      var entry = item.entry
      let half = most / 2
      entry.segments = [.text("\(text.prefix(half))\n…\n\(text.suffix(half))")]
      return Item(source: item.source, form: .truncated, isPartial: item.isPartial, entry: entry)
    }
    return changed ? smaller : nil
  }

  /// Items without a share of their tool outputs, taken from the middle outwards; one that stands
  /// alone stays.
  static func middleOut(_ items: [Item], percent: Int) -> [Item] {
    let outputs = items.indices.filter { items[$0].kind == .toolOutput }
    guard outputs.count > 1 else { return items }
    let count = outputs.count * percent / 100
    let start = (outputs.count - count) / 2
    let removed = Set(outputs[start..<start + count])
    return items.indices.filter { !removed.contains($0) }.map { items[$0] }
  }

  /// The beginning of every entry, a line each, as many characters as fit, behind the summary they
  /// continue; the latest entries first where not all do.
  static func digest(
    of items: [Item], after previous: String? = nil, within tokens: Int, _ context: MomentContext
  ) -> String {
    func joined(_ lines: [String]) -> String {
      ((previous.map { $0.isEmpty ? [] : [$0] } ?? []) + lines).joined(separator: "\n")
    }
    for width in [160, 80, 40] {
      let text = joined(items.compactMap { line(of: $0.entry, width: width) })
      if context.tokens(text) <= tokens { return text }
    }
    var lines: [String] = []
    for item in items.reversed() {
      guard let line = line(of: item.entry, width: 40) else { continue }
      guard context.tokens(joined([line] + lines)) <= tokens else { break }
      lines.insert(line, at: 0)
      if lines.count >= 200 { break }
    }
    if !lines.isEmpty || previous == nil { return joined(lines) }
    let text = joined([])
    return context.tokens(text) <= tokens ? text : ""
  }

  private static func line(of entry: Entry, width: Int) -> String? {
    let text =
      entry.kind == .toolCalls
      ? entry.calls.map(\.name).joined(separator: ", ")
      : entry.segments.map(\.plainText).joined(separator: " ")
    let flat = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !flat.isEmpty else { return nil }
    return "\(entry.kind.rawValue): \(flat.count > width ? flat.prefix(width) + "…" : flat[...])"
  }
}
