/// What became of a fact's value in a view, by where it comes from.
public enum Survival: String, Hashable, Sendable, CaseIterable {
  /// An entry that says it is in view with the quoted, else the valued, words intact.
  case verbatim
  /// The value is in something a stage made.
  case rewritten
  /// The evidence is gone, a later mention of the value is in view.
  case restated
  /// Only a near value is in something a stage made.
  case distorted
  /// Only a value it replaced is in view.
  case stale
  /// It was only in the output of a read tool, which is gone and could be fetched again.
  case refetchable
  /// Nothing of it is left.
  case gone

  /// Whether the value is still there for the model to read.
  public var isSurvival: Bool { self == .verbatim || self == .rewritten || self == .restated }
}

/// What became of a fact in a view, with what else is to be said of it.
struct FactFate: Hashable, Sendable {
  var survival: Survival
  /// Lost, but the same characters stand somewhere that does not mean the fact.
  var isCoincident = false
  /// Kept, but a value it replaced is in view too.
  var isContested = false
  /// Where, or instead of what.
  var reason: String
}

/// Reads off a view what became of facts.
struct SurvivalReader {
  let prepared: JudgedCase
  private var madeTexts = MadeTexts()

  init(_ prepared: JudgedCase) { self.prepared = prepared }

  /// What became of a fact.
  ///
  /// - Complexity: O(evidence + mentions + text of the items that stages made).
  mutating func fate(of fact: PreparedFact, in shown: ShownItems) -> FactFate {
    let texts = shown.made.map { (shown.items[$0], madeTexts.text(of: shown.items[$0])) }
    let isStale = showsStale(fact, shown, texts)
    if let place = verbatim(fact, shown, texts) {
      return FactFate(survival: .verbatim, isContested: isStale, reason: "said in \(place)")
    }
    if let place = rewritten(fact, shown, texts) {
      return FactFate(survival: .rewritten, isContested: isStale, reason: "in \(place)")
    }
    let mention = fact.mentions.first { shown.showsWhole($0) && $0 > fact.firstEvidence }
    if let mention, !fact.isWeak {
      return FactFate(
        survival: .restated, isContested: isStale, reason: "said again in \(label(mention))")
    }
    let isCoincident =
      mention != nil || fact.mentions.contains(where: shown.showsWhole)
      || fact.values.contains { $0.isIn(madeTexts.text(of: shown.head, withTools: true)) }
    if let near = distorted(fact, texts) {
      return FactFate(survival: .distorted, isCoincident: isCoincident, reason: "written '\(near)'")
    }
    if isStale {
      return FactFate(
        survival: .stale, isCoincident: isCoincident,
        reason: "only '\(fact.fact.supersedes.map(\.value).joined(separator: "', '"))' is in view")
    }
    return FactFate(
      survival: fact.isRefetchable ? .refetchable : .gone, isCoincident: isCoincident,
      reason: fact.isRefetchable ? "its tool could be asked again" : "nothing in view says it")
  }

  /// What became of a fact in the view of another case: at most a coincidence.
  mutating func fateAmongStrangers(of fact: PreparedFact, in shown: ShownItems) -> FactFate {
    let found = shown.items.contains { item in
      fact.values.contains { $0.isIn(madeTexts.text(of: item)) }
    }
    return FactFate(
      survival: .gone, isCoincident: found, reason: "the view is another case's")
  }

  private func label(_ entry: Int) -> String {
    let entry = prepared.evalCase.transcript.entries[entry]
    return entry.label.isEmpty ? "a \(entry.kind.rawValue)" : entry.label
  }

  private mutating func verbatim(
    _ fact: PreparedFact, _ shown: ShownItems, _ texts: [(Item, MatchText)]
  ) -> String? {
    var place: String?
    for evidence in fact.evidence {
      if let found = self.place(of: evidence, shown, texts) {
        place = place ?? found
        if !fact.fact.isDerived { return found }
      } else if fact.fact.isDerived {
        return nil
      }
    }
    return place
  }

  /// Where an evidence entry is in view with its words, itself or carried.
  private mutating func place(
    of evidence: PreparedFact.Evidence, _ shown: ShownItems, _ texts: [(Item, MatchText)]
  ) -> String? {
    guard let entry = evidence.entry else {
      return evidence.quote.isIn(madeTexts.text(of: shown.head, withTools: false))
        ? "the instructions" : nil
    }
    if shown.showsWhole(entry) { return label(entry) }
    for (item, text) in texts {
      let isIt =
        switch item.source {
        case .recorded(let id): id.index == entry && item.form != .masked
        case .synthesised(_, _, let carries): carries.contains(EntryID(entry))
        }
      if isIt, evidence.quote.isIn(text) { return label(entry) }
    }
    return nil
  }

  private mutating func rewritten(
    _ fact: PreparedFact, _ shown: ShownItems, _ texts: [(Item, MatchText)]
  ) -> String? {
    for (item, text) in texts {
      let isSaid = fact.values.contains { value in
        value.matches(in: text).contains { !text.isNegated($0) }
      }
      if isSaid { return item.entry.label.isEmpty ? "what a stage made" : item.entry.label }
    }
    guard fact.fact.isDerived, !fact.evidence.isEmpty else { return nil }
    for evidence in fact.evidence where place(of: evidence, shown, texts) == nil {
      guard texts.contains(where: { evidence.quote.isIn($0.1) }) else { return nil }
    }
    return "what a stage made"
  }

  private func showsStale(
    _ fact: PreparedFact, _ shown: ShownItems, _ texts: [(Item, MatchText)]
  ) -> Bool {
    guard !fact.superseded.isEmpty else { return false }
    return fact.staleMentions.contains(where: shown.showsWhole)
      || texts.contains {
        PreparedFact.says(fact.superseded, apartFrom: fact.values, in: $0.1)
      }
  }

  /// A value near the fact's in something a stage made, and nowhere in the record.
  private func distorted(_ fact: PreparedFact, _ texts: [(Item, MatchText)]) -> String? {
    let kind = ValueMatcher.Kind(factKind: fact.fact.kind)
    for (_, text) in texts {
      for value in fact.values {
        for near in value.nearValues(in: text)
        where prepared.index.texts(with: ValueMatcher(near, kind: kind), limit: 1).isEmpty {
          return near
        }
      }
    }
    return nil
  }
}
