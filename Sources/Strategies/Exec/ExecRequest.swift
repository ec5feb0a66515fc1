internal import EvalKit

/// The line a program is sent: version 1 of the schema in `docs/own-strategy.md`.
enum ExecRequest {
  /// The version of request and reply.
  static let version = 1

  /// The request for an edit on one line, its line feed included.
  static func line(_ edit: LabelledEdit, in context: MomentContext, memory: JSONValue) -> [UInt8] {
    let history = edit.history
    let budget: JSONValue = [
      "contextSize": JSONValue(context.budget.contextSize),
      "reserve": JSONValue(context.budget.reserve),
      "tokens": JSONValue(context.budget.tokens),
    ]
    let request: JSONValue = [
      "version": JSONValue(version),
      "kind": "edit",
      "stage": .string(context.stage),
      "moment": .string(context.moment.rawValue),
      "request": JSONValue(context.request),
      "budget": budget,
      "head": head(history.head, tokens: context.ledger.count(history.head)),
      "items": .array(
        zip(history.items, edit.labels).map { item, label in
          self.item(item, label: label, tokens: context.tokens(item))
        }),
      "memory": memory,
    ]
    var bytes: [UInt8] = []
    request.write(into: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  private static func head(_ head: Head, tokens: Int) -> JSONValue {
    [
      "instructions": .string(head.instructionsText),
      "tools": .array(head.tools.map(tool)),
      "tokens": JSONValue(tokens),
    ]
  }

  private static func tool(_ tool: ToolDefinition) -> JSONValue {
    .present([
      ("name", .string(tool.name)),
      ("description", .string(tool.description)),
      ("parameters", tool.parameters),
      ("effect", tool.effect.map { .string($0.rawValue) }),
    ])
  }

  private static func item(_ item: Item, label: String, tokens: Int) -> JSONValue {
    let entry = item.entry
    let isPlain = entry.segments.count == 1 && entry.segments[0].text != nil
    return .present([
      ("label", .string(label)),
      ("kind", .string(entry.kind.rawValue)),
      ("text", .string(entry.text)),
      ("segments", isPlain || entry.segments.isEmpty ? nil : .array(entry.segments.map(segment))),
      ("calls", entry.calls.isEmpty ? nil : .array(entry.calls.map(call))),
      ("callID", entry.callID.map { .string($0) }),
      ("toolName", entry.toolName.map { .string($0) }),
      ("tokens", JSONValue(tokens)),
      ("form", item.form == .whole ? nil : .string(item.form.rawValue)),
      ("synthesised", item.isSynthesised ? true : nil),
    ])
  }

  private static func call(_ call: ToolCall) -> JSONValue {
    .present([
      ("id", call.id.map { .string($0) }),
      ("name", .string(call.name)),
      ("arguments", call.arguments),
    ])
  }

  /// A text is itself; everything else is an object. What a file holds is not sent.
  static func segment(_ segment: Segment) -> JSONValue {
    switch segment.content {
    case .text(let text): .string(text)
    case .structure(let value, let source):
      .present([("structure", value), ("source", source.map { .string($0) })])
    case .attachment(let file):
      [
        "attachment": .present([
          ("name", .string(file.name)),
          ("mediaType", file.mediaType.map { .string($0) }),
          ("byteCount", file.byteCount.map { JSONValue($0) }),
          ("tokens", file.tokens.map { JSONValue($0) }),
        ])
      ]
    case .opaque(let value): ["opaque": value]
    }
  }
}

extension JSONValue {
  /// An object of the keys that have a value, in this order.
  fileprivate static func present(_ pairs: [(String, JSONValue?)]) -> JSONValue {
    .object(JSONObject(pairs.compactMap { key, value in value.map { (key, $0) } }))
  }
}
