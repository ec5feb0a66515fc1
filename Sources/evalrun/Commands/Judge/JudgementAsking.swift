import EvalKit
import Foundation

/// Asks a model about the answers of a run, and keeps what it says as it goes.
struct JudgementAsking: Sendable {
  /// The run.
  let rejudging: Rejudging
  /// Where judgements go; the run's own folder unless said.
  let output: URL?
  /// How many calls at a time.
  let width: Int
  /// Seconds a call may take.
  let timeLimit: Int

  /// Asks about every answer that was not judged, some at a time; what was said is kept when some are
  /// done, so that an interruption loses little.
  ///
  /// - Returns: how many were asked about, and how many of these failed.
  /// - Throws: ``Failure``; `CancellationError`.
  func ask(_ model: ModelRunner, about requests: [JudgementRequest], console: Console) async throws
    -> (asked: Int, failed: Int)
  {
    let asking = ModelJudging(model, timeLimit: timeLimit)
    var known = try RunExecution.explaining { try rejudging.directory.judgements(and: output) }
    var failed = 0
    let progress = Progress("judge", total: requests.count, console: console)
    defer { progress.finish() }
    var rest = requests[...]
    while !rest.isEmpty {
      let some = Array(rest.prefix(8 * max(1, width)))
      rest = rest.dropFirst(some.count)
      let judgements = try await boundedMap(some, width: width) { request in
        let judgement = try await asking.judgement(of: request)
        progress.advance("\(request.key.caseID)/\(request.key.question)")
        return judgement
      }
      for judgement in judgements {
        if case .failed = judgement.outcome { failed += 1 }
        known.add(judgement)
      }
      try RunExecution.explaining { try rejudging.directory.write(known, to: output) }
    }
    return (requests.count, failed)
  }

  /// The model judges' model that a command line names.
  ///
  /// - Throws: ``UsageError`` where no model judge asks it, ``Failure`` where it cannot be used.
  static func model(_ name: String, of judge: Judge) throws -> ModelRunner {
    let wanted = judge.modelJudges.map(\.model)
    guard !wanted.isEmpty else {
      throw UsageError.conflict(
        "the judge '\(judge.id)' has no model judge, so --model has nothing to ask")
    }
    let models = try Models.named([name])
    guard let model = models.first, wanted.contains(model.name) else {
      throw UsageError.conflict(
        "no model judge of '\(judge.id)' asks '\(models.first?.name ?? name)'; theirs are "
          + Figures.list(wanted.map { "'\($0)'" }))
    }
    return model
  }
}
