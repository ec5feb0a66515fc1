/// The messages that one record tells: the whole history up to it, and what the model then said.
struct OTelHistory {
  /// The attributes that messages stand in.
  enum Key {
    static let input = "gen_ai.input.messages"
    static let output = "gen_ai.output.messages"
    static let instructions = "gen_ai.system_instructions"
    static let tools = "gen_ai.tool.definitions"
    static let all: Set<String> = [input, output, instructions, tools]
  }

  let record: OTelRecord
  /// The messages, those of the older convention in the form of the newer.
  let messages: [JSONValue]
  /// The messages as later records repeat them: why one ended is told at its end only.
  private let repeated: [JSONValue]
  /// How many of them the model was given.
  private let inputCount: Int

  /// Reads the messages of a record; nil if it has none, or they are cut off.
  init?(_ record: OTelRecord) {
    self.record = record
    if record.attributes[Key.input] != nil || record.attributes[Key.output] != nil {
      guard let input = Self.list(record, Key.input), let output = Self.list(record, Key.output)
      else { return nil }
      messages = input + output
      inputCount = input.count
    } else {
      inputCount = record.events.count
      messages = record.events.map(Self.message)
    }
    if messages.isEmpty { return nil }
    repeated = messages.map { message in
      message.objectValue.map { .object($0.others(["finish_reason"])) } ?? message
    }
  }

  /// Whether a record has messages whose text ends before they do.
  static func isCutOff(_ record: OTelRecord) -> Bool {
    list(record, Key.input) == nil || list(record, Key.output) == nil
  }

  /// The array at a key, which may be the text of one; empty if it is missing, nil if it is none.
  static func list(_ record: OTelRecord, _ key: String) -> [JSONValue]? {
    switch record.attributes.value(key) {
    case nil: return []
    case .array(let values)?:
      // Exporters that know no nested attributes write each message as a text.
      return values.reduce(into: [JSONValue]?.some([])) { result, value in
        guard case .string(let text) = value else {
          result?.append(value)
          return
        }
        if let parsed = parsed(text) { result?.append(parsed) } else { result = nil }
      }
    case .string(let text)?: return parsed(text)?.arrayValue
    default: return nil
    }
  }

  private static func parsed(_ text: String) -> JSONValue? {
    try? JSONParser.value(Array(text.utf8)).root
  }

  /// Where a message stands in its record.
  func place(of index: Int) -> (key: String, index: Int) {
    if record.attributes[Key.input] == nil, record.attributes[Key.output] == nil {
      return ("events", index)
    }
    return index < inputCount ? (Key.input, index) : (Key.output, index - inputCount)
  }

  /// Whether this history goes on from another.
  func continues(_ other: OTelHistory) -> Bool {
    repeated.starts(with: other.repeated)
  }

  // MARK: The older convention

  /// The message of an event: its kind is in the name, or in the role of what was chosen.
  private static func message(_ event: OTelRecord.Event) -> JSONValue {
    var content = event.content
    if event.name == "gen_ai.choice" {
      var message = content["message"] ?? .object(content)
      if case .string(let text) = message { message = parsed(text) ?? ["content": message] }
      content = message.objectValue ?? JSONObject()
    }
    var role = String(event.name.dropFirst("gen_ai.".count).prefix { $0 != "." })
    if role == "choice" { role = content["role"]?.stringValue ?? "assistant" }
    var parts: [JSONValue] = []
    if role == "tool" {
      parts = [
        .object(
          JSONObject([
            ("type", "tool_call_response"), ("id", content["id"] ?? .null),
            ("response", content["content"] ?? .null),
          ]))
      ]
    } else {
      if let text = content.value("content"), text != "" {
        parts.append(.object(JSONObject([("type", "text"), ("content", text)])))
      }
      var calls = content["tool_calls"]
      if case .string(let text)? = calls { calls = parsed(text) }
      parts += (calls?.arrayValue ?? []).map(Self.call)
    }
    return .object(JSONObject([("role", .string(role)), ("parts", .array(parts))]))
  }

  private static func call(_ value: JSONValue) -> JSONValue {
    let function = value["function"] ?? value
    return .object(
      JSONObject([
        ("type", "tool_call"), ("id", value["id"] ?? .null), ("name", function["name"] ?? .null),
        ("arguments", function["arguments"] ?? .null),
      ]))
  }
}
