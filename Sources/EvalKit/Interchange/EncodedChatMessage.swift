/// A chat message as it stands in a file.
struct EncodedChatMessage {
  /// A call as it stands in a file.
  struct Call {
    var id: String?
    var name: String
    /// The arguments: a JSON text, or JSON.
    var arguments: JSONValue?
    var extra: JSONObject
  }

  let role: String
  let id: String?
  let name: String?
  let segments: [Segment]
  let reasoning: String?
  let calls: [Call]
  let extra: JSONObject
  private let toolCallID: String?
  private let isNumbered: Bool
  /// The copy of the call that agentdojo puts into an output.
  private let toolCall: JSONObject?

  private static let keys: Set<String> = [
    "role", "id", "name", "content", "refusal", "tool_calls", "function_call", "tool_call_id",
    "reasoning", "reasoning_content", "tool_call", "tool_name",
  ]

  init(_ value: JSONValue) throws(Refusal) {
    let object = try value.requiredObject("a message")
    role = try object.requiredString("role")
    // Rows of a data base are numbered; their ids are no calls'.
    isNumbered = object["id"]?.intValue != nil
    if case .number(let number)? = object["id"] {
      id = number.literal
    } else {
      id = try object.string("id")
    }
    name = try object.string(anyOf: "name", "tool_name")
    toolCallID = try object.string("tool_call_id")
    toolCall = try object.object("tool_call")
    segments = try Self.segments(of: object)
    reasoning = try Self.reasoning(of: object)
    var calls = try Self.listed(object).elements("tool_calls") { value, _ throws(Refusal) in
      try Self.call(value)
    }
    if let legacy = try object.object("function_call") {
      do throws(Refusal) {
        calls.append(try Self.call(.object(legacy)))
      } catch {
        throw error.inside(.key("function_call"))
      }
    }
    self.calls = calls
    extra = object.others(Self.keys)
  }

  /// The id of the call that an output answers; some writers call it `id`.
  var answeredCallID: String? {
    let recorded =
      toolCallID ?? toolCall?["id"]?.stringValue ?? (role == "tool" && !isNumbered ? id : nil)
    return recorded.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The tool that an output came from.
  var toolName: String? { name ?? toolCall?["function"]?.stringValue }

  private static func segments(of object: JSONObject) throws(Refusal) -> [Segment] {
    var segments = try EncodedContentPart.segments(of: object, at: "content")
    if segments.isEmpty, let refusal = try object.string("refusal"), !refusal.isEmpty {
      segments = [.text(refusal)]
    }
    return segments
  }

  /// The message, with calls that were written as a JSON text in it.
  private static func listed(_ object: JSONObject) -> JSONObject {
    guard let text = object["tool_calls"]?.stringValue,
      let calls = (try? JSONParser.value(Array(text.utf8)))?.root, calls.arrayValue != nil
    else { return object }
    var object = object
    object["tool_calls"] = calls
    return object
  }

  private static func reasoning(of object: JSONObject) throws(Refusal) -> String? {
    for key in ["reasoning_content", "reasoning"] {
      switch object.value(key) {
      case .string(let text)? where text.utf8.contains { $0 > 0x20 }: return text
      case .object(let nested)?:
        if let text = try nested.string("content") { return text }
        if let text = try nested.string("text") { return text }
      default: break
      }
    }
    return nil
  }

  private static func call(_ value: JSONValue) throws(Refusal) -> Call {
    let object = try value.requiredObject("a call")
    let id = try object.string("id")
    let extra = object.others([
      "id", "type", "function", "custom", "name", "arguments", "args",
    ])
    if let name = object["function"]?.stringValue {
      return Call(id: id, name: name, arguments: arguments(of: object), extra: extra)
    }
    if let custom = try object.object("custom") {
      var extra = extra
      extra["type"] = "custom"
      // The input is free text; as a JSON text it is a string.
      let input = custom.value("input").map { JSONValue.string($0.serialised()) }
      return Call(id: id, name: try custom.requiredString("name"), arguments: input, extra: extra)
    }
    do throws(Refusal) {
      let function = try object.object("function") ?? object
      return Call(
        id: id, name: try function.requiredString("name"), arguments: arguments(of: function),
        extra: extra)
    } catch {
      throw object["function"] == nil ? error : error.inside(.key("function"))
    }
  }

  private static func arguments(of object: JSONObject) -> JSONValue? {
    object.value("arguments") ?? object.value("args")
  }
}
