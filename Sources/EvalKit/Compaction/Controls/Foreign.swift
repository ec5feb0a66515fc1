extension View {
  /// The view of `foreign`: a question asked where its answer cannot be but by coincidence.
  ///
  /// - Parameters:
  ///   - view: A view of another case, its own ask left out.
  ///   - asking: The ask of a probe, or the active turn of a checkpoint.
  public static func foreign(view: View, asking: [Item]) -> View {
    View(head: view.head, isHeadEdited: view.isHeadEdited, items: view.items + asking)
  }
}
