extension View {
  /// The view of `null`: nothing of the past.
  ///
  /// - Parameters:
  ///   - log: The log's items up to the request, the ask of a probe last.
  ///   - head: The head in force.
  public static func null(log: [Item], head: Head) -> View {
    View(head: head, items: Array(log[activeTurnStart(log)...]))
  }
}
