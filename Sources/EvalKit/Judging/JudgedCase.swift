/// A case with everything that does not depend on an arm worked out once.
public struct JudgedCase: Sendable {
  /// The case.
  public let evalCase: EvalCase
  /// What is asked of every arm, in the order results have.
  public let questions: [Question]
  /// What its entries cost; nil: nothing is priced.
  public let ledger: TokenLedger?
  /// Tokens of each entry, for the price of fetching a lost value again; empty: not priced.
  public let entryTokens: [Int]
  let effects: ToolEffects
  /// For each entry, its text.
  let texts: [MatchText]
  let facts: [String: PreparedFact]
  /// All numbers, identifiers and words of the record, to tell a distorted value from another one.
  let index: ValueIndex
  /// Where the arguments of the recorded calls came from.
  public let trace: ArgumentTrace
  let log: [Item]
  let replies: [EntryID: RecordedReply]
  /// What is read of the record when an arm first needs it.
  let notes = CaseNotes()

  /// Prepares a case.
  ///
  /// - Complexity: O(total text + facts × atoms).
  public init(_ evalCase: EvalCase, effects: ToolEffects, ledger: TokenLedger? = nil) {
    self.evalCase = evalCase
    self.ledger = ledger
    questions = evalCase.questions
    let stated = effects.stating(evalCase.transcript)
    self.effects = stated
    let texts = evalCase.transcript.entries.map(\.matchText)
    self.texts = texts
    facts = Dictionary(
      evalCase.facts.map { fact in
        (
          fact.id,
          PreparedFact(
            fact, transcript: evalCase.transcript, structure: evalCase.structure, texts: texts,
            effects: stated)
        )
      }, uniquingKeysWith: { first, _ in first })
    let index = ValueIndex(texts)
    self.index = index
    trace = ArgumentTrace(evalCase.transcript, structure: evalCase.structure, index: index)
    let log = evalCase.transcript.entries.enumerated().map { place, entry in
      ledger?.item(entry, at: EntryID(place)) ?? Item(recorded: EntryID(place), entry: entry)
    }
    self.log = log
    entryTokens = ledger.map { ledger in log.map { ledger.count($0) } } ?? []
    let replies = Replay(evalCase.transcript, structure: evalCase.structure).replies
    self.replies = Dictionary(replies.map { ($0.start, $0) }, uniquingKeysWith: { $1 })
  }
}
