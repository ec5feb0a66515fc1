import EvalKit
import LocalModels

/// Rules drafted from sentences that forbid what one of the session's tools does.
enum ConstraintDrafts {
  /// The drafts, in the order the rules are said.
  ///
  /// A tool that the session itself called is left out: either the rule is another one, or the record
  /// broke it.
  static func drafts(for value: EvalCase, passages: [ReadPassage], limit: Int) -> [Constraint] {
    let transcript = value.transcript
    let called = Set(transcript.entries.flatMap(\.calls).map(\.name))
    let tools = (transcript.head.tools + transcript.changes.flatMap { $0.tools ?? [] })
      .map(\.name).filter { !called.contains($0) }
    var names = FactNames(value.constraints.map(\.id))
    var found: [Constraint] = []
    var seen = Set(value.constraints.flatMap(\.disallowed).map(\.tool))
    for passage in passages where found.count < limit {
      guard passage.object == nil, passage.kind == .prompt || passage.kind == .instructions,
        let start = prohibition(in: passage)
      else { continue }
      let said = Set(passage.words[start...].map(\.key))
      for tool in tools where !seen.contains(tool) {
        let words = ProbeDraft.words(of: tool).split(separator: " ")
        guard !words.isEmpty, words.allSatisfy({ said.contains(ReadPassage.key(of: String($0))) })
        else { continue }
        seen.insert(tool)
        found.append(
          Constraint(
            id: names.claim(FactNames.slug(tool) ?? "rule"), text: passage.text,
            evidence: [Evidence(entry: passage.entry, quote: passage.text)],
            disallowed: [ExpectedCall(tool: tool)], isDraft: true))
      }
    }
    return Array(found.prefix(limit))
  }

  /// Where what is forbidden begins: after "never", "must not", "do not" and the like.
  private static func prohibition(in passage: ReadPassage) -> Int? {
    let words = passage.words.map { $0.text.lowercased().replacingCurlyApostrophes }
    for (index, word) in words.enumerated() {
      if ["never", "don't", "mustn't"].contains(word) { return index + 1 }
      if word == "not", index > 0,
        ["do", "must", "should", "may", "can"].contains(words[index - 1])
      {
        return index + 1
      }
    }
    return nil
  }
}
