/// A recorded session: a head, entries in order, and on the way changes of the head and compactions.
public struct Transcript: Hashable, Sendable {
  /// The head the session began with.
  public var head: Head
  /// The entries; position in this list is an entry's ``EntryID``.
  public var entries: [Entry]
  /// Changes of the head, by rising position.
  public var changes: [HeadChange]
  /// What the session's own compactions did, by rising position.
  public var compactions: [CompactionEvent]

  /// Makes a transcript.
  public init(
    head: Head = Head(), entries: [Entry] = [], changes: [HeadChange] = [],
    compactions: [CompactionEvent] = []
  ) {
    self.head = head
    self.entries = entries
    self.changes = changes
    self.compactions = compactions
  }

  /// The entry with an id.
  public subscript(id: EntryID) -> Entry { entries[id.index] }

  /// A name for an entry in messages: its label, else its kind and place.
  public func name(of id: EntryID) -> String {
    let entry = entries[id.index]
    return entry.label.isEmpty ? "\(entry.kind.rawValue) \(id.index)" : entry.label
  }

  /// The head in force once `position` entries were appended.
  public func head(at position: Int) -> Head {
    changes.reduce(head) { $1.position <= position ? $1.applied(to: $0) : $0 }
  }
}

/// The structure of a transcript: which output answers which call, rounds, turns, requests.
///
/// Computed once and shared; nothing else walks pairs by itself.
public struct TranscriptStructure: Sendable {
  /// The call an output answers.
  public struct CallReference: Hashable, Sendable {
    /// The toolCalls entry.
    public let entry: EntryID
    /// The call's place within it.
    public let index: Int
  }

  /// For each entry: the call it answers, where it is an output that answers one.
  public let answers: [CallReference?]
  /// For each entry: the outputs that answer its calls, by call; nil where a call went unanswered.
  public let outputs: [[EntryID?]]
  /// For each entry: the turn it belongs to, counted from 0; entries before the first prompt are -1.
  public let turns: [Int]
  /// The entry that each turn begins with.
  public let turnStarts: [EntryID]
  /// The inputs after which a request was made, in order.
  public let requests: [EntryID]

  /// Reads the structure of a list of entries.
  ///
  /// An output answers the nearest earlier unanswered call with its id; without an id, the earliest
  /// unanswered call of the nearest earlier round that has one (and whose tool has its name, where
  /// both are known).
  ///
  /// - Complexity: O(entries + calls), but a round's calls are gone through for each of its outputs
  ///   that has no id.
  public init(_ entries: [Entry]) {
    var answers = [CallReference?](repeating: nil, count: entries.count)
    var outputs = [[EntryID?]](repeating: [], count: entries.count)
    var open = OpenCalls()
    var turns: [Int] = []
    var starts: [EntryID] = []
    turns.reserveCapacity(entries.count)
    for (position, entry) in entries.enumerated() {
      if entry.kind == .prompt { starts.append(EntryID(position)) }
      turns.append(starts.count - 1)
      if entry.kind == .toolCalls {
        outputs[position] = Array(repeating: nil, count: entry.calls.count)
        for (index, call) in entry.calls.enumerated() {
          open.add(CallReference(entry: EntryID(position), index: index), call)
        }
      } else if entry.kind == .toolOutput, let found = open.answer(entry) {
        answers[position] = found
        outputs[found.entry.index][found.index] = EntryID(position)
      }
    }
    self.answers = answers
    self.outputs = outputs
    self.turns = turns
    turnStarts = starts
    requests = entries.indices.compactMap { position in
      guard entries[position].kind.isInput, position + 1 < entries.count else { return nil }
      if entries[position].kind == .toolOutput, entries[position + 1].kind == .toolOutput {
        let mine = answers[position]?.entry
        let next = answers[position + 1]?.entry
        if mine == next || mine == nil || next == nil { return nil }
      }
      return EntryID(position)
    }
  }

  /// The entries of a turn.
  public func range(ofTurn turn: Int) -> Range<Int> {
    let start = turn < 0 ? 0 : turnStarts[turn].index
    let end = turn + 1 < turnStarts.count ? turnStarts[turn + 1].index : turns.count
    return start..<end
  }

  /// The entries of the round an entry belongs to: the calls and their outputs; itself otherwise.
  public func round(of id: EntryID) -> [EntryID] {
    let calls = answers[id.index]?.entry ?? id
    guard !outputs[calls.index].isEmpty else { return [id] }
    return [calls] + outputs[calls.index].compactMap { $0 }
  }
}

/// The calls that no output has answered yet.
private struct OpenCalls {
  /// All of them, by id, and by tool: each list in order, with answered calls left in it until they
  /// come to its end.
  private var all: [TranscriptStructure.CallReference] = []
  private var byID: [String: [TranscriptStructure.CallReference]] = [:]
  private var byTool: [String: [TranscriptStructure.CallReference]] = [:]
  private var answered = Set<TranscriptStructure.CallReference>()

  mutating func add(_ reference: TranscriptStructure.CallReference, _ call: ToolCall) {
    all.append(reference)
    byTool[call.name, default: []].append(reference)
    if let id = call.id { byID[id, default: []].append(reference) }
  }

  /// Takes the call that an output answers.
  mutating func answer(_ output: Entry) -> TranscriptStructure.CallReference? {
    var found: TranscriptStructure.CallReference?
    if let id = output.callID, !id.isEmpty {
      found = Self.latest(in: &byID[id, default: []], answered)
    } else if let tool = output.toolName {
      found = Self.earliestOfRound(in: &byTool[tool, default: []], answered)
    } else {
      found = Self.earliestOfRound(in: &all, answered)
    }
    if let found { answered.insert(found) }
    return found
  }

  private static func latest(
    in list: inout [TranscriptStructure.CallReference],
    _ answered: Set<TranscriptStructure.CallReference>
  ) -> TranscriptStructure.CallReference? {
    while let last = list.last, answered.contains(last) { list.removeLast() }
    return list.last
  }

  private static func earliestOfRound(
    in list: inout [TranscriptStructure.CallReference],
    _ answered: Set<TranscriptStructure.CallReference>
  ) -> TranscriptStructure.CallReference? {
    guard let last = latest(in: &list, answered) else { return nil }
    let round = list.reversed().prefix { $0.entry == last.entry }
    return round.last { !answered.contains($0) }
  }
}
