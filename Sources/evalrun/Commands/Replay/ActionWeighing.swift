import EvalKit

/// Has a language model say, at recorded calls, how likely it holds them on a policy's view.
///
/// The checkpoints come from the record itself: nothing has to be annotated. At most so many are
/// weighed, evenly spaced over the session, because each reads a whole view.
struct ActionWeighing: Sendable {
  /// How many calls of a session are weighed, unless it is said.
  static let usualLimit = 8

  private let session: RecordedSession
  private let model: ModelRunner
  private let checkpoints: [EntryID: ActionChoices]
  private let executors = ExecutorStore()
  private let timeLimit = RunSettings.defaultTimeLimit
  private(set) var tally = ActionTally()

  /// - Parameter limit: The most calls of the session that are weighed.
  init(_ session: RecordedSession, model: ModelRunner, limit: Int) {
    self.session = session
    self.model = model
    let replies = Replay(session.transcript, structure: session.structure).replies
      .filter { !$0.calls(in: session.transcript).isEmpty }
    let count = min(limit, replies.count)
    var checkpoints: [EntryID: ActionChoices] = [:]
    for place in 0..<count {
      let reply = replies[place * replies.count / count]
      checkpoints[reply.input] = ActionChoices(
        session.transcript, structure: session.structure, at: reply)
    }
    self.checkpoints = checkpoints
  }

  /// Weighs, if a request is one that is weighed at.
  ///
  /// - Throws: `CancellationError`.
  mutating func observe(_ record: RequestRecord, view: View) async throws {
    guard let choices = checkpoints[record.entry] else { return }
    var checkpoint = ActionTally.Checkpoint()
    defer { tally.add(checkpoint) }
    guard record.error == nil else { return }
    var asked = [choices.recorded]
    if let prose = choices.prose { asked.append(.prose(prose)) }
    guard let found = try await weigh(asked, view) else { return }
    checkpoint.action = found[0]
    checkpoint.prose = found.count > 1 ? found[1] : nil
    let log = Array(session.log[...record.entry.index])
    checkpoint.base = try await weigh([choices.recorded], .null(log: log, head: view.head))?[0]
  }

  private func weigh(_ choices: [Continuation], _ view: View) async throws -> [Double]? {
    do {
      return try await model.logLikelihoods(
        of: LikelihoodRequest(head: view.head, items: view.items, continuations: choices),
        executors: executors, timeLimit: timeLimit)
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      try Task.checkCancellation()
      return nil
    }
  }
}
