/// Makes a transcript of the rows of a Codex rollout.
struct CodexDecoder {
  private var items = ResponsesItemDecoder()
  private var metadata = JSONObject()
  /// The texts of reasoning that items hold: an event that says another is the only record of it.
  private var thoughts: Set<String> = []
  private var hasItems = false

  mutating func decode(_ rows: [JSONValue]) throws(Refusal) -> DecodedTranscript {
    hasItems = rows.contains { Self.item(of: $0) != nil }
    for case .array(let parts)? in rows.lazy.compactMap(Self.item).map({ $0["summary"] }) {
      thoughts.formUnion(parts.compactMap { $0["text"]?.stringValue })
    }
    let undone = undoneRows(rows)
    for (index, row) in rows.enumerated() {
      do throws(Refusal) {
        if undone.contains(index) {
          items.builder.notes.add(
            .otherBranch, at: "row \(index)", "a row of a turn that was taken back, left out")
        } else {
          try add(row, index)
        }
      } catch {
        throw error.inside(.index(index))
      }
    }
    let builder = items.finished()
    if builder.count == 0 {
      throw Refusal(
        "none of the \(rows.count) rows is part of a conversation; expected 'response_item' rows")
    }
    return builder.decoded(metadata: metadata)
  }

  /// The item of a row; the first releases wrote them bare.
  private static func item(of row: JSONValue) -> JSONObject? {
    if row["type"] == "response_item" { return row["payload"]?.objectValue }
    guard row["payload"] == nil, row["record_type"] == nil, let object = row.objectValue else {
      return nil
    }
    return object["role"] != nil || object["call_id"] != nil || object["summary"] != nil
      ? object : nil
  }

  private static func event(of row: JSONValue) -> JSONValue? {
    row["type"] == "event_msg" ? row["payload"] : nil
  }

  /// The rows of turns that a later row takes back.
  private func undoneRows(_ rows: [JSONValue]) -> Set<Int> {
    var undone = Set<Int>()
    /// Where each turn begins that still stands.
    var turns: [Int] = []
    for (index, row) in rows.enumerated() {
      if let item = Self.item(of: row), item["role"] == "user", !CodexFormat.isInjected(item) {
        turns.append(index)
      }
      guard let event = Self.event(of: row), event["type"] == "thread_rolled_back",
        let count = event["num_turns"]?.intValue, count > 0, !turns.isEmpty
      else { continue }
      let first = turns[max(0, turns.count - count)]
      turns.removeLast(min(count, turns.count))
      undone.formUnion((first..<index).filter { Self.item(of: rows[$0]) != nil })
    }
    return undone
  }

  private mutating func add(_ row: JSONValue, _ index: Int) throws(Refusal) {
    let object = try row.requiredObject("a row")
    let label = "m\(index)"
    if let item = Self.item(of: row) {
      do throws(Refusal) {
        return try add(item, label: label)
      } catch {
        throw object["payload"] == nil ? error : error.inside(.key("payload"))
      }
    }
    let type = try object.string("type") ?? "none"
    switch type {
    case "session_meta": addSession(try object.object("payload") ?? JSONObject(), label)
    case "compacted":
      do throws(Refusal) {
        try addCompaction(try object.object("payload") ?? JSONObject(), label: label)
      } catch {
        throw error.inside(.key("payload"))
      }
    case "event_msg": addEvent(try object.object("payload") ?? JSONObject(), label)
    case "turn_context":
      if metadata["model"] == nil { metadata["model"] = object["payload"]?["model"] }
      skip(label, "a row of type 'turn_context', no part of the conversation")
    case "none" where object["instructions"] != nil && index == 0: addSession(object, label)
    default: skip(label, "a row of type '\(type)', no part of the conversation")
    }
  }

  private mutating func skip(_ label: String, _ message: String) {
    items.builder.notes.add(.skippedRecord, at: label, message)
  }

  private mutating func add(_ item: JSONObject, label: String) throws(Refusal) {
    guard CodexFormat.isInjected(item) else { return try items.add(item, label: label) }
    items.finishRound()
    items.builder.notes.add(
      .injectedContext, at: label, "a message that no user wrote, kept as instructions")
    items.builder.addInstructions(
      try ResponsesItemDecoder.message(item, kind: .instructions), label: label)
  }

  private mutating func addSession(_ session: JSONObject, _ label: String) {
    if !metadata.isEmpty {
      return skip(label, "the row of another session, whose rows a fork repeats")
    }
    metadata = session.others(["instructions", "base_instructions"])
    let text =
      session["base_instructions"]?["text"]?.stringValue ?? session["instructions"]?.stringValue
    if let text, !text.isEmpty {
      items.builder.addInstructions(
        Entry(kind: .instructions, segments: [.text(text)]), label: label)
    }
  }

  /// Notes an event, or adds what it says where no item does.
  private mutating func addEvent(_ event: JSONObject, _ label: String) {
    let type = event["type"]?.stringValue ?? "none"
    let text = event["message"]?.stringValue ?? event["text"]?.stringValue ?? ""
    switch type {
    case "user_message" where !hasItems, "agent_message" where !hasItems:
      let kind = type == "user_message" ? EntryKind.prompt : .response
      items.builder.add([Entry(kind: kind, segments: [.text(text)])], label: label)
    case "agent_reasoning" where !thoughts.contains(text):
      items.finishRound()
      items.builder.add([.reasoning(text)], label: label)
    case "user_message", "agent_message", "agent_reasoning", "agent_reasoning_raw_content":
      items.builder.notes.add(
        .duplicate, at: label, "an event that says again what an item says")
    default: skip(label, "an event of type '\(type)', no part of the conversation")
    }
  }

  private mutating func addCompaction(_ payload: JSONObject, label: String) throws(Refusal) {
    items.finishRound()
    let message = try payload.string("message") ?? ""
    let extra = payload.others(["message", "replacement_history"])
    guard let history = try payload.array("replacement_history") else {
      return items.builder.addSummary(
        message.isEmpty ? [] : [.text(message)], kind: .prompt, extra: extra, label: label)
    }
    let shown = try history.decoded(at: .key("replacement_history")) {
      value, _ throws(Refusal) in
      try Self.shown(try value.requiredObject("an item"))
    }
    var replacement = ReplacedHistory(items.builder.transcript)
    for entry in shown { replacement.add(entry) }
    items.builder.add(replacement.event(extra: extra))
  }

  /// An item of a compacted history, as the entry it would make.
  private static func shown(_ item: JSONObject) throws(Refusal) -> Entry {
    let isMessage = (item["type"] ?? "message") == "message"
    guard isMessage, let role = item["role"]?.stringValue,
      let kind = ResponsesItemDecoder.kind(ofRole: role)
    else {
      var decoder = ResponsesItemDecoder()
      try decoder.add(item, label: "")
      return decoder.finished().transcript.entries.first
        ?? Entry(kind: .opaque, segments: [Segment(.opaque(.object(item)))])
    }
    return try ResponsesItemDecoder.message(
      item, kind: CodexFormat.isInjected(item) ? .instructions : kind)
  }
}
