extension ToolDefinition {
  /// Reads `{type: "function", function: {name, description, parameters}}`, or a flat definition.
  ///
  /// A tool that the provider runs may have no name (`{type: "web_search"}`): its type is its name.
  init(decoding value: JSONValue) throws(Refusal) {
    let outer = try value.requiredObject("a tool definition")
    let key = outer["custom"] == nil ? "function" : "custom"
    do throws(Refusal) {
      try self.init(flat: try outer.object(key) ?? outer)
    } catch {
      throw outer[key] == nil ? error : error.inside(.key(key))
    }
  }

  private init(flat object: JSONObject) throws(Refusal) {
    let type = try object.string("type").flatMap { $0 == "function" ? nil : $0 }
    let name: String
    if let type {
      name = try object.string("name") ?? type
    } else {
      name = try object.requiredString("name")
    }
    let description = try object.string("description") ?? ""
    let schema = object.value("parameters") ?? object.value("input_schema")
    var extra = object.others(["name", "description", "parameters", "input_schema", "type"])
    if let type { extra["type"] = .string(type) }
    self.init(
      name: name, description: description, parameters: schema ?? .object(JSONObject()),
      extra: extra)
  }
}

extension ToolCall {
  /// Makes a call whose arguments may be a JSON text, JSON or missing.
  ///
  /// A text that is empty counts as `{}`; one that does not parse is kept as a string, and noted.
  init(
    id: String?, name: String, recordedArguments: JSONValue?, extra: JSONObject,
    label: String, notes: inout ImportNotes
  ) {
    let id = id.flatMap { $0.isEmpty ? nil : $0 }
    guard case .string(let text)? = recordedArguments else {
      self.init(
        id: id, name: name, arguments: recordedArguments ?? .object(JSONObject()), extra: extra)
      return
    }
    var value = JSONValue.object(JSONObject())
    if text.utf8.contains(where: { $0 > 0x20 }) {
      if let parsed = try? JSONParser.value(Array(text.utf8)) {
        value = parsed.root
        if parsed.replacedSurrogates > 0 {
          notes.add(
            .replacedSurrogates, count: parsed.replacedSurrogates, at: label,
            "a lone surrogate, replaced by U+FFFD")
        }
      } else {
        value = .string(text)
        notes.add(.unparsableArguments, at: label, "arguments that are no JSON, kept as a string")
      }
    }
    self.init(id: id, name: name, arguments: value, argumentsText: text, extra: extra)
  }
}
