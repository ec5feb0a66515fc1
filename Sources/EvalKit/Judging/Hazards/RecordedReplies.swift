/// What the record says of replies, for rules: read once a session.
struct RecordedReplies {
  /// A turn's last response, where calls came before it.
  struct Answer {
    /// The response.
    let response: EntryID
    /// The rounds before it, by their calls.
    let rounds: [EntryID]
  }

  /// How many instructions the log begins with: those that are not in the head.
  let leadingInstructions: Int
  /// Whether there is reasoning.
  let hasReasoning: Bool
  /// Signed entries, in order; looked for where the dialect signs.
  let signed: [EntryID]
  /// For each turn: its answer, where that came from tools.
  let answers: [Answer?]
  /// The tools called, by name, each with the entries that call it.
  let callers: [(tool: String, entries: [EntryID])]

  /// - Complexity: O(entries + calls).
  init(_ subject: HazardSubject) {
    let entries = subject.transcript.entries
    leadingInstructions = entries.prefix { $0.kind == .instructions }.count
    hasReasoning = entries.contains { $0.kind == .reasoning }
    let signs = subject.dialect?.signsReasoning ?? false
    signed = signs ? entries.indices.filter { entries[$0].isSigned }.map { EntryID($0) } : []
    answers = Self.answers(entries, subject.structure)
    var callers: [String: [EntryID]] = [:]
    if subject.definesTools {
      for (index, entry) in entries.enumerated() {
        for name in Set(entry.calls.map(\.name)) {
          callers[name, default: []].append(EntryID(index))
        }
      }
    }
    self.callers = callers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private static func answers(_ entries: [Entry], _ structure: TranscriptStructure) -> [Answer?]
  {
    structure.turnStarts.indices.map { turn in
      let range = structure.range(ofTurn: turn)
      guard let response = range.last(where: { entries[$0].kind == .response }) else { return nil }
      let rounds = (range.lowerBound..<response).filter { place in
        // The calls of the same reply as the response are not what it answers from.
        structure.outputs[place].contains { output in output.map { $0.index < response } ?? false }
      }
      guard !rounds.isEmpty else { return nil }
      return Answer(response: EntryID(response), rounds: rounds.map { EntryID($0) })
    }
  }
}

extension EntryKind {
  /// Whether it is a round of calls or an output.
  var isOfTools: Bool { self == .toolCalls || self == .toolOutput }
}
