/// A transcript read from a file, and what is to be said of it.
public struct ImportedTranscript: Sendable {
  /// The transcript.
  public var transcript: Transcript
  /// A name: the file, or `file#index` if the file holds several.
  public var label: String
  /// The name of the format it was in.
  public var format: String
  /// What was odd.
  public var notes: [ImportNote]
  /// The keys that stand beside the messages in the file, such as `task_id` or `expected`.
  public var metadata: JSONObject
  /// The marks, if it was in a case's own format.
  public var marks: [Mark]
  /// Where it stands in the file; empty where it is the file.
  public var path: [KeyPathStep] = []
  /// What the file says should be known or done, where it says any.
  public var expectations = ImportedExpectations()
}

/// What a benchmark's file expects beside its transcript: facts with questions, and calls.
public struct ImportedExpectations: Hashable, Sendable {
  /// What the session established.
  public var facts: [Fact] = []
  /// Questions about it.
  public var probes: [Probe] = []
  /// Expected next actions.
  public var trajectories: [TrajectoryExpectation] = []
  /// The task of the benchmark, which statistics cluster on; nil where there is none.
  public var cluster: String?

  /// Makes expectations; none unless given.
  public init(
    facts: [Fact] = [], probes: [Probe] = [], trajectories: [TrajectoryExpectation] = [],
    cluster: String? = nil
  ) {
    self.facts = facts
    self.probes = probes
    self.trajectories = trajectories
    self.cluster = cluster
  }

  /// Whether there are none.
  public var isEmpty: Bool { facts.isEmpty && probes.isEmpty && trajectories.isEmpty }
}

/// Something odd that was met on import and kept or repaired.
public struct ImportNote: Hashable, Sendable, CustomStringConvertible {
  /// What was odd.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// An entry of unknown role, kept as opaque.
    case unknownRole
    /// A segment of unknown type, kept as opaque.
    case unknownSegment
    /// Arguments that are no JSON, kept as a string.
    case unparsableArguments
    /// Lone surrogates, replaced by U+FFFD.
    case replacedSurrogates
    /// Tools defined mid-conversation, kept but not in force.
    case toolsMidway
    /// Lines that are no JSON, skipped as asked for.
    case skippedLine
    /// Outputs that answer no call.
    case orphanOutput
    /// Calls that nothing answers.
    case unansweredCall
    /// Call ids used again for another call.
    case repeatedCallID
    /// Records that are no part of the conversation, skipped; the message says why.
    case skippedRecord
    /// Records of another branch, an abandoned one, or of a sub-agent, left out.
    case otherBranch
    /// Text that stands in the file twice, taken once.
    case duplicate
    /// Records that are parts of one message, put together.
    case mergedRecords
    /// Content the file refers to and does not have.
    case missingContent
    /// A response without content before tool calls.
    case emptyResponse
    /// Something of the writer's own in a text, such as a marker, that was taken out.
    case writersMark
    /// Requests that showed what the transcript's compactions cannot show again.
    case viewNotReproduced
    /// Text in the user's role that the recording program put in, kept as instructions.
    case injectedContext
    /// Wrappers of several calls, taken apart.
    case wrappedCalls
    /// An expectation that could not be used.
    case unusableExpectation
  }

  /// What was odd.
  public var kind: Kind
  /// How often it was met.
  public var count: Int
  /// The label of the entry, or the place in the file, where it was met first; may be empty.
  public var label: String
  /// What it was, in words.
  public var message: String

  /// The note on one line.
  public var description: String {
    (count == 1 ? "" : "\(count) times: ") + message
      + (label.isEmpty ? "" : count == 1 ? " (\(label))" : " (first at \(label))")
  }
}

/// Notes being collected; like ones are counted.
struct ImportNotes {
  private(set) var notes: [ImportNote] = []

  mutating func add(_ kind: ImportNote.Kind, count: Int = 1, at label: String, _ message: String) {
    if let index = notes.firstIndex(where: { $0.kind == kind && $0.message == message }) {
      notes[index].count += count
    } else {
      notes.append(ImportNote(kind: kind, count: count, label: label, message: message))
    }
  }

  /// Adds what the pairing of calls and outputs shows.
  mutating func addPairing(of transcript: Transcript) {
    let structure = TranscriptStructure(transcript.entries)
    var ids = Set<String>()
    for (position, entry) in transcript.entries.enumerated() {
      if entry.kind == .toolOutput, structure.answers[position] == nil {
        add(.orphanOutput, at: entry.label, "an output that answers no call")
      }
      for index in entry.calls.indices {
        if structure.outputs[position][index] == nil {
          add(.unansweredCall, at: entry.callLabel(index), "a call that nothing answers")
        }
        if let id = entry.calls[index].id, !ids.insert(id).inserted {
          add(.repeatedCallID, at: entry.label, "a call id used again for another call")
        }
      }
    }
  }
}

/// A refusal to import, with all that is wrong.
public struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, with places.
  public var diagnostics: [Diagnostic]

  /// Makes an error of one diagnostic or more.
  public init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  /// One line a diagnostic.
  public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
