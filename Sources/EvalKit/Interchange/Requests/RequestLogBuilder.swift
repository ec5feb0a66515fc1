/// Puts a session together from what was shown for each of its requests.
///
/// Each view is laid beside the one before it. What follows their common end is new and goes to the
/// log; what is missing, changed or put in before it is a compaction.
struct RequestLogBuilder {
  private var builder = TranscriptBuilder()
  private var recorded = RecordedCompactions()
  private var requests = 0
  private var first = 0

  /// How many entries of a view were shown by the last request.
  ///
  /// One prompt alone begins a session, whatever was said before, unless it is sent again.
  func sharedCount(with view: Transcript) -> Int {
    let view = withSummaries(view)
    if view.entries.count == 1, builder.count > 1 { return 0 }
    return ViewComparison(recorded.shown(of: builder.transcript.entries), view.entries)
      .matches.count
  }

  /// Whether a view that shows nothing of what was shown may be what a compaction left of it.
  func mayBecome(_ view: Transcript) -> Bool {
    let view = withSummaries(view)
    return view.entries.count > 1
      && Self.says(view.head, as: builder.transcript.head(at: builder.count))
  }

  /// A view in which instructions after those the session began with are entries: what a client puts
  /// there stands for what it took out.
  private func withSummaries(_ view: Transcript) -> Transcript {
    let own = Self.contents(builder.transcript.head)
    let shown = Self.contents(view.head)
    guard !own.isEmpty, shown.count > own.count, shown.starts(with: own) else { return view }
    var view = view
    view.entries = Array(view.head.instructions[own.count...]) + view.entries
    view.head.instructions = Array(view.head.instructions[..<own.count])
    return view
  }

  /// Whether it is one request of one entry.
  var isSingle: Bool { requests == 1 && builder.count == 1 }

  /// Adds a request.
  ///
  /// - Parameters:
  ///   - continues: Whether its items follow what the provider kept of the one before.
  ///   - record: The place in the log of requests.
  mutating func add(_ view: Transcript, continues: Bool, record: Int) {
    defer { requests += 1 }
    let view = requests == 0 ? view : withSummaries(view)
    let label = "request \(record + 1)"
    guard requests > 0 else {
      first = record
      builder.changeHead(instructions: view.head.instructions, tools: view.head.tools)
      append(view.entries)
      return
    }
    let shown = recorded.shown(of: builder.transcript.entries)
    if continues {
      builder.notes.add(
        .missingContent, at: label, "a response that the provider kept, and the log does not have")
      return append(view.entries, head: view.head)
    }
    let change = ViewComparison(shown, view.entries).change(at: builder.count)
    if change.new.isEmpty, change.event == nil {
      builder.notes.add(.duplicate, at: label, "a request that was sent again")
      return
    }
    if let event = change.event {
      builder.add(event)
      recorded.add(event)
    }
    append(change.new, head: view.head)
    let result = recorded.shown(of: builder.transcript.entries).map { ShownContent($0.entry) }
    if result != view.entries.map({ ShownContent($0) }) {
      builder.notes.add(
        .viewNotReproduced, at: label,
        "a request that showed what the compactions so far cannot: entries that had been left out, "
          + "or other calls")
    }
  }

  /// Adds the reply to the last request.
  mutating func addReply(_ entries: [Entry]) { append(entries) }

  /// The session.
  func decoded(isOnly: Bool) -> DecodedTranscript {
    var metadata = JSONObject()
    metadata["requests"] = JSONValue(requests)
    return builder.decoded(metadata: metadata, at: isOnly ? [] : [.index(first)])
  }

  private mutating func append(_ entries: [Entry]) {
    for entry in entries { builder.add([entry], label: "m\(builder.count)") }
  }

  /// Adds what is new, and the head with it: what stands right after an input would be in force for
  /// the request that was made with it.
  private mutating func append(_ entries: [Entry], head: Head) {
    append(Array(entries.prefix(1)))
    changeHead(to: head)
    append(Array(entries.dropFirst()))
  }

  private mutating func changeHead(to new: Head) {
    let head = builder.transcript.head(at: builder.count)
    let isSaid = Self.says(head, as: new)
    guard !isSaid || head.tools != new.tools else { return }
    builder.changeHead(
      instructions: isSaid ? nil : new.instructions,
      tools: head.tools == new.tools ? nil : new.tools)
  }

  private static func says(_ head: Head, as other: Head) -> Bool {
    contents(head) == contents(other)
  }

  private static func contents(_ head: Head) -> [ShownContent] {
    head.instructions.map { ShownContent($0) }
  }
}

/// What of an entry a model is shown: all but labels, ids of segments and keys of the writer.
struct ShownContent: Hashable {
  private let kind: EntryKind
  private let segments: [Segment.Content]
  private let calls: [Call]
  private let callID: String?

  private struct Call: Hashable {
    var id: String?
    var name: String
    var arguments: JSONValue
  }

  init(_ entry: Entry) {
    kind = entry.kind
    segments = entry.segments.map(\.content)
    calls = entry.calls.map { Call(id: $0.id, name: $0.name, arguments: $0.arguments) }
    callID = entry.callID
  }
}

/// Something shown: an entry of the log, perhaps with other content, or a summary.
struct ShownEntry {
  /// What was shown.
  var entry: Entry
  /// The entries of the log that it is, or was put in for.
  var places: RangeSet<Int>
  /// Where it stands in the log.
  var place: Int
  var isSummary: Bool
}

extension RecordedCompactions {
  /// What is shown of a log, in order.
  func shown(of entries: [Entry]) -> [ShownEntry] {
    var shown: [ShownEntry] = []
    var rest = summaries[...]
    for place in 0...entries.count {
      while let next = rest.first, next.summary.place <= place {
        rest.removeFirst()
        shown.append(
          ShownEntry(
            entry: Entry(kind: next.summary.kind, segments: next.summary.segments),
            places: next.reach, place: next.summary.place, isSummary: true))
      }
      guard place < entries.count, !takesOut(EntryID(place)) else { continue }
      var entry = entries[place]
      if let replacement = replacement(of: EntryID(place)) {
        entry.segments = [.text(replacement.text)]
      }
      shown.append(
        ShownEntry(
          entry: entry, places: RangeSet(place..<place + 1), place: place, isSummary: false))
    }
    return shown
  }
}
