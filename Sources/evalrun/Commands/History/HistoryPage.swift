import EvalKit

/// The history of a baseline for a person: a table with a bar for each blessing, and who blessed what.
struct HistoryPage: Sendable {
  /// The history.
  let history: BaselineHistory
  /// What is shown of it.
  let rows: [BaselineHistory.Row]

  /// How many blessings a row of bars shows.
  private static let mostBars = 40

  /// The page.
  func text(width: Int) -> String {
    let revisions = history.revisions
    let dates = revisions.map(\.date).filter { !$0.isEmpty }
    var head = "\(history.file): \(Figures.counted(revisions.count, "blessing"))"
    if let first = dates.min(), let last = dates.max() {
      head += first == last ? ", \(first)" : ", \(first) to \(last)"
    }
    if history.isShallow { head += "; the repository is shallow, older ones are not in it" }
    var lines = Help.wrapped(head, indent: 0, width: width)
    if !rows.isEmpty { lines += [""] + table.lines(width: width) }
    lines += ["", "blessings, oldest first"]
    for place in revisions.indices {
      lines += Help.wrapped(words(place), indent: 2, width: width)
    }
    return lines.joined(separator: "\n")
  }

  private var table: TextTable {
    let left = history.revisions.count - Self.mostBars
    let heading = left > 0 ? "last \(Self.mostBars)" : "trend"
    var table = TextTable(["metric", heading, "first", "last", "change"], leftColumns: [0, 1])
    var arm: ArmIdentity?
    for row in rows {
      if row.arm != arm {
        table.addRule()
        table.add(["\(row.arm.name) at \(row.arm.context), \(row.arm.model)"])
        arm = row.arm
      }
      let present = row.values.compactMap { $0 }
      table.add([
        "  \(row.metric.title)" + (row.metric.unit == .share ? " %" : ""),
        Sparkline.of(Array(row.values.suffix(Self.mostBars))),
        Self.figure(present.first, of: row.metric), Self.figure(present.last, of: row.metric),
        Self.change(present, of: row.metric),
      ])
    }
    return table
  }

  private func words(_ place: Int) -> String {
    let revision = history.revisions[place]
    let blessing = revision.baseline.blessing
    var text = [revision.name, revision.date].filter { !$0.isEmpty }.joined(separator: "  ")
    text += "  \(blessing.by): \(blessing.reason)"
    if !blessing.tool.isEmpty { text += " (evalrun \(blessing.tool))" }
    let changes = history.changes(at: place)
    if !changes.isEmpty { text += "; not the same as before: \(changes.joined(separator: "; "))" }
    return text
  }

  private static func figure(_ value: Double?, of metric: Metric) -> String {
    switch metric.unit {
    case .share: Figures.percent(value)
    case .tokens: Figures.count(value)
    case .nats: Figures.decimal(value)
    case .count: metric.pooling == .sum ? Figures.count(value) : Figures.decimal(value)
    }
  }

  private static func change(_ values: [Double], of metric: Metric) -> String {
    guard let first = values.first, let last = values.last, values.count > 1 else {
      return Figures.none
    }
    let text = figure(last - first, of: metric)
    return last > first && text.contains { "123456789".contains($0) } ? "+\(text)" : text
  }
}

extension HistoryPage {
  /// The history for a program: values as they are, null where there is none.
  var json: JSONValue {
    [
      "file": .string(history.file), "isShallow": .bool(history.isShallow), "kind": "history",
      "revisions": .array(
        history.revisions.indices.map { place in
          let revision = history.revisions[place]
          let blessing = revision.baseline.blessing
          return [
            "by": .string(blessing.by),
            "changed": .array(history.changes(at: place).map { .string($0) }),
            "date": revision.date.isEmpty ? .null : .string(revision.date),
            "digest": .string(revision.baseline.digest), "name": .string(revision.name),
            "reason": .string(blessing.reason), "tool": .string(blessing.tool),
          ]
        }),
      "rows": .array(
        rows.map { row in
          [
            "arm": .string(row.arm.name), "context": .string(row.arm.context),
            "metric": .string(row.metric.key), "model": .string(row.arm.model),
            "values": .array(row.values.map { $0.map { JSONValue($0) } ?? .null }),
          ]
        }),
      "skipped": .array(
        history.skipped.map { ["name": .string($0.name), "reason": .string($0.reason)] }),
      "version": 1,
    ]
  }
}
