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

  let context: FillContext
  let slot: Slot
  let tool: String
  let earlier: EarlierValues
  let used: Set<String>
  let wantsISODate: Bool
  /// Whether the slot says what the tool acts on.
  let isObject: Bool

  var view: ActView { context.view }
  var nameWeights: [(key: UInt64, weight: Int)] { slot.nameWeights }

  /// - Parameter used: Values that were given to the tool in this turn already.
  init(context: FillContext, slot: Slot, tool: String, earlier: EarlierValues, used: Set<String>) {
    self.context = context
    self.slot = slot
    self.tool = tool
    self.earlier = earlier
    self.used = used
    isObject = KeyWords.split(tool).contains { word in
      slot.nameWeights.contains { $0.weight == 6 && $0.key == Lexicon.key(word) }
    }
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
    var names = NameMatches(slot)
    for part in view.reader.parts {
      let isActive = part.item >= 0 && part.item == view.activePrompt
      var spoken: [Bool]?
      for (local, passage) in part.entry.passages.enumerated() where passage.kind != .reasoning {
        let place = part.first + local
        if let value = passage.value {
          appendLeaf(value, place, part, local, names.match(passage.content.label), &found)
        }
        let values = passage.content.filling
        if !values.isEmpty {
          let spoken = Self.remember(&spoken) { part.entry.passages(with: slot.wordKeys) }
          let name = passage.isLeaf ? names.match(passage.content.label) : 0
          appendSpans(values, place, part, spoken[local], name, &found)
        }
        if isActive { appendNounPhrases(place, &found) }
      }
    }
    return found
  }

  private static func remember<Value>(_ value: inout Value?, _ make: () -> Value) -> Value {
    if let value { return value }
    let made = make()
    value = made
    return made
  }

  private func appendLeaf(
    _ value: JSONValue, _ place: Int, _ part: PassageReader.Part, _ local: Int, _ name: Int,
    _ found: inout [Found]
  ) {
    let passage = view.passages[place]
    guard name >= 150, let (value, text) = converted(value), name == 600 || isOfKind(passage) else {
      return
    }
    let isListed = passage.kind == .toolOutput
    let size = isListed ? part.entry.listSizes[local] : 0
    var score = name + tier(place) + relevance(place) + make(text) + list(size, text)
    if passage.kind == .toolCalls { score += habit(text) }
    if used.contains(text) { score -= 900 }
    if isOfAnotherName(text) { score -= 600 }
    // Members of one list are taken in order.
    found.append(
      Found(
        value: value, text: text, score: score,
        place: size > 1 ? -place : place,
        item: passage.item, isNamed: name >= 400))
  }

  /// A member of a list is one of many, unless it was spoken of.
  private func list(_ size: Int, _ text: String) -> Int {
    guard size > 2 else { return 0 }
    return context.mentioned.contains(Folding.fold(text)) ? 250 : -150
  }

  /// What the same argument was given before, the more the more often.
  private func habit(_ text: String) -> Int {
    let times = earlier.values.count { $0.stringValue == text }
    if isSpokenOf(text) { return 700 }
    // What a tool acted on is not likely to be acted on again.
    return isObject ? -100 : 80 * min(times, 5)
  }

  private func isSpokenOf(_ text: String) -> Bool {
    let keys = view.memory.text(text).reading.words.map(\.key)
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

  /// - Parameters:
  ///   - isSpoken: Whether the passage may have words of the slot.
  ///   - name: How well the path to a leaf names the slot; 0 for prose.
  private func appendSpans(
    _ values: [SeenValue], _ place: Int, _ part: PassageReader.Part, _ isSpoken: Bool, _ name: Int,
    _ found: inout [Found]
  ) {
    let passage = view.passages[place]
    let isActive = part.item >= 0 && part.item == view.activePrompt
    for seen in values {
      let span = seen.span
      let fit = slot.kinds[span.kind] * span.quality
      guard fit > 64, span.kind != .name || span.quality > 8, !seen.isTakenBack,
        let text = slot.form == .text ? prepared(seen.text) : seen.text,
        let value = SlotValue.json(text, slot)
      else { continue }
      let near = min((isSpoken ? nearness(span, passage) : 0) + name / 2, 700)
      let match = text == seen.text ? make(text, seen.shape) : make(text)
      let isKind = slot.kinds.isTyped && fit >= 200
      guard isActive || near > 60 || match > 0 || isKind, span.kind != .quoted || !seen.isLong
      else { continue }
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
          isNamed: near >= 200, isCorrection: passage.isCorrection))
    }
  }

  /// Whether a value goes by other names only: a user's id is no order's.
  private func isOfAnotherName(_ text: String) -> Bool {
    let telling = nameWeights.filter { $0.weight == 6 }
    return !telling.isEmpty
      && context.goesByOtherNames(text) { keys in
        telling.contains { keys.contains($0.key) }
          || slot.descriptionKeys.contains(where: keys.contains)
      }
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
}
