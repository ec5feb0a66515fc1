extension TranscriptFormat {
  /// BFCL's multi-turn questions, and runs of its answers: one list of expected calls a user turn.
  ///
  /// A row of questions has user turns alone (`question`); a run has `messages` and, in `expected`,
  /// its calls by turn. The answers of questions are a file beside (``ExpectationFile``).
  public static let bfcl = TranscriptFormat(
    name: "bfcl", title: "BFCL multi-turn questions and runs",
    recognises: { value in
      let isRun =
        value["messages"]?.arrayValue != nil
        && value["expected"]?["trajectory_by_turn"]?.arrayValue != nil
      let turns = value["question"]?.arrayValue
      return isRun || value["id"] != nil && turns?.first?.arrayValue != nil
    },
    decode: { unit in
      unit.value["question"] == nil
        ? try BFCLFormat.run(unit.value) : try BFCLFormat.question(unit.value)
    })

  /// Facts from memory, after BFCL: `messages`, and `facts` with accepted answers and the places
  /// of the messages they stand in.
  public static let factsBeside = TranscriptFormat(
    name: "facts", title: "chat messages with facts: question, answers, evidence",
    recognises: { value in
      guard value["messages"]?.arrayValue != nil, let facts = value["facts"]?.arrayValue else {
        return false
      }
      return facts.first.map { $0["question"] != nil && $0["answers"] != nil } ?? false
    },
    decode: { unit in try BFCLFormat.memory(unit.value) })
}

/// The rows of BFCL.
enum BFCLFormat {
  // MARK: Questions

  static func question(_ value: JSONValue) throws(Refusal) -> DecodedTranscript {
    let object = try value.requiredObject("a row of questions")
    var decoder = OpenAIChatDecoder()
    var messages: [JSONValue] = []
    var places: [[KeyPathStep]] = []
    var empty = 0
    for (turn, list) in (try object.array("question") ?? []).enumerated() {
      guard let list = list.arrayValue else {
        throw Refusal("expected an array of messages, found \(list.kindName)").inside(
          .key("question"), .index(turn))
      }
      if list.isEmpty { empty += 1 }
      for (index, message) in list.enumerated() {
        messages.append(message)
        places.append([.index(turn), .index(index)])
      }
    }
    var decoded = try decoder.decode(
      .object(JSONObject()), messages: messages, places: places, under: "question")
    if empty > 0 {
      decoded.notes.add(
        .skippedRecord, count: empty, at: "",
        "a turn without a message, at which tools are added that the file does not have")
    }
    decoded.metadata = object.others(["question"])
    // Turns and their lists of answers are paired by number.
    decoded.metadata["turns"] = .array(
      (try object.array("question") ?? []).map { JSONValue($0.arrayValue?.count ?? 0) })
    decoded.expectations.cluster = object["id"]?.stringValue
    return decoded
  }

  /// Adds the answers to a row of questions: Python calls, a list for each turn.
  static func addAnswers(_ answers: [JSONValue], to imported: inout DecodedTranscript)
    throws(Refusal)
  {
    var builder = ExpectationBuilder(
      imported.transcript, cluster: imported.metadata["id"]?.stringValue)
    let counts =
      imported.metadata["turns"]?.arrayValue?.compactMap(\.intValue)
      ?? Array(repeating: 1, count: builder.structure.turnStarts.count)
    let tools = imported.transcript.head.tools
    var prompt = 0
    for (turn, list) in answers.enumerated() {
      let calls = try (list.arrayValue ?? []).decoded(at: .index(turn)) {
        value, _ throws(Refusal) in
        guard let source = value.stringValue else {
          throw Refusal("expected a Python call, found \(value.kindName)")
        }
        let call = try PythonCall(source)
        let (arguments, unnamed) = call.arguments(of: tools.first { $0.name == call.name })
        if unnamed > 0 {
          builder.refuse(
            "an argument given by place, which no definition of its tool names", at: "")
        }
        return ExpectationBuilder.Call(name: call.name, arguments: arguments, compared: nil)
      }
      let count = turn < counts.count ? counts[turn] : 0
      prompt += count
      guard count > 0, builder.structure.turnStarts.indices.contains(prompt - 1) else {
        if !calls.isEmpty { builder.refuse("calls expected in a turn without a prompt", at: "") }
        continue
      }
      builder.addTrajectory(
        id: "turn-\(turn + 1)", inTurnOf: builder.structure.turnStarts[prompt - 1], calls)
    }
    builder.finish(&imported)
  }

  // MARK: Runs

  static func run(_ value: JSONValue) throws(Refusal) -> DecodedTranscript {
    var decoder = OpenAIChatDecoder()
    var decoded = try decoder.decode(value, messagesAt: .key("messages"))
    var builder = ExpectationBuilder(decoded.transcript, cluster: value["id"]?.stringValue)
    do throws(Refusal) {
      let lists = try (value["expected"]?["trajectory_by_turn"]?.arrayValue ?? []).decoded {
        list, _ throws(Refusal) in
        try (list.arrayValue ?? []).decoded { call, _ throws(Refusal) in
          try ExpectationBuilder.Call(call)
        }
      }
      builder.addTurns(lists)
    } catch {
      throw error.inside(.key("expected"), .key("trajectory_by_turn"))
    }
    builder.finish(&decoded)
    return decoded
  }

  // MARK: Memory

  static func memory(_ value: JSONValue) throws(Refusal) -> DecodedTranscript {
    var decoder = OpenAIChatDecoder()
    var decoded = try decoder.decode(value, messagesAt: .key("messages"))
    let object = try value.requiredObject("a row")
    let messages = try object.array("messages") ?? []
    let entries = decoded.transcript.entries
    var builder = ExpectationBuilder(decoded.transcript, cluster: value["id"]?.stringValue)
    _ = try object.elements("facts") { value, _ throws(Refusal) in
      let fact = try value.requiredObject("a fact")
      let id = try fact.string("id") ?? "fact"
      let answers = try fact.elements("answers") { value, _ throws(Refusal) in value.plainText }
      let places = try fact.elements("evidence") { value, _ throws(Refusal) -> [EntryID] in
        guard let index = value.intValue, messages.indices.contains(index) else {
          throw Refusal("expected the place of a message, from 0 to \(messages.count - 1)")
        }
        return entries.indices.filter { entries[$0].label.isOf(message: index) }
          .map { EntryID($0) }
      }
      builder.addFact(
        id: id, ask: try fact.requiredString("question"), answers: answers,
        places: places.flatMap { $0 })
    }
    builder.finish(&decoded)
    return decoded
  }
}

extension String {
  /// Whether this is the label of an entry that a message made: `m4`, or `m4.calls`.
  func isOf(message index: Int) -> Bool {
    let stem = "m\(index)"
    return self == stem || hasPrefix(stem + ".")
  }
}

extension ExpectationBuilder {
  /// Adds expected calls by turn, to the turns of a run that made them.
  ///
  /// A turn in which no call was right, and the user's next, may have been recorded as one: there
  /// are then fewer turns than lists, and a turn takes lists until they make its recorded calls.
  mutating func addTurns(_ lists: [[Call]]) {
    let starts = structure.turnStarts
    let recorded = starts.indices.map { turn in
      structure.range(ofTurn: turn).reduce(0) { $0 + transcript.entries[$1].calls.count }
    }
    guard lists.count >= starts.count else {
      return refuse("expected calls by turn, for fewer turns than there are", at: "")
    }
    var next = 0
    for turn in starts.indices {
      var calls = lists[next]
      next += 1
      // Lists that are left over for later turns stay theirs.
      while calls.count < recorded[turn], lists.count - next > starts.count - turn - 1 {
        if calls.isEmpty {
          refuse("a turn in which no call was right, recorded as one with the next", at: "")
        }
        calls += lists[next]
        next += 1
      }
      addTrajectory(id: "turn-\(turn + 1)", inTurnOf: starts[turn], calls)
    }
  }
}
