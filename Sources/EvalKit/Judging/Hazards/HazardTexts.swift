import Synchronization

/// What rules read of a session's text, worked out when first asked for and shared by all that look
/// at the same session.
public final class HazardTexts: Sendable {
  /// An entry that points back at what stands before it.
  struct BackReference: Sendable {
    /// The entry.
    let entry: Int
    /// Its words.
    let phrase: String
    /// Whether it means what a tool gave.
    let meansOutput: Bool
  }

  private struct State: Sendable {
    var index: ValueIndex?
    var facts: [PreparedFact]?
    var secrets: [[Int]]?
    var pieces: MadeTexts = MadeTexts()
  }

  private let transcript: Transcript
  /// What was read for other arms of the same case.
  private let notes: CaseNotes
  private let state: Mutex<State>

  /// Reads nothing yet.
  public init(_ transcript: Transcript) {
    self.transcript = transcript
    notes = CaseNotes()
    state = Mutex(State())
  }

  /// Takes what a judged case has read already.
  init(_ judged: JudgedCase) {
    transcript = judged.evalCase.transcript
    notes = judged.notes
    var known = State()
    known.index = judged.index
    known.facts = judged.evalCase.facts.compactMap { judged.facts[$0.id] }
    state = Mutex(known)
  }

  /// Where values stand in the entries of the record.
  ///
  /// - Complexity: O(total text) once.
  var index: ValueIndex {
    if let known = state.withLock({ $0.index }) { return known }
    let made = ValueIndex(transcript.entries.map(\.matchText))
    state.withLock { $0.index = made }
    return made
  }

  /// The facts of a case with what they replaced.
  func facts(of subject: HazardSubject) -> [PreparedFact] {
    if let known = state.withLock({ $0.facts }) { return known }
    let texts = index.texts
    let made = (subject.evalCase?.facts ?? []).map {
      PreparedFact(
        $0, transcript: subject.transcript, structure: subject.structure, texts: texts,
        effects: subject.effects)
    }
    state.withLock { $0.facts = made }
    return made
  }

  /// The entries that hold each secret of a case.
  func holders(of secrets: [Secret]) -> [[Int]] {
    if let known = state.withLock({ $0.secrets }) { return known }
    let index = index
    let made = secrets.map { index.texts(with: ValueMatcher($0.value, kind: .identifier)) }
    state.withLock { $0.secrets = made }
    return made
  }

  /// The entries that point back at something.
  ///
  /// - Complexity: O(text of prompts and responses) once.
  func references() -> [BackReference] {
    notes.references { BackReference.all(in: transcript) }
  }

  /// The text of an item that a stage made or edited, prepared once an item.
  func text(of item: Item) -> MatchText { state.withLock { $0.pieces.text(of: item) } }

  /// The text of a head with its tools.
  func text(of head: Head) -> MatchText {
    state.withLock { $0.pieces.text(of: head, withTools: true) }
  }
}
