/// A set, policies and a model: what a test runs, with the controls that `evalrun run` adds.
///
/// Nothing is kept on disk. The report is the same whatever the width and wherever it is made.
///
/// ```swift
/// let report = try await Evaluation(
///   set: folder, strategies: ["mine = rolling-window(10)"], model: .reader
/// ).run()
/// #expect(report.recall(of: "mine") >= 0.9)
/// ```
public struct Evaluation: Sendable {
  /// The cases.
  public var set: EvalSet
  /// The policies.
  public var strategies: [ArmSpec]
  /// The model that is asked.
  public var model: EvaluatedModel
  /// The context sizes; where there is none, the set's, else what the model states, else 4,096.
  public var contexts: [ContextSize]
  /// Tokens kept free for the answer; nil is the set's, else 512.
  public var reserve: Int?
  /// How answers become scores.
  public var judge: Judge

  /// Describes an evaluation.
  ///
  /// - Parameters:
  ///   - set: The cases.
  ///   - strategies: The policies.
  ///   - model: The model that is asked.
  ///   - contexts: The context sizes; where there is none, the set's, else what the model states, else
  ///     4,096.
  ///   - reserve: Tokens kept free for the answer; nil is the set's, else 512.
  ///   - judge: How answers become scores.
  public init(
    set: EvalSet, strategies: [ArmSpec], model: EvaluatedModel, contexts: [ContextSize] = [],
    reserve: Int? = nil, judge: Judge = .default
  ) {
    self.set = set
    self.strategies = strategies
    self.model = model
    self.contexts = contexts
    self.reserve = reserve
    self.judge = judge
  }

  /// Runs every policy and control over every case, and judges what happened.
  ///
  /// - Parameter width: How many (case, arm) at a time; it changes time only.
  /// - Throws: ``EvaluationError`` for what cannot be run; `CancellationError`.
  /// - Complexity: O(cases × arms × requests × entries).
  public func run(width: Int = 4) async throws -> EvaluationReport {
    try check()
    let settings = RunSettings(models: [model.runner], summarisers: model.summarisers)
    let (contexts, note) = chosenContexts
    let plan = Plan(
      cases: set.cases,
      arms: Arm.panel(
        policies: strategies.map { ($0.name, $0.pipeline) }, models: [model.runner.name],
        contexts: contexts, reserve: reserve ?? set.reserve ?? ContextBudget.defaultReserve),
      settings: settings)
    let spec = RunSpec(
      plan, settings: settings, sets: [set], judge: judge.id, judgeDigest: judge.digest,
      notes: note.map { [$0] } ?? [])
    let observations = try await Runner(plan: plan, settings: settings).observations(width: width)
    let recorded = RecordedRun(plan, spec: spec, observations: observations)
    return EvaluationReport(
      recorded, judged: try await recorded.judged(by: judge, width: width), spec: spec)
  }

  private func check() throws(EvaluationError) {
    if set.cases.isEmpty { throw .noCase(set: set.id) }
    if strategies.isEmpty { throw .noStrategy }
    var seen = Set<String>()
    for arm in strategies {
      if let problem = ArmSpec.problem(withName: arm.name) { throw .badName(arm.name, problem) }
      if !seen.insert(arm.name).inserted { throw .sameName(arm.name) }
    }
  }

  /// The context sizes, each once, and what has to be known of them.
  private var chosenContexts: (sizes: [ContextSize], note: String?) {
    var seen = Set<ContextSize>()
    let stated = (contexts.isEmpty ? set.contexts : contexts).filter { seen.insert($0).inserted }
    if !stated.isEmpty { return (stated, nil) }
    if let size = model.runner.capabilities.contextSize, size > 0 { return ([.tokens(size)], nil) }
    let size = ContextBudget.assumedSize
    return ([.tokens(size)], "assumed: a context of \(size) tokens")
  }
}
