/// A recorded session: a head, entries in order, and changes of the head on the way.
public struct Transcript: Hashable, Sendable {
  /// The head the session began with.
  public var head: Head
  /// The entries; position in this list is an entry's ``EntryID``.
  public var entries: [Entry]
  /// Changes of the head, by rising position.
  public var changes: [HeadChange]

  /// Makes a transcript.
  public init(head: Head = Head(), entries: [Entry] = [], changes: [HeadChange] = []) {
    self.head = head
    self.entries = entries
    self.changes = changes
  }

  /// The entry with an id.
  public subscript(id: EntryID) -> Entry { entries[id.index] }

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
  /// - Complexity: O(entries + calls) but for unanswered calls, which are searched backwards.
  public init(_ entries: [Entry]) {
    var answers = [CallReference?](repeating: nil, count: entries.count)
    var outputs = [[EntryID?]](repeating: [], count: entries.count)
    var openByID: [String: [CallReference]] = [:]
    var open: [CallReference] = []
    var turns: [Int] = []
    var starts: [EntryID] = []
    turns.reserveCapacity(entries.count)
    for (position, entry) in entries.enumerated() {
      if entry.kind == .prompt { starts.append(EntryID(position)) }
      turns.append(starts.count - 1)
      if entry.kind == .toolCalls {
        outputs[position] = Array(repeating: nil, count: entry.calls.count)
        for (index, call) in entry.calls.enumerated() {
          let reference = CallReference(entry: EntryID(position), index: index)
          open.append(reference)
          if let id = call.id { openByID[id, default: []].append(reference) }
        }
      } else if entry.kind == .toolOutput {
        var found: CallReference?
        if let id = entry.callID, !id.isEmpty {
          found = openByID[id]?.popLast()
        } else if let last = open.last(where: { reference in
          let call = entries[reference.entry.index].calls[reference.index]
          return entry.toolName == nil || entry.toolName == call.name
        }) {
          found = open.first {
            $0.entry == last.entry
              && (entry.toolName == nil
                || entry.toolName == entries[$0.entry.index].calls[$0.index].name)
          }
        }
        if let found {
          answers[position] = found
          outputs[found.entry.index][found.index] = EntryID(position)
          if let place = open.lastIndex(of: found) { open.remove(at: place) }
          if let id = entries[found.entry.index].calls[found.index].id {
            openByID[id]?.removeAll { $0 == found }
          }
        }
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
