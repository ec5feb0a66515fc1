/// How the items of OpenAI's Responses API that are calls name their parts.
struct ResponsesCall {
  /// The tool's name; nil where the item has it.
  let name: String?
  /// The keys of the arguments: a single one holds them all, several are an object.
  let arguments: [String]
  /// The keys of the result where the provider ran the tool; empty where the client does.
  var results: [String] = []
  /// Whether the arguments are free text.
  var isText = false

  /// Whether the provider ran the tool, so that the result is in the item or nowhere.
  var isHosted: Bool { !results.isEmpty }

  /// The shape of items of a type; nil if they are no calls.
  static func named(_ type: String) -> ResponsesCall? {
    switch type {
    case "function_call": ResponsesCall(name: nil, arguments: ["arguments"])
    case "custom_tool_call": ResponsesCall(name: nil, arguments: ["input"], isText: true)
    case "local_shell_call": ResponsesCall(name: "local_shell", arguments: ["action"])
    case "shell_call": ResponsesCall(name: "shell", arguments: ["action"])
    case "computer_call": ResponsesCall(name: "computer", arguments: ["action"])
    case "apply_patch_call": ResponsesCall(name: "apply_patch", arguments: ["operation"])
    case "tool_search_call": ResponsesCall(name: "tool_search", arguments: ["arguments"])
    case "program": ResponsesCall(name: "program", arguments: ["code"], isText: true)
    case "web_search_call":
      ResponsesCall(name: "web_search", arguments: ["action"], results: ["results"])
    case "file_search_call":
      ResponsesCall(name: "file_search", arguments: ["queries"], results: ["results"])
    case "code_interpreter_call":
      ResponsesCall(
        name: "code_interpreter", arguments: ["code", "container_id"], results: ["outputs"])
    case "image_generation_call":
      ResponsesCall(
        name: "image_generation", arguments: ["revised_prompt"], results: ["result"])
    case "mcp_call":
      ResponsesCall(name: nil, arguments: ["arguments"], results: ["output", "error"])
    default: nil
    }
  }

  /// The arguments of an item: a JSON text, JSON, or nothing.
  func arguments(of item: JSONObject) -> JSONValue? {
    if arguments.count == 1, let key = arguments.first, key != "queries" {
      let value = item.value(key)
      // Free text is a string; as a JSON text it is a quoted one.
      return isText ? value.map { .string($0.serialised()) } : value
    }
    return .object(
      JSONObject(arguments.compactMap { key in item.value(key).map { (key, $0) } }))
  }
}

/// Makes a transcript of items in order: calls that follow each other are one round.
struct ResponsesItemDecoder {
  var builder = TranscriptBuilder()
  private var wrapped = WrappedCalls()
  private var round: (entry: Entry, label: String)?
  private var count = 0

  /// The builder, with the last round in it.
  mutating func finished() -> TranscriptBuilder {
    finishRound()
    return builder
  }

  /// Adds items; their labels go on from those before.
  mutating func add(_ items: [JSONValue], at step: KeyPathStep?) throws(Refusal) {
    for (index, value) in items.enumerated() {
      do throws(Refusal) {
        try add(try value.requiredObject("an item"), label: "m\(count)")
      } catch {
        throw step.map { error.inside($0, .index(index)) } ?? error.inside(.index(index))
      }
      count += 1
    }
  }

  /// Adds an item.
  mutating func add(_ item: JSONObject, label: String) throws(Refusal) {
    let type = try item.string("type") ?? (item["role"] == nil ? nil : "message") ?? "none"
    if let call = ResponsesCall.named(type) { return try add(call, item, type, label: label) }
    finishRound()
    switch type {
    case "message": try addMessage(item, label: label)
    case "reasoning": try addReasoning(item, label: label)
    case "compaction", "compaction_summary":
      builder.notes.add(
        .missingContent, at: label, "a summary that only its provider can read")
      builder.addSummary(
        [Segment(.opaque(.object(item)))], kind: .opaque, by: "provider", label: label)
    case "mcp_list_tools": try addTools(of: item)
    case "ghost_snapshot":
      builder.notes.add(
        .skippedRecord, at: label, "an item of type '\(type)', no part of the conversation")
    case "item_reference":
      builder.notes.add(
        .missingContent, at: label, "an item that the provider keeps, which is not in the file")
      builder.add([Self.opaque(item)], label: label)
    case _ where type.hasSuffix("_output"):
      let outputs = wrapped.outputs(of: try Self.output(item))
      for output in outputs { builder.add([output], label: label) }
    default:
      builder.notes.add(.unknownRole, at: label, "an item of unknown type '\(type)'")
      builder.add([Self.opaque(item)], label: label)
    }
  }

  /// Ends a round of calls, if one is open.
  mutating func finishRound() {
    guard let (entry, label) = round else { return }
    round = nil
    builder.add([entry], label: label)
  }

  private mutating func add(
    _ shape: ResponsesCall, _ item: JSONObject, _ type: String, label: String
  ) throws(Refusal) {
    var extra = item.others(
      Set(["type", "id", "call_id", "name"] + shape.arguments + shape.results))
    if type != "function_call" { extra["type"] = .string(type) }
    let itemID = try item.string("id")
    let callID = try item.string("call_id")
    if callID != nil, let itemID { extra["item_id"] = .string(itemID) }
    let name: String
    if let known = shape.name { name = known } else { name = try item.requiredString("name") }
    let call = builder.call(
      id: callID ?? itemID, name: name, arguments: shape.arguments(of: item), extra: extra,
      label: label)
    guard shape.isHosted else {
      let calls = wrapped.calls(of: call, label: label, notes: &builder.notes)
      if round == nil { round = (Entry(kind: .toolCalls), label) }
      round?.entry.calls += calls
      return
    }
    finishRound()
    var output = Entry(kind: .toolOutput, callID: call.id, toolName: name)
    if let result = shape.results.lazy.compactMap({ item.value($0) }).first {
      output.segments = Self.result(result, isImage: type == "image_generation_call")
    } else {
      builder.notes.add(
        .missingContent, at: label, "the output of a tool that the provider ran, not in the file")
    }
    builder.add([.calls([call]), output], label: label)
  }

  private static func result(_ value: JSONValue, isImage: Bool) -> [Segment] {
    guard case .string(let text) = value else { return [.structure(value)] }
    if isImage {
      return [Segment(.attachment(Attachment(url: "data:;base64,\(text)", recorded: value)))]
    }
    return text.isEmpty ? [] : [.text(text)]
  }

  private mutating func addMessage(_ item: JSONObject, label: String) throws(Refusal) {
    let role = try item.requiredString("role")
    guard let kind = Self.kind(ofRole: role) else {
      builder.notes.add(.unknownRole, at: label, "a message of unknown role '\(role)'")
      return builder.add([Self.opaque(item)], label: label)
    }
    let entry = try Self.message(item, kind: kind)
    if kind == .instructions {
      builder.addInstructions(entry, label: label)
    } else {
      builder.add([entry], label: label)
    }
  }

  /// The kind of the entries of a role; nil if it is not known.
  static func kind(ofRole role: String) -> EntryKind? {
    switch role {
    case "system", "developer": .instructions
    case "user": .prompt
    case "assistant": .response
    default: nil
    }
  }

  /// The entry of a message item.
  static func message(_ item: JSONObject, kind: EntryKind) throws(Refusal) -> Entry {
    Entry(
      recordedID: try item.string("id"), kind: kind,
      segments: try EncodedContentPart.segments(of: item, at: "content"),
      extra: item.others(["type", "role", "content", "id"]))
  }

  private mutating func addReasoning(_ item: JSONObject, label: String) throws(Refusal) {
    let summary = try EncodedContentPart.segments(of: item, at: "summary")
    let content = try EncodedContentPart.segments(of: item, at: "content")
    let entry = Entry(
      recordedID: try item.string("id"), kind: .reasoning,
      segments: content.isEmpty ? summary : content,
      extra: item.others(["type", "id", "summary", "content"]))
    if entry.segments.isEmpty {
      builder.notes.add(
        .missingContent, at: label, "reasoning that only its provider can read")
    } else if !content.isEmpty, !summary.isEmpty {
      builder.notes.add(.duplicate, at: label, "a summary of reasoning that is there in full")
    }
    builder.add([entry], label: label)
  }

  /// Adds the tools of a server to those in force.
  private mutating func addTools(of item: JSONObject) throws(Refusal) {
    let tools = try item.elements("tools") { value, _ throws(Refusal) in
      try ToolDefinition(decoding: value)
    }
    let known = builder.transcript.head(at: builder.count).tools
    let new = tools.filter { tool in !known.contains { $0.name == tool.name } }
    if !new.isEmpty { builder.changeHead(tools: known + new) }
  }

  private static func opaque(_ item: JSONObject) -> Entry {
    Entry(kind: .opaque, segments: [Segment(.opaque(.object(item)))])
  }

  /// The entry of an item that is the output of a call the client ran.
  private static func output(_ item: JSONObject) throws(Refusal) -> Entry {
    var extra = item.others(["type", "id", "call_id", "output", "result", "tools"])
    var segments: [Segment] = []
    switch item.value(anyOf: "output", "result", "tools") {
    case nil: break
    case .string(let text)?: segments = text.isEmpty ? [] : [.text(text)]
    case .array(let parts)? where parts.allSatisfy({ isPart($0) }):
      segments = try parts.decoded(at: .key("output")) { part, _ throws(Refusal) in
        try EncodedContentPart.segment(part)
      }
    case .object(let object)? where object["content"]?.stringValue != nil:
      segments = [.text(object["content"]?.stringValue ?? "")]
      for member in object.others(["content"]).members { extra[member.key] = member.value }
    case let value? where isPart(value): segments = [try EncodedContentPart.segment(value)]
    case let value?: segments = [.structure(value)]
    }
    return Entry(
      kind: .toolOutput, segments: segments, callID: try item.string(anyOf: "call_id", "id"),
      extra: extra)
  }

  private static func isPart(_ value: JSONValue) -> Bool {
    guard let type = value["type"]?.stringValue else { return false }
    return type.hasPrefix("input_") || type.hasPrefix("output_") || type == "text"
      || type == "computer_screenshot"
  }
}
