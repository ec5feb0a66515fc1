import EvalKit

/// How well the paths to leaves name a slot, each worked out once.
struct NameMatches {
  private let slot: Slot
  private var known: [ObjectIdentifier: Int] = [:]

  init(_ slot: Slot) { self.slot = slot }

  /// How well a path names the slot, up to 600.
  mutating func match(_ label: LeafLabel) -> Int {
    if let match = known[ObjectIdentifier(label)] { return match }
    let match = worked(label)
    known[ObjectIdentifier(label)] = match
    return match
  }

  private func worked(_ label: LeafLabel) -> Int {
    let leaf = label.nameKeys
    if leaf == slot.nameKeys { return 600 }
    let whole = slot.nameWeights.reduce(0) { $0 + $1.weight }
    let shared = slot.nameWeights.reduce(0) {
      $0 + (label.pathKeys.contains($1.key) ? $1.weight : 0)
    }
    guard shared > 0 else {
      return slot.descriptionKeys.contains { leaf.contains($0) } ? 150 : 0
    }
    // A leaf of another name that is as telling: `user_id` does not fill `reservation_id`.
    let foreign = label.name.filter { word in
      !slot.nameKeys.contains(Lexicon.key(word))
        && !["id", "number", "code", "name"].contains(word)
    }
    return 520 * shared / whole - (foreign.isEmpty ? 0 : 100)
  }
}

/// How well a value in view matches a slot: by nearness, place, make.
extension ValuePool {
  /// How near a span stands to words of the slot's name or description.
  func nearness(_ span: Span, _ passage: Passage) -> Int {
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
    return near
  }

  /// The active prompt first, then its turn, then by recency.
  func tier(_ place: Int) -> Int {
    let item = view.passages[place].item
    guard item >= 0 else { return 0 }
    if item == view.activePrompt { return 800 }
    if view.turns[item] == view.activeTurn { return 400 }
    return 250 * (item + 1) / max(1, view.items.count)
  }

  func relevance(_ place: Int) -> Int {
    let item = view.passages[place].item
    guard item != view.activePrompt else { return 0 }
    return context.relevance[place] * 3 / 4
  }

  /// Whether a value is of the make of those given before, or one of them where names have no make.
  func make(_ text: String) -> Int {
    earlier.shapes.isEmpty ? 0 : make(text, ValueShape(Folding.fold(text)))
  }

  func make(_ text: String, _ shape: ValueShape) -> Int {
    guard !earlier.shapes.isEmpty else { return 0 }
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
  func isOfKind(_ passage: Passage) -> Bool {
    let shown: [SpanKind] = [.email, .url, .path, .date, .time]
    guard slot.kinds.isTyped, let kind = shown.first(where: { slot.kinds[$0] == 16 }) else {
      return true
    }
    return passage.spans.contains { $0.kind == kind }
  }
}
