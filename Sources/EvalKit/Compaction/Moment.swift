/// When a stage may run.
public enum Moment: String, Hashable, Sendable, CaseIterable {
  /// After the user's prompt was appended, before the request.
  case prompt
  /// After the model called tools.
  case toolCalls
  /// After the outputs of a round were appended, before the request.
  case toolOutput
  /// After the model answered.
  case response
  /// When the view exceeds the budget.
  case overflow
}

/// What an edit applies to.
public enum Persistence: String, Hashable, Sendable, CaseIterable {
  /// The view of one request; recomputed for each.
  case view
  /// The history the session goes on from.
  case stored
  /// Stored, and the session starts anew: its executors and cache are gone.
  case rebuild
}
