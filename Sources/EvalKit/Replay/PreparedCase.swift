/// A case with everything that its arms share, computed once.
public struct PreparedCase: Sendable {
  /// The case.
  public let value: EvalCase
  /// What is asked, in the order results have.
  public let questions: [Question]
  /// What its entries cost.
  public let ledger: TokenLedger
  /// The log's items, whole.
  public let log: [Item]
  /// The recorded requests with their replies, by the entry the reply begins at.
  public let replies: [EntryID: RecordedReply]
  /// Tokens of the largest request, nothing compacted.
  public let peak: Int
  /// Tokens of the largest head in force at a request.
  public let headTokens: Int
  let placebo: Placebo
  /// For each question, the entries its answer stands in; nil where that is not known.
  let evidence: [[EntryID]?]
  let boundaries: [Int: [Int]]
  let checkpoints: [EntryID: [Int]]

  /// Prepares a case.
  ///
  /// - Complexity: O(text) for tokens, O(entries) for the rest.
  public init(_ value: EvalCase, renderer: any Renderer, tokenizer: any Tokenizer) {
    let entries = value.transcript.entries
    let ledger = TokenLedger(entries: entries, renderer: renderer, tokenizer: tokenizer)
    let log = entries.enumerated().map { ledger.item($0.element, at: EntryID($0.offset)) }
    let questions = value.questions
    self.value = value
    self.questions = questions
    self.ledger = ledger
    self.log = log
    let replies = Replay(value.transcript, structure: value.structure).replies
    self.replies = Dictionary(replies.map { ($0.start, $0) }, uniquingKeysWith: { $1 })
    placebo = Placebo(entries, structure: value.structure)
    let folded = entries.map { FoldedText($0) }
    let byStart = self.replies
    evidence = questions.map { value.evidence(of: $0, replies: byStart, folded: folded) }
    (peak, headTokens) = Self.sizes(value, ledger, log)
    var boundaries: [Int: [Int]] = [:]
    var checkpoints: [EntryID: [Int]] = [:]
    for (index, question) in questions.enumerated() {
      switch question.place {
      case .boundary(let count): boundaries[count, default: []].append(index)
      case .reply(let id): checkpoints[id, default: []].append(index)
      }
    }
    self.boundaries = boundaries
    self.checkpoints = checkpoints
  }

  private static func sizes(_ value: EvalCase, _ ledger: TokenLedger, _ log: [Item])
    -> (peak: Int, head: Int)
  {
    var peak = 0
    var largest = ledger.count(value.transcript.head)
    var items = 0
    var position = 0
    for request in value.structure.requests {
      let count = request.index + 1
      if ledger.renderer.dependsOnNeighbours {
        items = ledger.count(Array(log[..<count]))
      } else {
        items += log[position..<count].reduce(0) { $0 + ledger.count($1) }
      }
      position = count
      let head = ledger.count(value.transcript.head(at: count))
      largest = max(largest, head)
      peak = max(peak, head + items)
    }
    return (peak, largest)
  }

  /// What the record does at the reply a question stands before, and what it did earlier.
  func actionChoices(at question: Question) -> ActionChoices? {
    guard case .reply(let start) = question.place, let reply = replies[start] else { return nil }
    return ActionChoices(value.transcript, structure: value.structure, at: reply)
  }

  /// The calls recorded in the reply a question stands before.
  func recordedCalls(at question: Question) -> [ToolCall] {
    guard case .reply(let start) = question.place, let reply = replies[start] else { return [] }
    return reply.calls(in: value.transcript).map(\.call)
  }
}
