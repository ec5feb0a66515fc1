import EvalKit

/// A session to be replayed, with what all arms share of it.
struct RecordedSession: Sendable {
  /// The file, and the place in it where it holds several.
  let label: String
  /// The session.
  let transcript: Transcript
  /// Its structure.
  let structure: TranscriptStructure
  /// What every entry costs.
  let ledger: TokenLedger
  /// Its entries, whole.
  let log: [Item]
  /// Where the arguments of its calls came from.
  let trace: ArgumentTrace
  /// What hazard rules read of its text.
  let texts: HazardTexts
  /// The order in which chance drops its turns.
  let placebo: Placebo
  /// The tokens of the largest request when nothing is edited.
  let peak: Int
  /// The tokens of the head the session begins with.
  let headTokens: Int

  /// Reads a session; its tokens are counted here, once.
  init(_ imported: ImportedTranscript, imageTokens: Int) {
    self.init(imported.transcript, label: imported.label, imageTokens: imageTokens)
  }

  /// Makes a session of a transcript; its tokens are counted here, once.
  init(
    _ transcript: Transcript, label: String, imageTokens: Int = NeutralRenderer.defaultImageTokens
  ) {
    self.label = label
    self.transcript = transcript
    structure = TranscriptStructure(transcript.entries)
    let ledger = TokenLedger(
      entries: transcript.entries, renderer: NeutralRenderer(imageTokens: imageTokens),
      tokenizer: PieceTokenizer())
    self.ledger = ledger
    log = transcript.entries.enumerated().map { ledger.item($1, at: EntryID($0)) }
    trace = ArgumentTrace(transcript, structure: structure)
    texts = HazardTexts(transcript)
    placebo = Placebo(transcript.entries, structure: structure)
    headTokens = ledger.count(transcript.head)
    var sums = [0]
    sums.reserveCapacity(transcript.entries.count + 1)
    for item in log { sums.append(sums[sums.count - 1] + ledger.count(item)) }
    var peak = 0
    for input in structure.requests {
      // A head that never changes is counted once.
      let head =
        transcript.changes.isEmpty
        ? headTokens : ledger.count(transcript.head(at: input.index + 1))
      peak = max(peak, head + sums[input.index + 1])
    }
    self.peak = peak
  }

  /// The window a size asked for gives this session.
  ///
  /// A share takes a reserve of an eighth unless one is said: 512 of a small session's half would
  /// leave nothing to compact to, and an eighth of 4,096 is 512.
  func budget(_ size: ContextSize, reserve: Int?) -> ContextBudget {
    switch size {
    case .tokens(let tokens):
      return ContextBudget(
        contextSize: tokens, reserve: reserve ?? ContextBudget.defaultReserve)
    case .share(let percent):
      let tokens = max(1, peak * percent / 100)
      return ContextBudget(
        contextSize: tokens, reserve: reserve ?? min(ContextBudget.defaultReserve, tokens / 8))
    }
  }
}
