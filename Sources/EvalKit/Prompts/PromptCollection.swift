/// The prompts that a run puts to a model that is not free, each once.
public struct PromptCollection: Sendable {
  /// A prompt, with the keys of the arms that put it.
  public struct Element: Sendable {
    /// The prompt.
    public var prompt: Prompt
    /// The arms, in the run's order.
    public var arms: [String]
  }

  /// How many questions, counted once an arm, gave prompts or none.
  public struct Tally: Hashable, Sendable {
    /// Those that are asked.
    public var asked = 0
    /// Those whose view was over the context size.
    public var overflow = 0
    /// Those that errored.
    public var errored = 0
    /// Those that do not apply.
    public var notApplicable = 0

    /// Those without a prompt.
    public var unasked: Int { overflow + errored + notApplicable }
  }

  /// The prompts: by case as they were run, by question, then by arm.
  public private(set) var elements: [Element] = []
  /// How many questions gave prompts or none.
  public private(set) var tally = Tally()
  /// The arms that are asked, in the run's order.
  public let arms: [ArmIdentity]

  /// Collects the prompts of a run: every question of the policies chosen, and of the controls that
  /// verdicts on them need.
  ///
  /// - Parameters:
  ///   - cases: The cases of the run.
  ///   - observations: What happened.
  ///   - arms: The arms of the run, in order.
  ///   - isChosen: Whether an arm was asked for. Controls come with the policies; where no policy
  ///     was asked for, the controls that were.
  /// - Complexity: O(text of all views).
  public init(
    cases: [EvalCase], observations: [Observation], arms: [ArmIdentity],
    isChosen: (ArmIdentity) -> Bool = { _ in true }
  ) {
    let asked = Self.asked(arms, isChosen)
    self.arms = asked
    let byCase = Dictionary(grouping: observations, by: \.caseID)
    for value in cases {
      let byArm = Dictionary(
        (byCase[value.id] ?? []).map { ($0.arm, $0) }, uniquingKeysWith: { $1 })
      add(value, asked.compactMap { byArm[$0.key] })
    }
  }

  /// The arms chosen, and the controls that a model that is not free is asked under.
  private static func asked(_ arms: [ArmIdentity], _ isChosen: (ArmIdentity) -> Bool)
    -> [ArmIdentity]
  {
    let policies = arms.filter { $0.control == nil }
    let chosen = policies.filter(isChosen)
    let first = Dictionary(
      (chosen.isEmpty ? policies : chosen).map { ($0.model, $0.name) },
      uniquingKeysWith: { first, _ in first })
    let models = Set(chosen.map(\.model))
    return arms.filter { arm in
      guard let control = arm.control else { return isChosen(arm) }
      return Plan.isAsked(of: control, first: first[arm.model])
        && (chosen.isEmpty ? isChosen(arm) : models.contains(arm.model))
    }
  }

  private mutating func add(_ value: EvalCase, _ observations: [Observation]) {
    let replies = Dictionary(
      Replay(value.transcript, structure: value.structure).replies.map { ($0.start, $0) },
      uniquingKeysWith: { $1 })
    let outcomes = observations.map { observation in
      Dictionary(
        observation.questions.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
    for question in value.questions {
      var calls: [ToolCall] = []
      if case .reply(let start) = question.place, let reply = replies[start] {
        calls = reply.calls(in: value.transcript).map(\.call)
      }
      let tasks = question.tasks(calls)
      var places: [AnswerKey: Int] = [:]
      for (observation, byID) in zip(observations, outcomes) {
        guard let outcome = byID[question.id], count(outcome) else { continue }
        for (task, number) in tasks {
          add(
            Prompt(
              id: Prompt.id(
                caseID: value.id, question: question.id, task: task, call: number),
              head: outcome.view.head, entries: outcome.view.items.map(\.entry), task: task,
              options: RequestOptions.asking(task).resolved(for: ReplayModel.capabilities)),
            observation.arm, &places)
        }
      }
    }
  }

  /// Counts a question.
  ///
  /// - Returns: whether it is asked.
  private mutating func count(_ outcome: QuestionObservation) -> Bool {
    switch outcome.status {
    // Where another model failed the view stands, so it can be asked.
    case .answered, .unanswered:
      tally.asked += 1
      return true
    case .overflow: tally.overflow += 1
    case .errored: tally.errored += 1
    case .notApplicable: tally.notApplicable += 1
    }
    return false
  }

  private mutating func add(_ prompt: Prompt, _ arm: String, _ places: inout [AnswerKey: Int]) {
    let key = AnswerKey(id: prompt.id, digest: prompt.digest)
    if let place = places[key] {
      elements[place].arms.append(arm)
    } else {
      places[key] = elements.count
      elements.append(Element(prompt: prompt, arms: [arm]))
    }
  }
}

extension Question {
  /// What a model is asked at a question, with the place of the call where it is to fill one.
  func tasks(_ recorded: [ToolCall]) -> [(task: ModelTask, call: Int?)] {
    let first: [(ModelTask, Int?)] =
      switch subject {
      case .probe, .decoy: [(.answer, nil)]
      case .trajectory: [(.act, nil)]
      case .fill: []
      }
    return first + recorded.enumerated().map { (.fill(tool: $1.name), $0 + 1) }
  }
}
