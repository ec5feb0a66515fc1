/// Which of a recording's views is taken where its own compactions are in it.
public enum CompactionView: Hashable, Sendable {
  /// The whole log, with what the compactions did beside it.
  case both
  /// The whole log alone, as if nothing had been compacted.
  case beforeCompaction
  /// What the last compactions left, as it was sent from then on.
  case asSent
}

extension Transcript {
  /// The same session under a view of its compactions.
  ///
  /// As sent, a summary is an entry of its own: what was taken out is not there any more.
  ///
  /// - Complexity: O(entries + compactions × entries before them).
  public func viewed(_ view: CompactionView) -> Transcript {
    guard !compactions.isEmpty else { return self }
    var transcript = self
    transcript.compactions = []
    guard view == .asSent else { return view == .both ? self : transcript }
    var recorded = RecordedCompactions()
    for event in compactions { recorded.add(event) }
    var labels = LabelMaker()
    let shown = recorded.shown(of: entries)
    transcript.entries = shown.map { item in
      var entry = item.entry
      entry.label = labels.label(item.isSummary ? "summary" : entry.label)
      return entry
    }
    for index in transcript.changes.indices {
      let position = changes[index].position
      transcript.changes[index].position =
        shown.firstIndex { $0.place >= position } ?? shown.count
    }
    return transcript
  }
}

extension ImportedTranscript {
  /// The same under a view of its compactions.
  ///
  /// Expectations name entries of the log: as sent, with compactions, there are none.
  public func viewed(_ view: CompactionView) -> ImportedTranscript {
    var imported = self
    imported.transcript = transcript.viewed(view)
    if view == .asSent, !transcript.compactions.isEmpty, !expectations.isEmpty {
      imported.expectations = ImportedExpectations(cluster: expectations.cluster)
      imported.notes.append(
        ImportNote(
          kind: .unusableExpectation, count: 1, label: "",
          message: "expectations of the whole log, which is not taken as it was sent"))
    }
    return imported
  }
}
