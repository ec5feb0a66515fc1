extension View {
  /// The view of `oracle`: everything that was said.
  ///
  /// - Parameters:
  ///   - log: The log's items up to the request, the ask of a probe last.
  ///   - head: The head in force.
  public static func oracle(log: [Item], head: Head) -> View { View(head: head, items: log) }
}
