internal import EvalKit

/// A program's reply, read strictly: what does not fit names its key.
struct ExecReply: Sendable {
  /// What is left of the history.
  let history: History
  /// The head, where the reply has one.
  let head: Head?
  /// What to remember, where the reply says.
  let memory: JSONValue?

  /// Reads the reply to a request.
  ///
  /// - Throws: ``ExecFailure`` with what was expected.
  init(_ bytes: [UInt8], to edit: LabelledEdit) throws(ExecFailure) {
    let node: JSONNode
    do {
      node = try JSONNode.parse(bytes)
    } catch {
      throw .noJSON("\(error)", start: Self.start(of: bytes))
    }
    guard node.members != nil else {
      throw .badReply("expected an object, found \(node.kindName)")
    }
    guard let version = node["version"] else {
      throw .badReply("missing key 'version'; it is \(ExecRequest.version)")
    }
    guard version.value.intValue == ExecRequest.version else {
      throw .badVersion(version.value.serialised())
    }
    let diagnostics = DiagnosticCollector(maximum: 1)
    let object = StrictObject(node, diagnostics: diagnostics)
    object.ignore("version", "kind", "stage", "moment", "request", "budget")
    let parts = object.objects("items", required: true) { ExecItem.part($0, of: edit) }
    head = object.optionalObject("head").flatMap { ExecHead.head($0, editing: edit.history.head) }
    memory = object.node("memory")?.value
    object.finish()
    if let first = diagnostics.diagnostics.first {
      throw .badReply(first.message + (first.path.isEmpty ? "" : " (at \(first.path))"))
    }
    do {
      history = try edit.applied(parts)
    } catch {
      throw .badReply("\(error)")
    }
  }

  /// The first characters of what was to be JSON, for messages.
  private static func start(of bytes: [UInt8]) -> String {
    let text = String(decoding: bytes.prefix(256), as: UTF8.self)
    return text.count > 60 ? text.prefix(60) + "…" : text
  }
}

/// Reads the items of a reply.
enum ExecItem {
  /// An item as it is, edited, or new.
  static func part(_ object: StrictObject, of edit: LabelledEdit) -> LabelledEdit.Part? {
    object.ignore("tokens", "form", "synthesised")
    let label: String? = object.optional("label")
    let covers: [String] = object.optional("covers", default: [])
    let item = label.flatMap { edit.item(labelled: $0) }
    guard let kind = kind(object, item: item, label: label) else { return nil }
    var entry = item?.entry ?? Entry(kind: kind)
    entry.kind = kind
    let old = item?.entry
    let isChanged = ["kind", "text", "segments", "calls", "callID", "toolName"]
      .contains { object.contains($0) }
    if let segments = segments(object, of: old) { entry.segments = segments }
    if object.contains("calls") { entry.calls = calls(object, of: old) }
    if object.contains("callID") { entry.callID = text(object, "callID") }
    if object.contains("toolName") { entry.toolName = text(object, "toolName") }
    if item == nil, entry.segments.isEmpty, entry.calls.isEmpty {
      object.error("a new item needs a 'text', 'segments' or 'calls'")
    }
    if entry.kind != .toolCalls, !entry.calls.isEmpty {
      object.error("only an item of kind toolCalls has calls", at: "calls")
    }
    return LabelledEdit.Part(label: label, entry: isChanged ? entry : nil, covers: covers)
  }

  private static func kind(_ object: StrictObject, item: Item?, label: String?) -> EntryKind? {
    guard let word: String = object.optional("kind") else {
      if let item { return item.kind }
      object.error(
        label.map { "'\($0)' is no label of the request; a new item needs a 'kind'" }
          ?? "expected a 'label' of the request, or the 'kind' of a new item")
      return nil
    }
    if let kind = EntryKind(rawValue: word) { return kind }
    let known = EntryKind.allCases.map(\.rawValue).joined(separator: ", ")
    object.error("'\(word)' is no kind; there is \(known)", at: "kind")
    return nil
  }

  private static func text(_ object: StrictObject, _ key: String) -> String? {
    object.node(key)?.value.isNull == true ? nil : object.optional(key)
  }

  // MARK: Content

  /// What it shows: its segments if they are not as sent, else its text if that is not.
  private static func segments(_ object: StrictObject, of old: Entry?) -> [Segment]? {
    var found: [Segment]?
    if object.contains("segments") {
      var left = (old?.segments ?? []).map { (segment: $0, json: ExecRequest.segment($0)) }
      found = object.array("segments") { node, path in
        let json = node.value
        if let place = left.firstIndex(where: { $0.json.isWritten(as: json) }) {
          return left.remove(at: place).segment
        }
        return segment(node, path, object.diagnostics)
      }
    }
    if let text: String = object.optional("text"), old?.text.utf8.elementsEqual(text.utf8) != true,
      found == nil || found == old?.segments
    {
      found = [.text(text)]
    }
    return found
  }

  private static func segment(_ node: JSONNode, _ path: String, _ found: DiagnosticCollector)
    -> Segment?
  {
    if let text = node.stringValue { return .text(text) }
    let object = StrictObject(node, path: path, diagnostics: found)
    defer { object.finish() }
    if let value = object.node("structure") {
      return .structure(value.value, source: object.optional("source"))
    }
    if let value = object.node("opaque") { return Segment(.opaque(value.value)) }
    guard let file = object.optionalObject("attachment") else {
      if object.isObject {
        object.error("expected a text, or 'structure', 'attachment' or 'opaque'")
      }
      return nil
    }
    defer { file.finish() }
    guard let name: String = file.required("name") else { return nil }
    return Segment(
      .attachment(
        Attachment(
          name: name, mediaType: file.optional("mediaType"),
          byteCount: file.optional("byteCount"), tokens: file.optional("tokens"))))
  }

  /// The calls; one that is as it was sent keeps what was not sent of it.
  private static func calls(_ object: StrictObject, of old: Entry?) -> [ToolCall] {
    var left = old?.calls ?? []
    return object.objects("calls") { call in
      guard let name: String = call.required("name") else { return nil }
      let id = text(call, "id")
      let arguments = call.node("arguments")?.value ?? .object(JSONObject())
      if let place = left.firstIndex(where: {
        $0.id == id && $0.name == name && $0.arguments.isWritten(as: arguments)
      }) {
        return left.remove(at: place)
      }
      return ToolCall(id: id, name: name, arguments: arguments)
    }
  }
}

/// Reads the head of a reply.
enum ExecHead {
  /// The head edited: instructions by text, tools by name.
  static func head(_ object: StrictObject, editing head: Head) -> Head? {
    object.ignore("tokens")
    defer { object.finish() }
    var edited = head
    if let text: String = object.optional("instructions"),
      !text.utf8.elementsEqual(head.instructionsText.utf8)
    {
      edited.instructions = Head(text).instructions
      if let label = head.instructions.first?.label, !text.isEmpty {
        edited.instructions[0].label = label
      }
    }
    guard object.contains("tools") else { return edited }
    edited.tools = object.objects("tools") { tool in
      tool.ignore("effect")
      guard let name: String = tool.required("name") else { return nil }
      guard var known = head.tools.first(where: { $0.name == name }) else {
        tool.error("'\(name)' is no tool of the request", at: "name")
        return nil
      }
      if let text: String = tool.optional("description") { known.description = text }
      if let value = tool.node("parameters")?.value { known.parameters = value }
      return known
    }
    return edited
  }
}

extension JSONValue {
  /// Whether two values are written the same: strings that only look alike are not.
  fileprivate func isWritten(as other: JSONValue) -> Bool {
    self == other && serialised().utf8.elementsEqual(other.serialised().utf8)
  }
}
