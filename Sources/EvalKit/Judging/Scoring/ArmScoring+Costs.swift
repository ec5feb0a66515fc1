extension ArmScoring {
  /// Tokens, cache, firings and hazards of the main line.
  mutating func addCosts(_ mainLine: MainLineFindings) {
    let metrics = [
      "hazardsPer100", "tokensPerRequest", "tokensPerTask", "cost", "peakTokens",
      "prefilledPerRequest", "blockingPrefill", "cacheHitRate", "firings", "summaryCalls",
      "summaryTokens",
      "summaryCached", "summaryFaults", "overflows",
    ]
    addCells(mainLine)
    guard wholeCell == nil, mainLine.outcome == nil, let observation else {
      for metric in metrics { addCell(metric, mainLine.outcome ?? .errored("")) }
      return
    }
    addHazards(mainLine)
    let costs = RequestCosts(observation.requests, summaries: observation.summaries)
    let refetch = refetchCost(mainLine.support)
    addCell("tokensPerRequest", .scored(costs.tokensPerRequest))
    addCell(
      "tokensPerTask", .scored(Double(costs.taskTokens + refetch)),
      reason: "input \(costs.input), output \(costs.output), summaries \(costs.summaryTokens), "
        + "fetched again \(refetch)")
    let cost = TokenCost(
      observation.requests, summaries: observation.summaries, prices: judge.prices)
    addCell("cost", .scored(cost.total), reason: cost.description)
    addCell("peakTokens", .scored(Double(costs.peak)))
    addCell("prefilledPerRequest", .scored(costs.prefilledPerRequest))
    addCell("blockingPrefill", .scored(costs.blockingPerRequest))
    addCell(
      "cacheHitRate",
      costs.hitRate.map { .scored($0) } ?? .notApplicable("there is no second request"))
    addCell("firings", .scored(Double(costs.firings)))
    addCell("summaryCalls", .scored(Double(observation.summaries.count { !$0.isRemedy })))
    addCell("summaryTokens", .scored(Double(costs.summaryTokens)))
    addCell("summaryCached", .scored(Double(costs.summaryCached)))
    addCell("summaryFaults", .scored(Double(observation.summaries.count { $0.fault != nil })))
    addCell("overflows", .scored(Double(costs.overflows)))
  }

  private mutating func addCells(_ mainLine: MainLineFindings) {
    let isFloor = observation?.notApplicable == Plan.floor
    let reason = observation?.notApplicable ?? ""
    list(auxiliary: "neverCompacted", mainLine.isNeverCompacted && wholeCell == nil, reason)
    list(auxiliary: "floor", isFloor, reason)
  }

  private mutating func addHazards(_ mainLine: MainLineFindings) {
    guard let report = mainLine.hazards, let value = report.per100 else {
      return addCell("hazardsPer100", .notApplicable("it has no main line"))
    }
    // Where no rule looked, nothing is clean.
    if report.notApplicable.count == judge.rules.count {
      let reason = report.notApplicable.first.map { "no rule applies: \($0.reason)" }
      return addCell("hazardsPer100", .notApplicable(reason ?? "the judge runs no hazard rule"))
    }
    var counts: [(rule: String, count: Int)] = []
    for finding in report.introduced where finding.severity == .error {
      if let place = counts.firstIndex(where: { $0.rule == finding.rule }) {
        counts[place].count += 1
      } else {
        counts.append((finding.rule, 1))
      }
    }
    addCell(
      "hazardsPer100", .scored(value), verdict: report.hazardous == 0 ? "clean" : "hazards",
      reason: counts.map { "\($0.rule) × \($0.count)" }.joined(separator: ", "))
  }

  /// Tokens of calls and outputs that would have to be made again for lost arguments.
  private func refetchCost(_ support: ArgumentSupport) -> Int {
    let tokens = judged.entryTokens
    let structure = judged.evalCase.structure
    var seen = Set<String>()
    return support.findings.reduce(0) { sum, finding in
      guard !finding.isSupported, !seen.contains(finding.value) else { return sum }
      let output = finding.holders.last { judged.isReadOutput($0) }
      guard let output, output < tokens.count, let call = structure.answers[output]?.entry.index
      else { return sum }
      seen.insert(finding.value)
      return sum + tokens[output] + tokens[call]
    }
  }
}

extension JudgedCase {
  /// Whether an entry is the output of a tool that only looks.
  func isReadOutput(_ entry: Int) -> Bool {
    guard let call = evalCase.structure.answers[entry] else { return false }
    return effects.effect(of: evalCase.transcript[call.entry].calls[call.index].name) == .read
  }
}
