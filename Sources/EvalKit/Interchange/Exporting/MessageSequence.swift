/// A transcript as messages, as formats have them that put a reply's reasoning, text and calls in one.
struct MessageSequence {
  /// What a model said in one go.
  struct Reply {
    var reasoning: Entry?
    var response: Entry?
    var calls: [(id: String, call: ToolCall)] = []

    /// Whether an entry goes on with the reply: they stand in the order reasoning, text, calls.
    /// A text that is empty stays a message of its own, since beside calls none would be left of it.
    func continues(with kind: EntryKind) -> Bool {
      switch kind {
      case .response: response == nil && calls.isEmpty
      case .toolCalls: calls.isEmpty && response?.segments.isEmpty != true
      default: false
      }
    }
  }

  /// A message.
  enum Message {
    case instructions(Entry)
    case prompt(Entry)
    case reply(Reply)
    /// An output, with the call it answers where it answers one.
    case output(Entry, callID: String, answers: Bool)
    /// An entry of unknown kind.
    case opaque(Entry)
  }

  /// The messages in order, the head left out.
  private(set) var messages: [Message] = []

  /// Puts a transcript into messages; what is changed on the way is added to `losses`.
  init(_ transcript: Transcript, losses: inout ExportLosses) {
    let structure = TranscriptStructure(transcript.entries)
    let ids = Self.callIDs(of: transcript, losses: &losses)
    var reply: Reply?
    for (index, entry) in transcript.entries.enumerated() {
      addChanges(of: transcript, at: index, after: &reply, losses: &losses)
      switch entry.kind {
      case .reasoning, .response, .toolCalls:
        if let started = reply, !started.continues(with: entry.kind) { flush(&reply) }
        var current = reply ?? Reply()
        switch entry.kind {
        case .reasoning: current.reasoning = entry
        case .response: current.response = entry
        default: current.calls = Array(zip(ids[index], entry.calls)).map { ($0, $1) }
        }
        reply = current
      case .prompt:
        flush(&reply)
        messages.append(.prompt(entry))
      case .instructions:
        flush(&reply)
        messages.append(.instructions(entry))
      case .toolOutput:
        flush(&reply)
        let answered = structure.answers[index]
        if answered == nil { losses.add("output that answers no call") }
        let id = answered.map { ids[$0.entry.index][$0.index] } ?? entry.callID ?? "m\(index)"
        messages.append(.output(entry, callID: id, answers: answered != nil))
      case .opaque:
        flush(&reply)
        messages.append(.opaque(entry))
      }
    }
    addChanges(of: transcript, at: transcript.entries.count, after: &reply, losses: &losses)
    flush(&reply)
  }

  private mutating func flush(_ reply: inout Reply?) {
    if let reply { messages.append(.reply(reply)) }
    reply = nil
  }

  /// Adds changes of the head: instructions as a message, tools not at all.
  private mutating func addChanges(
    of transcript: Transcript, at position: Int, after reply: inout Reply?,
    losses: inout ExportLosses
  ) {
    for change in transcript.changes where change.position == position {
      flush(&reply)
      if change.tools != nil { losses.add("change of tools") }
      guard let instructions = change.instructions else { continue }
      losses.add("change of instructions, written as a message")
      messages += instructions.map { .instructions($0) }
    }
  }

  /// The ids of calls, each used once: the recorded ones, or ones made of labels.
  private static func callIDs(of transcript: Transcript, losses: inout ExportLosses) -> [[String]] {
    var used = Set<String>()
    return transcript.entries.enumerated().map { position, entry in
      entry.calls.enumerated().map { index, call in
        let stem = call.id ?? "call_\(position)_\(index)"
        var id = stem
        var count = 1
        while !used.insert(id).inserted {
          count += 1
          id = "\(stem)_\(count)"
        }
        if call.id == nil { losses.add("call without an id, which was given one") }
        if let recorded = call.id, recorded != id {
          losses.add("call id used again, which was given another")
        }
        return id
      }
    }
  }
}

extension Entry {
  /// Its text, for formats that have a string there; what is no text is written as JSON, or named.
  func plainText(_ losses: inout ExportLosses) -> String {
    if segments.count > 1 { losses.add("entry of several segments, put together") }
    return segments.map { segment in
      switch segment.content {
      case .text(let text): return text
      case .structure(let value, _):
        losses.add("JSON value, written as a text")
        return value.serialised()
      case .attachment(let attachment):
        losses.add("attachment, written as a text that names it")
        return attachment.placeholder
      case .opaque(let value):
        losses.add("content of unknown type, written as a text")
        return value.serialised()
      }
    }.joined(separator: "\n")
  }
}

extension ToolCall {
  /// Its arguments, for formats that have an object there.
  func objectArguments(_ losses: inout ExportLosses) -> JSONValue {
    if arguments.objectValue != nil { return arguments }
    losses.add("arguments that are no object, written under 'value'")
    return ["value": arguments]
  }
}
