extension TranscriptFormat {
  /// Dialogues of the Schema-Guided Dialogue data sets, and others with such frames.
  public static let sgd = TranscriptFormat(
    name: "sgd", title: "Schema-Guided Dialogue",
    recognises: { value in
      value["dialogue_id"] != nil
        && value["turns"]?.arrayValue?.first?["utterance"]?.stringValue != nil
    },
    decode: { unit in
      var decoder = SGDDecoder()
      return try decoder.decode(try unit.value.requiredObject("a dialogue"))
    })
}

/// Makes a transcript of a dialogue.
struct SGDDecoder {
  private var builder = TranscriptBuilder()

  mutating func decode(_ dialogue: JSONObject) throws(Refusal) -> DecodedTranscript {
    guard try dialogue.array("turns") != nil else { throw Refusal("missing key 'turns'") }
    _ = try dialogue.elements("turns") { value, index throws(Refusal) in
      try add(try value.requiredObject("a turn"), label: "m\(index)")
    }
    return builder.decoded(metadata: dialogue.others(["turns"]))
  }

  /// A turn of the system holds its calls, their results and what it then says.
  private mutating func add(_ turn: JSONObject, label: String) throws(Refusal) {
    let text = try turn.string("utterance") ?? ""
    let said = Entry(
      kind: turn["speaker"] == "USER" ? .prompt : .response,
      segments: text.isEmpty ? [] : [.text(text)], extra: turn.others(["speaker", "utterance"]))
    switch try turn.requiredString("speaker") {
    case "USER": builder.add([said], label: label)
    case "SYSTEM":
      var calls = Entry(kind: .toolCalls)
      var outputs: [Entry] = []
      _ = try turn.elements("frames") { value, _ throws(Refusal) in
        let frame = try value.requiredObject("a frame")
        guard let recorded = try frame.object("service_call") else { return }
        do throws(Refusal) {
          calls.calls.append(
            builder.call(
              id: nil, name: try recorded.requiredString("method"),
              arguments: recorded.value("parameters"),
              extra: frame.others(Set(frame.keys).subtracting(["service"])), label: label))
        } catch {
          throw error.inside(.key("service_call"))
        }
        guard let results = try frame.array("service_results") else { return }
        outputs.append(
          Entry(
            kind: .toolOutput, segments: [.structure(.array(results))],
            toolName: calls.calls.last?.name))
      }
      builder.add((calls.calls.isEmpty ? [] : [calls]) + outputs + [said], label: label)
    case let other:
      throw Refusal("expected 'USER' or 'SYSTEM', found '\(other)'", at: "speaker")
    }
  }
}
