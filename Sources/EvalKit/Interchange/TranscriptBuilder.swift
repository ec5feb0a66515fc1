/// Puts a transcript together from the records of a format, in order.
///
/// Labels are made here, so that every format names entries alike: `m3` for the fourth record, with
/// `m3.text`, `m3.reasoning`, `m3.calls` where it makes several entries.
struct TranscriptBuilder {
  private(set) var transcript = Transcript()
  /// What was odd.
  var notes = ImportNotes()
  private var labels = LabelMaker()

  /// How many entries there are.
  var count: Int { transcript.entries.count }

  /// Adds the tools of the head.
  mutating func addTools(_ tools: [ToolDefinition]) { transcript.head.tools += tools }

  /// Adds instructions: to the head before the first entry, as an entry that stands where it is
  /// after it.
  mutating func addInstructions(_ entry: Entry, label: String) {
    guard transcript.entries.isEmpty else { return add([entry], label: label) }
    var entry = entry
    entry.label = labels.label(label)
    noteOpaque(entry)
    transcript.head.instructions.append(entry)
  }

  /// Adds the entries that one record makes.
  mutating func add(_ entries: [Entry], label: String) {
    for var entry in entries {
      entry.label = labels.label(entries.count == 1 ? label : label + entry.kind.labelSuffix)
      if entry.kind != .opaque { noteOpaque(entry) }
      transcript.entries.append(entry)
    }
  }

  /// Replaces the head from the next request on; before the first entry, the head itself.
  mutating func changeHead(instructions: [Entry]? = nil, tools: [ToolDefinition]? = nil) {
    let change = HeadChange(position: count, instructions: instructions, tools: tools)
    if transcript.entries.isEmpty {
      transcript.head = change.applied(to: transcript.head)
    } else {
      transcript.changes.append(change)
    }
  }

  /// Adds a compaction that the record says was made here.
  mutating func add(_ event: CompactionEvent) { transcript.compactions.append(event) }

  /// Adds the usual record of a compaction: a summary stands for everything before an entry.
  ///
  /// - Parameters:
  ///   - summary: What was shown instead; nil where nothing was.
  ///   - firstKept: The place of the first entry that stayed; nil where none did.
  mutating func addCompaction(
    summary: [Segment]?, kind: EntryKind = .prompt, firstKept: Int? = nil, by: String? = nil,
    trigger: String? = nil, extra: JSONObject = JSONObject()
  ) {
    let end = min(max(firstKept ?? count, 0), count)
    let covered = RangeSet(0..<end)
    var event = CompactionEvent(position: count, by: by, trigger: trigger, extra: extra)
    if let summary {
      event.summaries = [
        CompactionEvent.Summary(kind: kind, segments: summary, covers: covered, place: end)
      ]
    } else {
      event.dropped = covered
    }
    transcript.compactions.append(event)
  }

  /// Adds a summary that stands for everything before it: a compaction, or, where nothing is before
  /// it, an entry, since the session goes on from an earlier one that is not in the file.
  mutating func addSummary(
    _ summary: [Segment], kind: EntryKind, firstKept: Int? = nil, by: String? = nil,
    trigger: String? = nil, extra: JSONObject = JSONObject(), label: String
  ) {
    guard transcript.entries.isEmpty else {
      addCompaction(
        summary: summary, kind: kind, firstKept: firstKept, by: by, trigger: trigger, extra: extra)
      return
    }
    notes.add(.missingContent, at: label, "an earlier session of which only the summary is here")
    add([Entry(kind: kind, segments: summary, extra: extra)], label: label)
  }

  /// The transcript, with what stands beside it in the file.
  func decoded(metadata: JSONObject = JSONObject(), at steps: [KeyPathStep] = [])
    -> DecodedTranscript
  {
    DecodedTranscript(transcript: transcript, steps: steps, notes: notes, metadata: metadata)
  }

  /// Makes a call of what was recorded; arguments may be a JSON text, JSON or missing.
  mutating func call(
    id: String?, name: String, arguments: JSONValue?, extra: JSONObject = JSONObject(),
    label: String
  ) -> ToolCall {
    ToolCall(
      id: id, name: name, recordedArguments: arguments, extra: extra, label: label, notes: &notes)
  }

  private mutating func noteOpaque(_ entry: Entry) {
    for case .opaque(let value) in entry.segments.map(\.content) {
      if entry.kind == .reasoning, entry.isSigned {
        notes.add(
          .missingContent, at: entry.label, "reasoning that only its provider can read")
        continue
      }
      let type = value["type"]?.stringValue ?? "none"
      notes.add(.unknownSegment, at: entry.label, "a segment of unknown type '\(type)'")
    }
  }
}
