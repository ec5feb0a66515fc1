extension TranscriptFormat {
  /// LoCoMo's samples: sessions of two speakers, and questions with the turns that answer them.
  ///
  /// The first speaker's turns are prompts, the second's responses; both keep their names. Each
  /// session begins with its date, as instructions that stand where they are.
  public static let loCoMo = TranscriptFormat(
    name: "locomo", title: "LoCoMo conversations with questions",
    recognises: { value in
      value["conversation"]?["speaker_a"] != nil && value["qa"]?.arrayValue != nil
    },
    decode: { unit in try LoCoMoFormat.decode(unit.value) })
}

/// The samples of LoCoMo.
enum LoCoMoFormat {
  static func decode(_ value: JSONValue) throws(Refusal) -> DecodedTranscript {
    let sample = try value.requiredObject("a sample")
    let conversation = try sample.object("conversation") ?? JSONObject()
    var builder = TranscriptBuilder()
    var places: [String: EntryID] = [:]
    do throws(Refusal) {
      let second = try conversation.requiredString("speaker_b")
      for number in sessions(of: conversation) {
        let key = "session_\(number)"
        guard let turns = try conversation.array(key) else {
          builder.notes.add(.missingContent, at: key, "the date of a session that is not there")
          continue
        }
        let date = try conversation.string("\(key)_date_time") ?? "unknown date"
        builder.addInstructions(
          Entry(kind: .instructions, segments: [.text("Session \(number): \(date)")]), label: key)
        _ = try turns.decoded(at: .key(key)) { turn, _ throws(Refusal) in
          let id = try add(turn, second: second, to: &builder)
          places[names(in: id).first ?? id] = EntryID(builder.count - 1)
        }
      }
    } catch {
      throw error.inside(.key("conversation"))
    }
    var decoded = builder.decoded(metadata: sample.others(["conversation", "qa"]))
    var expected = ExpectationBuilder(
      builder.transcript, cluster: sample["sample_id"].map(\.plainText))
    _ = try sample.elements("qa") { value, index throws(Refusal) in
      try add(try value.requiredObject("a question"), index, places, to: &expected)
    }
    expected.finish(&decoded)
    return decoded
  }

  /// The numbers of sessions, in order; keys are in any, and some have a date alone.
  private static func sessions(of conversation: JSONObject) -> [Int] {
    let numbers = conversation.keys.compactMap { key -> Int? in
      guard key.hasPrefix("session_") else { return nil }
      return key.dropFirst(8).split(separator: "_").first.flatMap { Int($0) }
    }
    return Set(numbers).sorted()
  }

  private static func add(_ value: JSONValue, second: String, to builder: inout TranscriptBuilder)
    throws(Refusal) -> String
  {
    let turn = try value.requiredObject("a turn")
    let id = try turn.requiredString("dia_id")
    let speaker = try turn.requiredString("speaker")
    var segments: [Segment] = []
    if let text = try turn.string("text"), !text.isEmpty { segments.append(.text(text)) }
    if let caption = try turn.string("blip_caption") {
      // Of the picture there is the caption alone.
      segments.append(
        Segment(
          .attachment(
            Attachment(
              name: caption, recorded: .object(turn.others(["dia_id", "speaker", "text"]))))))
    }
    let known = ["dia_id", "speaker", "text", "img_url", "blip_caption", "query"]
    builder.add(
      [
        Entry(
          recordedID: id, kind: speaker == second ? .response : .prompt, segments: segments,
          speaker: speaker, extra: turn.others(Set(known)))
      ], label: id)
    return id
  }

  // MARK: Questions

  private static let kinds = [1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "recall"]

  private static func add(
    _ qa: JSONObject, _ index: Int, _ places: [String: EntryID],
    to builder: inout ExpectationBuilder
  ) throws(Refusal) {
    let id = "qa-\(index + 1)"
    let ask = try qa.requiredString("question")
    let category = qa["category"]?.intValue ?? 4
    if category == 5 { return builder.addAbstention(id: id, ask: ask) }
    var found: [EntryID] = []
    let evidence = try qa.elements("evidence") { value, _ throws(Refusal) in value.plainText }
    for name in evidence.flatMap(names) {
      if let place = places[name] {
        found.append(place)
      } else {
        builder.refuse("evidence in a turn that is not there", at: id)
      }
    }
    builder.addFact(
      id: id, kind: kinds[category] ?? "recall", ask: ask,
      answers: [qa.value("answer")?.plainText ?? ""], places: Array(Set(found)).sorted())
  }

  /// The ids of turns in a text of evidence, such as `D8:6; D9:17`, `D:11:26` or `D30:05`.
  static func names(in text: String) -> [String] {
    text.split { ";, ".contains($0) || $0.isNewline }.map { part in
      let numbers = part.split { !$0.isNumber }.compactMap { Int($0) }
      return numbers.count == 2 ? "D\(numbers[0]):\(numbers[1])" : String(part)
    }
  }
}
