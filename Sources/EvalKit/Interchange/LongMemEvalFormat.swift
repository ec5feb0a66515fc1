extension TranscriptFormat {
  /// LongMemEval's questions: the sessions of a haystack as one conversation, by date, with the
  /// question and the turns that have its answer.
  public static let longMemEval = TranscriptFormat(
    name: "longmemeval", title: "LongMemEval questions with their haystacks",
    recognises: { value in
      value["question_id"] != nil && value["haystack_sessions"]?.arrayValue != nil
    },
    decode: { unit in try LongMemEvalFormat.decode(unit.value) })
}

/// The questions of LongMemEval.
enum LongMemEvalFormat {
  private static let kinds = [
    "knowledge-update": "update", "temporal-reasoning": "temporal", "multi-session": "multi-hop",
  ]

  static func decode(_ value: JSONValue) throws(Refusal) -> DecodedTranscript {
    let object = try value.requiredObject("a question")
    let sessions = try object.array("haystack_sessions") ?? []
    let dates = try object.elements("haystack_dates") { value, _ throws(Refusal) in
      value.plainText
    }
    var builder = TranscriptBuilder()
    var answering: [(session: Int, place: EntryID)] = []
    // Dates are written so that their order as texts is their order in time.
    let order = sessions.indices.sorted { a, b in
      (a < dates.count ? dates[a] : "", a) < (b < dates.count ? dates[b] : "", b)
    }
    for (number, index) in order.enumerated() {
      guard let turns = sessions[index].arrayValue else {
        throw Refusal("expected an array of messages, found \(sessions[index].kindName)").inside(
          .key("haystack_sessions"), .index(index))
      }
      if index < dates.count {
        builder.addInstructions(
          Entry(
            kind: .instructions, segments: [.text("Session \(number + 1): \(dates[index])")]),
          label: "s\(number)")
      }
      do throws(Refusal) {
        _ = try turns.decoded { turn, place throws(Refusal) in
          let hasAnswer = try add(turn, label: "s\(number).m\(place)", to: &builder)
          if hasAnswer { answering.append((number, EntryID(builder.count - 1))) }
        }
      } catch {
        throw error.inside(.key("haystack_sessions"), .index(index))
      }
    }
    let keys: Set<String> = ["haystack_sessions", "haystack_dates", "haystack_session_ids"]
    var decoded = builder.decoded(metadata: object.others(keys))
    var expected = ExpectationBuilder(
      builder.transcript, cluster: object["question_id"]?.plainText)
    try addQuestion(of: object, answering, to: &expected)
    expected.finish(&decoded)
    return decoded
  }

  private static func add(
    _ value: JSONValue, label: String, to builder: inout TranscriptBuilder
  ) throws(Refusal) -> Bool {
    let message = try EncodedChatMessage(value)
    var extra = message.extra
    extra["has_answer"] = nil
    switch message.role {
    case "user", "assistant":
      builder.add(
        [
          Entry(
            kind: message.role == "user" ? .prompt : .response, segments: message.segments,
            extra: extra)
        ], label: label)
    default:
      builder.add([Entry(kind: .opaque, segments: [Segment(.opaque(value))])], label: label)
      builder.notes.add(.unknownRole, at: label, "a message of unknown role '\(message.role)'")
    }
    return value["has_answer"] == .bool(true)
  }

  private static func addQuestion(
    of object: JSONObject, _ answering: [(session: Int, place: EntryID)],
    to builder: inout ExpectationBuilder
  ) throws(Refusal) {
    let id = object["question_id"]?.plainText ?? "question"
    let type = try object.string("question_type") ?? ""
    var ask = try object.requiredString("question")
    if id.hasSuffix("_abs") { return builder.addAbstention(id: id, ask: ask) }
    if type == "single-session-preference" {
      return builder.refuse(
        "an answer that describes a preference, which only a model can judge", at: id)
    }
    let kind = kinds[type] ?? "recall"
    if kind == "temporal", let date = try object.string("question_date") {
      ask = "It is \(date). \(ask)"
    }
    // What was true last is the answer; earlier turns have what it replaced.
    let last = kind == "update" ? answering.map(\.session).max() : nil
    let places = answering.filter { last == nil || $0.session == last }.map(\.place)
    builder.addFact(
      id: id, kind: kind, ask: ask, answers: [object.value("answer")?.plainText ?? ""],
      places: places)
  }
}
