extension TranscriptFormat {
  /// Chat messages as OpenAI's chat completions have them, and the many files shaped alike.
  ///
  /// A bare array of messages, an object with `messages` (or `traj`, `trajectory`, `conversation`,
  /// `history`) and perhaps `tools`, one of these or one message a line, an array of results that hold
  /// one each, a reply with `choices`, or the answer of ToolBench, of which the last chain is read.
  public static let openAIChat = TranscriptFormat(
    name: "openai-chat", title: "OpenAI chat messages",
    recognises: { OpenAIChatFormat.place(in: $0) != nil },
    decode: { unit in
      guard let place = OpenAIChatFormat.place(in: unit.value) else {
        throw Refusal("no messages here; expected an array of objects with 'role'")
      }
      var decoder = OpenAIChatDecoder()
      return try decoder.decode(unit.value, messagesAt: place)
    })
}

/// Where a value keeps its chat messages.
enum OpenAIChatFormat {
  /// A place of messages within a value.
  enum Place {
    /// The value is the array of messages.
    case root
    /// The array is at a key.
    case key(String)
    /// The value is a message.
    case single
    /// The array is at a path, with tools beside it or above.
    case path([KeyPathStep])
  }

  private static let messageKeys = ["messages", "traj", "trajectory", "conversation", "history"]

  static func place(in value: JSONValue) -> Place? {
    switch value {
    case .array(let elements): return areMessages(elements) ? .root : nil
    case .object(let object):
      for key in messageKeys {
        guard let elements = object[key]?.arrayValue else { continue }
        // A run that failed at once has none, among others that have some.
        let isEmptyRun = elements.isEmpty && (key == "messages" || key == "traj")
        if isEmptyRun || areMessages(elements) { return .key(key) }
      }
      if let path = nestedPath(in: object) { return .path(path) }
      return isMessage(value) && object["entries"] == nil ? .single : nil
    default: return nil
    }
  }

  /// The path of the messages of a reply, or of the last chain of a ToolBench answer.
  private static func nestedPath(in object: JSONObject) -> [KeyPathStep]? {
    if let choice = object["choices"]?.arrayValue?.first, choice["message"].map(isMessage) == true {
      return [.key("choices"), .index(0), .key("message")]
    }
    guard let chains = object["answer_generation"]?["train_messages"]?.arrayValue,
      let last = chains.last?.arrayValue, areMessages(last)
    else { return nil }
    return [.key("answer_generation"), .key("train_messages"), .index(chains.count - 1)]
  }

  /// The first element decides; mistakes in others are reported when they are read.
  private static func areMessages(_ elements: [JSONValue]) -> Bool {
    elements.first.map { isMessage($0) } ?? false
  }

  private static func isMessage(_ value: JSONValue) -> Bool {
    guard let object = unwrapped(value).value.objectValue else { return false }
    return object["role"]?.stringValue != nil
      && ["content", "tool_calls", "function_call", "refusal", "reasoning_content"].contains {
        object[$0] != nil
      }
  }

  /// A message out of the wrappers `{message: {message: …}}` that docker-agent puts around it.
  static func unwrapped(_ value: JSONValue) -> (value: JSONValue, steps: [KeyPathStep]) {
    var value = value
    var steps: [KeyPathStep] = []
    while steps.count < 2, value["role"] == nil, let inner = value["message"],
      inner.objectValue != nil
    {
      value = inner
      steps.append(.key("message"))
    }
    return (value, steps)
  }
}

/// Makes a transcript of chat messages.
struct OpenAIChatDecoder {
  private var transcript = Transcript()
  var notes = ImportNotes()
  private var labels = LabelMaker()
  private var wrapped = WrappedCalls()

  mutating func decode(_ value: JSONValue, messagesAt place: OpenAIChatFormat.Place)
    throws(Refusal) -> DecodedTranscript
  {
    var metadata = JSONObject()
    switch place {
    case .root: try add(value.arrayValue ?? [], at: nil)
    case .single: try addSingle(value)
    case .path(let steps):
      let object = value.objectValue ?? JSONObject()
      if let answer = try object.object("answer_generation") {
        do throws(Refusal) {
          try addTools(of: answer, keys: ["function"])
        } catch {
          throw error.inside(.key("answer_generation"))
        }
      }
      let messages = value.value(at: steps) ?? .null
      do throws(Refusal) {
        if case .array(let chain) = messages {
          try add(chain, at: nil)
        } else {
          try addSingle(messages)
        }
      } catch {
        throw steps.reversed().reduce(error) { $0.inside($1) }
      }
      metadata = object.others(["choices", "answer_generation"])
    case .key(let key):
      let object = value.objectValue ?? JSONObject()
      try addTools(of: object)
      addInstructions(ofSession: object["session"])
      try add(try object.array(key) ?? [], at: .key(key))
      metadata = object.others([key, "tools", "functions"])
    }
    return DecodedTranscript(transcript: transcript, notes: notes, metadata: metadata)
  }

  /// Makes a transcript of messages picked from a file, after those that `head` has.
  ///
  /// - Parameters:
  ///   - places: Where each of them stands under `key`.
  ///   - key: The key of the file's messages.
  mutating func decode(
    _ head: JSONValue, messages: [JSONValue], places: [[KeyPathStep]],
    under key: String = "messages"
  ) throws(Refusal) -> DecodedTranscript {
    let object = head.objectValue ?? JSONObject()
    try addTools(of: object)
    try add(object["messages"]?.arrayValue ?? [], at: nil)
    for (index, message) in messages.enumerated() {
      do throws(Refusal) {
        try add(try EncodedChatMessage(message), recorded: message, label: "m\(index)")
      } catch {
        throw ([.key(key)] + places[index]).reversed().reduce(error) { $0.inside($1) }
      }
    }
    return DecodedTranscript(transcript: transcript, notes: notes)
  }

  /// Adds the instructions that Hermes keeps beside the messages.
  private mutating func addInstructions(ofSession session: JSONValue?) {
    guard let text = session?["system_prompt"]?.stringValue, !text.isEmpty else { return }
    transcript.head.instructions.append(
      Entry(label: labels.label("system"), kind: .instructions, segments: [.text(text)]))
  }

  private mutating func addTools(
    of object: JSONObject, keys: [String] = ["tools", "functions"]
  ) throws(Refusal) {
    for key in keys {
      transcript.head.tools += try object.elements(key) { value, _ throws(Refusal) in
        try ToolDefinition(decoding: value)
      }
    }
  }

  /// Adds a message that is not in an array, so that mistakes have no index.
  private mutating func addSingle(_ message: JSONValue) throws(Refusal) {
    do throws(Refusal) {
      try add([message], at: nil)
    } catch {
      throw error.withoutOutermostStep
    }
  }

  private mutating func add(_ messages: [JSONValue], at step: KeyPathStep?) throws(Refusal) {
    for (index, value) in messages.enumerated() {
      let (message, steps) = OpenAIChatFormat.unwrapped(value)
      if message["active"] == 0, message["session_id"] != nil {
        notes.add(.otherBranch, at: "m\(index)", "a message that was taken back, left out")
        continue
      }
      do throws(Refusal) {
        try add(try EncodedChatMessage(message), recorded: message, label: "m\(index)")
      } catch {
        let outer = (step.map { [$0] } ?? []) + [.index(index)] + steps
        throw outer.reversed().reduce(error) { $0.inside($1) }
      }
    }
  }

  private mutating func add(
    _ message: EncodedChatMessage, recorded: JSONValue, label: String
  ) throws(Refusal) {
    var entries: [Entry]
    switch message.role {
    case "system", "developer":
      var entry = self.entry(.instructions, message)
      if transcript.entries.isEmpty {
        entry.label = labels.label(label)
        noteOpaque(entry)
        transcript.head.instructions.append(entry)
        return
      }
      entries = [entry]
    case "user":
      var entry = self.entry(.prompt, message)
      entry.speaker = message.name
      entries = [entry]
    case "tool", "function":
      var entry = self.entry(.toolOutput, message)
      entry.callID = message.answeredCallID
      entry.toolName = message.toolName
      entries = wrapped.outputs(of: entry)
    case "assistant":
      entries = assistantEntries(of: message, label: label)
    default:
      entries = [
        Entry(recordedID: message.id, kind: .opaque, segments: [Segment(.opaque(recorded))])
      ]
      notes.add(.unknownRole, at: label, "a message of unknown role '\(message.role)'")
    }
    for var entry in entries {
      entry.label = labels.label(entries.count == 1 ? label : label + entry.kind.labelSuffix)
      if entry.kind != .opaque { noteOpaque(entry) }
      transcript.entries.append(entry)
    }
  }

  /// Reasoning, text and calls, in this order; a response without segments if there is none.
  private mutating func assistantEntries(of message: EncodedChatMessage, label: String) -> [Entry] {
    var entries: [Entry] = []
    if let reasoning = message.reasoning {
      entries.append(
        Entry(recordedID: message.id, kind: .reasoning, segments: [.text(reasoning)]))
    }
    if !message.segments.isEmpty || message.calls.isEmpty {
      entries.append(entry(.response, message))
      entries[entries.count - 1].speaker = message.name
    }
    if !message.calls.isEmpty {
      var entry = Entry(recordedID: message.id, kind: .toolCalls)
      for call in message.calls {
        let call = ToolCall(
          id: call.id, name: call.name, recordedArguments: call.arguments, extra: call.extra,
          label: label, notes: &notes)
        entry.calls += wrapped.calls(of: call, label: label, notes: &notes)
      }
      if message.segments.isEmpty { entry.extra = message.extra }
      entries.append(entry)
    }
    return entries
  }

  private func entry(_ kind: EntryKind, _ message: EncodedChatMessage) -> Entry {
    Entry(
      recordedID: message.id, kind: kind, segments: message.segments, extra: message.extra)
  }

  private mutating func noteOpaque(_ entry: Entry) {
    for case .opaque(let value) in entry.segments.map(\.content) {
      let type = value["type"]?.stringValue ?? "none"
      notes.add(.unknownSegment, at: entry.label, "a segment of unknown type '\(type)'")
    }
  }
}

extension EntryKind {
  /// What is added to a message's label when it makes several entries.
  var labelSuffix: String {
    switch self {
    case .response, .prompt: ".text"
    case .toolCalls: ".calls"
    case .reasoning: ".reasoning"
    case .toolOutput: ".output"
    case .instructions, .opaque: ""
    }
  }
}
