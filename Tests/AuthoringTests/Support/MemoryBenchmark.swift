import Authoring
import EvalKit

/// A transcript of a memory benchmark: what a user told, with questions, accepted answers and the
/// messages that say them.
struct MemoryBenchmark: Sendable {
  struct Question: Sendable {
    var answers: [String]
    var evidence: Set<Int>
  }

  var id: String
  var transcript: Transcript
  var questions: [Question]

  /// The transcripts that lie beside the package; none where there are none.
  static let all: [MemoryBenchmark] = {
    guard let bytes = Corpora.bytes("derived/bfcl-memory.jsonl") else { return [] }
    return bytes.split(separator: 0x0A).compactMap { line in
      guard let value = try? JSONValue.parse(String(decoding: line, as: UTF8.self)) else {
        return nil
      }
      return MemoryBenchmark(
        id: value["id"]?.stringValue ?? "",
        transcript: Transcript(
          entries: (value["messages"]?.arrayValue ?? []).enumerated().map { index, message in
            .prompt(message["content"]?.stringValue ?? "", label: "m\(index)")
          }),
        questions: (value["facts"]?.arrayValue ?? []).map { fact in
          Question(
            answers: (fact["answers"]?.arrayValue ?? []).compactMap(\.stringValue),
            evidence: Set((fact["evidence"]?.arrayValue ?? []).compactMap(\.intValue)))
        })
    }
  }()

  /// What is suggested first.
  func suggestions(_ count: Int) -> [SuggestedFact] {
    var limits = CaseSuggester.Limits()
    limits.facts = count
    return CaseSuggester(EvalCase(id: id, transcript: transcript), limits: limits)
      .suggestions().facts
  }

  /// The questions of which a value says an accepted answer.
  func answered(by facts: [Fact]) -> Set<Int> {
    Set(questions.indices.filter { index in facts.contains { matches($0, questions[index]) } })
  }

  /// Whether a value says an accepted answer; a number that is met everywhere only where the
  /// benchmark says it stands.
  func matches(_ fact: Fact, _ question: Question) -> Bool {
    question.answers.contains { answer in
      let isNumber = answer.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
      let isTime = answer.hasSuffix(" AM") || answer.hasSuffix(" PM")
      let matcher = ValueMatcher(answer, kind: isNumber ? .number : isTime ? .date : .text)
      guard matcher.isIn(fact.value) || Self.saysAmount(answer, in: fact.value, isNumber) else {
        return false
      }
      let isShort = matcher.isWeak || answer.utf8.count < 6
      return !isShort
        || fact.evidence.contains { question.evidence.contains($0.entry?.index ?? -1) }
    }
  }

  /// Whether a number stands in a value with a unit that the answer leaves out.
  private static func saysAmount(_ answer: String, in value: String, _ isNumber: Bool) -> Bool {
    isNumber && value.split { !$0.isNumber && $0 != "." }.contains { $0 == answer }
  }
}
