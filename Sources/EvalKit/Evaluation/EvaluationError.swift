/// Why an evaluation cannot be run, or a number of it does not exist.
public enum EvaluationError: Error, Hashable, Sendable {
  /// The set has no case.
  case noCase(set: String)
  /// No policy is named.
  case noStrategy
  /// A policy's name cannot be used: the name and why.
  case badName(String, String)
  /// Two policies have one name.
  case sameName(String)
  /// No arm has the name; what there is.
  case noArm(String, known: [String])
  /// The arm was run at several context sizes, and none is said.
  case severalContexts(String, contexts: [String])
  /// The arm was not run at the context size.
  case noContext(String, arm: String, contexts: [String])
  /// There is no such metric; what there is.
  case noMetric(String, known: [String])
  /// The judge does not report the metric, or the set has no question for it.
  case notMeasured(String, judge: String)
  /// No question of the metric was scored: the metric, the arm and what became of its questions.
  case notScored(String, arm: String, reason: String)
  /// Some questions failed and the metric has no worst value for them.
  case incomplete(String, arm: String, errored: Int)
  /// The controls are so near each other that the metric cannot tell policies apart.
  case noRange(String, arm: String)
  /// There is no oracle of the arm's model to compare with.
  case noOracle(model: String)
}

extension EvaluationError: CustomStringConvertible {
  /// The message.
  public var description: String {
    switch self {
    case .noCase(let set): "the set '\(set)' has no case"
    case .noStrategy: "no policy is named, and the set names none"
    case .badName(let name, let problem): "the policy '\(name)': \(problem)"
    case .sameName(let name): "two policies are called '\(name)'; name each once"
    case .noArm(let name, let known):
      "no arm is called '\(name)'\(EditDistance.suggestion(for: name, in: known))"
        + Self.list("there is", known)
    case .severalContexts(let arm, let contexts):
      "'\(arm)' was run at several context sizes; say which: "
        + contexts.joined(separator: ", ")
    case .noContext(let context, let arm, let contexts):
      "'\(arm)' was not run at a context of \(context); it was at "
        + contexts.joined(separator: ", ")
    case .noMetric(let key, let known):
      "there is no metric '\(key)'\(EditDistance.suggestion(for: key, in: known))"
        + Self.list("there is", known)
    case .notMeasured(let key, let judge):
      "'\(key)' was not measured: the judge '\(judge)' does not report it, or the set has no question "
        + "for it"
    case .notScored(let key, let arm, let reason): "\(key) of \(arm) was not scored: \(reason)"
    case .incomplete(let key, let arm, let errored):
      "\(key) of \(arm) is incomplete: \(errored) of it failed, and what fails has no worst value to "
        + "count as"
    case .noRange(let key, let arm):
      "\(key) of \(arm) has no range: on this set the controls are too near each other for it to tell "
        + "policies apart"
    case .noOracle(let model): "there is no oracle of '\(model)' to compare with"
    }
  }

  private static func list(_ lead: String, _ words: [String]) -> String {
    words.isEmpty ? "" : "; \(lead) \(words.joined(separator: ", "))"
  }
}
