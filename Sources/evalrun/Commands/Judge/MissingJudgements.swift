import EvalKit

/// What is said of answers that a model judge has not been heard on.
struct MissingJudgements: Sendable {
  /// The lines.
  let lines: [String]

  /// How many answers are named.
  private static let shown = 5

  /// - Parameters:
  ///   - requests: The answers, each once.
  ///   - run: The run's folder.
  ///   - judge: The judge's file, where one was named.
  /// - Returns: nil where none is missing.
  init?(_ requests: [JudgementRequest], run: String, judge: String?) {
    guard let first = requests.first else { return nil }
    let models = requests.map(\.key.model).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    var lines = ["not judged by \(Figures.list(models)), so errored:"]
    for request in requests.prefix(Self.shown) {
      let arms = request.arms.map { ArmIdentity(key: $0).name }
      let more = arms.count > 1 ? " and \(Figures.counted(arms.count - 1, "other arm"))" : ""
      lines.append(
        "  \(request.key.judge): \(request.key.caseID)/\(request.key.question), "
          + "\(arms.first ?? "")\(more)")
    }
    if requests.count > Self.shown {
      lines.append("  and \(Figures.counted(requests.count - Self.shown, "more answer"))")
    }
    let command = "evalrun judge \(run)" + (judge.map { " --judge \($0)" } ?? "")
    lines.append(
      "'\(command) --model \(first.key.model)' asks; '--prompts FILE' writes the prompts for a "
        + "model that runs elsewhere")
    self.lines = lines
  }
}
