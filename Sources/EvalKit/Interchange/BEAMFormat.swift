extension TranscriptFormat {
  /// BEAM's chats: batches of turns, each a list of messages; the questions are a file beside.
  public static let beam = TranscriptFormat(
    name: "beam", title: "BEAM chats",
    recognises: { value in
      guard let batch = value.arrayValue?.first else { return false }
      return batch["batch_number"] != nil && batch["turns"]?.arrayValue?.first?.arrayValue != nil
    },
    decode: { unit in try BEAMFormat.decode(unit.value) })
}

/// The chats and questions of BEAM.
enum BEAMFormat {
  static func decode(_ value: JSONValue) throws(Refusal) -> DecodedTranscript {
    var builder = TranscriptBuilder()
    _ = try (value.arrayValue ?? []).decoded { value, _ throws(Refusal) in
      let batch = try value.requiredObject("a batch")
      _ = try batch.elements("turns") { turn, _ throws(Refusal) in
        try (turn.arrayValue ?? []).decoded { message, _ throws(Refusal) in
          try add(try message.requiredObject("a message"), to: &builder)
        }
      }
    }
    return builder.decoded()
  }

  private static func add(_ message: JSONObject, to builder: inout TranscriptBuilder)
    throws(Refusal)
  {
    let id = message["id"]?.plainText
    let label = "m\(id ?? "\(builder.count)")"
    var text = try message.string("content") ?? ""
    if let cut = endOfText(text) {
      text = String(text[..<cut])
      builder.notes.add(
        .writersMark, at: label, "a marker '->-> n,m' at the end of a message, taken out")
    }
    let role = try message.requiredString("role")
    let extra = message.others(["id", "role", "content"])
    switch role {
    case "user", "assistant":
      builder.add(
        [
          Entry(
            recordedID: id, kind: role == "user" ? .prompt : .response,
            segments: text.isEmpty ? [] : [.text(text)], extra: extra)
        ], label: label)
    default:
      builder.add(
        [Entry(kind: .opaque, segments: [Segment(.opaque(.object(message)))])], label: label)
      builder.notes.add(.unknownRole, at: label, "a message of unknown role '\(role)'")
    }
  }

  /// Where the text ends, if a marker such as `->-> 1,1` follows it.
  private static func endOfText(_ text: String) -> String.Index? {
    guard let start = text.lastIndex(of: ">"), text[...start].hasSuffix("->->") else { return nil }
    let rest = text[start...].dropFirst()
    guard rest.allSatisfy({ $0.isNumber || $0 == "," || $0.isWhitespace }),
      rest.contains(where: \.isNumber)
    else { return nil }
    return text.index(start, offsetBy: -3)
  }

  // MARK: Questions

  static func isQuestions(_ value: JSONValue) -> Bool {
    guard let object = value.objectValue, let first = object.members.first?.value.arrayValue?.first
    else { return false }
    return first["question"] != nil && first["rubric"]?.arrayValue != nil
  }

  private static let start = "LLM response should state: "

  /// Adds the questions of a file: those whose rubric says what the answer should state.
  static func addQuestions(_ value: JSONValue, to decoded: inout DecodedTranscript)
    throws(Refusal)
  {
    var builder = ExpectationBuilder(decoded.transcript)
    let entries = decoded.transcript.entries
    for ability in value.objectValue?.members ?? [] {
      let questions = ability.value.arrayValue ?? []
      _ = try questions.decoded(at: .key(ability.key)) { value, index throws(Refusal) in
        let question = try value.requiredObject("a question")
        let id = "\(ability.key)-\(index + 1)"
        let ask = try question.requiredString("question")
        if ability.key == "abstention" { return builder.addAbstention(id: id, ask: ask) }
        let answers = (try question.array("rubric") ?? []).compactMap { line -> String? in
          guard let line = line.stringValue, line.hasPrefix(start) else { return nil }
          return String(line.dropFirst(start.count))
        }
        guard answers.count == 1 else {
          return builder.refuse("a question whose rubric is not one statement", at: id)
        }
        let ids = Set(ids(in: question["source_chat_ids"] ?? .null))
        let places = entries.indices.filter { ids.contains(entries[$0].recordedID ?? "") }
        builder.addFact(
          id: id, kind: ability.key, ask: ask, answers: answers,
          places: places.map { EntryID($0) })
      }
    }
    builder.finish(&decoded)
  }

  /// The ids in a list, or in lists by name.
  private static func ids(in value: JSONValue) -> [String] {
    var leaves: [String] = []
    value.appendLeaves(to: &leaves)
    return leaves
  }
}
