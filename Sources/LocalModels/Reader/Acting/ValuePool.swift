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
    var isCorrection = false
  }

  private let context: FillContext
  private let slot: Slot
  private let tool: String
  private let earlier: EarlierValues
  private let used: Set<String>
  private let wantsISODate: Bool
  private let nameWeights: [(key: UInt64, weight: Int)]

  private var view: ActView { context.view }

  /// - Parameter used: Values that were given to the tool in this turn already.
  init(context: FillContext, slot: Slot, tool: String, earlier: EarlierValues, used: Set<String>) {
    self.context = context
    self.slot = slot
    self.tool = tool
    self.earlier = earlier
    self.used = used
    nameWeights = slot.nameWeights
    wantsISODate =
      earlier.areISODates || slot.schema["format"]?.stringValue?.hasPrefix("date") == true
      || (slot.schema["description"]?.stringValue?.lowercased().contains("yyyy-mm-dd") ?? false)
  }

  /// A value that may fill the slot.
  struct Choice {
    let value: JSONValue
    let text: String
    let score: Int
  }

  /// The values, best first; of an optional slot only those that its name speaks for in the active
  /// turn.
  func ranked(isRequired: Bool) -> [Choice] {
    var found = found().filter { candidate in
      guard candidate.score > 0 else { return false }
      return isRequired
        || (candidate.isNamed && candidate.item >= 0
          && view.turns[candidate.item] == view.activeTurn)
    }
    found.sort { ($1.score, $1.place) < ($0.score, $0.place) }
    if let best = found.first, let correction = correction(of: best, found) {
      found.insert(correction, at: 0)
    }
    var seen: Set<String> = []
    return found.compactMap { candidate in
      guard seen.insert(candidate.text).inserted else { return nil }
      return Choice(value: candidate.value, text: candidate.text, score: candidate.score)
    }
  }

  private func correction(of best: Found, _ found: [Found]) -> Found? {
    guard best.item != view.activePrompt else { return nil }
    let shape = ValueShape(Folding.fold(best.text))
    return found.filter {
      $0.isCorrection && $0.isNamed && $0.item > best.item && $0.text != best.text
        && shape.isTelling && ValueShape(Folding.fold($0.text)) == shape
    }.max { $0.place < $1.place }
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
    for place in view.passages.indices where view.passages[place].kind != .reasoning {
      let passage = view.passages[place]
      if let value = passage.value { appendLeaf(value, place, &found) }
      if !context.spans[place].isEmpty { appendSpans(place, &found) }
      if passage.item >= 0, passage.item == view.activePrompt { appendNounPhrases(place, &found) }
    }
    return found
  }

  private func appendLeaf(_ value: JSONValue, _ place: Int, _ found: inout [Found]) {
    let passage = view.passages[place]
    guard let (value, text) = converted(value) else { return }
    let name = nameMatch(passage)
    guard name >= 150, name == 600 || isOfKind(passage) else { return }
    var score = name + tier(place) + relevance(place) + make(text) + list(place, text)
    if passage.kind == .toolCalls { score += habit(place, text) }
    if used.contains(text) { score -= 900 }
    if isOfAnotherName(text) { score -= 600 }
    // Members of one list are taken in order.
    found.append(
      Found(
        value: value, text: text, score: score,
        place: context.listSizes[place] > 1 && passage.kind == .toolOutput ? -place : place,
        item: passage.item, isNamed: name >= 400))
  }

  /// A member of a list is one of many, unless it was spoken of.
  private func list(_ place: Int, _ text: String) -> Int {
    let size = context.listSizes[place]
    guard size > 2, view.passages[place].kind == .toolOutput else { return 0 }
    return context.mentioned.contains(Folding.fold(text)) ? 250 : -150
  }

  /// What the same argument was given before, the more the more often.
  private func habit(_ place: Int, _ text: String) -> Int {
    let times = earlier.values.count { $0.stringValue == text }
    if isSpokenOf(text) { return 700 }
    // What a tool acted on is not likely to be acted on again.
    let isObject = KeyWords.split(tool).contains { word in
      nameWeights.contains { $0.weight == 6 && $0.key == Lexicon.key(word) }
    }
    return isObject ? -100 : 80 * min(times, 5)
  }

  private func isSpokenOf(_ text: String) -> Bool {
    let keys = Reading(text).words.map(\.key)
    return !keys.isEmpty && keys.allSatisfy(context.promptKeys.contains)
  }

  private func converted(_ value: JSONValue) -> (JSONValue, String)? {
    switch (slot.form, value) {
    case (.text, .string(let text)): return prepared(text).map { (.string($0), $0) }
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

  private func prepared(_ text: String) -> String? {
    if wantsISODate { return SlotValue.isoDate(text, year: context.year) }
    guard let part = slot.namePart else { return text }
    let words = text.split(separator: " ")
    return (part == .first ? words.first : words.last).map(String.init)
  }

  private func appendSpans(_ place: Int, _ found: inout [Found]) {
    let passage = view.passages[place]
    let isActive = passage.item >= 0 && passage.item == view.activePrompt
    let chunks = ChunkScanner.chunks(passage.reading, passage.range)
    let corrects = passage.isCorrection
    for span in context.spans[place] {
      let fit = slot.kinds[span.kind] * span.quality
      guard fit > 64, span.kind != .name || span.quality > 8,
        !Corrections.isTakenBack(span.range, in: passage, chunks: chunks)
      else {
        continue
      }
      let raw = passage.reading.text(span.range)
      guard let text = slot.form == .text ? prepared(raw) : raw,
        let value = SlotValue.json(text, slot)
      else { continue }
      let near = nearness(span, passage)
      let match = make(text)
      let isKind = slot.kinds.isTyped && fit >= 200
      guard isActive || near > 60 || match > 0 || isKind else { continue }
      if span.kind == .quoted, chunks.count(where: { span.range.overlaps($0.range) }) > 4 {
        continue
      }
      var score = fit * 400 / 256 + near + tier(place) + relevance(place) + match - 150
      // What nothing but its place in the prompt speaks for.
      if isActive, near < 60, !slot.kinds.isTyped { score -= 200 }
      if passage.item < 0 { score -= 500 }
      if passage.isQuestion, !isActive { score -= 200 }
      if used.contains(text) { score -= 900 }
      if isOfAnotherName(text) { score -= 600 }
      found.append(
        Found(
          value: value, text: text, score: score, place: place, item: passage.item,
          isNamed: near >= 200, isCorrection: corrects))
    }
  }

  /// Whether a value goes by other names only: a user's id is no order's.
  private func isOfAnotherName(_ text: String) -> Bool {
    guard let owners = context.owners[Folding.fold(text)] else { return false }
    let telling = nameWeights.filter { $0.weight == 6 }
    return !telling.isEmpty && !telling.contains { owners.contains($0.key) }
      && !slot.descriptionKeys.contains(where: owners.contains)
  }

  /// What the prompt calls by the slot's name: "the tall cooler" for `cooler`.
  private func appendNounPhrases(_ place: Int, _ found: inout [Found]) {
    guard slot.form == .text, slot.kinds[.phrase] > 0 else { return }
    let passage = view.passages[place]
    let chunks = ChunkScanner.chunks(passage.reading, passage.range)
    for (index, chunk) in chunks.enumerated() {
      let word = Lexicon.key(chunk.bytes)
      guard nameWeights.contains(where: { $0.weight == 6 && $0.key == word }) else { continue }
      var first = index
      while first > 0, index - first < 3, !chunks[first - 1].closes,
        !Lexicon.isFunctionWord(chunks[first - 1].bytes)
      {
        first -= 1
      }
      guard first < index else { continue }
      let text = passage.reading.text(
        chunks[first].range.lowerBound..<chunk.range.upperBound)
      let score = 800 + 500 + make(text) - (used.contains(text) ? 900 : 0)
      found.append(
        Found(
          value: .string(text), text: text, score: score, place: place, item: passage.item,
          isNamed: true))
    }
  }

  /// How well the path to a leaf names the slot, up to 600.
  private func nameMatch(_ passage: Passage) -> Int {
    let leaf = passage.name.map(Lexicon.key)
    if leaf == slot.nameKeys { return 600 }
    let whole = nameWeights.reduce(0) { $0 + $1.weight }
    let shared = nameWeights.reduce(0) {
      $0 + (passage.pathKeys.contains($1.key) ? $1.weight : 0)
    }
    guard shared > 0 else {
      return slot.descriptionKeys.contains { leaf.contains($0) } ? 150 : 0
    }
    // A leaf of another name that is as telling: `user_id` does not fill `reservation_id`.
    let foreign = passage.name.filter { word in
      !slot.nameKeys.contains(Lexicon.key(word))
        && !["id", "number", "code", "name"].contains(word)
    }
    return 520 * shared / whole - (foreign.isEmpty ? 0 : 100)
  }

  /// How near a span stands to the slot's name or description, up to about 600.
  private func nearness(_ span: Span, _ passage: Passage) -> Int {
    let words = passage.reading.wordRange(span.range)
    let whole = nameWeights.reduce(0) { $0 + $1.weight }
    var near = 0
    for index in passage.words {
      let key = passage.reading.words[index].key
      let weight: Int
      if let match = nameWeights.first(where: { $0.key == key }) {
        weight = 500 * match.weight / whole
      } else if slot.descriptionKeys.contains(key) {
        weight = 220 / max(1, slot.descriptionKeys.count)
      } else {
        continue
      }
      if words.contains(index) {
        near += weight / 2
        continue
      }
      let distance =
        index < words.lowerBound ? words.lowerBound - index : index - words.upperBound + 2
      near += weight * 4 / (3 + distance)
    }
    if passage.isLeaf { near += nameMatch(passage) / 2 }
    return min(near, 700)
  }

  /// The active prompt first, then its turn, then by recency.
  private func tier(_ place: Int) -> Int {
    let item = view.passages[place].item
    guard item >= 0 else { return 0 }
    if item == view.activePrompt { return 800 }
    if view.turns[item] == view.activeTurn { return 400 }
    return 250 * (item + 1) / max(1, view.items.count)
  }

  private func relevance(_ place: Int) -> Int {
    let item = view.passages[place].item
    guard item != view.activePrompt else { return 0 }
    return context.relevance[place] * 3 / 4
  }

  /// Whether a value is of the make of those given before, or one of them where names have no make.
  private func make(_ text: String) -> Int {
    guard !earlier.shapes.isEmpty else { return 0 }
    let shape = ValueShape(Folding.fold(text))
    guard shape.isTelling else {
      let isKnown = earlier.values.contains { $0.stringValue == text }
      return isKnown ? 200 : (earlier.shapes.contains(shape) ? 0 : -150)
    }
    if earlier.shapes.contains(shape) { return 250 }
    let coarse = shape.coarse
    return earlier.shapes.contains { $0.coarse == coarse } ? 150 : -150
  }

  /// Whether a leaf can be of the kind the slot wants, where the kind shows: an address of mail, a
  /// date.
  private func isOfKind(_ passage: Passage) -> Bool {
    let shown: [SpanKind] = [.email, .url, .path, .date, .time]
    guard slot.kinds.isTyped, let kind = shown.first(where: { slot.kinds[$0] == 16 }) else {
      return true
    }
    return passage.spans.contains { $0.kind == kind }
  }
}
