import EvalKit

/// What filling any argument of a call needs to know of the view, found once.
struct FillContext: Sendable {
  let view: ActView
  /// How much each passage has to do with the active prompt.
  let relevance: [Int]
  /// The year of the first whole date in view.
  let year: String?
  /// Values that prose mentions, folded.
  let mentioned: Set<String>
  /// The words of the active prompt.
  let promptKeys: [UInt64]
  /// For each folded value that leaves are: the entries and the places among their owners.
  private let owners: [String: [(part: Int, owner: Int)]]

  /// Reads a view.
  init(_ view: ActView) {
    self.view = view
    promptKeys = view.activePrompt.map { view.text($0).keys } ?? []
    var query = Query()
    for key in promptKeys { query.add(key) }
    relevance = Retrieval(query, view.reader).scores.map { ($0.coverage + $0.ownCoverage) / 2 }
    var year: String?
    var mentioned: Set<String> = []
    var owners: [String: [(part: Int, owner: Int)]] = [:]
    for (part, read) in view.reader.parts.enumerated() {
      mentioned.formUnion(read.entry.mentions)
      year = year ?? read.entry.year
      for (place, owner) in read.entry.owners.enumerated() {
        owners[owner.text, default: []].append((part, place))
      }
    }
    self.year = year
    self.owners = owners
    self.mentioned = mentioned
  }

  /// Whether a value goes by names, and none of them has a word for which `isMeant` holds.
  func goesByOtherNames(_ text: String, isMeant: (Set<UInt64>) -> Bool) -> Bool {
    guard let owners = owners[Folding.fold(text)] else { return false }
    return !owners.contains { part, owner in
      isMeant(view.reader.parts[part].entry.owners[owner].keys)
    }
  }
}
