extension ModelCapabilities {
  /// Refuses what a model does not declare, before it is asked.
  ///
  /// - Parameters:
  ///   - options: The request's options, resolved.
  ///   - head: The head in force.
  ///   - model: The model's name, for the message.
  ///   - tokens: Counts the tokens of a text.
  /// - Throws: ``ModelError/unsupportedCapability(_:)`` or ``ModelError/unsupportedSchema(_:)``.
  func check(
    _ options: RequestOptions, head: Head, model: String, tokens: (String) -> Int
  ) throws {
    if !tools, !head.tools.isEmpty {
      throw ModelError.unsupportedCapability("tools (\(model))")
    }
    if options.toolMode == .required, head.tools.isEmpty {
      throw ModelError.unsupportedCapability("a required tool call with no tool defined")
    }
    guard let schema = options.responseSchema else { return }
    guard constrainedDecoding else {
      throw ModelError.unsupportedSchema("\(model) has no constrained decoding")
    }
    let least = tokens(schema.leastInstance.serialised())
    if let cap = options.maximumResponseTokens, cap < least {
      throw ModelError.unsupportedSchema(
        "its required fields need at least \(least) tokens, the response limit is \(cap)")
    }
  }

  /// Refuses a view with content the model cannot be shown.
  ///
  /// - Throws: ``ModelError/unrenderable(_:)``.
  func check(_ view: View, model: String) throws {
    if attachments { return }
    for item in view.items {
      for case .attachment(let attachment) in item.entry.segments.map(\.content) {
        throw ModelError.unrenderable("the attachment '\(attachment.name)' (\(model))")
      }
    }
  }
}

extension JSONValue {
  /// The shortest value that holds to a schema: its required members, empty.
  fileprivate var leastInstance: JSONValue {
    switch self["type"]?.stringValue {
    case "object":
      let required = self["required"]?.arrayValue?.compactMap(\.stringValue) ?? []
      let properties = self["properties"]
      return .object(
        JSONObject(required.map { ($0, properties?[$0]?.leastInstance ?? .number(JSONNumber(0))) }))
    case "array":
      let count = max(0, min(self["minItems"]?.intValue ?? 0, 10_000))
      let element = self["items"]?.leastInstance ?? .number(JSONNumber(0))
      return .array(Array(repeating: element, count: count))
    case "string": return .string("")
    default: return .number(JSONNumber(0))
    }
  }
}
