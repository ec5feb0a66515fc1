extension TranscriptFormat {
  /// Events of OpenHands from version 1 on, which tell their kind.
  public static let openHands = TranscriptFormat(
    name: "openhands", title: "OpenHands events",
    recognises: { OpenHandsFormat.events(in: $0) != nil },
    decode: { unit in
      guard let (events, step) = OpenHandsFormat.events(in: unit.value) else {
        throw Refusal("no events here; expected an array of objects with 'kind'")
      }
      var decoder = OpenHandsDecoder()
      var decoded = try decoder.decode(events, at: step)
      if case .key(let key)? = step {
        decoded.metadata = unit.value.objectValue?.others([key]) ?? JSONObject()
      }
      return decoded
    })

  /// Runs of OpenHands before version 1: results with a history, or the history alone.
  public static let openHandsV0 = TranscriptFormat(
    name: "openhands-v0", title: "OpenHands results and histories before version 1",
    recognises: { OpenHandsFormat.history(in: $0) != nil },
    decode: { unit in
      guard let (events, step) = OpenHandsFormat.history(in: unit.value) else {
        throw Refusal(
          "no history here; expected an array of objects with 'action' or 'observation'")
      }
      var decoder = OpenHandsHistoryDecoder()
      var decoded = try decoder.decode(events, at: step)
      decoded.metadata = unit.value.objectValue?.others(["history"]) ?? JSONObject()
      return decoded
    })
}

/// Where a value keeps its events.
enum OpenHandsFormat {
  static func events(in value: JSONValue) -> (events: [JSONValue], step: KeyPathStep?)? {
    if let events = value.arrayValue { return areEvents(events) ? (events, nil) : nil }
    for key in ["items", "events"] {
      if let events = value[key]?.arrayValue, areEvents(events) { return (events, .key(key)) }
    }
    return nil
  }

  private static func areEvents(_ values: [JSONValue]) -> Bool {
    guard let first = values.first(where: { !$0.isNull }), let kind = first["kind"]?.stringValue
    else { return false }
    return kind.hasSuffix("Event") || kind.hasSuffix("Observation")
      || kind.hasPrefix("Condensation")
  }

  /// The events of a history; the oldest have them in pairs.
  static func history(in value: JSONValue) -> (events: [JSONValue], step: KeyPathStep?)? {
    if let events = value.arrayValue { return areHistory(events) ? (events, nil) : nil }
    if let events = value["history"]?.arrayValue, areHistory(events) {
      return (events, .key("history"))
    }
    return nil
  }

  private static func areHistory(_ values: [JSONValue]) -> Bool {
    guard let first = values.first?.arrayValue?.first ?? values.first else { return false }
    return first["role"] == nil
      && (first["action"]?.stringValue != nil || first["observation"]?.stringValue != nil)
  }
}

/// A compaction of OpenHands, which names the events it forgets.
struct OpenHandsCondensation {
  /// Where the entries of each event are, by its id.
  private var places: [String: [Int]] = [:]

  /// Notes which entries an event made, if any.
  mutating func note(_ id: String?, from start: Int, to end: Int) {
    if let id { places[id, default: []] += Array(start..<end) }
  }

  /// Notes that an event is told by the entries of another.
  mutating func note(_ id: String?, with other: String?) {
    if let id, let other { places[id] = places[other] }
  }

  /// Adds the compaction that an event tells: in place of what is forgotten a summary, if any.
  ///
  /// Calls and outputs go together, as the agent itself sees to.
  func add(
    forgetting ids: [String], summary: String?, extra: JSONObject,
    to builder: inout TranscriptBuilder, label: String
  ) {
    let entries = ids.flatMap { places[$0] ?? [] }
    let covered = RangeSet(entries.map { $0..<$0 + 1 })
    let unknown = ids.count { places[$0] == nil }
    if unknown > 0 {
      builder.notes.add(
        .missingContent, count: unknown, at: label,
        "an event that a compaction forgets and that is not there")
    }
    var event = CompactionEvent(position: builder.count, extra: extra)
    if let summary, !summary.isEmpty {
      event.summaries = [
        CompactionEvent.Summary(
          segments: [.text(summary)], covers: covered, place: entries.min() ?? builder.count)
      ]
    } else {
      event.dropped = covered
    }
    builder.add(event)
  }
}
