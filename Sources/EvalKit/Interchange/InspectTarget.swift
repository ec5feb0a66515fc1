/// The target of a sample as something to be known at the end of its transcript.
///
/// It can be checked only where the transcript says it: a question whose answer was never said is
/// about the model, not about what a compaction keeps.
struct InspectTarget {
  private let question: String
  private let targets: [String]

  init(_ sample: JSONObject) {
    switch sample["target"] {
    case .string(let text)?: targets = [Self.trimmed(text)]
    case .array(let values)?: targets = values.compactMap(\.stringValue).map(Self.trimmed)
    default: targets = []
    }
    switch sample["input"] {
    case .string(let text)?: question = text
    case .array(let messages)?:
      let last = messages.last { $0["role"] == "user" }?["content"]
      let parts = last?.arrayValue?.compactMap { $0["text"]?.stringValue }
      question = last?.stringValue ?? parts?.joined(separator: "\n") ?? ""
    default: question = ""
    }
  }

  /// Adds the target to what is expected, or the reason why it is not.
  func add(to decoded: inout DecodedTranscript) {
    let targets = targets.filter { !$0.isEmpty }
    guard !targets.isEmpty else { return }
    if question.isEmpty {
      return decoded.notes.add(
        .unusableExpectation, at: "target", "a target without a question in text")
    }
    if targets.allSatisfy({ ValueMatcher($0, kind: .text).isWeak }) {
      return decoded.notes.add(
        .unusableExpectation, at: "target", "a target so short that meeting it says little")
    }
    let asked = FoldedText([question])
    let folded = decoded.transcript.entries.map { FoldedText($0) }
    for target in targets where !ValueMatcher(target, kind: .text).isWeak && !asked.says(target) {
      guard let entry = folded.firstIndex(where: { $0.says(target) }) else { continue }
      decoded.expectations.facts = [
        Fact(
          id: "target", value: target, aliases: targets.filter { $0 != target },
          evidence: [Evidence(entry: EntryID(entry), quote: target)])
      ]
      decoded.expectations.probes = [Probe(id: "input", ask: question, facts: ["target"])]
      return
    }
    decoded.notes.add(
      .unusableExpectation, at: "target",
      targets.contains { asked.says($0) }
        ? "a target that the question gives away" : "a target that nothing in the transcript says")
  }

  private static func trimmed(_ text: String) -> String {
    let bytes = text.utf8
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }),
      let last = bytes.lastIndex(where: { $0 > 0x20 })
    else { return "" }
    return String(text[first...last])
  }
}
