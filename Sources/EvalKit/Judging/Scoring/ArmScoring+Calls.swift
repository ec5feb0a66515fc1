extension ArmScoring {
  /// Expected calls at trajectory checkpoints: one score a checkpoint, over all its replies in order.
  mutating func addTrajectories() {
    for (index, expectation) in judged.evalCase.trajectories.enumerated() {
      let questions = judged.questions.filter { $0.subject == .trajectory(index) }
      guard !questions.isEmpty else { continue }
      add(expectation, questions)
    }
  }

  private mutating func add(_ expectation: TrajectoryExpectation, _ questions: [Question]) {
    var calls: [ToolCall] = []
    for question in questions {
      switch status(question) {
      case .failure(let unjudged):
        return add("trajectoryInOrder", expectation.id, unjudged.outcome)
      case .success(let observed) where observed.status == .overflow:
        return add(
          "trajectoryInOrder", expectation.id, .scored(0),
          verdict: AnswerVerdict.overflow.rawValue, reason: overflow(observed))
      case .success(let observed):
        guard let reply = observed.reply else {
          return add("trajectoryInOrder", expectation.id, .errored("no reply was recorded"))
        }
        calls += reply.calls
      }
    }
    let result = judged.trajectoryJudge(expectation).judge(calls)
    if let undecided = result.undecided {
      return add("trajectoryInOrder", expectation.id, .notApplicable(undecided))
    }
    let verdict =
      result.isExact
      ? "exact" : result.isInOrder ? "inOrder" : result.isAnyOrder ? "anyOrder" : "missed"
    add(
      "trajectoryInOrder", expectation.id, .scored(result.isInOrder ? 1 : 0), verdict: verdict,
      reason: result.reason + "; precision \(result.precision), recall \(result.recall)")
  }

  /// How well the arguments of recorded calls were filled.
  mutating func addFills() {
    for question in judged.questions {
      guard judged.fillShare(of: judged.recordedCalls(at: question), at: question) != nil else {
        continue
      }
      switch status(question) {
      case .failure(let unjudged): add("argumentFill", question.id, unjudged.outcome)
      case .success(let observed) where observed.status == .overflow:
        add(
          "argumentFill", question.id, .scored(0), verdict: AnswerVerdict.overflow.rawValue,
          reason: overflow(observed))
      case .success(let observed):
        guard let (share, reason) = judged.fillShare(of: observed.filled, at: question) else {
          continue
        }
        add("argumentFill", question.id, .scored(share), reason: reason)
      }
    }
  }

  /// Whether the values of recorded arguments are in view: no model is asked.
  mutating func addSupport(_ mainLine: inout MainLineFindings) {
    var support = mainLine.support
    if observation?.requests.isEmpty ?? true {
      for question in judged.questions {
        guard case .reply(let start) = question.place, let observed = asked[question.id],
          !observed.view.items.isEmpty
        else { continue }
        support.observe(input: start.index - 1, in: ShownItems(observed.view))
      }
      mainLine.support = support
    }
    let found = Dictionary(
      support.findings.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for leaf in judged.trace.leaves.sorted(by: { $0.key < $1.key }).flatMap(\.value) {
      let group = "value(\(leaf.value.value))"
      guard let finding = found[leaf.id] else {
        add(
          "argumentSupport", leaf.id, group: group,
          mainLine.outcome ?? .notApplicable("no view of its request"))
        continue
      }
      if case .errored? = mainLine.outcome, let outcome = mainLine.outcome {
        add("argumentSupport", leaf.id, group: group, outcome)
        continue
      }
      add(
        "argumentSupport", leaf.id, group: group, .scored(finding.isSupported ? 1 : 0),
        verdict: finding.isSupported ? "supported" : "lost",
        reason: "'\(leaf.value.value)' is \(finding.isSupported ? "" : "not ")in view")
    }
  }
}

extension JudgedCase {
  /// The judge of a trajectory checkpoint; where the record is the reference, further reads are allowed
  /// and further writes are not.
  func trajectoryJudge(_ expectation: TrajectoryExpectation) -> TrajectoryJudge {
    guard expectation.isFromRecord else { return TrajectoryJudge(expectation, facts: facts) }
    let effects = self.effects
    return TrajectoryJudge(
      expectation, facts: facts, allowsOther: { effects.effect(of: $0.name) == .read })
  }

  /// How many of the arguments recorded at a question were filled right; nil where none counts.
  func fillShare(of filled: [ToolCall], at question: Question) -> (share: Double, reason: String)? {
    guard case .reply(let start) = question.place, let reply = replies[start] else { return nil }
    let recorded = reply.calls(in: evalCase.transcript)
    return ArgumentFill.share(recorded: recorded.map(\.call), filled: filled) { call, path in
      let entry = recorded[call].entry
      // The place of a call within its own entry.
      let place = call - (recorded.firstIndex { $0.entry == entry } ?? 0)
      return trace.unsupplied.contains(.init(entry: entry.index, call: place, path: path))
    }
  }

  /// The calls recorded in the reply a question stands before.
  func recordedCalls(at question: Question) -> [ToolCall] {
    guard case .reply(let start) = question.place, let reply = replies[start] else { return [] }
    return reply.calls(in: evalCase.transcript).map(\.call)
  }
}
