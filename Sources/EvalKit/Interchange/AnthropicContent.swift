/// What the content blocks of an Anthropic message make, in their order.
///
/// Blocks of a kind that follow each other make one entry: texts and media a prompt or a response,
/// calls a round. Each thought is an entry of its own, since its signature is its own.
struct AnthropicContent {
  /// A part of what a message makes.
  enum Piece {
    case entry(Entry)
    /// A compaction by the provider, with its summary; nil where it failed.
    case compaction(String?)
  }

  private(set) var pieces: [Piece] = []
  private let role: String
  private let textKind: EntryKind

  /// Reads the content of a message.
  init(role: String, message: JSONObject, label: String, notes: inout ImportNotes)
    throws(Refusal)
  {
    self.role = role
    textKind = role == "assistant" ? .response : role == "user" ? .prompt : .instructions
    switch message.value("content") {
    case .string(let text)?: if !text.isEmpty { add(.text(text)) }
    case .array(let blocks)?:
      for (index, block) in blocks.enumerated() {
        do throws(Refusal) {
          try add(block: block, label: label, notes: &notes)
        } catch {
          throw error.inside(.key("content"), .index(index))
        }
      }
    case nil: break
    case let content?:
      throw Refusal(
        "expected a string or an array of blocks, found \(content.kindName)", at: "content")
    }
    if pieces.isEmpty { pieces = [.entry(Entry(kind: textKind))] }
  }

  private mutating func add(block: JSONValue, label: String, notes: inout ImportNotes)
    throws(Refusal)
  {
    if case .string(let text) = block { return add(.text(text)) }
    let object = try block.requiredObject("a content block")
    let type = try object.requiredString("type")
    switch type {
    case "text": add(.text(try object.requiredString("text")))
    case "thinking":
      var entry = Entry.reasoning(try object.requiredString("thinking"))
      if let signature = try object.string("signature"), !signature.isEmpty {
        entry.extra["signature"] = .string(signature)
      }
      pieces.append(.entry(entry))
    case "redacted_thinking":
      pieces.append(.entry(Entry(kind: .reasoning, segments: [Segment(.opaque(block))])))
    case "tool_use", "server_tool_use", "mcp_tool_use":
      add(try Self.call(object, type: type, label: label, notes: &notes))
    case "compaction": pieces.append(.compaction(try object.string("content")))
    case "tool_result", "mcp_tool_result": pieces.append(.entry(try Self.output(object)))
    case _ where type.hasSuffix("_tool_result"):
      pieces.append(.entry(try Self.serverOutput(object)))
    case "search_result": add(.structure(block, source: type))
    case "image", "document", "file", "container_upload":
      add(try Self.media(block, object, type: type))
    default: add(Segment(.opaque(block)))
    }
  }

  /// Adds a segment to the text entry that is last, or to a new one.
  private mutating func add(_ segment: Segment) {
    if case .entry(var entry)? = pieces.last, entry.kind == textKind {
      entry.segments.append(segment)
      pieces[pieces.count - 1] = .entry(entry)
    } else {
      pieces.append(.entry(Entry(kind: textKind, segments: [segment])))
    }
  }

  /// Adds a call to the round that is last, or to a new one.
  private mutating func add(_ call: ToolCall) {
    if case .entry(var entry)? = pieces.last, entry.kind == .toolCalls {
      entry.calls.append(call)
      pieces[pieces.count - 1] = .entry(entry)
    } else {
      pieces.append(.entry(.calls([call])))
    }
  }

  private static func call(
    _ object: JSONObject, type: String, label: String, notes: inout ImportNotes
  ) throws(Refusal) -> ToolCall {
    var extra = object.others(["type", "id", "name", "input"])
    if type != "tool_use" { extra["type"] = .string(type) }
    return ToolCall(
      id: try object.string("id"), name: try object.requiredString("name"),
      recordedArguments: object.value("input"), extra: extra, label: label, notes: &notes)
  }

  /// The result of a tool: a text, blocks or nothing.
  private static func output(_ object: JSONObject) throws(Refusal) -> Entry {
    var segments: [Segment] = []
    switch object.value("content") {
    case .array(let blocks)?:
      segments = try blocks.decoded(at: .key("content")) { block, _ throws(Refusal) in
        if case .string(let text) = block { return .text(text) }
        let part = try block.requiredObject("a content block")
        let type = try part.requiredString("type")
        switch type {
        case "text": return .text(try part.requiredString("text"))
        case "search_result": return .structure(block, source: type)
        case "image", "document", "file": return try media(block, part, type: type)
        default: return Segment(.opaque(block))
        }
      }
    case .string(let text)?: segments = text.isEmpty ? [] : [.text(text)]
    case nil: break
    case let content?: segments = [.structure(content)]
    }
    return Entry(
      kind: .toolOutput, segments: segments, callID: try object.string("tool_use_id"),
      extra: object.others(["type", "tool_use_id", "content"]))
  }

  /// The result of a tool that the provider ran, whose content has a type of its own.
  private static func serverOutput(_ object: JSONObject) throws(Refusal) -> Entry {
    let content = object.value("content")
    let segments = content.map { [Segment.structure($0, source: $0["type"]?.stringValue)] }
    return Entry(
      kind: .toolOutput, segments: segments ?? [], callID: try object.string("tool_use_id"),
      extra: object.others(["tool_use_id", "content"]))
  }

  private static func media(_ block: JSONValue, _ object: JSONObject, type: String)
    throws(Refusal) -> Segment
  {
    let source = try object.object("source") ?? JSONObject()
    let data = source["data"]?.stringValue
    // A document of plain text is text that the model is shown.
    if source["type"]?.stringValue == "text", let data { return .text(data) }
    let mediaType = source["media_type"]?.stringValue
    var attachment =
      data.map { Attachment(url: "data:\(mediaType ?? "");base64,\($0)", recorded: block) }
      ?? Attachment(
        url: source["url"]?.stringValue ?? source["file_id"]?.stringValue ?? object["file_id"]?
          .stringValue ?? type, recorded: block)
    if let title = object["title"]?.stringValue { attachment.name = title }
    return Segment(.attachment(attachment))
  }
}

extension TranscriptBuilder {
  /// Adds what an Anthropic message makes; the keys beside it go to the first entry.
  mutating func addAnthropic(
    role: String, _ message: JSONObject, extra: JSONObject = JSONObject(), label: String
  ) throws(Refusal) {
    guard ["user", "assistant", "system"].contains(role) else {
      notes.add(.unknownRole, at: label, "a message of unknown role '\(role)'")
      add([Entry(kind: .opaque, segments: [Segment(.opaque(.object(message)))])], label: label)
      return
    }
    let content = try AnthropicContent(role: role, message: message, label: label, notes: &notes)
    var run: [Entry] = []
    var extra = extra
    let id = try message.string("id")
    for piece in content.pieces {
      switch piece {
      case .entry(var entry):
        for member in extra.members { entry.extra[member.key] = member.value }
        extra = JSONObject()
        if entry.kind.isReply { entry.recordedID = id }
        if entry.kind == .instructions {
          addInstructions(entry, label: label)
        } else {
          run.append(entry)
        }
      case .compaction(let summary):
        add(run, label: label)
        run = []
        if let summary {
          addSummary([.text(summary)], kind: .response, by: "provider", label: label)
        } else {
          notes.add(.missingContent, at: label, "a compaction that failed, without a summary")
        }
      }
    }
    add(run, label: label)
  }
}
