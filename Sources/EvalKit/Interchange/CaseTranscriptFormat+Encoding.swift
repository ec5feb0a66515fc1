extension CaseTranscriptFormat {
  /// The steps of a transcript, as they are written in a case; reading them gives the transcript
  /// again but for recorded ids, labels that are made, and what other formats keep beside entries.
  ///
  /// - Throws: ``UnwritableTranscript`` for what steps have no way to say: opaque entries, outputs
  ///   that answer no call, a replacement with a part of a text. Such a transcript is kept in a
  ///   file of its own (``TranscriptFile``), which a case can name.
  /// - Complexity: O(size of the transcript).
  public static func encode(_ transcript: Transcript) throws(UnwritableTranscript) -> JSONValue {
    .array(try CaseTranscriptWriter(transcript).steps())
  }
}

/// Something that the steps of a case cannot say.
public struct UnwritableTranscript: Error, Hashable, Sendable, CustomStringConvertible {
  /// The label of the entry.
  public var label: String
  /// What it is.
  public var message: String

  /// The message with the entry.
  public var description: String { "\(label): \(message)" }
}

/// Writes the steps of a transcript.
struct CaseTranscriptWriter {
  private let transcript: Transcript
  private let structure: TranscriptStructure
  /// What each call is named by, so that outputs can name it: its recorded id where that is used
  /// once, else one that is made.
  private var callIDs: [[String]] = []
  /// What each entry is addressed by once it was read.
  private let names: [String]

  init(_ transcript: Transcript) {
    self.transcript = transcript
    structure = TranscriptStructure(transcript.entries)
    names = transcript.addresses
    var used = Set<String>()
    for (position, entry) in transcript.entries.enumerated() {
      callIDs.append(
        entry.calls.enumerated().map { index, call in
          var id = call.id ?? "m\(position)c\(index)"
          var count = 1
          while !used.insert(id).inserted {
            count += 1
            id = "\(call.id ?? "m\(position)c\(index)")#\(count)"
          }
          return id
        })
    }
  }

  func steps() throws(UnwritableTranscript) -> [JSONValue] {
    var steps: [JSONValue] = []
    let head = transcript.head
    if !head.instructions.isEmpty || !head.tools.isEmpty {
      steps.append(
        try step(
          instructions: head.instructions.isEmpty ? nil : head.instructions,
          tools: head.tools.isEmpty ? nil : head.tools))
    }
    var changes = transcript.changes[...]
    var compactions = transcript.compactions[...]
    // What earlier compactions took out cannot be named as kept.
    var gone = RangeSet<Int>()
    for position in 0...transcript.entries.count {
      while let change = changes.first, change.position <= position {
        steps.append(try step(instructions: change.instructions, tools: change.tools))
        changes.removeFirst()
      }
      while let event = compactions.first, event.position <= position {
        steps.append(try compaction(event, after: gone))
        gone.formUnion(event.takenOut)
        compactions.removeFirst()
      }
      if position < transcript.entries.count { steps.append(try step(at: position)) }
    }
    return steps
  }

  // MARK: Head

  private func step(instructions: [Entry]?, tools: [ToolDefinition]?) throws(UnwritableTranscript)
    -> JSONValue
  {
    var object = JSONObject()
    if let instructions {
      // "instructions" is what they are called without an id too.
      if let label = instructions.first?.label, label != "instructions", Self.isOwn(label) {
        object["id"] = .string(label)
      }
      let segments = instructions.flatMap(\.segments)
      object["instructions"] = try content(
        segments, of: instructions.first?.label ?? "instructions")
    }
    if let tools {
      object["tools"] = .array(
        tools.map { tool in
          var object = JSONObject()
          object["name"] = .string(tool.name)
          if let effect = tool.effect { object["effect"] = .string(effect.rawValue) }
          object["description"] = .string(tool.description)
          object["parameters"] = tool.parameters
          return .object(object)
        })
    }
    return .object(object)
  }

  // MARK: Entries

  private func step(at position: Int) throws(UnwritableTranscript) -> JSONValue {
    let entry = transcript.entries[position]
    var object = JSONObject()
    if Self.isOwn(entry.label) { object["id"] = .string(entry.label) }
    switch entry.kind {
    case .prompt, .response, .reasoning:
      object[entry.kind.rawValue] = try content(entry.segments, of: entry.label)
      if let schema = entry.responseSchema { object["schema"] = schema }
    case .toolCalls:
      object["calls"] = .array(
        entry.calls.enumerated().map { index, call in
          var object = JSONObject()
          object["id"] = .string(callIDs[position][index])
          object["tool"] = .string(call.name)
          object["arguments"] = Self.escaped(call.arguments)
          return .object(object)
        })
    case .toolOutput:
      guard let answered = structure.answers[position] else {
        throw UnwritableTranscript(label: entry.label, message: "an output that answers no call")
      }
      object["output"] = .string(callIDs[answered.entry.index][answered.index])
      if entry.segments.count == 1, case .structure(let value, nil) = entry.segments[0].content {
        object["json"] = Self.escaped(value)
      } else {
        object["text"] = try content(entry.segments, of: entry.label)
      }
    case .instructions:
      throw UnwritableTranscript(
        label: entry.label, message: "instructions that are an entry of their own")
    case .opaque:
      throw UnwritableTranscript(label: entry.label, message: "an entry of unknown kind")
    }
    return .object(object)
  }

  /// Whether a label was given by hand; `prompt 3` and the like are made again on reading.
  private static func isOwn(_ label: String) -> Bool {
    MarkedText.isIdentifier(label)
  }

  /// A text, or a list of segments.
  private func content(_ segments: [Segment], of label: String) throws(UnwritableTranscript)
    -> JSONValue
  {
    if segments.isEmpty { return .string("") }
    if segments.count == 1, let text = segments[0].text {
      return .string(MarkedText.escaped(text))
    }
    var values: [JSONValue] = []
    for segment in segments {
      var object = JSONObject()
      switch segment.content {
      case .text(let text): object["text"] = .string(MarkedText.escaped(text))
      case .structure(let value, let source):
        object["structure"] = Self.escaped(value)
        if let source { object["source"] = .string(source) }
      case .attachment(let file):
        object["attachment"] = .string(file.name)
        if let mediaType = file.mediaType { object["mediaType"] = .string(mediaType) }
        if let tokens = file.tokens { object["tokens"] = JSONValue(tokens) }
      case .opaque:
        throw UnwritableTranscript(label: label, message: "a segment of unknown type")
      }
      values.append(.object(object))
    }
    return .array(values)
  }

  /// A value with what would be read as a mark escaped in its strings.
  private static func escaped(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(MarkedText.escaped(text))
    case .array(let values): .array(values.map(escaped))
    case .object(let object):
      .object(
        JSONObject(
          uniqueMembers: object.members.map {
            JSONObject.Member(key: $0.key, value: escaped($0.value))
          }))
    case .null, .bool, .number: value
    }
  }

  // MARK: Compactions

  private func compaction(_ event: CompactionEvent, after gone: RangeSet<Int>)
    throws(UnwritableTranscript) -> JSONValue
  {
    var object = JSONObject()
    func refuse(_ message: String) -> UnwritableTranscript {
      UnwritableTranscript(label: "the compaction after entry \(event.position)", message: message)
    }
    if let summary = event.summaries.first {
      let range = RangeSet(0..<summary.place)
      guard event.summaries.count == 1, summary.carries.isEmpty, summary.place > 0,
        range.isSuperset(of: summary.covers)
      else { throw refuse("several summaries, or one that stands elsewhere than what it covers") }
      let kept = range.subtracting(event.takenOut).subtracting(gone)
      object["through"] = .string(names[summary.place - 1])
      if !kept.isEmpty { object["keep"] = labels(kept) }
      if summary.kind == .opaque {
        guard case .opaque(let value)? = summary.segments.first?.content else {
          throw refuse("a summary of unknown kind")
        }
        object["opaque"] = value
      } else {
        guard summary.segments.allSatisfy({ $0.text != nil }) else {
          throw refuse("a summary that is no text")
        }
        let text = summary.segments.compactMap(\.text).joined(separator: "\n")
        object["summary"] = .string(MarkedText.escaped(text))
        if summary.kind != .prompt { object["as"] = .string(summary.kind.rawValue) }
      }
    }
    if !event.dropped.isEmpty { object["drop"] = labels(event.dropped) }
    if !event.replacements.isEmpty {
      var masks = JSONObject()
      for replacement in event.replacements {
        guard !replacement.isPart else { throw refuse("an entry of which a part was shown") }
        masks[names[replacement.entry]] = .string(MarkedText.escaped(replacement.text))
      }
      object["mask"] = .object(masks)
    }
    if let by = event.by { object["by"] = .string(by) }
    if let trigger = event.trigger { object["trigger"] = .string(trigger) }
    return .object(JSONObject(uniqueMembers: [.init(key: "compaction", value: .object(object))]))
  }

  private func labels(_ places: RangeSet<Int>) -> JSONValue {
    .array(places.ranges.flatMap { $0 }.map { .string(names[$0]) })
  }
}
