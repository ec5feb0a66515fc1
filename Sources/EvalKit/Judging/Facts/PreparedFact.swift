/// A fact with everything that does not depend on a view worked out once a case.
struct PreparedFact: Sendable {
  /// Where the fact was said, with what must be found there.
  struct Evidence: Sendable {
    let entry: Int?
    let quote: ValueMatcher
  }

  let fact: Fact
  /// The value and its aliases.
  let values: [ValueMatcher]
  /// The values it replaced.
  let superseded: [ValueMatcher]
  let evidence: [Evidence]
  /// Entries that hold the value.
  let mentions: [Int]
  /// Entries that hold a superseded value and do not mean the current one by it.
  let staleMentions: [Int]
  /// The words of the sentences that say it.
  let topic: Set<UInt64>
  /// Whether some entry that holds it is the output of a read tool.
  let isRefetchable: Bool

  init(
    _ fact: Fact, transcript: Transcript, structure: TranscriptStructure, texts: [MatchText],
    effects: ToolEffects
  ) {
    self.fact = fact
    let kind = ValueMatcher.Kind(factKind: fact.kind)
    let values = ([fact.value] + fact.aliases).filter { !$0.isEmpty }.flatMap {
      ValueMatcher.all(of: $0, factKind: fact.kind)
    }
    let superseded = fact.supersedes.map { ValueMatcher($0.value, kind: kind) }
    self.values = values
    self.superseded = superseded
    mentions = texts.indices.filter { index in values.contains { $0.isIn(texts[index]) } }
    staleMentions = texts.indices.filter { index in
      Self.says(superseded, apartFrom: values, in: texts[index])
    }
    var evidence = fact.evidence.map { evidence in
      Evidence(
        entry: evidence.entry?.index,
        quote: ValueMatcher(
          evidence.quote, kind: !fact.isDerived && evidence.quote == fact.value ? kind : .text))
    }
    if evidence.isEmpty, let first = mentions.first, let value = values.first {
      evidence = [Evidence(entry: first, quote: value)]
    }
    self.evidence = evidence
    topic = Self.topic(of: evidence, values: values, texts: texts)
    isRefetchable = (mentions + evidence.compactMap(\.entry)).contains { index in
      guard index < transcript.entries.count, transcript.entries[index].kind == .toolOutput else {
        return false
      }
      let entry = transcript.entries[index]
      let call = structure.answers[index].map {
        transcript.entries[$0.entry.index].calls[$0.index].name
      }
      return (call ?? entry.toolName).map { effects.effect(of: $0) == .read } ?? false
    }
  }

  /// Whether one of some values is said in a text other than as part of another.
  static func says(
    _ values: [ValueMatcher], apartFrom others: [ValueMatcher], in text: MatchText
  ) -> Bool {
    let found = values.flatMap { $0.matches(in: text) }
    guard !found.isEmpty else { return false }
    let other = others.flatMap { $0.matches(in: text) }
    return found.contains { range in !other.contains { $0.overlaps(range) } }
  }

  private static func topic(
    of evidence: [Evidence], values: [ValueMatcher], texts: [MatchText]
  ) -> Set<UInt64> {
    evidence.reduce(into: []) { topic, evidence in
      guard let entry = evidence.entry, entry < texts.count else { return }
      let text = texts[entry]
      let found = (values + [evidence.quote]).flatMap { $0.matches(in: text) }
      for sentence in text.sentences where found.contains(where: sentence.range.overlaps) {
        topic.formUnion(
          text.topic(of: sentence.range, apartFrom: values.flatMap { $0.matches(in: text) }))
      }
    }
  }

  /// The last entry that says it as evidence; -1 for the head: it has been established since.
  var lastEvidence: Int { evidence.map { $0.entry ?? -1 }.max() ?? -1 }

  /// The first entry that says it; -1 for the head.
  var firstEvidence: Int { evidence.map { $0.entry ?? -1 }.min() ?? -1 }

  /// Whether a value common enough to be met by coincidence.
  var isWeak: Bool { values.allSatisfy(\.isWeak) }
}
