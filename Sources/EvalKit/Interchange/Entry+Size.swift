extension Entry {
  /// How many bytes its content has: texts, arguments and recorded payloads.
  package var contentByteCount: Int {
    var count = 0
    for segment in segments {
      switch segment.content {
      case .text(let text): count += text.utf8.count
      case .structure(let value, _), .opaque(let value): count += value.approximateByteCount
      case .attachment(let attachment): count += attachment.recorded?.approximateByteCount ?? 0
      }
    }
    for call in calls {
      count += call.argumentsText?.utf8.count ?? call.arguments.approximateByteCount
    }
    return count
  }
}

extension JSONValue {
  /// How many bytes it has as text, but for escapes.
  package var approximateByteCount: Int {
    switch self {
    case .null: 4
    case .bool(let value): value ? 4 : 5
    case .number(let number): number.literal.utf8.count
    case .string(let text): text.utf8.count + 2
    case .array(let values): values.reduce(2) { $0 + $1.approximateByteCount + 1 }
    case .object(let object):
      object.members.reduce(2) { $0 + $1.key.utf8.count + $1.value.approximateByteCount + 4 }
    }
  }
}
