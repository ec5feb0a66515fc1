/// An edit that explains a confusion: what it did, and to which of the entries that were missed.
public struct ConfusionCause: Hashable, Sendable {
  /// The edit.
  public let edit: EditCause
  /// Of the entries it was done to, those whose loss explains the confusion.
  public let entries: [EntryID]
}

extension EditHistory {
  /// The edits that explain a confusion, those of most entries first.
  ///
  /// - Parameters:
  ///   - hit: What was found.
  ///   - request: The number of the request whose view it was found in.
  /// - Returns: none where nothing that would have helped was lost, or the record was made without
  ///   edits.
  /// - Complexity: O(lost entries × firings).
  public func causes(of hit: ConfusionHit, at request: Int) -> [ConfusionCause] {
    var order: [EditCause] = []
    var entries: [EditCause: [EntryID]] = [:]
    for entry in hit.lost {
      guard let cause = cause(of: entry, at: request) else { continue }
      if entries[cause] == nil { order.append(cause) }
      entries[cause, default: []].append(entry)
    }
    return order.map { ConfusionCause(edit: $0, entries: entries[$0] ?? []) }
      .enumerated().sorted { left, right in
        (right.element.entries.count, left.offset) < (left.element.entries.count, right.offset)
      }.map(\.element)
  }
}

extension Observation {
  /// The number of the main-line request that was made with this many entries appended.
  func request(at count: Int) -> Int? {
    requests.first { $0.entry.index + 1 == count }?.number
  }
}
