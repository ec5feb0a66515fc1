extension View {
  /// The view of `evidence`: what the question is about, in its rounds, and nothing else of the past.
  ///
  /// - Parameters:
  ///   - log: The log's items up to the request, the ask of a probe last.
  ///   - structure: The structure of the recorded entries; the ask need not be in it.
  ///   - head: The head in force.
  ///   - evidence: The question's evidence; what was not said yet is left out.
  /// - Returns: the items in the order of the log, each once.
  /// - Complexity: O(log).
  public static func evidence(
    log: [Item], structure: TranscriptStructure, head: Head, evidence: [EntryID]
  ) -> View {
    let start = activeTurnStart(log)
    var wanted = Set<Int>()
    for id in evidence where id.index < min(start, structure.answers.count) {
      for member in structure.round(of: id) where member.index < start {
        wanted.insert(member.index)
      }
    }
    let past = wanted.sorted().map { log[$0] }
    return View(head: head, items: past + log[start...])
  }
}
