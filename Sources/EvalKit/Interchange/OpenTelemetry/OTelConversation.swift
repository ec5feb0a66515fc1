/// The records of one conversation, and the one among them that tells most of it.
///
/// Each record repeats the history before it, so the longest is the conversation; of equally long
/// ones the last.
struct OTelConversation {
  private(set) var longest: OTelHistory
  private var histories: [OTelHistory]
  /// The spans of its tools.
  private(set) var tools: [OTelRecord] = []
  /// What was odd, apart from what is seen in the messages.
  var notes = ImportNotes()

  private init(_ history: OTelHistory) {
    longest = history
    histories = [history]
  }

  private mutating func add(_ history: OTelHistory) {
    histories.append(history)
    if history.messages.count >= longest.messages.count { longest = history }
  }

  /// The value of an attribute of the conversation: of the longest record, else of the last that
  /// has one.
  func attribute(_ key: String) -> OTelRecord? {
    ([longest] + histories.reversed()).first { $0.record.attributes.value(key) != nil }?.record
  }

  /// The conversations of records, by the id they give, else by trace; those that give neither
  /// belong together while one goes on from the other.
  static func all(of records: [OTelRecord]) -> [OTelConversation] {
    let ordered = records.enumerated().sorted { left, right in
      let (first, second) = (left.element.start, right.element.start)
      return (first.utf8.count, first, left.offset) < (second.utf8.count, second, right.offset)
    }.map(\.element)
    let traces = conversationsByTrace(ordered)
    var sorter = Sorter()
    for record in ordered where record.isOfGenerativeAI {
      let key =
        record.text("gen_ai.conversation.id") ?? record.traceID.map { traces[$0] ?? $0 }
      sorter.add(record, key: key)
    }
    return sorter.conversations()
  }

  /// The conversation of each trace that is of one: not every span of a trace repeats its id.
  private static func conversationsByTrace(_ records: [OTelRecord]) -> [String: String] {
    var ids: [String: Set<String>] = [:]
    for record in records {
      if let trace = record.traceID, let id = record.text("gen_ai.conversation.id") {
        ids[trace, default: []].insert(id)
      }
    }
    return ids.compactMapValues { $0.count == 1 ? $0.first : nil }
  }

  /// Puts records to their conversations.
  private struct Sorter {
    private var found: [OTelConversation] = []
    private var places: [String: Int] = [:]
    /// Records without messages, by key, told of when their conversation is complete.
    private var others: [(record: OTelRecord, key: String?)] = []

    mutating func add(_ record: OTelRecord, key: String?) {
      guard let history = OTelHistory(record) else {
        others.append((record, key))
        return
      }
      if let place = place(of: history, key) {
        found[place].add(history)
      } else {
        if let key { places[key] = found.count }
        found.append(OTelConversation(history))
      }
    }

    private func place(of history: OTelHistory, _ key: String?) -> Int? {
      if let key { return places[key] }
      guard let last = found.indices.last else { return nil }
      let longest = found[last].longest
      return history.continues(longest) || longest.continues(history) ? last : nil
    }

    mutating func conversations() -> [OTelConversation] {
      guard !found.isEmpty else { return [] }
      for index in found.indices { found[index].noteHistories() }
      for (record, key) in others {
        let place = key.flatMap { places[$0] } ?? 0
        if record.name.hasPrefix("execute_tool")
          || record.text("gen_ai.operation.name") == "execute_tool"
        {
          found[place].tools.append(record)
        } else if OTelHistory.isCutOff(record) {
          found[place].notes.add(
            .missingContent, at: record.name, "a span whose messages are cut off, left out")
        } else {
          found[place].notes.add(
            .skippedRecord, at: record.name, "a span of generative AI without messages")
        }
      }
      return found
    }
  }

  private mutating func noteHistories() {
    var hasMet = false
    for history in histories {
      if !hasMet, history.record.steps == longest.record.steps {
        hasMet = true
      } else if longest.continues(history) {
        notes.add(
          .duplicate, at: history.record.name,
          "a span whose messages a later one repeats, left out")
      } else {
        notes.add(
          .otherBranch, at: history.record.name,
          "a span whose messages are no part of the longest history, left out")
      }
    }
  }
}
