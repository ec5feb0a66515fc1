import EvalKit

/// A comparison for a person: verdicts first, then the other metrics, then what it comes to.
struct ComparePage: Sendable {
  /// What was found.
  let report: CompareReport

  private var comparison: Comparison { report.comparison }

  /// The page.
  func text(width: Int) -> String {
    func paragraph(_ text: String) -> [String] { Help.wrapped(text, indent: 0, width: width) }
    let tables = CompareTables(report: report)
    var lines = paragraph(heading)
    lines += [""] + tables.primary.lines(width: width)
    lines += reasons(width)
    let worst = self.worst(width)
    if !worst.isEmpty { lines += [""] + worst }
    for table in tables.others { lines += [""] + table.lines(width: width) }
    for table in tables.strata { lines += [""] + table.lines(width: width) }
    for found in report.equalCosts {
      lines += [""] + EqualCostPage(found: found).lines(width: width)
    }
    if !report.unequal.isEmpty { lines += [""] + report.unequal.flatMap(paragraph) }
    for plane in report.planes { lines += [""] + PlanePage(plane: plane).lines }
    for choice in report.choices {
      lines += [""] + ChoicePage(choice: choice).lines.flatMap(paragraph)
    }
    lines += [""] + paragraph(Conclusion(comparison: comparison).text)
    let remarks = self.remarks
    if !remarks.isEmpty { lines += [""] + remarks.flatMap(paragraph) }
    return lines.joined(separator: "\n")
  }

  private var heading: String {
    let runs = comparison.runs
    let sets = runs.first?.spec.sets.map(\.id).joined(separator: " + ") ?? ""
    let cases = runs.first?.cases.count ?? 0
    let clusters = Set(runs.first?.cases.map(\.cluster) ?? []).count
    let margin =
      Metric[comparison.primary]?.unit == .share
      ? "\(Figures.percent(comparison.settings.margin)) points"
      : "\(Figures.percent(comparison.settings.margin)) %"
    let across = runs.count > 1 ? "; baseline \(runs[0].label)" : ""
    return "\(sets): \(Figures.counted(cases, "case")) in \(Figures.counted(clusters, "cluster"))"
      + "\(across); verdicts on \(comparison.primary), level "
      + "\(Figures.percent(comparison.settings.level)) %, margin \(margin), Holm over "
      + Figures.counted(comparison.pairs.count, "pair")
  }

  /// Why verdicts are none, once for each reason.
  private func reasons(_ width: Int) -> [String] {
    var groups: [(reason: String, names: [String])] = []
    for pair in comparison.pairs {
      guard let decision = pair[comparison.primary]?.decision else { continue }
      switch decision.verdict {
      case .improvement, .regression, .equivalent: continue
      default: break
      }
      let reason = "\(decision.verdict.rawValue): \(decision.reason)"
      let name = Self.name(pair.candidate, in: comparison)
      if let place = groups.firstIndex(where: { $0.reason == reason }) {
        groups[place].names.append(name)
      } else {
        groups.append((reason, [name]))
      }
    }
    return groups.flatMap { group in
      let isAll = group.names.count == comparison.pairs.count && group.names.count > 1
      return Help.wrapped(
        isAll ? group.reason : "\(group.reason) (\(group.names.joined(separator: ", ")))",
        indent: 0, width: width)
    }
  }

  /// The worst that was broken, five an arm; with how they were answered where the pairs are few.
  private func worst(_ width: Int) -> [String] {
    let isShort = comparison.pairs.count > 3
    return comparison.pairs.flatMap { pair -> [String] in
      guard let broken = pair[comparison.primary]?.broken, !broken.isEmpty else { return [] }
      let named = broken.prefix(5).map { change in
        isShort ? "\(change.caseID) \(change.question)" : Self.words(change)
      }
      let more = broken.count > 5 ? "and \(broken.count - 5) more" : ""
      return Help.wrapped(
        "broken by \(Self.name(pair.candidate, in: comparison)): "
          + (named + [more]).filter { !$0.isEmpty }.joined(separator: isShort ? ", " : "; "),
        indent: 0, width: width)
    }
  }

  /// A change in words: `travel-1 seat (correct, now stale)`.
  static func words(_ change: QuestionChange) -> String {
    let isWord = change.wasVerdict != change.isVerdict && !change.wasVerdict.isEmpty
    let what =
      isWord
      ? "\(change.wasVerdict), now \(change.isVerdict)"
      : "\(Figures.percent(change.before)), now \(Figures.percent(change.after))"
    return "\(change.caseID) \(change.question)\(change.isMust ? " (must)" : "") (\(what))"
  }

  /// What has to be known to read the tables.
  var remarks: [String] {
    var remarks: [String] = []
    func add(_ text: String) { if !remarks.contains(text) { remarks.append(text) } }
    for pair in comparison.pairs {
      let cases = pair.cases
      if !cases.changed.isEmpty {
        add("left out, since they differ: \(Self.list(cases.changed))")
      }
      if !cases.onlyBaseline.isEmpty {
        add("left out, only in the baseline: \(Self.list(cases.onlyBaseline))")
      }
      if !cases.onlyCandidate.isEmpty {
        add("left out, not in the baseline: \(Self.list(cases.onlyCandidate))")
      }
      if let metric = pair[comparison.primary], let statistics = metric.statistics,
        comparison.pairs.count == 1
      {
        add(
          "\(Figures.counted(statistics.questions, "question")), "
            + "\(Figures.percent(statistics.discordance.share)) % of them differ"
            + (statistics.correlation.map {
              "; intra-cluster correlation \(Figures.hundredths($0.value))"
            } ?? ""))
      }
    }
    if comparison.pairs.count > 1, let discordance { add(discordance) }
    for run in comparison.runs where !run.spec.unpinned.isEmpty {
      add(
        "unpinned: the weights of \(Figures.list(run.spec.unpinned)) cannot be digested and may "
          + "have changed unseen")
    }
    if comparison.runs.count > 1 {
      let versions = comparison.runs.map { run in
        "\(run.label): tool \(run.spec.toolVersion)"
          + (run.spec.revision.map { ", revision \($0)" } ?? "")
      }
      add(versions.joined(separator: "; "))
    }
    return remarks
  }

  private var discordance: String? {
    let found = comparison.pairs.compactMap { pair -> String? in
      guard let statistics = pair[comparison.primary]?.statistics else { return nil }
      let correlation =
        statistics.correlation.map { ", correlation \(Figures.hundredths($0.value))" } ?? ""
      return "\(Self.name(pair.candidate, in: comparison)) "
        + "\(Figures.percent(statistics.discordance.share)) %\(correlation)"
    }
    return found.isEmpty
      ? nil
      : "questions that differ, and how alike those of a cluster are: "
        + found.joined(separator: "; ")
  }

  /// A side's name, with what tells it from the others of the comparison.
  ///
  /// - Parameter other: A side it is named beside: what both share goes without saying.
  static func name(
    _ side: ComparedSide, in comparison: Comparison, beside other: ComparedSide? = nil
  ) -> String {
    let sides = comparison.pairs.flatMap { [$0.baseline, $0.candidate] }
    let contexts = Set(sides.filter { $0.arm.control == nil }.map(\.arm.context))
    let models = Set(sides.map(\.arm.model))
    let runs = Set(sides.map(\.run))
    func tells(_ isSeveral: Bool, _ isShared: Bool) -> Bool {
      isSeveral && !(other != nil && isShared)
    }
    var name = side.arm.name
    if tells(contexts.count > 1, other?.arm.context == side.arm.context), side.arm.control == nil {
      name += " at \(side.arm.context)"
    }
    if tells(models.count > 1, other?.arm.model == side.arm.model) {
      name += " (\(side.arm.model))"
    }
    if tells(runs.count > 1, other?.run == side.run) {
      name += " of \(comparison.runs[side.run].label)"
    }
    return name
  }

  private static func list(_ ids: [String]) -> String {
    ids.count <= 8
      ? Figures.list(ids) : ids.prefix(6).joined(separator: ", ") + " and \(ids.count - 6) more"
  }
}
