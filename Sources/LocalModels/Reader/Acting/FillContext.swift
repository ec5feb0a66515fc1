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
    for passage in view.passages {
      let found =
        passage.isLeaf && passage.range.count <= 24
        ? [] : SpanScanner.spans(passage.reading, passage.range)
      spans.append(found)
      let isProse = !passage.isLeaf && passage.kind != .toolOutput && passage.kind != .reasoning
      for span in found {
        let text = passage.reading.foldedText(span.range)
        if isProse { mentioned.insert(text) }
        if year == nil, span.kind == .date, ChunkShape.isISODate(Array(text.utf8)) {
          year = String(text.prefix(4))
        }
      }
      if passage.isLeaf { sizes[Self.listKey(passage), default: 0] += 1 }
    }
    self.spans = spans
    self.year = year
    self.mentioned = mentioned
    listSizes = view.passages.map { $0.isLeaf ? sizes[Self.listKey($0)] ?? 0 : 0 }
  }

  private static func listKey(_ passage: Passage) -> String {
    "\(passage.item) \(passage.name.joined(separator: "_"))"
  }
}
