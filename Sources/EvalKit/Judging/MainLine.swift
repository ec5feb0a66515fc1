/// Rebuilds the views of an observation's main line, one request after the other.
///
/// A base is the view before with everything appended to the log since; see ``ViewChange``.
struct MainLine {
  private let transcript: Transcript
  private let recorded: [Item]
  private var items: [Item] = []
  private var appended = 0

  /// Starts before the first request.
  init(_ transcript: Transcript) {
    self.transcript = transcript
    recorded = transcript.entries.enumerated().map { Item(recorded: EntryID($0), entry: $1) }
  }

  /// The view of the next request.
  mutating func view(of record: RequestRecord, change: ViewChange) -> View {
    let count = min(record.entry.index + 1, recorded.count)
    if count > appended { items.append(contentsOf: recorded[appended..<count]) }
    appended = max(appended, count)
    if !change.splices.isEmpty {
      var made: [Item] = []
      made.reserveCapacity(items.count)
      var position = 0
      for splice in change.splices {
        let start = min(max(splice.at, position), items.count)
        made.append(contentsOf: items[position..<start])
        made.append(contentsOf: splice.insert)
        position = min(start + splice.remove, items.count)
      }
      made.append(contentsOf: items[position...])
      items = made
    }
    return View(
      head: change.editedHead ?? transcript.head(at: count), isHeadEdited: change.editedHead != nil,
      items: items)
  }
}
