/// A span or an event, out of whichever shape it was exported in.
struct OTelRecord {
  /// An event of the older convention: a message each.
  struct Event {
    var name: String
    /// Its attributes and its body as one.
    var content: JSONObject
  }

  var name: String
  var attributes: JSONObject
  var events: [Event] = []
  var traceID: String?
  var spanID: String?
  /// When it began, as it was written; empty where that is unknown.
  var start = ""
  /// Where it is in the value.
  var steps: [KeyPathStep]

  /// Whether it says anything in the conventions for generative AI.
  var isOfGenerativeAI: Bool {
    attributes.members.contains { $0.key.hasPrefix("gen_ai.") } || !events.isEmpty
      || name.hasPrefix("gen_ai.")
  }

  /// A text attribute.
  func text(_ key: String) -> String? {
    attributes[key]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The records of a value, in order.
  static func all(in value: JSONValue) -> [OTelRecord] {
    var collector = OTelCollector()
    collector.collect(value, at: [])
    return collector.records
  }
}

/// Walks a value for records.
private struct OTelCollector {
  private(set) var records: [OTelRecord] = []
  /// The records that events written apart belong to, by span.
  private var ofEvents: [String: Int] = [:]

  mutating func collect(_ value: JSONValue, at steps: [KeyPathStep]) {
    switch value {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        collect(element, at: steps + [.index(index)])
      }
    case .object(let object): collect(object, at: steps)
    default: break
    }
  }

  private mutating func collect(_ object: JSONObject, at steps: [KeyPathStep]) {
    let resources = [
      ("resourceSpans", "scopeSpans", "spans"), ("resourceLogs", "scopeLogs", "logRecords"),
    ]
    var isOTLP = object["resourceMetrics"] != nil
    for (outer, middle, inner) in resources {
      guard let elements = object[outer]?.arrayValue else { continue }
      isOTLP = true
      for (index, element) in elements.enumerated() {
        let steps = steps + [.key(outer), .index(index), .key(middle)]
        for (index, scope) in (element[middle]?.arrayValue ?? []).enumerated() {
          if let list = scope[inner] { collect(list, at: steps + [.index(index), .key(inner)]) }
        }
      }
    }
    if !isOTLP { add(object, at: steps) }
  }

  private mutating func add(_ object: JSONObject, at steps: [KeyPathStep]) {
    var attributes = Self.attributes(object["attributes"])
    for member in object.members where member.key.hasPrefix("gen_ai.") {
      attributes[member.key] = member.value
    }
    let context = object["context"]?.objectValue ?? JSONObject()
    func text(_ keys: String...) -> String? {
      keys.lazy.compactMap { (object[$0] ?? context[$0])?.stringValue }.first { !$0.isEmpty }
    }
    var record = OTelRecord(
      name: text("eventName", "event_name") ?? attributes["event.name"]?.stringValue
        ?? text("name") ?? "",
      attributes: attributes, traceID: text("traceId", "trace_id"),
      spanID: text("spanId", "span_id"), steps: steps)
    let times = ["startTimeUnixNano", "start_time", "timeUnixNano", "timestamp"]
    let time = times.lazy.compactMap { object[$0] }.first
    record.start = time?.stringValue ?? time?.serialised() ?? ""
    for event in object["events"]?.arrayValue ?? [] { add(event, to: &record) }
    guard let body = object["body"] else {
      records.append(record)
      return
    }
    addLog(record, body: Self.plain(body))
  }

  /// Adds an event of a span: a message of the older convention, or the attributes of a request.
  private func add(_ value: JSONValue, to record: inout OTelRecord) {
    let attributes = Self.attributes(value["attributes"])
    let name = value["name"]?.stringValue ?? ""
    if name == Self.details {
      for member in attributes.members { record.attributes[member.key] = member.value }
    } else if Self.isMessage(name) {
      record.events.append(OTelRecord.Event(name: name, content: attributes))
    }
  }

  /// Adds an event written apart, as a log record: its messages are put together by span.
  private mutating func addLog(_ record: OTelRecord, body: JSONValue) {
    var record = record
    var content = record.attributes
    for member in body.objectValue?.members ?? [] { content[member.key] = member.value }
    guard Self.isMessage(record.name) else {
      record.attributes = content
      records.append(record)
      return
    }
    if content["content"] == nil, case .string = body { content["content"] = body }
    let event = OTelRecord.Event(name: record.name, content: content)
    if let span = record.spanID, let place = ofEvents[span] {
      records[place].events.append(event)
      return
    }
    if let span = record.spanID { ofEvents[span] = records.count }
    if record.spanID == nil, let last = records.indices.last, records[last].spanID == nil,
      Self.isMessage(records[last].name), records[last].traceID == record.traceID
    {
      records[last].events.append(event)
      return
    }
    record.events = [event]
    records.append(record)
  }

  /// The event of the newer convention, which carries what a span would.
  private static let details = "gen_ai.client.inference.operation.details"

  private static func isMessage(_ name: String) -> Bool {
    name == "gen_ai.choice" || name.hasPrefix("gen_ai.") && name.hasSuffix(".message")
  }

  /// Attributes as an object, from an object or from OTLP's list of keys and values.
  private static func attributes(_ value: JSONValue?) -> JSONObject {
    switch value {
    case .object(let object)?: return object
    case .array(let pairs)?:
      return JSONObject(
        pairs.compactMap { pair in
          pair["key"]?.stringValue.map { ($0, plain(pair["value"] ?? .null)) }
        })
    default: return JSONObject()
    }
  }

  /// A value of OTLP, such as `{stringValue: "x"}`, as plain JSON; others stay as they are.
  private static func plain(_ value: JSONValue) -> JSONValue {
    guard let member = value.objectValue?.members.first, value.objectValue?.members.count == 1
    else { return value }
    switch member.key {
    case "stringValue", "boolValue", "doubleValue", "bytesValue": return member.value
    case "intValue":
      // Integers of 64 bits are written as texts.
      return member.value.stringValue.flatMap { Int($0) }.map { JSONValue($0) } ?? member.value
    case "arrayValue":
      return .array((member.value["values"]?.arrayValue ?? []).map { plain($0) })
    case "kvlistValue": return .object(attributes(member.value["values"]))
    default: return value
    }
  }
}
