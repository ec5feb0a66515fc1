import EvalKit

/// What a gate found, for a person.
struct GatePage: Sendable {
  /// What it found.
  let report: GateReport
  /// The baseline's file.
  let baseline: String
  /// Whether what could not be compared counts.
  let isStrict: Bool

  /// How many questions of a check are named.
  private static let shown = 8

  /// How the command ends.
  var exitCode: ExitCode {
    switch report.verdict(isStrict: isStrict) {
    case .met: .done
    case .failed: .failed
    case .incomplete: .incomplete
    case .inconclusive: .inconclusive
    }
  }

  private var heading: String {
    let blessing = report.blessing
    let repeats = report.repeats == 1 ? "" : ", \(report.repeats) repeats"
    return "against \(baseline), blessed by \(blessing.by): \(blessing.reason) "
      + "(\(Figures.counted(report.commonCases, "case")) in common\(repeats))"
  }

  // MARK: Text

  /// The text: every policy with its checks, what could not be compared, and how it ends.
  func text(width: Int) -> String {
    var lines = Help.wrapped(heading, indent: 0, width: width)
    for arm in report.arms {
      lines += ["", Self.name(arm)]
      lines += arm.specs.isEmpty ? [] : ["  was \(arm.specs[0])", "  is  \(arm.specs[1])"]
      if arm.hasSameViews { lines.append("  the model was shown the same in every case") }
      for check in arm.checks {
        lines += Self.lines(check, width: width)
      }
      lines += flips(arm).map { "  \($0)" }
      if arm.added > 0 {
        lines.append("  not in the baseline: \(Figures.counted(arm.added, "question"))")
      }
    }
    if !report.notes.isEmpty { lines.append("") }
    lines += report.notes.flatMap { Help.wrapped($0, indent: 0, width: width) }
    return (lines + ["", report.conclusion(isStrict: isStrict)]).joined(separator: "\n")
  }

  private static func lines(_ check: GateCheck, width: Int) -> [String] {
    let word = check.status.word
    let padding = String(repeating: " ", count: max(1, 12 - word.count))
    let text = Help.wrapped("\(check.name): \(check.sentence)", indent: 14, width: width)
    var lines = text
    if let first = text.first { lines[0] = "  \(word)\(padding)\(first.drop { $0 == " " })" }
    if let unseen = check.unseen { lines.append("                \(unseen.description)") }
    if check.status != .passed || check.kind == .must {
      lines += check.details(limit: shown).flatMap { Help.wrapped($0, indent: 16, width: width) }
    }
    return lines
  }

  private static func name(_ arm: GateReport.Arm) -> String {
    let own = "\(arm.arm.name) (\(arm.arm.model), \(arm.arm.context))"
    guard let other = arm.counterpart, other.model != arm.arm.model else { return own }
    return "\(own), now \(other.model)"
  }

  /// Flips of recall by what they are owed to.
  private func flips(_ arm: GateReport.Arm) -> [String] {
    let titles: [(GateChange.Cause?, String)] = [
      (.model, "the model's: its facts survived alike"),
      (.compaction, "compaction's: other facts survived"), (nil, "of questions without a fact"),
    ]
    return titles.flatMap { cause, title -> [String] in
      let own = arm.flips.filter { $0.cause == cause }
      if own.isEmpty { return [] }
      let worse = own.count { $0.after < $0.before }
      var lines = [
        "\(Figures.counted(own.count, "flip")) of recall \(title) (\(worse) worse, "
          + "\(own.count - worse) better)"
      ]
      lines += own.prefix(Self.shown).map { "  \($0.sentence)" }
      if own.count > Self.shown { lines.append("  and \(own.count - Self.shown) more") }
      return lines
    }
  }

  // MARK: Markdown

  /// A page in Markdown: a table of the checks, then the questions behind those that are not met.
  var markdown: String {
    var lines = [
      "## Gate: \(report.conclusion(isStrict: isStrict))", "", Self.escaped(heading), "",
      "| policy | check | | found |", "| --- | --- | --- | --- |",
    ]
    for arm in report.arms {
      for check in arm.checks {
        let cells = [
          "`\(Self.escaped(Self.name(arm)))`", check.name, Self.mark(check.status),
          Self.escaped(
            ([check.sentence] + [check.unseen?.description].compactMap { $0 })
              .joined(separator: "; ")),
        ]
        lines.append("| \(cells.joined(separator: " | ")) |")
      }
    }
    for arm in report.arms {
      for check in arm.checks where check.status == .failed || check.status == .incomplete {
        let details = check.details(limit: 20)
        if details.isEmpty { continue }
        lines += ["", "**\(Self.escaped(Self.name(arm))): \(check.name)**", ""]
        lines += details.map { "- \(Self.escaped($0))" }
      }
      let flips = flips(arm)
      if !flips.isEmpty {
        lines += ["", "**\(Self.escaped(Self.name(arm))): flips of recall**", ""]
        lines += flips.map { $0.hasPrefix("  ") ? "  - \(Self.escaped($0.trimmed))" : "- \($0)" }
      }
    }
    if !report.notes.isEmpty { lines += [""] + report.notes.map { "- \(Self.escaped($0))" } }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func mark(_ status: GateCheck.Status) -> String {
    switch status {
    case .failed, .incomplete: "**\(status.word)**"
    case .passed, .undecided, .skipped: status.word
    }
  }

  /// A text that no character of makes markup, or a new cell.
  private static func escaped(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("<", with: "&lt;").replacing("\n", with: " ")
  }
}

extension String {
  /// The text without spaces before it.
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
