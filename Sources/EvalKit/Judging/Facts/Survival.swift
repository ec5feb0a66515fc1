/// Reads off a view what became of facts.
struct SurvivalReader {
  let prepared: JudgedCase
  private var madeTexts = MadeTexts()

  /// An item that does not show an entry whole, with its text.
  typealias Made = (index: Int, item: Item, text: MatchText)

  /// Where something was found: in the head, or in an item.
  private enum Spot {
    case head
    case item(Int)
  }

  init(_ prepared: JudgedCase) { self.prepared = prepared }

  /// What became of a fact.
  ///
  /// - Complexity: O(evidence + mentions + items + text of the items that stages made).
  mutating func fate(of fact: PreparedFact, in shown: ShownItems) -> FactFate {
    let texts = shown.made.map { place in
      (index: place, item: shown.items[place], text: madeTexts.text(of: shown.items[place]))
    }
    let stale = staleSpot(fact, shown, texts)
    func kept(_ survival: Survival, _ spot: Spot, _ how: String) -> FactFate {
      let place = place(of: spot, in: shown)
      return FactFate(
        survival: survival, isContested: stale != nil, place: place,
        reason: "\(how) \(Self.words(place, count: shown.items.count))")
    }
    if let spot = verbatim(fact, shown, texts) { return kept(.verbatim, spot, "said in") }
    if let spot = rewritten(fact, shown, texts) { return kept(.rewritten, spot, "in") }
    let mention = fact.mentions.first { shown.showsWhole($0) && $0 > fact.firstEvidence }
    if let mention, !fact.isWeak, let index = shown.place(of: mention) {
      return kept(.restated, .item(index), "said again in")
    }
    let isCoincident =
      mention != nil || fact.mentions.contains(where: shown.showsWhole)
      || fact.values.contains { $0.isIn(madeTexts.text(of: shown.head, withTools: true)) }
    if let (near, index) = distorted(fact, texts) {
      return FactFate(
        survival: .distorted, isCoincident: isCoincident,
        place: place(of: .item(index), in: shown), reason: "written '\(near)'")
    }
    if let stale {
      return FactFate(
        survival: .stale, isCoincident: isCoincident, place: place(of: stale, in: shown),
        reason: "only '\(fact.fact.supersedes.map(\.value).joined(separator: "', '"))' is in view")
    }
    return FactFate(
      survival: fact.isRefetchable ? .refetchable : .gone, isCoincident: isCoincident,
      reason: fact.isRefetchable ? "its tool could be asked again" : "nothing in view says it")
  }

  // MARK: Places

  private func place(of spot: Spot, in shown: ShownItems) -> ValuePlace {
    switch spot {
    case .head:
      ValuePlace(
        role: "instructions", entry: "", position: nil, fromEnd: shown.items.count,
        tokensFromEnd: tokens(of: shown.items[...]))
    case .item(let index):
      ValuePlace(
        role: shown.items[index].kind.rawValue, entry: label(of: shown.items[index]),
        position: index, fromEnd: shown.items.count - 1 - index,
        tokensFromEnd: tokens(of: shown.items[(index + 1)...]))
    }
  }

  /// Tokens of items that all are recorded entries, whole; nil where one is not or no price is known.
  private func tokens(of items: ArraySlice<Item>) -> Int? {
    var sum = 0
    for item in items {
      guard let id = item.id, item.form == .whole, !item.isPartial,
        id.index < prepared.entryTokens.count
      else { return nil }
      sum += prepared.entryTokens[id.index]
    }
    return sum
  }

  private func label(of item: Item) -> String {
    item.id.flatMap { id in
      id.index < prepared.evalCase.transcript.entries.count
        ? prepared.evalCase.transcript[id].label : nil
    } ?? item.entry.label
  }

  private static func words(_ place: ValuePlace, count: Int) -> String {
    guard let position = place.position else { return "the instructions" }
    let name = place.entry.isEmpty ? "a \(place.role)" : place.entry
    let tokens = place.tokensFromEnd.map { ", \($0) tokens" } ?? ""
    return
      "\(name), item \(position + 1) of \(count)\(tokens.isEmpty ? "" : "\(tokens) from the end")"
  }

  // MARK: Kept

  private mutating func verbatim(_ fact: PreparedFact, _ shown: ShownItems, _ texts: [Made])
    -> Spot?
  {
    var spot: Spot?
    for evidence in fact.evidence {
      if let found = self.spot(of: evidence, shown, texts) {
        spot = spot ?? found
      } else if fact.fact.isDerived {
        return nil
      }
    }
    return spot
  }

  /// Where an evidence entry is in view with its words, itself or carried.
  private mutating func spot(
    of evidence: PreparedFact.Evidence, _ shown: ShownItems, _ texts: [Made]
  ) -> Spot? {
    guard let entry = evidence.entry else {
      return evidence.quote.isIn(madeTexts.text(of: shown.head, withTools: false)) ? .head : nil
    }
    if shown.showsWhole(entry), let index = shown.place(of: entry) { return .item(index) }
    for (index, item, text) in texts {
      let isIt =
        switch item.source {
        case .recorded(let id): id.index == entry && item.form != .masked
        case .synthesised(_, _, let carries): carries.contains(EntryID(entry))
        }
      if isIt, evidence.quote.isIn(text) { return .item(index) }
    }
    return nil
  }

  private mutating func rewritten(_ fact: PreparedFact, _ shown: ShownItems, _ texts: [Made])
    -> Spot?
  {
    for (index, _, text) in texts {
      let isSaid = fact.values.contains { value in
        value.matches(in: text).contains { !text.isNegated($0) }
      }
      if isSaid { return .item(index) }
    }
    guard fact.fact.isDerived, !fact.evidence.isEmpty else { return nil }
    var spot: Spot?
    for evidence in fact.evidence where self.spot(of: evidence, shown, texts) == nil {
      guard let made = texts.first(where: { evidence.quote.isIn($0.text) }) else { return nil }
      spot = .item(made.index)
    }
    return spot
  }

  // MARK: Lost

  private func staleSpot(_ fact: PreparedFact, _ shown: ShownItems, _ texts: [Made]) -> Spot? {
    if let mention = fact.staleMentions.first(where: shown.showsWhole),
      let index = shown.place(of: mention)
    {
      return .item(index)
    }
    return texts.first {
      PreparedFact.says(fact.superseded, apartFrom: fact.values, in: $0.text)
    }.map { .item($0.index) }
  }

  /// A value in something a stage made that stands for this fact's: a near one that is nowhere in the
  /// record, or another fact's in a sentence about this one.
  private func distorted(_ fact: PreparedFact, _ texts: [Made]) -> (value: String, index: Int)? {
    let kind = ValueMatcher.Kind(factKind: fact.fact.kind)
    for (index, _, text) in texts {
      for value in fact.values {
        for near in value.nearValues(in: text)
        where prepared.index.texts(with: ValueMatcher(near, kind: kind), limit: 1).isEmpty {
          return (near, index)
        }
      }
    }
    let others = prepared.facts.values
      .filter { $0.fact.kind == fact.fact.kind && $0.fact.id != fact.fact.id }
      .sorted { $0.fact.id < $1.fact.id }
    guard !others.isEmpty, !fact.topic.isEmpty else { return nil }
    for (index, item, text) in texts where stands(item, for: fact) {
      for other in others {
        if let value = swapped(fact, for: other, in: text) { return (value, index) }
      }
    }
    return nil
  }

  private func stands(_ item: Item, for fact: PreparedFact) -> Bool {
    let entries = item.standsFor
    return fact.evidence.contains { $0.entry.map { entries.contains(EntryID($0)) } ?? false }
  }

  /// Another fact's value in a sentence that shares more words with what said this fact than with
  /// what said the other.
  private func swapped(_ fact: PreparedFact, for other: PreparedFact, in text: MatchText) -> String?
  {
    for match in other.values.flatMap({ $0.matches(in: text) }) {
      guard let sentence = text.sentences.first(where: { $0.range.contains(match.lowerBound) })
      else { continue }
      let words = text.topic(of: sentence.range, apartFrom: [match])
      let mine = words.intersection(fact.topic).count
      if mine > 0, mine > words.intersection(other.topic).count { return text.text(of: match) }
    }
    return nil
  }
}
