/// What a record has a model do at a request, and what it did before that a model might do again.
///
/// Nothing is annotated: all of it is in the record.
public struct ActionChoices: Hashable, Sendable {
  /// What the record goes on with: the first call of the reply, else its text.
  public let recorded: Continuation
  /// The text of the latest earlier turn that made no call; nil where there is none.
  public let prose: String?
  /// The latest earlier calls that are other than the recorded one, newest first.
  public let calls: [ToolCall]

  /// How many earlier calls are looked at.
  public static let mostCalls = 4

  /// Reads what there is to choose from at a recorded reply.
  ///
  /// - Returns: nil where the reply neither calls nor says anything.
  /// - Complexity: O(entries).
  public init?(_ transcript: Transcript, structure: TranscriptStructure, at reply: RecordedReply) {
    let entries = transcript.entries
    let said = entries[reply.entries].lazy.compactMap { entry -> Continuation? in
      if let call = entry.calls.first { return .call(call) }
      return entry.kind == .response && !entry.text.isEmpty ? .prose(entry.text) : nil
    }.first
    guard let said else { return nil }
    recorded = said
    prose = Self.prose(entries, structure, before: structure.turns[reply.input.index])
    calls = Self.calls(entries[..<reply.start.index], otherThan: said)
  }

  private static func prose(_ entries: [Entry], _ structure: TranscriptStructure, before turn: Int)
    -> String?
  {
    for earlier in stride(from: turn - 1, through: 0, by: -1) {
      let range = structure.range(ofTurn: earlier)
      guard !entries[range].contains(where: { $0.kind == .toolCalls }) else { continue }
      if let said = entries[range].last(where: { $0.kind == .response && !$0.text.isEmpty }) {
        return said.text
      }
    }
    return nil
  }

  private static func calls(_ entries: ArraySlice<Entry>, otherThan recorded: Continuation)
    -> [ToolCall]
  {
    var found: [ToolCall] = []
    if case .call(let call) = recorded { found = [call] }
    let kept = found.count
    for call in entries.reversed().flatMap({ $0.calls.reversed() })
    where !found.contains(where: { $0.makesSameCall(as: call) }) {
      found.append(call)
      if found.count - kept == mostCalls { break }
    }
    return Array(found.dropFirst(kept))
  }

  /// All that a model is asked the likelihood of, with what each is.
  public var all: [(role: ValueLikelihood.Role, continuation: Continuation)] {
    [(.action, recorded)] + (prose.map { [(.prose, .prose($0))] } ?? [])
      + calls.map { (.call, .call($0)) }
  }
}
