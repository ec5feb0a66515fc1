/// How likely a language model holds what the record does next, at recorded calls.
struct ActionTally: Hashable, Sendable {
  /// Log-probabilities at one recorded call, in nats; nil where the request failed or did not fit.
  struct Checkpoint: Hashable, Sendable {
    /// Of the recorded call, on the policy's view.
    var action: Double?
    /// Of it without the conversation.
    var base: Double?
    /// Of the text of the latest earlier turn without calls, on the policy's view; nil without one.
    var prose: Double?
  }

  /// The checkpoints, in the order of sessions and calls: the same ones in every row.
  private(set) var checkpoints: [Checkpoint] = []

  /// Adds a checkpoint.
  mutating func add(_ checkpoint: Checkpoint) { checkpoints.append(checkpoint) }

  /// Adds another tally.
  static func += (left: inout ActionTally, right: ActionTally) {
    left.checkpoints += right.checkpoints
  }

  /// Checkpoints that were weighed.
  var weighed: Int { checkpoints.count { $0.action != nil } }

  /// How much likelier the view makes the recorded calls than no conversation does; nil without any.
  var support: Double? {
    Self.mean(
      checkpoints.map { checkpoint in
        checkpoint.base.flatMap { base in checkpoint.action.map { $0 - base } }
      })
  }

  /// How much likelier they are than what was once said in prose: below 0 the model would rather talk.
  var odds: Double? {
    Self.mean(
      checkpoints.map { checkpoint in
        checkpoint.prose.flatMap { prose in checkpoint.action.map { $0 - prose } }
      })
  }

  /// How much likelier they are than under another tally's policy, where both were weighed.
  func shift(from other: ActionTally) -> Double? {
    Self.mean(
      zip(checkpoints, other.checkpoints).map { mine, theirs in
        theirs.action.flatMap { other in mine.action.map { $0 - other } }
      })
  }

  private static func mean(_ values: [Double?]) -> Double? {
    let found = values.compactMap { $0 }
    return found.isEmpty ? nil : found.reduce(0, +) / Double(found.count)
  }
}
