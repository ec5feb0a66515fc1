/// Changes of views as JSON: whole entries as ranges of the log, edited ones as what was edited,
/// made ones with their text, what they cover and what they carry.
struct EncodedView {
  /// The log's items, whole; an ask, where there is one, stands last.
  let log: [Item]

  // MARK: Changes

  func json(_ change: ViewChange) -> JSONValue? {
    if change.isEmpty { return nil }
    return .sorted([
      "head": change.editedHead.map(EncodedTranscript.json),
      "splices": JSONValue.array(change.splices.map(json)).unlessEmpty,
    ])
  }

  func change(_ value: JSONValue?, path: String) throws -> ViewChange {
    guard let value else { return ViewChange() }
    let fields = try RecordFields(value, path: path)
    return ViewChange(
      splices: try fields.list("splices", splice),
      editedHead: try fields.object["head"].map {
        try EncodedTranscript.head($0, path: fields.path(of: "head"))
      })
  }

  private func json(_ splice: ViewChange.Splice) -> JSONValue {
    .sorted([
      "at": JSONValue(splice.at), "insert": json(splice.insert).unlessEmpty,
      "remove": JSONValue.ifNotZero(splice.remove),
    ])
  }

  private func splice(_ value: JSONValue, path: String) throws -> ViewChange.Splice {
    let fields = try RecordFields(value, path: path)
    return ViewChange.Splice(
      at: try fields.integer("at"), remove: try fields.integer("remove", default: 0),
      insert: try fields.list("insert", items).flatMap { $0 })
  }

  // MARK: Items

  private func json(_ items: [Item]) -> JSONValue {
    var values: [JSONValue] = []
    var run: Range<Int>?
    func close() {
      if let run { values.append([JSONValue(run.lowerBound), JSONValue(run.upperBound)]) }
      run = nil
    }
    for item in items {
      if item.isWhole, let index = item.id?.index {
        if let open = run, open.upperBound == index {
          run = open.lowerBound..<index + 1
        } else {
          close()
          run = index..<index + 1
        }
      } else {
        close()
        values.append(json(item))
      }
    }
    close()
    return .array(values)
  }

  private func json(_ item: Item) -> JSONValue {
    switch item.source {
    case .recorded(let id):
      let whole = log.indices.contains(id.index) ? log[id.index].entry : nil
      return .sorted([
        "calls": item.entry.calls == whole?.calls ? nil : EncodedEntry.calls(item.entry.calls),
        "entry": JSONValue(id.index),
        "form": item.form == .whole ? nil : .string(item.form.rawValue),
        "partial": JSONValue.ifTrue(item.isPartial),
        "segments": item.entry.segments == whole?.segments
          ? nil : EncodedEntry.segments(item.entry.segments),
      ])
    case .synthesised(let id, let covers, let carries):
      return .sorted([
        "carries": Self.json(carries).unlessEmpty,
        "covers": Self.json(covers).unlessEmpty,
        "content": EncodedEntry.json(item.entry),
        "form": item.form == .whole ? nil : .string(item.form.rawValue),
        "made": .string(String(id.digest, radix: 16)),
        "partial": JSONValue.ifTrue(item.isPartial),
        "stage": .string(id.stage),
      ])
    }
  }

  private func items(_ value: JSONValue, path: String) throws -> [Item] {
    if case .array = value {
      return try Self.ids(value, path: path).map { try item($0, path: path) }
    }
    let fields = try RecordFields(value, path: path)
    let form =
      fields.object["form"] == nil ? .whole : try fields.word("form", as: Item.Form.self)
    let isPartial = try fields.flag("partial")
    if fields.object["made"] == nil {
      let whole = try item(EntryID(try fields.integer("entry")), path: path)
      var entry = whole.entry
      if fields.object["segments"] != nil {
        entry.segments = try fields.list("segments", EncodedEntry.segment)
      }
      if fields.object["calls"] != nil {
        entry.calls = try fields.list("calls", EncodedEntry.call)
      }
      return [Item(source: whole.source, form: form, isPartial: isPartial, entry: entry)]
    }
    guard let digest = UInt64(try fields.string("made"), radix: 16) else {
      throw RecordError(path: fields.path(of: "made"), message: "expected hexadecimal digits")
    }
    return [
      Item(
        source: .synthesised(
          SynthesisedID(digest: digest, stage: try fields.string("stage")),
          covers: try fields.list("covers", Self.ids).flatMap { $0 },
          carries: try fields.list("carries", Self.ids).flatMap { $0 }),
        form: form, isPartial: isPartial,
        entry: try EncodedEntry.entry(
          try fields.value("content"), path: fields.path(of: "content")))
    ]
  }

  private func item(_ id: EntryID, path: String) throws -> Item {
    guard log.indices.contains(id.index) else {
      throw RecordError(path: path, message: "no entry \(id.index); the log has \(log.count)")
    }
    return log[id.index]
  }

  // MARK: Ranges of the log

  /// Ids as ranges, in their order.
  static func json(_ ids: [EntryID]) -> JSONValue {
    var ranges: [Range<Int>] = []
    for id in ids {
      if let last = ranges.last, last.upperBound == id.index {
        ranges[ranges.count - 1] = last.lowerBound..<id.index + 1
      } else {
        ranges.append(id.index..<id.index + 1)
      }
    }
    return .array(ranges.map { [JSONValue($0.lowerBound), JSONValue($0.upperBound)] })
  }

  /// The ids of a range written as `[from, to]`.
  static func ids(_ value: JSONValue, path: String) throws -> [EntryID] {
    try range(value, path: path).map { EntryID($0) }
  }

  /// A range written as `[from, to]`.
  static func range(_ value: JSONValue, path: String) throws -> Range<Int> {
    guard let bounds = value.arrayValue, bounds.count == 2, let from = bounds[0].intValue,
      let to = bounds[1].intValue, from >= 0, from <= to, to - from <= 10_000_000
    else { throw RecordError(path: path, message: "expected a range [from, to]") }
    return from..<to
  }
}
