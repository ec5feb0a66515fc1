/// A transcript as JSON, nothing lost: head, entries, changes of the head, compactions.
enum EncodedTranscript {
  static func json(_ transcript: Transcript) -> JSONValue {
    .sorted([
      "changes": JSONValue.array(transcript.changes.map(json)).unlessEmpty,
      "compactions": JSONValue.array(transcript.compactions.map(EncodedCompaction.json))
        .unlessEmpty,
      "entries": .array(transcript.entries.map(EncodedEntry.json)),
      "head": json(transcript.head),
    ])
  }

  static func transcript(_ value: JSONValue, path: String) throws -> Transcript {
    let fields = try RecordFields(value, path: path)
    return Transcript(
      head: try head(try fields.value("head"), path: fields.path(of: "head")),
      entries: try fields.list("entries", EncodedEntry.entry),
      changes: try fields.list("changes", change),
      compactions: try fields.list("compactions", EncodedCompaction.event))
  }

  // MARK: Heads

  static func json(_ head: Head) -> JSONValue {
    .sorted([
      "instructions": JSONValue.array(head.instructions.map(EncodedEntry.json)).unlessEmpty,
      "tools": JSONValue.array(head.tools.map(json)).unlessEmpty,
    ])
  }

  static func head(_ value: JSONValue, path: String) throws -> Head {
    let fields = try RecordFields(value, path: path)
    return Head(
      instructions: try fields.list("instructions", EncodedEntry.entry),
      tools: try fields.list("tools", tool))
  }

  private static func json(_ change: HeadChange) -> JSONValue {
    .sorted([
      "instructions": change.instructions.map { .array($0.map(EncodedEntry.json)) },
      "position": JSONValue(change.position),
      "tools": change.tools.map { .array($0.map(json)) },
    ])
  }

  private static func change(_ value: JSONValue, path: String) throws -> HeadChange {
    let fields = try RecordFields(value, path: path)
    return HeadChange(
      position: try fields.integer("position"),
      instructions: fields.object["instructions"] == nil
        ? nil : try fields.list("instructions", EncodedEntry.entry),
      tools: fields.object["tools"] == nil ? nil : try fields.list("tools", tool))
  }

  private static func json(_ tool: ToolDefinition) -> JSONValue {
    .sorted([
      "description": .string(tool.description),
      "effect": tool.effect.map { .string($0.rawValue) },
      "extra": JSONValue.object(tool.extra).unlessEmpty,
      "name": .string(tool.name),
      "parameters": tool.parameters,
    ])
  }

  private static func tool(_ value: JSONValue, path: String) throws -> ToolDefinition {
    let fields = try RecordFields(value, path: path)
    return ToolDefinition(
      name: try fields.string("name"), description: try fields.string("description"),
      parameters: try fields.value("parameters"),
      effect: try fields.optionalString("effect").flatMap(ToolEffect.init),
      extra: fields.object["extra"]?.objectValue ?? JSONObject())
  }
}
