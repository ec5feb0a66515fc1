extension TranscriptFormat {
  /// The lines of a Letta Code session, told apart by `kind`; results of tools are in their calls.
  public static let lettaCode = TranscriptFormat(
    name: "letta-code", title: "Letta Code lines",
    recognises: { value in
      value.arrayValue?.first.map { first in
        ["user", "assistant", "reasoning", "tool_call", "status", "error"].contains(
          first["kind"]?.stringValue)
          && (first["captured_at"] != nil || first["source_line_id"] != nil)
      } ?? false
    },
    decode: { unit in
      guard let lines = unit.value.arrayValue else { throw Refusal("expected an array of lines") }
      var builder = TranscriptBuilder()
      for (index, value) in lines.enumerated() {
        do throws(Refusal) {
          try builder.addLettaLine(try value.requiredObject("a line"), label: "m\(index)")
        } catch {
          throw error.inside(.index(index))
        }
      }
      return builder.decoded()
    })
}

extension TranscriptBuilder {
  fileprivate mutating func addLettaLine(_ line: JSONObject, label: String) throws(Refusal) {
    let name = try line.requiredString("kind")
    let kind: EntryKind
    switch name {
    case "user": kind = .prompt
    case "assistant": kind = .response
    case "reasoning": kind = .reasoning
    case "tool_call": return try addLettaCall(line, label: label)
    default:
      notes.add(
        .skippedRecord, at: label, "a line of kind '\(name)', no part of the conversation")
      return
    }
    let text = try line.string("text") ?? ""
    add(
      [
        Entry(
          recordedID: try line.string("source_message_id"), kind: kind,
          segments: text.isEmpty ? [] : [.text(text)])
      ], label: label)
  }

  private mutating func addLettaCall(_ line: JSONObject, label: String) throws(Refusal) {
    let id = try line.string("source_line_id")
    let call = call(
      id: id, name: try line.requiredString("name"), arguments: line.value("argsText"), label: label
    )
    var entries = [Entry.calls([call])]
    if let text = try line.string("resultText") {
      entries.append(
        Entry(
          kind: .toolOutput, segments: text.isEmpty ? [] : [.text(text)], callID: id,
          toolName: call.name,
          extra: JSONObject(line.value("resultOk").map { [("resultOk", $0)] } ?? [])))
    }
    add(entries, label: label)
  }
}
