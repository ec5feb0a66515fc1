extension TranscriptFormat {
  /// tau-bench's results: runs with `traj`, and in `info.task` what was expected of them.
  ///
  /// The word with which the simulated user ends a run is no part of the conversation. Expected calls
  /// are taken from runs that the benchmark scored as solved: others show no way that works.
  public static let tauBench = TranscriptFormat(
    name: "tau-bench", title: "tau-bench results",
    recognises: { value in
      value["traj"]?.arrayValue != nil && value["info"]?["task"]?.objectValue != nil
    },
    decode: { unit in
      var decoder = OpenAIChatDecoder()
      var decoded = try decoder.decode(unit.value, messagesAt: .key("traj"))
      SimulatedUser.removeMarks(from: &decoded)
      try TauBenchFormat.addExpectations(of: unit.value, to: &decoded)
      return decoded
    })
}

/// What tau-bench says of its runs.
enum TauBenchFormat {
  static func addExpectations(of value: JSONValue, to decoded: inout DecodedTranscript)
    throws(Refusal)
  {
    let object = try value.requiredObject("a run")
    let info = try object.object("info") ?? JSONObject()
    let task = try info.object("task") ?? JSONObject()
    var builder = ExpectationBuilder(
      decoded.transcript, cluster: object["task_id"].map { "tau-task-\($0.plainText)" },
      reads: ["calculate", "think"])
    do throws(Refusal) {
      let outputs = try task.elements("outputs") { value, _ throws(Refusal) in value.plainText }
      builder.addOutputs(outputs)
      let calls = try task.elements("actions") { value, _ throws(Refusal) in
        try ExpectationBuilder.Call(value, arguments: ["kwargs", "arguments"])
      }
      if object["reward"]?.doubleValue == 1 {
        builder.addTrajectories(of: calls)
      } else if !calls.isEmpty {
        builder.refuse("expected calls of a run that did not solve its task", at: "")
      }
    } catch {
      throw error.inside(.key("info"), .key("task"))
    }
    builder.finish(&decoded)
  }
}

extension ExpectationBuilder {
  /// Adds what a run had to tell the user: values that a response says.
  ///
  /// The question is what the user had last asked by then.
  mutating func addOutputs(_ outputs: [String]) {
    let responses = transcript.entries.indices.filter { transcript.entries[$0].kind == .response }
    for (index, output) in outputs.enumerated() {
      let id = "told-\(index + 1)"
      let value = Self.trimmed(output)
      guard value.count > 1 else {
        refuse("a value too short to be told from others, such as '\(value)'", at: id)
        continue
      }
      let forms = Self.forms(of: value)
      guard let place = places(of: forms, among: responses).first else {
        refuse("a value that no response says", at: id)
        continue
      }
      if let ask = question(before: place) {
        addFact(id: id, ask: ask, answers: forms, places: [place])
      } else if let form = forms.first(where: FoldedText(transcript[place]).says) {
        addFact(id: id, value: form, evidence: [Evidence(entry: place, quote: form)])
      }
    }
  }

  /// The last prompt before an entry that asks something.
  private func question(before place: EntryID) -> String? {
    transcript.entries[..<place.index].last { entry in
      entry.kind == .prompt && entry.text.contains("?")
    }?.text
  }

  /// A number with and without its thousands set apart; anything else as it is.
  private static func forms(of value: String) -> [String] {
    let plain = value.filter { $0 != "," }
    guard plain.count > 3, let number = Int(plain) else { return [value] }
    let digits = Array(String(number))
    var grouped = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { grouped.append(",") }
      grouped.append(digit)
    }
    return [plain, grouped]
  }
}

/// The user that a benchmark simulates, who ends a run with a word that no person would say.
enum SimulatedUser {
  private static let words = ["###STOP###", "###TRANSFER###", "###OUT-OF-SCOPE###"]

  /// Takes such words out of prompts; a last prompt without anything else goes.
  static func removeMarks(from decoded: inout DecodedTranscript) {
    for place in decoded.transcript.entries.indices {
      let entry = decoded.transcript.entries[place]
      guard entry.kind == .prompt else { continue }
      for (index, segment) in entry.segments.enumerated() {
        guard let text = segment.text, let word = words.first(where: text.contains) else {
          continue
        }
        let rest = text.split(separator: word, omittingEmptySubsequences: true)
          .joined(separator: " ")
        decoded.transcript.entries[place].segments[index] = Segment(
          .text(ExpectationBuilder.trimmed(rest)), id: segment.id)
        decoded.notes.add(
          .writersMark, at: entry.label,
          "the word with which a simulated user ends a run, taken out")
      }
    }
    if let last = decoded.transcript.entries.last, last.kind == .prompt, !last.segments.isEmpty,
      last.segments.allSatisfy({ $0.text?.isEmpty ?? false })
    {
      decoded.transcript.entries.removeLast()
    }
  }
}

extension JSONValue {
  /// The text of a string or a number; of anything else its JSON.
  var plainText: String {
    switch self {
    case .string(let text): text
    case .number(let number): number.literal
    default: serialised()
    }
  }
}
