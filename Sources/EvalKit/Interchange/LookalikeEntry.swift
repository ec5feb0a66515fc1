/// An entry as packages with Swift's names for transcripts write it: the names are Apple's, the JSON
/// is not.
///
/// What differs between them is how they spell segments, calls and tools; that comes from outside.
struct LookalikeEntry {
  /// The kind, as the cases of Apple's type are named.
  let kind: EntryKind
  let id: String?
  let object: JSONObject

  /// The kind of entries with a name; nil if it is not known.
  static func kind(named name: String) -> EntryKind? {
    switch name {
    case "instructions": .instructions
    case "prompt": .prompt
    case "toolCalls": .toolCalls
    case "toolOutput": .toolOutput
    case "response": .response
    case "reasoning": .reasoning
    default: nil
    }
  }

  private static let readKeys: Set<String> = [
    "id", "entryId", "role", "text", "segments", "toolDefinitions", "calls", "toolCalls",
    "toolName", "responseFormat", "contentRemoved",
  ]

  /// The entry; its calls are read by a function.
  func entry(
    segments: [Segment], call: (JSONObject) throws(Refusal) -> ToolCall
  ) throws(Refusal) -> Entry {
    var entry = Entry(
      recordedID: id, kind: kind, segments: segments, extra: object.others(Self.readKeys))
    for key in ["options", "contextOptions", "assetIDs", "assetIds"] {
      if entry.extra[key] == .object(JSONObject()) || entry.extra[key] == .array([]) {
        entry.extra[key] = nil
      }
    }
    switch kind {
    case .toolCalls:
      entry.segments = []
      for key in ["calls", "toolCalls"] {
        entry.calls += try object.elements(key) { value, _ throws(Refusal) in
          try call(try value.requiredObject("a call"))
        }
      }
    case .toolOutput:
      // These packages give an output the id of its call.
      entry.callID = id
      entry.toolName = try object.string("toolName")
    case .prompt:
      if let format = object.value("responseFormat") {
        entry.responseSchema = format["schema"] ?? format
      }
    case .response, .reasoning, .instructions, .opaque: break
    }
    return entry
  }
}

extension TranscriptBuilder {
  /// Adds an entry of such a package: instructions with the tools they define.
  mutating func add(_ entry: Entry, tools: [ToolDefinition], label: String) {
    guard entry.kind == .instructions else { return add([entry], label: label) }
    if !tools.isEmpty {
      if count == 0 {
        addTools(tools)
      } else {
        notes.add(
          .toolsMidway, at: label, "tools defined mid-conversation, kept but not in force")
      }
    }
    addInstructions(entry, label: label)
  }
}
