import EvalKit
import EvalKitTesting

/// A request of a recorded session with all of the log in view, to plant mistakes in; and the plain
/// facts of the record, worked out here in the simplest way there is.
struct Ground: Sendable {
  let name: String
  let transcript: Transcript
  /// How many entries the log has.
  let count: Int
  /// For each entry: the call it answers.
  let answers: [Call?]

  struct Call: Hashable, Sendable {
    let entry: Int
    let index: Int
  }

  init(_ name: String, _ transcript: Transcript, count: Int, answers: [Call?]) {
    self.name = name
    self.transcript = transcript
    self.count = count
    self.answers = answers
  }

  var entries: ArraySlice<Entry> { transcript.entries[..<count] }
  /// The log as items.
  var items: [Item] {
    entries.enumerated().map { Item(source: .recorded(EntryID($0)), form: .whole, entry: $1) }
  }

  /// The prompt that is to be answered.
  var prompt: Int? { entries.lastIndex { $0.kind == .prompt } }
  /// The prompt of the turn of an entry.
  func prompt(of entry: Int) -> Int? { entries[...entry].lastIndex { $0.kind == .prompt } }
  /// Whether an entry is of the turn that is going on.
  func isInFlight(_ entry: Int) -> Bool { prompt.map { entry > $0 } ?? false }
  /// The entries of a kind.
  func places(_ kind: EntryKind) -> [Int] { entries.indices.filter { entries[$0].kind == kind } }
  /// The outputs of a round that have come.
  func outputs(of round: Int) -> [Int] { (0..<count).filter { answers[$0]?.entry == round } }
  /// The rounds of several calls with all outputs there.
  var batches: [Int] {
    places(.toolCalls).filter {
      entries[$0].calls.count > 1 && outputs(of: $0).count == entries[$0].calls.count
    }
  }

  /// Which output answers which call: the nearest earlier one with its id that has no answer.
  static func answers(_ entries: [Entry]) -> [Call?] {
    var taken = Set<Call>()
    return entries.indices.map { place in
      guard entries[place].kind == .toolOutput else { return nil }
      for round in (0..<place).reversed() where entries[round].kind == .toolCalls {
        for (index, call) in entries[round].calls.enumerated() {
          let found = Call(entry: round, index: index)
          let fits =
            entries[place].callID.map { $0 == call.id }
            ?? entries[place].toolName.map { $0 == call.name } ?? true
          if fits, taken.insert(found).inserted { return found }
        }
      }
      return nil
    }
  }

  /// Grounds in all requests of recordings.
  static func all(_ recordings: [Recordings.Recording]) -> [Ground] {
    recordings.flatMap { recording -> [Ground] in
      let entries = recording.transcript.entries
      let answers = answers(entries)
      return entries.indices.filter { place in
        let next = place + 1
        return entries[place].kind.isInput && next < entries.count
          && !(entries[place].kind == .toolOutput && entries[next].kind == .toolOutput)
      }.map { Ground(recording.name, recording.transcript, count: $0 + 1, answers: answers) }
    }
  }
}

extension Recordings.Recording {
  /// The session with neighbouring rounds of a turn made in parallel, as one.
  var joined: Self {
    var entries: [Entry] = []
    var isOpen = false
    for entry in transcript.entries {
      if entry.kind == .toolCalls, isOpen, entries.last?.kind == .toolOutput,
        let round = entries.lastIndex(where: { $0.kind == .toolCalls }),
        entries[round].calls.count < 3,
        Set(entries[round].calls.map(\.id)).isDisjoint(with: entry.calls.map(\.id))
      {
        entries[round].calls += entry.calls
      } else {
        isOpen = entry.kind.isOfToolTraffic
        entries.append(entry)
      }
    }
    return Self(name: name + " joined", transcript: replacing(entries))
  }

  /// The session with signed reasoning before every round and response.
  var reasoned: Self {
    var entries: [Entry] = []
    for entry in transcript.entries {
      if entry.kind == .toolCalls || entry.kind == .response {
        var reasoning = Entry.reasoning("What follows is due.", label: "t\(entries.count)")
        reasoning.extra["signature"] = "AAEC"
        entries.append(reasoning)
      }
      entries.append(entry)
    }
    return Self(name: name + " reasoned", transcript: replacing(entries))
  }

  private func replacing(_ entries: [Entry]) -> Transcript {
    Transcript(head: transcript.head, entries: entries)
  }
}

extension EntryKind {
  fileprivate var isOfToolTraffic: Bool { self == .toolCalls || self == .toolOutput }
}
