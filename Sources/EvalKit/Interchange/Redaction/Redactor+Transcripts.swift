extension Redactor {
  /// A transcript with everything in it replaced: texts, JSON, arguments, labels, and what is kept
  /// for export.
  public mutating func redact(_ transcript: Transcript) -> Transcript {
    var result = transcript
    result.head.instructions = redact(transcript.head.instructions)
    result.head.tools = redact(transcript.head.tools)
    result.entries = redact(transcript.entries)
    for index in result.changes.indices {
      let change = result.changes[index]
      if let instructions = change.instructions {
        result.changes[index].instructions = redact(instructions)
      }
      if let tools = change.tools { result.changes[index].tools = redact(tools) }
    }
    for index in result.compactions.indices {
      result.compactions[index] = redact(result.compactions[index])
    }
    return result
  }

  /// An imported transcript with everything in it replaced, and what is expected of it alike.
  ///
  /// Placeholders have as many bytes as their values but for characters beyond U+FFFF, so marks keep
  /// their places. What is said to be a secret in one place is replaced in all.
  public mutating func redact(_ imported: ImportedTranscript) -> ImportedTranscript {
    learn { _ = $0.replaced(imported) }
    return replaced(imported)
  }

  private mutating func replaced(_ imported: ImportedTranscript) -> ImportedTranscript {
    var result = imported
    result.transcript = redact(imported.transcript)
    result.metadata = redact(imported.metadata)
    result.expectations = redact(imported.expectations)
    for index in result.notes.indices {
      result.notes[index].label = redact(result.notes[index].label)
    }
    return result
  }

  private mutating func redact(_ entries: [Entry]) -> [Entry] {
    var result = entries
    for index in result.indices { result[index] = redact(result[index]) }
    return result
  }

  private mutating func redact(_ entry: Entry) -> Entry {
    var result = entry
    result.label = redact(entry.label)
    result.recordedID = redact(entry.recordedID)
    result.segments = redact(entry.segments)
    for index in result.calls.indices { result.calls[index] = redact(result.calls[index]) }
    result.callID = redact(entry.callID)
    result.responseSchema = redact(entry.responseSchema)
    result.speaker = redact(entry.speaker)
    result.extra = redact(entry.extra)
    return result
  }

  private mutating func redact(_ segments: [Segment]) -> [Segment] {
    var result = segments
    for index in result.indices {
      switch result[index].content {
      case .text(let text): result[index].content = .text(redact(text))
      case .structure(let value, let source):
        result[index].content = .structure(redact(value), source: source)
      case .opaque(let value): result[index].content = .opaque(redact(value))
      case .attachment(var attachment):
        attachment.name = redact(attachment.name)
        attachment.recorded = redact(attachment.recorded)
        result[index].content = .attachment(attachment)
      }
    }
    return result
  }

  private mutating func redact(_ call: ToolCall) -> ToolCall {
    var result = call
    result.id = redact(call.id)
    result.arguments = redact(call.arguments)
    result.extra = redact(call.extra)
    guard let text = call.argumentsText, result.arguments != call.arguments else { return result }
    // The text is kept as it is written, where it still says what the arguments are.
    let redacted = redact(text)
    let parsed = (try? JSONParser.value(Array(redacted.utf8)))?.root
    let isSame = parsed == result.arguments || result.arguments == .string(redacted)
    result.argumentsText = isSame ? redacted : result.arguments.serialised()
    return result
  }

  private mutating func redact(_ tools: [ToolDefinition]) -> [ToolDefinition] {
    var result = tools
    for index in result.indices {
      result[index].description = redact(result[index].description)
      result[index].parameters = redact(result[index].parameters)
      result[index].extra = redact(result[index].extra)
    }
    return result
  }

  private mutating func redact(_ event: CompactionEvent) -> CompactionEvent {
    var result = event
    for index in result.summaries.indices {
      result.summaries[index].segments = redact(result.summaries[index].segments)
    }
    for index in result.replacements.indices {
      result.replacements[index].text = redact(result.replacements[index].text)
    }
    result.extra = redact(event.extra)
    return result
  }

  // MARK: Expectations

  private mutating func redact(_ expectations: ImportedExpectations) -> ImportedExpectations {
    var result = expectations
    result.facts = []
    for fact in expectations.facts { result.facts.append(redact(fact)) }
    result.probes = []
    for probe in expectations.probes { result.probes.append(redact(probe)) }
    for index in result.trajectories.indices {
      redact(&result.trajectories[index].ordered)
      redact(&result.trajectories[index].unordered)
      redact(&result.trajectories[index].optional)
      redact(&result.trajectories[index].disallowed)
    }
    result.cluster = redact(expectations.cluster)
    return result
  }

  private mutating func redact(_ fact: Fact) -> Fact {
    var result = fact
    result.value = redact(fact.value)
    result.aliases = redact(fact.aliases)
    for index in result.evidence.indices {
      result.evidence[index].quote = redact(result.evidence[index].quote)
    }
    for index in result.supersedes.indices {
      result.supersedes[index].value = redact(result.supersedes[index].value)
      for place in result.supersedes[index].evidence.indices {
        let quote = result.supersedes[index].evidence[place].quote
        result.supersedes[index].evidence[place].quote = redact(quote)
      }
    }
    return result
  }

  private mutating func redact(_ probe: Probe) -> Probe {
    var result = probe
    result.ask = redact(probe.ask)
    result.cloze = redact(probe.cloze)
    result.decoy = redact(probe.decoy)
    switch probe.expect {
    case .answer(let text, let aliases, let kind):
      result.expect = .answer(redact(text), aliases: redact(aliases), kind: kind)
    case .list(let values, let anyOrder):
      result.expect = .list(redact(values), anyOrder: anyOrder)
    case .facts, .number, .abstain: break
    }
    return result
  }

  private mutating func redact(_ calls: inout [ExpectedCall]) {
    for index in calls.indices {
      for key in calls[index].arguments.keys.sorted() {
        calls[index].arguments[key] = calls[index].arguments[key].map { redact($0) }
      }
    }
  }

  private mutating func redact(_ matcher: ArgumentMatcher) -> ArgumentMatcher {
    switch matcher {
    case .exact(let value): .exact(redact(value))
    case .oneOf(let values): .oneOf(redact(.array(values)).arrayValue ?? values)
    case .subset(let value): .subset(redact(value))
    case .contains(let text): .contains(redact(text))
    case .hasPrefix(let text): .hasPrefix(redact(text))
    case .hasSuffix(let text): .hasSuffix(redact(text))
    case .naturalLanguage(let text): .naturalLanguage(redact(text))
    case .keyOnly, .range, .pattern, .number, .fact: matcher
    }
  }

  // MARK: Lists and what may be missing

  private mutating func redact(_ text: String?) -> String? { text.map { redact($0) } }

  private mutating func redact(_ value: JSONValue?) -> JSONValue? { value.map { redact($0) } }

  private mutating func redact(_ texts: [String]) -> [String] {
    var result = texts
    for index in result.indices { result[index] = redact(result[index]) }
    return result
  }
}
