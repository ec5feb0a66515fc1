import EvalKit

/// The values in view that may fill a slot, scored by name, kind, nearness and make.
struct ValuePool {
  private struct Found {
    var value: JSONValue
    var text: String
    var score: Int
    var place: Int
    var item: Int
    /// Whether the slot's own name speaks for it.
    var isNamed: Bool
  }

  private let view: ActView
  private let slot: Slot
  private let earlier: EarlierValues
  private let used: Set<String>
  private let retrieval: Retrieval
  private let promptRetrieval: Retrieval

  init(
    view: ActView, slot: Slot, promptKeys: [UInt64], earlier: EarlierValues, used: Set<String>
  ) {
    self.view = view
    self.slot = slot
    self.earlier = earlier
    self.used = used
    var query = Query()
    for key in slot.nameKeys { query.add(key) }
    for key in slot.descriptionKeys { query.add(key, weight: 8) }
    retrieval = Retrieval(query, view.passages, turns: view.turns)
    var prompt = Query()
    for key in promptKeys { prompt.add(key) }
    promptRetrieval = Retrieval(prompt, view.passages, turns: view.turns)
  }

  /// The best value; of an optional slot only one that its name speaks for in the active turn.
  func best(isRequired: Bool) -> JSONValue? {
    let best = found().max { ($0.score, $0.place) < ($1.score, $1.place) }
    guard let best, best.score > 0 else { return nil }
    if !isRequired {
      guard best.isNamed, best.item >= 0, view.turns[best.item] == view.activeTurn else {
        return nil
      }
    }
    return best.value
  }

  /// All values that stand with the best one: in the same item and about as good.
  func all() -> [JSONValue] {
    let found = found()
    guard let best = found.max(by: { ($0.score, $0.place) < ($1.score, $1.place) }), best.score > 0
    else { return [] }
    var values: [JSONValue] = []
    for other in found where other.item == best.item && other.score * 8 >= best.score * 7 {
      if !values.contains(other.value) { values.append(other.value) }
    }
    return values
  }

  private func found() -> [Found] {
    var found: [Found] = []
    for place in view.passages.indices {
      let passage = view.passages[place]
      guard passage.kind != .reasoning else { continue }
      if let value = passage.value { appendLeaf(value, place, &found) }
      if passage.value == nil || passage.range.count > 24 { appendSpans(place, &found) }
    }
    return found
  }

  private func appendLeaf(_ value: JSONValue, _ place: Int, _ found: inout [Found]) {
    let passage = view.passages[place]
    guard let (value, text) = converted(value, passage) else { return }
    let name = nameMatch(passage)
    guard name > 0 else { return }
    var score = name + tier(place, isTyped: true) + relevance(place) + make(text)
    if used.contains(text) { score -= 900 }
    // Members of one list are taken in order.
    found.append(
      Found(
        value: value, text: text, score: score, place: isInList(place) ? -place : place,
        item: passage.item, isNamed: name >= 500))
  }

  private func isInList(_ place: Int) -> Bool {
    let passage = view.passages[place]
    return [place - 1, place + 1].contains { other in
      view.passages.indices.contains(other) && view.passages[other].object == passage.object
        && view.passages[other].name == passage.name && passage.kind == .toolOutput
    }
  }

  private func converted(_ value: JSONValue, _ passage: Passage) -> (JSONValue, String)? {
    switch (slot.form, value) {
    case (.text, .string(let text)): return dated(text).map { (.string($0), $0) }
    case (.text, .number(let number)):
      let wantsText = slot.kinds[.identifier] >= 9
      return wantsText ? (.string(number.literal), number.literal) : nil
    case (.number, .number(let number)): return (value, number.literal)
    case (.integer, .number(let number)):
      return number.intValue == nil ? nil : (value, number.literal)
    case (.number, .string(let text)), (.integer, .string(let text)):
      guard ChunkShape.isNumber(Array(text.utf8)), let value = SlotValue.json(text, slot) else {
        return nil
      }
      return (value, text)
    default: return nil
    }
  }

  private func dated(_ text: String) -> String? {
    guard wantsISODate else { return text }
    return SlotValue.isoDate(text, year: year)
  }

  private var wantsISODate: Bool {
    earlier.areISODates || slot.schema["format"]?.stringValue?.hasPrefix("date") == true
      || (slot.schema["description"]?.stringValue?.lowercased().contains("yyyy-mm-dd") ?? false)
  }

  private var year: String? {
    for passage in view.passages {
      for span in SpanScanner.spans(passage.reading, passage.range) where span.kind == .date {
        let text = passage.reading.foldedText(span.range)
        if ChunkShape.isISODate(Array(text.utf8)) { return String(text.prefix(4)) }
      }
    }
    return nil
  }

  private func appendSpans(_ place: Int, _ found: inout [Found]) {
    let passage = view.passages[place]
    let isActive = passage.item >= 0 && passage.item == view.activePrompt
    let named = retrieval.scores[place].ownCoverage > 0
    guard
      isActive || named || promptRetrieval.scores[place].ownCoverage > 0
        || !earlier.shapes.isEmpty
    else { return }
    let chunks = ChunkScanner.chunks(passage.reading, passage.range)
    for span in SpanScanner.spans(passage.reading, passage.range) {
      let fit = slot.kinds[span.kind] * span.quality
      guard fit > 64, !Corrections.isTakenBack(span.range, in: passage, chunks: chunks) else {
        continue
      }
      let raw = passage.reading.text(span.range)
      guard let text = slot.form == .text ? dated(raw) : raw,
        let value = SlotValue.json(text, slot)
      else { continue }
      let near = nearness(span, passage)
      let match = make(text)
      guard isActive || near > 0 || match > 0 else { continue }
      var score = fit * 2 + near + tier(place, isTyped: fit > 128) + relevance(place) + match - 300
      if passage.item < 0 { score -= 500 }
      if passage.isQuestion, !isActive { score -= 200 }
      if used.contains(text) { score -= 900 }
      found.append(
        Found(
          value: value, text: text, score: score, place: place, item: passage.item,
          isNamed: near >= 400))
    }
  }

  /// How well the path to a leaf names the slot, up to 1024.
  private func nameMatch(_ passage: Passage) -> Int {
    let leaf = passage.name.map(Lexicon.key)
    if leaf == slot.nameKeys { return 1024 }
    let path = Set(passage.pathKeys)
    let shared = slot.nameKeys.filter(path.contains)
    guard !shared.isEmpty else {
      return slot.descriptionKeys.contains { leaf.contains($0) } ? 300 : 0
    }
    if shared.count == slot.nameKeys.count { return 850 }
    return 200 + 400 * shared.count / slot.nameKeys.count
  }

  /// How near a span stands to the slot's name or description, up to about 1024.
  private func nearness(_ span: Span, _ passage: Passage) -> Int {
    let words = passage.reading.wordRange(span.range)
    var near = 0
    for index in passage.words where !words.contains(index) {
      let key = passage.reading.words[index].key
      let weight =
        slot.nameKeys.contains(key)
        ? 600 / max(1, slot.nameKeys.count)
        : (slot.descriptionKeys.contains(key) ? 250 / max(1, slot.descriptionKeys.count) : 0)
      guard weight > 0 else { continue }
      let distance =
        index < words.lowerBound ? words.lowerBound - index : index - words.upperBound + 2
      near += weight * 3 / (2 + distance)
    }
    if passage.isLeaf { near += nameMatch(passage) / 2 }
    return near
  }

  /// The active prompt first, then its turn, then by recency.
  private func tier(_ place: Int, isTyped: Bool) -> Int {
    let item = view.passages[place].item
    guard item >= 0 else { return 0 }
    if item == view.activePrompt { return isTyped ? 900 : 500 }
    if view.turns[item] == view.activeTurn { return 450 }
    return 300 * (item + 1) / max(1, view.items.count)
  }

  private func relevance(_ place: Int) -> Int {
    let item = view.passages[place].item
    guard item != view.activePrompt else { return 0 }
    return promptRetrieval.scores[place].coverage / 2
  }

  private func make(_ text: String) -> Int {
    guard !earlier.shapes.isEmpty else { return 0 }
    let shape = ValueShape(Folding.fold(text))
    return earlier.shapes.contains(shape) ? 350 : -150
  }
}
