import EvalKit

/// What is in some transcripts.
struct ImportCounts: Hashable, Sendable {
  var transcripts = 0
  /// Entries by kind.
  var entries: [EntryKind: Int] = [:]
  var calls = 0
  /// Outputs that answer no call.
  var orphans = 0
  /// Calls that nothing answers.
  var unanswered = 0
  /// Entries and segments of unknown kind, kept as they came.
  var unknown = 0
  /// Records of the file that are no part of the conversation.
  var skipped = 0
  /// Compactions recorded.
  var compactions = 0
  var facts = 0
  var probes = 0
  var trajectories = 0

  /// Adds a transcript.
  mutating func add(_ imported: ImportedTranscript) {
    transcripts += 1
    for entry in imported.transcript.entries {
      entries[entry.kind, default: 0] += 1
      calls += entry.calls.count
    }
    for note in imported.notes {
      switch note.kind {
      case .orphanOutput: orphans += note.count
      case .unansweredCall: unanswered += note.count
      case .unknownRole, .unknownSegment: unknown += note.count
      case .skippedRecord, .skippedLine, .otherBranch, .duplicate: skipped += note.count
      default: break
      }
    }
    compactions += imported.transcript.compactions.count
    facts += imported.expectations.facts.count
    probes += imported.expectations.probes.count
    trajectories += imported.expectations.trajectories.count
  }

  /// Adds other counts.
  mutating func add(_ other: ImportCounts) {
    transcripts += other.transcripts
    entries.merge(other.entries) { $0 + $1 }
    calls += other.calls
    orphans += other.orphans
    unanswered += other.unanswered
    unknown += other.unknown
    skipped += other.skipped
    compactions += other.compactions
    facts += other.facts
    probes += other.probes
    trajectories += other.trajectories
  }

  /// All that there is any of, in words.
  var sentence: String {
    let kinds = EntryKind.allCases.compactMap { kind in
      entries[kind].map { Figures.counted($0, kind.noun.one, plural: kind.noun.many) }
    }
    let others = [
      (calls, "call", "calls"), (unanswered, "unanswered call", "unanswered calls"),
      (skipped, "record left out", "records left out"),
      (compactions, "compaction", "compactions"), (facts, "fact", "facts"),
      (probes, "probe", "probes"), (trajectories, "trajectory", "trajectories"),
    ].filter { $0.0 > 0 }.map { Figures.counted($0.0, $0.1, plural: $0.2) }
    return Figures.list(kinds + others)
  }

  /// The counts for a program.
  var json: JSONValue {
    var object = JSONObject()
    object["calls"] = JSONValue(calls)
    object["compactions"] = JSONValue(compactions)
    object["entries"] = .object(
      JSONObject(
        EntryKind.allCases.compactMap { kind in
          entries[kind].map { (kind.rawValue, JSONValue($0)) }
        }))
    object["facts"] = JSONValue(facts)
    object["orphanOutputs"] = JSONValue(orphans)
    object["probes"] = JSONValue(probes)
    object["recordsLeftOut"] = JSONValue(skipped)
    object["trajectories"] = JSONValue(trajectories)
    object["transcripts"] = JSONValue(transcripts)
    object["unansweredCalls"] = JSONValue(unanswered)
    object["unknownParts"] = JSONValue(unknown)
    return .object(object)
  }
}

extension EntryKind {
  /// What one is called in a sentence.
  fileprivate var noun: (one: String, many: String) {
    switch self {
    case .prompt: ("prompt", "prompts")
    case .response: ("response", "responses")
    case .reasoning: ("reasoning entry", "reasoning entries")
    case .toolCalls: ("round of calls", "rounds of calls")
    case .toolOutput: ("output", "outputs")
    case .instructions: ("instructions entry", "instructions entries")
    case .opaque: ("unknown entry", "unknown entries")
    }
  }
}
