/// An answer to a probe as a model judge is told of it.
public struct JudgedAnswer: Hashable, Sendable {
  /// The case's id.
  public var caseID: String
  /// The question's id.
  public var questionID: String
  /// What was asked.
  public var question: String
  /// What an answer has to say.
  public var expected: String
  /// What was answered.
  public var answer: String
  /// The entries that say what is expected, one a line.
  public var evidence: String

  /// What stands for an answer that says nothing.
  static let nothing = "(no answer)"

  /// Makes the answer of a reply to a probe's question.
  init(_ reply: Reply, to question: Question, of probe: Probe, in judged: JudgedCase) {
    caseID = judged.evalCase.id
    questionID = question.id
    self.question = probe.ask
    expected = probe.expected(among: judged.evalCase.facts)
    answer = reply.text.isEmpty ? Self.nothing : reply.text
    evidence = judged.evalCase.evidenceText(of: probe)
  }
}

extension Probe {
  /// What counts as right, in words.
  func expected(among facts: [Fact]) -> String {
    switch expect {
    case .facts:
      let wanted = self.facts.compactMap { id in facts.first { $0.id == id } }
      return wanted.map { fact in
        let ways = ([fact.value] + fact.aliases).joined(separator: " or ")
        let old = fact.supersedes.map(\.value)
        return old.isEmpty ? ways : "\(ways) (no longer \(old.joined(separator: ", ")))"
      }.joined(separator: anyOf ? " or " : "; ")
    case .answer(let text, let aliases, _): return ([text] + aliases).joined(separator: " or ")
    case .number(let number, let tolerance):
      return JSONValue(number).serialised()
        + (tolerance > 0 ? " ± \(JSONValue(tolerance).serialised())" : "")
    case .list(let values, let anyOrder):
      return values.joined(separator: ", ") + (anyOrder ? ", in any order" : ", in this order")
    case .abstain: return "no answer: it was never said"
    }
  }
}

extension EvalCase {
  /// What the session says of a probe's facts, one entry a line, in the order of the record.
  func evidenceText(of probe: Probe) -> String {
    let evidence = probe.facts.compactMap { fact($0) }.flatMap(\.evidence)
    let places = Set(evidence.compactMap { $0.entry?.index }).sorted()
    let head = evidence.filter { $0.entry == nil }.map { "instructions: \($0.quote)" }
    return
      (head
      + places.map { place in
        let entry = transcript.entries[place]
        return "\(entry.kind.rawValue): \(entry.matchPieces.joined(separator: " "))"
      }).joined(separator: "\n")
  }
}
