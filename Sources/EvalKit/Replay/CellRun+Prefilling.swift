extension CellRun {
  /// Has the model really read a recorded request, where the run is told to.
  ///
  /// - Returns: What it read; nil where it is not to, or could not.
  /// - Throws: `CancellationError` only.
  func prefill(_ record: RequestRecord, _ view: View, _ session: Session) async throws -> Prefill? {
    guard settings.prefillsRequests, record.error == nil else { return nil }
    var previous = view.items.last
    var reply: [Token] = []
    let entries = value.replies[EntryID(record.entry.index + 1)]?.entries ?? 0..<0
    // As in a session: instructions found mid-conversation were not generated.
    for item in value.log[entries].prefix(while: { $0.kind != .instructions }) {
      reply += value.ledger.run(of: item, after: previous).tokens
      previous = item
    }
    do {
      return try await model.prefill(
        session.rendered(view).flatMap(\.tokens), reply: reply, executors: reading,
        timeLimit: settings.timeLimit)
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      try Task.checkCancellation()
      return nil
    }
  }
}

extension [RequestRecord] {
  /// The records with what was really read of each.
  func measured(_ prefills: [Int: Prefill]) -> [RequestRecord] {
    map { record in
      var record = record
      record.prefill = prefills[record.number]
      return record
    }
  }
}
