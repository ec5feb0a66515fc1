/// Takes apart the wrapper that some models call to call several tools at once.
///
/// The arguments of `parallel` and `multi_tool_use.parallel` hold the calls: `tool_uses`, each with a
/// `recipient_name` and `parameters`. The first call keeps the wrapper's id, the others get `#2`,
/// `#3`. An output of the wrapper that is an array of as many elements is theirs one by one; any other
/// stays the output of the first.
struct WrappedCalls {
  /// How many calls each wrapper held, by its id.
  private var counts: [String: Int] = [:]

  /// The call, or those that it wraps, which is noted.
  mutating func calls(of call: ToolCall, label: String, notes: inout ImportNotes) -> [ToolCall] {
    guard let calls = Self.unwrapped(call) else { return [call] }
    if let id = call.id { counts[id] = calls.count }
    notes.add(.wrappedCalls, at: label, "a wrapper of parallel calls, taken apart")
    return calls
  }

  /// The output, or those of the calls that its call wrapped.
  mutating func outputs(of output: Entry) -> [Entry] {
    guard let id = output.callID, let count = counts.removeValue(forKey: id), count > 1,
      case .array(let elements)? = (try? JSONParser.value(Array(output.text.utf8)))?.root,
      elements.count == count
    else { return [output] }
    return elements.enumerated().map { index, element in
      var entry = output
      entry.callID = Self.id(id, index)
      entry.toolName = nil
      entry.segments = [element.stringValue.map { .text($0) } ?? .structure(element)]
      return entry
    }
  }

  private static func unwrapped(_ call: ToolCall) -> [ToolCall]? {
    guard call.name == "parallel" || call.name == "multi_tool_use.parallel",
      let uses = call.arguments["tool_uses"]?.arrayValue, !uses.isEmpty
    else { return nil }
    var calls: [ToolCall] = []
    for (index, use) in uses.enumerated() {
      guard let recipient = use["recipient_name"]?.stringValue else { return nil }
      let prefix = "functions."
      var extra = index == 0 ? call.extra : JSONObject()
      extra["wrapper"] = .string(call.name)
      calls.append(
        ToolCall(
          id: call.id.map { id($0, index) },
          name: recipient.hasPrefix(prefix) ? String(recipient.dropFirst(prefix.count)) : recipient,
          arguments: use["parameters"] ?? .object(JSONObject()), extra: extra))
    }
    return calls
  }

  private static func id(_ id: String, _ index: Int) -> String {
    index == 0 ? id : "\(id)#\(index + 1)"
  }
}
