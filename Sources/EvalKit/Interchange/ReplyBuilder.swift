/// Puts together what a model said in one message, as the entries it makes.
///
/// Reasoning and text stay in the order they were recorded, neighbours of a kind in one entry; the
/// calls, which outputs of other records answer, come last, in one round.
struct ReplyBuilder {
  private enum Part {
    case reasoning([Segment])
    case text([Segment])
    /// A call that the provider made itself, and its output.
    case exchange(ToolCall, output: Entry)
  }

  /// The id the message was recorded with.
  var recordedID: String?
  /// The keys of the message that nothing here stands for.
  var extra = JSONObject()
  private var parts: [Part] = []
  private(set) var calls: [ToolCall] = []

  init(recordedID: String? = nil, extra: JSONObject = JSONObject()) {
    self.recordedID = recordedID
    self.extra = extra
  }

  /// Adds text; an empty one is nothing.
  mutating func addText(_ text: String) {
    if !text.isEmpty { add(.text(text)) }
  }

  /// Adds a segment of what was said.
  mutating func add(_ segment: Segment) {
    if case .text(let segments)? = parts.last {
      parts[parts.count - 1] = .text(segments + [segment])
    } else {
      parts.append(.text([segment]))
    }
  }

  /// Adds reasoning; an empty text is nothing.
  mutating func addReasoning(_ text: String, id: String? = nil) {
    if !text.isEmpty { addReasoning(Segment(.text(text), id: id)) }
  }

  /// Adds a segment of reasoning.
  mutating func addReasoning(_ segment: Segment) {
    if case .reasoning(let segments)? = parts.last {
      parts[parts.count - 1] = .reasoning(segments + [segment])
    } else {
      parts.append(.reasoning([segment]))
    }
  }

  /// Adds a call.
  mutating func add(_ call: ToolCall) { calls.append(call) }

  /// Adds a call that the provider made itself, with its output.
  mutating func add(_ call: ToolCall, output: Entry) {
    parts.append(.exchange(call, output: output))
  }

  /// The entries; of a message that says nothing, a response without segments.
  ///
  /// What has no field stays with what was said, else with the calls, else with what there is.
  var entries: [Entry] {
    var entries: [Entry] = []
    for part in parts {
      switch part {
      case .reasoning(let segments):
        entries.append(Entry(recordedID: recordedID, kind: .reasoning, segments: segments))
      case .text(let segments):
        entries.append(Entry(recordedID: recordedID, kind: .response, segments: segments))
      case .exchange(let call, let output):
        entries.append(Entry(recordedID: recordedID, kind: .toolCalls, calls: [call]))
        entries.append(output)
      }
    }
    if !calls.isEmpty {
      entries.append(Entry(recordedID: recordedID, kind: .toolCalls, calls: calls))
    }
    if entries.isEmpty { entries.append(Entry(recordedID: recordedID, kind: .response)) }
    let place =
      entries.firstIndex { $0.kind == .response } ?? entries.lastIndex { $0.kind == .toolCalls }
      ?? entries.startIndex
    entries[place].extra = extra
    return entries
  }
}

extension Entry {
  /// What the environment tells, unasked for by a call: an output that answers none.
  static func environment(_ segments: [Segment], recordedID: String? = nil, extra: JSONObject)
    -> Entry
  {
    // The name keeps it from being taken for the answer of an earlier call.
    Entry(
      recordedID: recordedID, kind: .toolOutput, segments: segments, toolName: "environment",
      extra: extra)
  }
}

extension Segment {
  /// A JSON value as a tool gives it: a string is text, an empty one nothing, all else structure.
  static func result(_ value: JSONValue?) -> [Segment] {
    switch value {
    case nil, .null?: []
    case .string(let text)?: text.isEmpty ? [] : [.text(text)]
    case let other?: [.structure(other)]
    }
  }
}

extension Attachment {
  /// Makes an attachment of a payload in Base64.
  init(base64 payload: String, name: String, mediaType: String?, recorded: JSONValue) {
    let padding = payload.utf8.suffix(2).count { $0 == UInt8(ascii: "=") }
    self.init(
      name: name, mediaType: mediaType, byteCount: max(0, payload.utf8.count * 3 / 4 - padding),
      recorded: recorded)
  }
}
