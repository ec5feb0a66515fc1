/// What the record says of replies, for rules: read once a session.
struct RecordedReplies {
  /// Reasoning with what it led to.
  struct Reasoning {
    /// The entry.
    let entry: EntryID
    /// The entries of the reply after it, up to the next reasoning.
    let led: [EntryID]
  }

  /// A turn's last response, where calls came before it.
  struct Answer {
    /// The turn's prompt.
    let prompt: EntryID
    /// The response.
    let response: EntryID
    /// The rounds before it, by their calls.
    let rounds: [EntryID]
  }

  /// How many instructions the log begins with: those that are not in the head.
  let leadingInstructions: Int
  /// All reasoning, in order.
  let reasoning: [Reasoning]
  /// Signed entries, in order; looked for where the dialect signs.
  let signed: [EntryID]
  /// The answers that came from tools, in order.
  let answers: [Answer]
  /// The tools called, by name, each with the entries that call it.
  let callers: [(tool: String, entries: [EntryID])]

  /// - Complexity: O(entries + calls).
  init(_ subject: HazardSubject) {
    let entries = subject.transcript.entries
    leadingInstructions = entries.prefix { $0.kind == .instructions }.count
    reasoning = Self.reasoning(entries)
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

  private static func reasoning(_ entries: [Entry]) -> [Reasoning] {
    entries.indices.filter { entries[$0].kind == .reasoning }.map { place in
      // A run of reasoning leads to what follows the run.
      var next = place + 1
      while next < entries.count, entries[next].kind == .reasoning { next += 1 }
      var led: [EntryID] = []
      while next < entries.count, entries[next].kind.isReply, entries[next].kind != .reasoning {
        led.append(EntryID(next))
        next += 1
      }
      return Reasoning(entry: EntryID(place), led: led)
    }
  }

  private static func answers(_ entries: [Entry], _ structure: TranscriptStructure) -> [Answer] {
    structure.turnStarts.indices.compactMap { turn in
      let range = structure.range(ofTurn: turn)
      guard let response = range.last(where: { entries[$0].kind == .response }) else { return nil }
      let rounds = (range.lowerBound..<response).filter { place in
        // The calls of the same reply as the response are not what it answers from.
        structure.outputs[place].contains { output in output.map { $0.index < response } ?? false }
      }
      guard !rounds.isEmpty else { return nil }
      return Answer(
        prompt: structure.turnStarts[turn], response: EntryID(response),
        rounds: rounds.map { EntryID($0) })
    }
  }
}

extension EntryKind {
  /// Whether it is a round of calls or an output.
  var isOfTools: Bool { self == .toolCalls || self == .toolOutput }
}
