/// A recorded compaction as JSON, nothing lost; sets of entries as ranges of their places.
enum EncodedCompaction {
  static func json(_ event: CompactionEvent) -> JSONValue {
    .sorted([
      "by": event.by.map { .string($0) },
      "dropped": json(event.dropped).unlessEmpty,
      "extra": JSONValue.object(event.extra).unlessEmpty,
      "position": JSONValue(event.position),
      "replacements": JSONValue.array(event.replacements.map(json)).unlessEmpty,
      "summaries": JSONValue.array(event.summaries.map(json)).unlessEmpty,
      "trigger": event.trigger.map { .string($0) },
    ])
  }

  static func event(_ value: JSONValue, path: String) throws -> CompactionEvent {
    let fields = try RecordFields(value, path: path)
    return CompactionEvent(
      position: try fields.integer("position"), dropped: try set(fields, "dropped"),
      summaries: try fields.list("summaries", summary),
      replacements: try fields.list("replacements", replacement),
      by: try fields.optionalString("by"), trigger: try fields.optionalString("trigger"),
      extra: fields.object["extra"]?.objectValue ?? JSONObject())
  }

  private static func json(_ summary: CompactionEvent.Summary) -> JSONValue {
    .sorted([
      "carries": json(summary.carries).unlessEmpty,
      "covers": json(summary.covers).unlessEmpty,
      "kind": .string(summary.kind.rawValue),
      "place": JSONValue(summary.place),
      "segments": EncodedEntry.segments(summary.segments).unlessEmpty,
    ])
  }

  private static func summary(_ value: JSONValue, path: String) throws -> CompactionEvent.Summary {
    let fields = try RecordFields(value, path: path)
    return CompactionEvent.Summary(
      kind: try fields.word("kind", as: EntryKind.self),
      segments: try fields.list("segments", EncodedEntry.segment),
      covers: try set(fields, "covers"), carries: try set(fields, "carries"),
      place: try fields.integer("place"))
  }

  private static func json(_ replacement: CompactionEvent.Replacement) -> JSONValue {
    .sorted([
      "entry": JSONValue(replacement.entry), "part": JSONValue.ifTrue(replacement.isPart),
      "text": .string(replacement.text),
    ])
  }

  private static func replacement(_ value: JSONValue, path: String) throws
    -> CompactionEvent.Replacement
  {
    let fields = try RecordFields(value, path: path)
    return CompactionEvent.Replacement(
      entry: try fields.integer("entry"), text: try fields.string("text"),
      isPart: try fields.flag("part"))
  }

  private static func json(_ places: RangeSet<Int>) -> JSONValue {
    .array(places.ranges.map { [JSONValue($0.lowerBound), JSONValue($0.upperBound)] })
  }

  private static func set(_ fields: RecordFields, _ key: String) throws -> RangeSet<Int> {
    RangeSet(try fields.list(key, EncodedView.range))
  }
}
