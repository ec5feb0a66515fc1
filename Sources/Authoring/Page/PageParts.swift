import EvalKit

/// An entry cut into what the page shows: texts, and JSON as rows whose values are shown as they
/// are, without quotes and escapes, so that what is selected is what is said.
struct PageParts {
  /// The parts, in order.
  private(set) var parts: [JSONValue] = []

  /// Cuts an entry.
  init(_ entry: Entry) {
    for segment in entry.segments {
      switch segment.content {
      case .text(let text): parts.append(["text": .string(text)])
      case .structure(let value, _): add(value)
      case .opaque(let value): add(value, name: "content of unknown type")
      case .attachment(let attachment): add(.string(attachment.name), name: "attachment")
      }
    }
    for call in entry.calls { add(call.arguments, name: call.name) }
  }

  private mutating func add(_ value: JSONValue, name: String? = nil) {
    var part = JSONObject()
    if let name { part["name"] = .string(name) }
    part["rows"] = .array(Self.rows(value))
    parts.append(.object(part))
  }

  /// A value as rows: `depth`, a `key` where it has one, and a `leaf` where it says something.
  static func rows(_ value: JSONValue) -> [JSONValue] {
    var rows: [JSONValue] = []
    append(value, key: nil, depth: 0, to: &rows)
    return rows
  }

  private static func append(
    _ value: JSONValue, key: String?, depth: Int, to rows: inout [JSONValue]
  ) {
    switch value {
    case .object(let object) where !object.isEmpty:
      appendTitle(key, depth: depth, to: &rows)
      for member in object.members {
        append(
          member.value, key: member.key + ":", depth: key == nil ? depth : depth + 1, to: &rows)
      }
    case .array(let values) where !values.isEmpty:
      appendTitle(key, depth: depth, to: &rows)
      for value in values {
        append(value, key: "-", depth: key == nil ? depth : depth + 1, to: &rows)
      }
    case .string(let text): rows.append(row(key, depth: depth, leaf: text))
    case .number(let number): rows.append(row(key, depth: depth, leaf: number.literal))
    case .bool(let flag): rows.append(row(key, depth: depth, leaf: flag ? "true" : "false"))
    // Nothing is said by these.
    case .null, .object, .array:
      rows.append(row([key, value.serialised()].compactMap { $0 }.joined(separator: " "), depth))
    }
  }

  private static func appendTitle(_ key: String?, depth: Int, to rows: inout [JSONValue]) {
    if let key { rows.append(row(key, depth)) }
  }

  private static func row(_ key: String, _ depth: Int) -> JSONValue {
    ["depth": JSONValue(depth), "key": .string(key)]
  }

  private static func row(_ key: String?, depth: Int, leaf: String) -> JSONValue {
    var object = JSONObject([("depth", JSONValue(depth))])
    if let key { object["key"] = .string(key) }
    object["leaf"] = .string(leaf)
    return .object(object)
  }
}
