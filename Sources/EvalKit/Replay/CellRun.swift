/// Runs one (case, arm): replays the session, and asks its questions on copies.
struct CellRun {
  let value: PreparedCase
  let arm: Arm
  let cell: Plan.Cell
  let model: ModelRunner
  let settings: RunSettings
  let sizes: PlaceboSizes
  let other: EvalCase?

  private var executors: ExecutorStore { asking.executors }
  private let asking: Asking
  /// Reads the main line: apart from the questions, which would put other things in its place.
  let reading = ExecutorStore()

  init(
    _ value: PreparedCase, _ arm: Arm, _ cell: Plan.Cell, model: ModelRunner,
    settings: RunSettings, sizes: PlaceboSizes = PlaceboSizes(), other: EvalCase? = nil
  ) {
    self.value = value
    self.arm = arm
    self.cell = cell
    self.model = model
    self.settings = settings
    self.sizes = sizes
    self.other = other
    asking = Asking(
      model: model, asksModel: cell.asksModel && !settings.prefillsRequests,
      timeLimit: settings.timeLimit,
      executors: ExecutorStore(), ledger: value.ledger)
  }

  /// How long the model's calls took, since the last time this was asked.
  func takeTimings() -> [CallTiming] { executors.takeTimings() + reading.takeTimings() }

  /// - Throws: `CancellationError` only: everything else that goes wrong is a result.
  func run() async throws -> Observation {
    switch arm.policy {
    case .pipeline(let pipeline): try await runPolicy(pipeline)
    case .control(let control): try await runControl(control)
    }
  }

  private var empty: Observation {
    Observation(
      caseID: value.value.id, arm: arm.key, contextSize: cell.contextSize, reserve: arm.reserve)
  }

  private func session(_ pipeline: Pipeline, _ budget: ContextBudget) -> Session {
    Session(
      pipeline: pipeline, head: value.value.transcript.head, budget: budget, ledger: value.ledger,
      summarisers: settings.summarisers(for: model, contextSize: budget.contextSize),
      cache: model.capabilities.cache,
      stripsEarlierReasoning: model.capabilities.stripsEarlierReasoning, executors: executors,
      timeLimit: Double(settings.timeLimit), tracksEdits: true)
  }

  // MARK: Policies

  private func runPolicy(_ pipeline: Pipeline) async throws -> Observation {
    let budget = ContextBudget(contextSize: cell.contextSize, reserve: arm.reserve)
    let limit = min(budget.contextSize, model.capabilities.contextSize ?? .max)
    var changes: [ViewChange] = []
    var outcomes = [QuestionObservation?](repeating: nil, count: value.questions.count)
    var builder = ViewBuilder(value.value.transcript, log: value.log)
    let replay = Replay(value.value.transcript, structure: value.value.structure)
    var prefills: [Int: Prefill] = [:]
    let (end, requests) = try await replay.run(session(pipeline, budget)) { session, place in
      if case .request(let record, let view) = place {
        prefills[record.number] = try await prefill(record, view, session)
      }
      switch place {
      case .boundary(let count):
        for index in value.boundaries[count] ?? [] {
          outcomes[index] = try await ask(index, of: session, limit: limit)
        }
      case .request(let record, let view):
        let count = record.entry.index + 1
        changes.append(builder.record(view, at: count))
        for index in value.checkpoints[EntryID(count)] ?? [] {
          outcomes[index] = try await check(index, record, view, session, limit: limit)
        }
      }
    }
    var result = empty
    result.stages = pipeline.stages.map(\.description)
    result.requests = requests.measured(prefills)
    result.changes = changes
    result.summaries = end.summaries
    result.questions = zip(value.questions, outcomes).map { question, outcome in
      outcome
        ?? QuestionObservation(
          id: question.id, status: .errored("the replay never came to its place"),
          view: View(head: value.value.transcript.head(at: question.count), items: []))
    }
    return result
  }

  /// Asks a probe on a copy: its ask is a prompt like any other, so stages may fire on it.
  private func ask(_ index: Int, of session: Session, limit: Int) async throws
    -> QuestionObservation?
  {
    let question = value.questions[index]
    guard let ask = value.value.ask(question) else { return nil }
    var copy = session
    let summariesBefore = copy.summaries.count
    copy.append(ask: ask)
    let (record, view) = try await copy.request(.prompt)
    var outcome = QuestionObservation(
      id: question.id, status: .answered, view: view, tokens: record.tokens,
      firings: record.firings.filter { $0.moment == .prompt || $0.moment == .overflow },
      summaries: Array(copy.summaries[summariesBefore...]))
    if let error = record.error {
      outcome.status = .errored(error)
    } else if record.tokens > limit {
      outcome.status = .overflow
    } else {
      try await asking.ask(question, value, &outcome) { copy.rendered(view) }
    }
    return outcome
  }

  /// Asks what the next action is, on the recorded request's own view.
  private func check(
    _ index: Int, _ record: RequestRecord, _ view: View, _ session: Session, limit: Int
  ) async throws -> QuestionObservation {
    var outcome = QuestionObservation(
      id: value.questions[index].id, status: .answered, view: view, tokens: record.tokens)
    if let error = record.error {
      outcome.status = .errored(error)
    } else if record.tokens > limit {
      outcome.status = .overflow
    } else {
      try await asking.ask(value.questions[index], value, &outcome) { session.rendered(view) }
    }
    return outcome
  }

  // MARK: Controls

  private func runControl(_ control: Control) async throws -> Observation {
    var result = empty
    // The oracle is shown everything whatever the budget: nothing of it is over.
    let budget =
      control == .oracle
      ? ContextBudget(contextSize: .max / 4, reserve: 0)
      : ContextBudget(contextSize: cell.contextSize, reserve: arm.reserve)
    if let pipeline = ControlStage.pipeline(of: control, value, sizes) {
      var changes: [ViewChange] = []
      var builder = ViewBuilder(value.value.transcript, log: value.log)
      let replay = Replay(value.value.transcript, structure: value.value.structure)
      var prefills: [Int: Prefill] = [:]
      result.requests = try await replay.run(session(pipeline, budget)) { session, place in
        guard case .request(let record, let view) = place else { return }
        changes.append(builder.record(view, at: record.entry.index + 1))
        prefills[record.number] = try await prefill(record, view, session)
      }.requests.measured(prefills)
      result.changes = changes
    }
    let views = ControlViews(control: control, value: value, sizes: sizes, other: other)
    let renderer = session(Pipeline(), budget)
    let window = model.capabilities.contextSize ?? .max
    for (index, question) in value.questions.enumerated() {
      try Task.checkCancellation()
      switch views.view(of: index) {
      case .failure(let reason):
        result.questions.append(
          QuestionObservation(
            id: question.id, status: .notApplicable(reason.text), view: reason.view))
      case .success(let view):
        let runs = renderer.rendered(view)
        var outcome = QuestionObservation(
          id: question.id, status: .answered, view: view,
          tokens: runs.reduce(0) { $0 + $1.count },
          foreignCase: control == .foreign ? other?.id : nil)
        if let status = Self.refusal(control, outcome.tokens, budget.contextSize, window) {
          outcome.status = status
        } else {
          try await asking.ask(question, value, &outcome) { runs }
        }
        result.questions.append(outcome)
      }
    }
    return result
  }

  /// Why a control's view is not asked on: it is over the context size, or over the real window.
  private static func refusal(_ control: Control, _ tokens: Int, _ size: Int, _ window: Int)
    -> QuestionObservation.Status?
  {
    switch control {
    case .null, .placebo: tokens > min(size, window) ? .overflow : nil
    case .oracle: tokens > window ? .notApplicable(Plan.oracleDoesNotFit) : nil
    case .evidence, .foreign:
      tokens > window ? .notApplicable("the view does not fit the model's window") : nil
    }
  }
}
