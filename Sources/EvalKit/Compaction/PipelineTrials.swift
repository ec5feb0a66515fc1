/// What only running a pipeline can tell: short made-up sessions are replayed under it and under
/// variants of it, and the views are compared.
///
/// A difference that was seen is a proof; that none was seen is not, so those findings say "may".
public enum PipelineTrials {
  /// What trials tell of a pipeline.
  ///
  /// Stages that ask a model or run a program are left alone.
  ///
  /// - Complexity: O(stages) replays of sessions about three times the context size.
  public static func findings(_ pipeline: Pipeline, budget: ContextBudget) async
    -> [AnalysisFinding]
  {
    guard pipeline.stages.allSatisfy({ isFree($0) }) else { return [] }
    let sessions = TrialSession.all(budget)
    var findings: [AnalysisFinding] = []
    for place in pipeline.stages.indices.dropLast() {
      if let finding = await order(pipeline, place, sessions, budget) { findings.append(finding) }
    }
    for place in pipeline.stages.indices {
      if let finding = await loss(pipeline, place, sessions, budget) { findings.append(finding) }
    }
    return findings
  }

  private static func isFree(_ stage: Stage) -> Bool {
    !stage.strategy.asksModel && !stage.definition.runsProgram
  }

  /// Two neighbours that run one after the other and give something else the other way round.
  private static func order(
    _ pipeline: Pipeline, _ place: Int, _ sessions: [TrialSession], _ budget: ContextBudget
  ) async -> AnalysisFinding? {
    let (first, second) = (pipeline.stages[place], pipeline.stages[place + 1])
    guard (first.persistence == .view) == (second.persistence == .view), first != second else {
      return nil
    }
    if first.persistence != .view, first.moments.isDisjoint(with: second.moments) { return nil }
    var swapped = pipeline
    swapped.stages.swapAt(place, place + 1)
    guard let request = await difference(pipeline, swapped, sessions, budget) else { return nil }
    return AnalysisFinding(
      rule: "order-matters", severity: .warning, stage: place,
      message: "\(PipelineAnalysis.name(place, in: pipeline)) and "
        + "\(PipelineAnalysis.name(place + 1, in: pipeline)) do not commute: the other way round "
        + "request \(request) of a trial session shows something else")
  }

  /// A stored stage that a view may stand in for, which loses nothing.
  private static func loss(
    _ pipeline: Pipeline, _ place: Int, _ sessions: [TrialSession], _ budget: ContextBudget
  ) async -> AnalysisFinding? {
    let stage = pipeline.stages[place]
    guard stage.persistence == .stored, stage.moments.isSubset(of: [.prompt, .toolOutput]) else {
      return nil
    }
    // Only where no stored stage runs after it: that one reads what this one leaves.
    guard !pipeline.stages[(place + 1)...].contains(where: { $0.persistence != .view }) else {
      return nil
    }
    var view = pipeline
    view.stages[place] = Stage(
      stage.strategy, arguments: stage.arguments, persistence: .view, moments: stage.moments)
    let views = await self.views(pipeline, sessions, budget)
    guard let views, await self.views(view, sessions, budget) == views,
      await self.views(Pipeline(), sessions, budget) != views
    else { return nil }
    return AnalysisFinding(
      rule: "view-would-do", severity: .warning, stage: place,
      message:
        "\(PipelineAnalysis.name(place, in: pipeline)) is stored, and a view may do: it gave "
        + "the same in every request of the trial sessions, and a view loses nothing for good")
  }

  /// The first request, counted from 1, at which two pipelines show something else; nil where none
  /// was seen or a stage failed.
  private static func difference(
    _ left: Pipeline, _ right: Pipeline, _ sessions: [TrialSession], _ budget: ContextBudget
  ) async -> Int? {
    guard let left = await views(left, sessions, budget),
      let right = await views(right, sessions, budget)
    else { return nil }
    for (one, other) in zip(left, right) {
      if let request = one.indices.first(where: { one[$0] != other[$0] }) { return request + 1 }
    }
    return nil
  }

  /// What each request of each session shows: texts by role; nil where a stage failed.
  private static func views(
    _ pipeline: Pipeline, _ sessions: [TrialSession], _ budget: ContextBudget
  ) async -> [[UInt64]]? {
    var all: [[UInt64]] = []
    for trial in sessions {
      var digests: [UInt64] = []
      let session = Session(
        pipeline: pipeline, head: trial.transcript.head, budget: budget, ledger: trial.ledger)
      let result = try? await Replay(trial.transcript).run(session) { _, place in
        guard case .request(_, let view) = place else { return }
        var hash = StableHash()
        hash.combine("\(view.head.tools.map(\.name)) \(view.head.instructionsText)")
        for item in view.items {
          hash.combine(item.kind.rawValue)
          hash.combine(item.entry.text)
          for call in item.entry.calls { hash.combine(call.arguments.serialised()) }
        }
        digests.append(hash.value)
      }
      guard let result, result.requests.allSatisfy({ $0.error == nil }) else { return nil }
      all.append(digests)
    }
    return all
  }
}

/// A made-up session that outgrows a budget.
private struct TrialSession {
  let transcript: Transcript
  let ledger: TokenLedger

  init(_ transcript: Transcript) {
    self.transcript = transcript
    ledger = TokenLedger(
      entries: transcript.entries, renderer: NeutralRenderer(), tokenizer: PieceTokenizer())
  }

  /// Plain talk, talk with a tool, and long loops of tools, each about three times the budget.
  static func all(_ budget: ContextBudget) -> [TrialSession] {
    [0, 1, 4].map { rounds in
      let turns = rounds == 4 ? 8 : 24
      let entries = turns * (2 + 2 * rounds)
      // A word of these is about two tokens.
      let words = min(2_000, max(2, 3 * budget.contextSize / entries / 2))
      return TrialSession(session(turns: turns, rounds: rounds, words: words))
    }
  }

  private static func session(turns: Int, rounds: Int, words: Int) -> Transcript {
    func text(_ name: String, _ number: Int) -> String {
      (0..<words).map { "\(name)\((number * 31 + $0 * 7) % 97)" }.joined(separator: " ")
    }
    var transcript = Transcript()
    transcript.head = Head(
      "Help with stock.", tools: [ToolDefinition(name: "look_up"), ToolDefinition(name: "list")])
    for turn in 0..<turns {
      transcript.entries.append(.prompt(text("ask", turn), label: "p\(turn)"))
      for round in 0..<rounds {
        let name = round % 2 == 0 ? "look_up" : "list"
        // Some calls repeat an earlier one.
        let arguments: JSONValue = ["item": JSONValue((turn + round) % 5)]
        let place = "\(turn)-\(round)"
        transcript.entries.append(
          .calls([ToolCall(id: "k\(place)", name: name, arguments: arguments)], label: "c\(place)"))
        transcript.entries.append(
          .output(
            text("found", turn * 10 + round), callID: "k\(place)", toolName: name,
            label: "o\(place)"))
      }
      transcript.entries.append(.response(text("said", turn), label: "r\(turn)"))
    }
    return transcript
  }
}
