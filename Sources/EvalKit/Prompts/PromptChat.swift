/// A view as a chat: what every format of prompts is written from.
///
/// Reasoning, text and calls of one reply are one message. A call's id is its recorded one, reduced
/// to letters, digits, `-` and `_` and made unique within the view, or one made of its entry's label.
struct PromptChat: Sendable {
  /// One message.
  struct Message: Sendable {
    enum Role: String, Sendable { case system, user, assistant, tool }

    /// A piece of what a user says.
    enum Part: Sendable {
      case text(String)
      case image(url: String)
    }

    /// A call of a tool.
    struct Call: Sendable {
      var id: String
      var name: String
      var arguments: JSONValue
      /// The arguments as they were written.
      var argumentsText: String
    }

    var role: Role
    var parts: [Part] = []
    var reasoning = ""
    var calls: [Call] = []
    /// The call that a tool's output answers.
    var callID: String?
    /// The speaker, or the tool of an output.
    var name: String?

    /// The text; what is no text is left out.
    var text: String {
      parts.compactMap { if case .text(let text) = $0 { text } else { nil } }
        .joined(separator: "\n")
    }
  }

  /// The messages, the head's first.
  private(set) var messages: [Message] = []
  /// The tools defined.
  let tools: [ToolDefinition]
  /// Whether a call stands without its output or an output without its call.
  private(set) var hasSplitPairs = false
  private var takenIDs: Set<String> = []
  /// How often an id was asked for.
  private var uses: [String: Int] = [:]
  /// The ids given to calls, by entry.
  private var callIDs: [Int: [String]] = [:]

  init(head: Head, entries: [Entry]) {
    tools = head.tools
    for entry in head.instructions { add(entry, .system) }
    let structure = TranscriptStructure(entries)
    for (index, entry) in entries.enumerated() {
      switch entry.kind {
      case .instructions: add(entry, .system)
      case .prompt, .opaque: add(entry, .user)
      case .response, .reasoning: reply(entry)
      case .toolCalls:
        call(entry, at: index)
        if structure.outputs[index].contains(nil) { hasSplitPairs = true }
      case .toolOutput: output(entry, answering: structure.answers[index])
      }
    }
  }

  /// The tools called somewhere that are not defined, in order.
  var undefinedTools: [String] {
    var known = Set(tools.map(\.name))
    return messages.flatMap(\.calls).map(\.name).filter { known.insert($0).inserted }
  }

  // MARK: Making messages

  private mutating func add(_ entry: Entry, _ role: Message.Role) {
    var message = Message(role: role, name: entry.speaker)
    message.parts = Self.parts(of: entry, showsImages: role == .user)
    messages.append(message)
  }

  /// Goes on with the message of a reply, unless what comes belongs before what it has.
  private mutating func reply(_ entry: Entry) {
    let isReasoning = entry.kind == .reasoning
    let isOpen = messages.last.map { last in
      last.role == .assistant && last.calls.isEmpty && last.parts.isEmpty
        && !(isReasoning && !last.reasoning.isEmpty)
    }
    if isOpen != true { messages.append(Message(role: .assistant)) }
    let place = messages.count - 1
    if isReasoning {
      messages[place].reasoning = Self.text(of: entry)
    } else {
      messages[place].parts = Self.parts(of: entry, showsImages: false)
      messages[place].name = entry.speaker
    }
  }

  private mutating func call(_ entry: Entry, at index: Int) {
    if messages.last.map({ $0.role == .assistant && $0.calls.isEmpty }) != true {
      messages.append(Message(role: .assistant))
    }
    let ids = entry.calls.indices.map { unique(entry.callLabel($0)) }
    callIDs[index] = ids
    messages[messages.count - 1].calls = zip(entry.calls, ids).map { call, id in
      Message.Call(
        id: id, name: call.name, arguments: call.arguments,
        argumentsText: call.argumentsText ?? call.arguments.serialised())
    }
  }

  private mutating func output(_ entry: Entry, answering: TranscriptStructure.CallReference?) {
    var message = Message(role: .tool, name: entry.toolName)
    message.parts = Self.parts(of: entry, showsImages: false)
    if let answering {
      message.callID = callIDs[answering.entry.index]?[answering.index]
    } else {
      message.callID = Self.plain(entry.callID ?? entry.label)
      hasSplitPairs = true
    }
    messages.append(message)
  }

  private mutating func unique(_ id: String) -> String {
    let stem = Self.plain(id)
    while true {
      let count = uses[stem, default: 0] + 1
      uses[stem] = count
      let candidate = count == 1 ? stem : "\(stem)_\(count)"
      if takenIDs.insert(candidate).inserted { return candidate }
    }
  }

  private static func plain(_ id: String) -> String {
    let bytes = id.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        byte
      default: UInt8(ascii: "_")
      }
    }
    return bytes.isEmpty ? "call" : String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Content

  private static func parts(of entry: Entry, showsImages: Bool) -> [Message.Part] {
    var parts: [Message.Part] = entry.segments.map { segment in
      switch segment.content {
      case .text(let text): return .text(text)
      case .structure(let value, _), .opaque(let value): return .text(value.serialised())
      case .attachment(let attachment):
        if showsImages, let url = attachment.url, isImage(url) { return .image(url: url) }
        return .text(attachment.placeholder)
      }
    }
    if let schema = entry.responseSchema {
      parts.append(.text("schema: \(schema.orderedAsDeclared().serialised())"))
    }
    return parts
  }

  private static func text(of entry: Entry) -> String {
    Message(role: .assistant, parts: parts(of: entry, showsImages: false)).text
  }

  private static func isImage(_ url: String) -> Bool {
    ["data:image/", "https://", "http://"].contains { url.hasPrefix($0) }
  }
}
