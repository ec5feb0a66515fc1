/// What an evaluation found: numbers by policy, and why they are what they are.
public struct EvaluationReport: Sendable {
  /// What happened.
  public let run: RecordedRun
  /// What the judge makes of it.
  public let judged: JudgedRun
  /// What it was made from.
  public let spec: RunSpec
  /// The scores pooled.
  public let summary: Summary

  /// Judges a run.
  ///
  /// - Parameters:
  ///   - run: What happened.
  ///   - judge: How answers become scores.
  ///   - spec: What the run was made from.
  /// - Complexity: O(views + text that stages made) a (case, arm).
  public init(_ run: RecordedRun, judge: Judge, spec: RunSpec) {
    self.init(run, judged: run.judged(by: judge), spec: spec)
  }

  /// A run that was judged already.
  init(_ run: RecordedRun, judged: JudgedRun, spec: RunSpec) {
    self.run = run
    self.spec = spec
    self.judged = judged
    summary = judged.summary()
  }

  /// The run as comparisons and gates read it.
  ///
  /// - Parameter label: What reports call it.
  /// - Complexity: O(text that stages made + questions × items of their views).
  public func measured(as label: String) -> MeasuredRun {
    MeasuredRun(run, judged: judged, spec: spec, label: label)
  }

  /// A metric of an arm.
  ///
  /// - Parameters:
  ///   - key: The metric's key, such as `trajectoryInOrder`.
  ///   - arm: The arm's name; a control's such as `oracle`, too.
  ///   - context: The context size; may be left out where the arm was run at one.
  /// - Returns: a value that says why where there is no number.
  public func value(_ key: String, of arm: String, context: ContextSize? = nil) -> MeasuredValue {
    do throws(EvaluationError) {
      let identity = try self.arm(arm, context: context)
      let metric = try metric(key)
      return MeasuredValue(
        result: .success(try number(metric, of: identity)),
        origin: MeasuredValue.Origin(report: self, metric: metric, arm: identity))
    } catch {
      return MeasuredValue(result: .failure(error), origin: nil)
    }
  }

  /// The share of questions that are answered right.
  ///
  /// - Parameters:
  ///   - arm: The arm's name.
  ///   - context: The context size; may be left out where the arm was run at one.
  /// - Returns: a value that says why where there is no number.
  public func recall(of arm: String, context: ContextSize? = nil) -> MeasuredValue {
    value("recall", of: arm, context: context)
  }

  /// The share of facts that are still in what the model is shown; no model is asked for it.
  ///
  /// - Parameters:
  ///   - arm: The arm's name.
  ///   - context: The context size; may be left out where the arm was run at one.
  /// - Returns: a value that says why where there is no number.
  public func survival(of arm: String, context: ContextSize? = nil) -> MeasuredValue {
    value("survival", of: arm, context: context)
  }

  /// The share of recorded checkpoints at which the right calls are made in order.
  ///
  /// - Parameters:
  ///   - arm: The arm's name.
  ///   - context: The context size; may be left out where the arm was run at one.
  /// - Returns: a value that says why where there is no number.
  public func callsInOrder(of arm: String, context: ContextSize? = nil) -> MeasuredValue {
    value("trajectoryInOrder", of: arm, context: context)
  }

  /// Tokens of a whole session: input, output and summaries; the mean over cases.
  ///
  /// - Parameters:
  ///   - arm: The arm's name.
  ///   - context: The context size; may be left out where the arm was run at one.
  /// - Returns: a value that says why where there is no number.
  public func tokensPerTask(of arm: String, context: ContextSize? = nil) -> MeasuredValue {
    value("tokensPerTask", of: arm, context: context)
  }

  /// What comes out otherwise under an arm than with nothing removed, by cause, worst first.
  ///
  /// - Parameters:
  ///   - arm: The arm's name.
  ///   - context: The context size; may be left out where the arm was run at one.
  /// - Throws: ``EvaluationError``.
  /// - Complexity: O(scores), and for each flip O(text that stages made in its view).
  public func flips(of arm: String, context: ContextSize? = nil) throws(EvaluationError)
    -> FlipReport
  {
    let identity = try self.arm(arm, context: context)
    guard let oracle = oracle(of: identity) else {
      throw EvaluationError.noOracle(model: identity.model)
    }
    return run.flips(of: identity, against: oracle, in: judged)
  }

  /// The oracle of an arm's model: at its own context, else at any.
  func oracle(of arm: ArmIdentity) -> ArmIdentity? {
    let oracles = run.arms.filter { $0.control == .oracle && $0.model == arm.model }
    return oracles.first { $0.context == arm.context } ?? oracles.first
  }

  /// The one arm with a name, at a context size.
  private func arm(_ name: String, context: ContextSize?) throws(EvaluationError) -> ArmIdentity {
    let named = run.arms.filter { $0.name == name }
    if named.isEmpty {
      throw .noArm(name, known: Self.unique(run.arms.filter(Self.isListed).map(\.name)))
    }
    let contexts = named.map(\.context)
    guard let context else {
      guard named.count == 1 else { throw .severalContexts(name, contexts: contexts) }
      return named[0]
    }
    guard let found = named.first(where: { $0.context == context.description }) else {
      throw .noContext(context.description, arm: name, contexts: contexts)
    }
    return found
  }

  private func metric(_ key: String) throws(EvaluationError) -> Metric {
    guard let metric = Metric[key] else { throw .noMetric(key, known: Metric.all.map(\.key)) }
    guard summary.metrics.contains(metric) else {
      throw .notMeasured(key, judge: judged.judge.id)
    }
    return metric
  }

  private func number(_ metric: Metric, of arm: ArmIdentity) throws(EvaluationError) -> Double {
    guard let found = summary[arm: arm.key], let value = found.metrics[metric.key] else {
      throw .notMeasured(metric.key, judge: judged.judge.id)
    }
    guard let number = value.value else {
      throw .notScored(metric.key, arm: arm.name, reason: Self.words(value))
    }
    if value.isIncomplete {
      throw .incomplete(metric.key, arm: arm.name, errored: value.errored)
    }
    if arm.control == nil, found.noRange.contains(metric.key) {
      throw .noRange(metric.key, arm: arm.name)
    }
    return number
  }

  /// What became of questions none of which was scored.
  private static func words(_ value: MetricValue) -> String {
    let counts = [
      (value.errored, "errored"), (value.notApplicable, "do not apply"),
      (value.excluded, "were left out"),
    ]
    let found = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return value.reason ?? (found.isEmpty ? "it has no question" : found.joined(separator: ", "))
  }

  /// Placebos stand beside the arms they belong to.
  private static func isListed(_ arm: ArmIdentity) -> Bool {
    if case .placebo = arm.control { false } else { true }
  }

  private static func unique(_ words: [String]) -> [String] {
    words.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
