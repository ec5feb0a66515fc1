import EvalKit

/// What filling any argument of a call needs to know of the view, found once.
struct FillContext: Sendable {
  let view: ActView
  /// The typed values of each passage.
  let spans: [[Span]]
  /// How much each passage has to do with the active prompt.
  let relevance: [Int]
  /// The year of the first whole date in view.
  let year: String?
  /// Values that prose mentions, folded.
  let mentioned: Set<String>
  /// How many leaves of one name stand in the same item.
  let listSizes: [Int]
  /// The telling words of the names that a value goes by, by its folded text.
  let owners: [String: Set<UInt64>]
  /// The words of the active prompt.
  let promptKeys: [UInt64]

  /// Reads a view.
  init(_ view: ActView) {
    self.view = view
    promptKeys = Reading(view.prompt).words.filter { !$0.isFunctionWord }.map(\.key)
    var query = Query()
    for key in promptKeys { query.add(key) }
    let retrieval = Retrieval(query, view.passages, turns: view.turns)
    relevance = retrieval.scores.map { ($0.coverage + $0.ownCoverage) / 2 }
    var spans: [[Span]] = []
    var year: String?
    var mentioned: Set<String> = []
    var sizes: [String: Int] = [:]
    var owners: [String: Set<UInt64>] = [:]
    for passage in view.passages {
      let found =
        passage.isLeaf && passage.range.count <= 24
        ? [] : passage.spans
      spans.append(found)
      let isProse = !passage.isLeaf && passage.kind != .toolOutput && passage.kind != .reasoning
      for span in found {
        let text = passage.reading.foldedText(span.range)
        if isProse { mentioned.insert(text) }
        if year == nil, span.kind == .date, ChunkShape.isISODate(Array(text.utf8)) {
          year = String(text.prefix(4))
        }
      }
      guard passage.isLeaf else { continue }
      sizes[Self.listKey(passage), default: 0] += 1
      if passage.value != nil, passage.range.count > 2 {
        owners[passage.reading.foldedText(passage.range), default: []]
          .formUnion(passage.pathKeys + passage.name.map(Lexicon.key))
      }
    }
    self.spans = spans
    self.year = year
    self.owners = owners
    self.mentioned = mentioned
    listSizes = view.passages.map { $0.isLeaf ? sizes[Self.listKey($0)] ?? 0 : 0 }
  }

  private static func listKey(_ passage: Passage) -> String {
    "\(passage.item) \(passage.name.joined(separator: "_"))"
  }
}
