import EvalKit

/// The report of a run for a person: tables, then what has to be known to read them.
struct RunReport: Sendable {
  /// What was run.
  let spec: RunSpec
  /// How it was judged.
  let judge: Judge
  /// The scores pooled.
  let summary: Summary
  /// The scores.
  let scores: [Score]
  /// Which questions count.
  let filter: QuestionFilter
  /// What questions are told apart by in further tables.
  var breakdowns: [Breakdown] = []

  /// The text.
  func text(width: Int) -> String {
    func paragraph(_ text: String) -> [String] { Help.wrapped(text, indent: 0, width: width) }
    let contexts = spec.arms.map(\.context)
    let tables = RunTables(summary: summary, contexts: contexts, reported: Set(judge.reported))
    var lines = heading.flatMap(paragraph)
    for table in [tables.survival, tables.ages, tables.answers, tables.support, tables.cost]
    where table.headings.count > 1 {
      lines += [""] + table.lines(width: width)
    }
    if let confusions = ConfusionTable(summary: summary, contexts: contexts).table {
      lines += [""] + confusions.lines(width: width)
    }
    for table in breakdowns.flatMap(tables.tables) { lines += [""] + table.lines(width: width) }
    lines += [""] + remarks.flatMap(paragraph)
    return lines.joined(separator: "\n")
  }

  private var heading: [String] {
    let sets = spec.sets.map(\.id).joined(separator: " + ")
    let cases = spec.cases.count
    let asked = Set(
      scores.filter { ["recall", "abstentionRight", "trajectoryInOrder"].contains($0.metric) }
        .map { [$0.caseID, $0.metric, $0.question] }
    ).count
    let reserve = spec.arms.first?.reserve ?? 0
    let which = filter == .answerable ? "; only questions no control flags" : ""
    return [
      "\(sets): \(Figures.counted(cases, "case")), \(Figures.counted(asked, "question"))\(which); "
        + "model \(Set(spec.arms.map(\.model)).sorted().joined(separator: ", ")), "
        + "judge \(judge.id), reserve \(Figures.grouped(reserve)), "
        + "tokens by \(spec.tokenizer)" + (spec.renderer == "neutral" ? ", estimated" : "")
    ]
  }

  /// What has to be known to read the tables, one line a kind.
  var remarks: [String] {
    let flags = QuestionFlag.allCases.map { "\($0.rawValue) \(summary.count(of: $0))" }
    var remarks = ["flags: \(flags.joined(separator: ", "))"]
    let policies = summary.arms.filter { $0.arm.control == nil }
    let untouched = policies.filter { $0.neverCompacted > 0 }.map {
      "\($0.arm.name) at \($0.arm.context) (\($0.neverCompacted) of \($0.cases) cases)"
    }
    remarks.append(
      "never compacted: \(untouched.isEmpty ? "none" : untouched.joined(separator: "; "))")
    let floors = policies.filter { $0.floor > 0 }
    let floor = Set(floors.map { "\($0.arm.context) (\($0.floor) of \($0.cases) cases)" }).sorted()
    remarks.append("floor: \(floor.isEmpty ? "none" : floor.joined(separator: "; "))")
    if !overflows.isEmpty {
      remarks.append(
        "over the context, so not asked and scored as wrong: \(overflows.joined(separator: "; "))")
    }
    let faults = policies.compactMap { arm -> String? in
      guard let count = arm.metrics["summaryFaults"]?.value, count > 0 else { return nil }
      let calls = arm.metrics["summaryCalls"]?.value ?? count
      return "\(arm.arm.name) at \(arm.arm.context) (\(Figures.count(count)) of "
        + "\(Figures.count(calls)) calls)"
    }
    if !faults.isEmpty {
      remarks.append(
        "summaries that failed and became no history: \(faults.joined(separator: "; "))")
    }
    let reasons = outcomes
    if !reasons.errored.isEmpty { remarks.append("errored: \(Self.list(reasons.errored))") }
    if !reasons.notApplicable.isEmpty {
      remarks.append("not applicable: \(Self.list(reasons.notApplicable))")
    }
    for exclusion in summary.excluded {
      remarks.append(
        "excluded: \(Figures.counted(exclusion.count, "question")), \(exclusion.reason)")
    }
    if !spec.unpinned.isEmpty {
      remarks.append(
        "unpinned: the weights of \(Figures.list(spec.unpinned)) cannot be digested and may change "
          + "unseen")
    }
    return remarks + agreements + spec.notes
  }

  /// How far each model judge agrees with the deterministic verdicts; it decides nothing.
  private var agreements: [String] {
    summary.agreements.map { agreement in
      var text = "judge \(agreement.judge) (\(agreement.model)): "
      if let share = agreement.share {
        text +=
          "agrees with recall on \(Figures.percent(share)) % of "
          + Figures.counted(agreement.count, "answer")
        if let kappa = agreement.kappa {
          let bounds = [kappa.interval.lowerBound, kappa.interval.upperBound]
          let interval =
            agreement.onlyModel + agreement.onlyDeterministic == 0
            ? "nothing differs, so no interval"
            : "95 % " + bounds.map(Figures.hundredths).joined(separator: " to ")
          text += ", Cohen's κ \(Figures.hundredths(kappa.value)) (\(interval))"
        } else if let why = agreement.whyNoKappa {
          text += "; no κ, since \(why)"
        }
        text += "; right by both \(agreement.bothRight), by it alone \(agreement.onlyModel), "
        text += "by the rules alone \(agreement.onlyDeterministic)"
      } else {
        text += "no answer was judged"
      }
      if agreement.unreadable > 0 {
        text += "; \(Figures.grouped(agreement.unreadable)) without a readable judgement"
      }
      if agreement.missing > 0 {
        text += "; \(Figures.grouped(agreement.missing)) not judged yet"
      }
      return text
    }
  }

  /// The policies with questions whose view was over the context, with how many.
  private var overflows: [String] {
    // A decoy is asked beside its probe, not a question of its own.
    let asked = ["recall", "abstentionRight", "trajectoryInOrder"]
    var counts: [String: (over: Int, all: Int)] = [:]
    for score in scores where asked.contains(score.metric) {
      counts[score.arm, default: (0, 0)].all += 1
      if score.verdict == AnswerVerdict.overflow.rawValue { counts[score.arm]?.over += 1 }
    }
    return summary.arms.compactMap { arm in
      guard arm.arm.control == nil, let count = counts[arm.arm.key], count.over > 0 else {
        return nil
      }
      return "\(arm.arm.name) at \(arm.arm.context) (\(count.over) of \(count.all) questions)"
    }
  }

  /// A reason, with how many scores of each metric it left out.
  private typealias Reasons = [(reason: String, metrics: [(key: String, count: Int)])]

  /// Why scores of policies are missing, most first.
  private var outcomes: (errored: Reasons, notApplicable: Reasons) {
    var errored: [String: [String: Int]] = [:]
    var notApplicable: [String: [String: Int]] = [:]
    for score in scores where ArmIdentity(key: score.arm).control == nil {
      switch score.outcome {
      case .errored(let reason):
        errored[Self.withoutPlace(reason), default: [:]][score.metric, default: 0] += 1
      case .notApplicable(let reason):
        notApplicable[reason, default: [:]][score.metric, default: 0] += 1
      case .scored, .excluded: continue
      }
    }
    return (Self.sorted(errored), Self.sorted(notApplicable))
  }

  private static func sorted(_ counts: [String: [String: Int]]) -> Reasons {
    func total(_ metrics: [String: Int]) -> Int { metrics.values.reduce(0, +) }
    return counts.sorted { (total($1.value), $0.key) < (total($0.value), $1.key) }.map { reason in
      (
        reason.key,
        reason.value.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
      )
    }
  }

  /// A reason without the request it stands for: the same one counts once.
  private static func withoutPlace(_ reason: String) -> String {
    guard reason.hasPrefix("request "), let end = reason.firstRange(of: ": ") else { return reason }
    return String(reason[end.upperBound...])
  }

  private static func list(_ reasons: Reasons) -> String {
    let shown = reasons.prefix(4).map { reason in
      let metrics = reason.metrics.prefix(4).map { "\($0.key) \(Figures.grouped($0.count))" }
      let more = reason.metrics.count > 4 ? " and \(reason.metrics.count - 4) more" : ""
      return "\(reason.reason) (\(metrics.joined(separator: ", "))\(more))"
    }
    let rest = reasons.count - shown.count
    return shown.joined(separator: "; ")
      + (rest > 0 ? "; \(Figures.counted(rest, "other reason"))" : "")
  }
}
