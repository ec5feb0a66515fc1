/// An action or an observation as it stands in a file.
///
/// The oldest writers have an action's arguments beside its name, later ones in `args`.
struct OpenHandsHistoryEvent {
  /// The event's id, which is a number, as a text.
  let id: String?
  let source: String?
  let action: String?
  let observation: String?
  /// The id of the event that an observation is of.
  let cause: String?
  let arguments: JSONObject
  private let event: JSONObject
  private let metadata: JSONObject

  init(_ event: JSONObject) throws(Refusal) {
    self.event = event
    action = try event.string("action")
    observation = try event.string("observation")
    guard action != nil || observation != nil else {
      throw Refusal("expected an event with 'action' or 'observation'")
    }
    source = try event.string("source")
    id = event.value("id").map(Self.text)
    cause = event.value("cause").map(Self.text)
    let flat = event.others([
      "id", "timestamp", "source", "message", "action", "cause", "tool_call_metadata",
      "llm_metrics",
    ])
    arguments = try event.object("args") ?? (action == nil ? JSONObject() : flat)
    metadata = try event.object("tool_call_metadata") ?? JSONObject()
  }

  private static func text(_ id: JSONValue) -> String { id.stringValue ?? id.serialised() }

  /// Whether the agent did it; the oldest writers do not say.
  var isOfAgent: Bool { source == nil || source == "agent" }

  var waitsForResponse: Bool { arguments["wait_for_response"]?.boolValue == true }

  /// What it says: of an action its content, else the message for people; of an observation its
  /// output.
  var content: String {
    let own = observation == nil ? arguments["content"] : event["content"]
    return own?.stringValue ?? event["message"]?.stringValue ?? ""
  }

  var images: [Segment] {
    (arguments.value("image_urls") ?? arguments.value("images_urls"))?.arrayValue?.map { url in
      Segment(.attachment(Attachment(url: url.stringValue ?? "", recorded: url)))
    } ?? []
  }

  var thought: String { arguments["thought"]?.stringValue ?? "" }

  /// What the agent says at its end.
  var finalText: String {
    let last = [arguments["final_thought"], arguments["message"], event["message"]]
      .lazy.compactMap { $0?.stringValue }.first { !$0.isEmpty }
    let texts = [thought, last ?? ""].filter { !$0.isEmpty }
    return Set(texts).count == 1 ? texts[0] : texts.joined(separator: "\n")
  }

  var tools: [JSONValue] { arguments["tools"]?.arrayValue ?? [] }

  /// The events that a condensation forgets: listed, or from one id to another.
  var forgotten: [String] {
    if let ids = arguments["forgotten_event_ids"]?.arrayValue { return ids.map(Self.text) }
    guard let start = arguments["forgotten_events_start_id"]?.intValue,
      let end = arguments["forgotten_events_end_id"]?.intValue, start <= end, end - start < 1 << 20
    else { return [] }
    return (start...end).map { String($0) }
  }

  // MARK: Calls

  /// The id of the call: recorded, or made of the event's.
  var callID: String? {
    metadata["tool_call_id"]?.stringValue ?? (action == nil ? nil : id.map { "event-\($0)" })
  }

  var toolName: String { metadata["function_name"]?.stringValue ?? action ?? "" }

  private var message: JSONValue? {
    metadata["model_response"]?["choices"]?.arrayValue?.first?["message"]
  }

  var reasoning: String { message?["reasoning_content"]?.stringValue ?? "" }

  /// The response of the model that an action is of, if it is known to be of one.
  var responseID: String? {
    action == nil ? nil : metadata["model_response"]?["id"]?.stringValue
  }

  /// Arguments as the model wrote them, else as the agent understood them; and what is the agent's
  /// own among those.
  var callArguments: (arguments: JSONValue, extra: JSONObject) {
    let own = Self.agentsOwn
    let extra = arguments.others(Set(arguments.keys).subtracting(own).union(["thought"]))
    let written = message?["tool_calls"]?.arrayValue?.first {
      $0["id"]?.stringValue == callID
    }?["function"]?["arguments"]
    return (written.flatMap { $0.isNull ? nil : $0 } ?? .object(arguments.others(own)), extra)
  }

  /// Arguments that the agent adds to what the model asked for.
  private static let agentsOwn: Set<String> = [
    "thought", "action_risk", "security_risk", "is_confirmed", "confirmation_state",
    "keep_prompt", "hidden", "blocking", "is_static", "kernel_init_code", "cwd",
    "include_extra", "image_urls", "images_urls",
  ]

  // MARK: Entries

  /// What is recorded beside what is said and done.
  var extra: JSONObject {
    var extra = event.others([
      "id", "action", "observation", "content", "args", "message", "thought",
      "tool_call_metadata",
    ])
    guard action != nil else { return extra }
    for key in arguments.keys where event["args"] == nil { extra[key] = nil }
    return extra
  }

  /// The arguments of an action that is no call, but for what it says.
  private var others: JSONObject {
    arguments.others(["content", "thought", "final_thought", "tools", "image_urls", "images_urls"])
  }

  func entry(_ kind: EntryKind, _ text: String) -> Entry {
    var entry = Entry(
      recordedID: id, kind: kind, segments: text.isEmpty ? [] : [.text(text)], extra: extra)
    if action != nil, !others.isEmpty { entry.extra["args"] = .object(others) }
    return entry
  }
}
