/// Chooses among candidates: the best, or the later one that took its place.
struct Choice {
  /// The one chosen.
  var best: Candidate
  /// Whether it tied with another value that it replaced.
  var isContested = false

  /// Chooses; nil if there is none.
  ///
  /// - Parameter margin: How far below the best a candidate ties with it, in 1/1024ths.
  init?(_ candidates: [Candidate], _ extraction: Extraction, margin: Int) {
    guard
      var best = candidates.max(by: {
        ($0.score, $0.passage, $0.span.range.lowerBound)
          < ($1.score, $1.passage, $1.span.range.lowerBound)
      })
    else { return nil }
    let top = best
    let passages = extraction.passages
    let own = { (candidate: Candidate) in
      extraction.retrieval.scores[candidate.passage].ownCoverage
    }
    var rivals = candidates.filter {
      $0.passage != top.passage && $0.span.kind == top.span.kind && $0.normal != top.normal
        && $0.score >= top.score - top.score * margin / 1024 && own($0) * 8 >= own(top) * 7
    }
    if let last = rivals.filter({ $0.passage > top.passage }).max(by: { $0.passage < $1.passage }) {
      best = last
      rivals.append(top)
    }
    isContested = rivals.contains { $0.passage < best.passage }
    self.best = best
    if let scored = Self.correction(of: best, candidates, passages) {
      self.best = scored
      isContested = false
    }
    if let said = Self.replacement(of: self.best, passages) {
      self.best = said
      isContested = false
    }
  }

  /// A later value of the same make in a passage that corrects and fits the question too.
  private static func correction(
    of candidate: Candidate, _ candidates: [Candidate], _ passages: [Passage]
  ) -> Candidate? {
    guard candidate.span.kind != .phrase else { return nil }
    let shape = ValueShape(candidate.normal)
    return candidates.filter {
      $0.passage > candidate.passage && $0.span.kind == candidate.span.kind
        && $0.normal != candidate.normal && ValueShape($0.normal) == shape
        && passages[$0.passage].isCorrection
        && $0.score * (shape.isTelling ? 8 : 5) >= candidate.score * 4
    }.max { $0.passage < $1.passage }
  }

  /// What later passages put in the place of a value without naming what it is: "sorry, it is X",
  /// "X, not Y".
  private static func replacement(of candidate: Candidate, _ passages: [Passage]) -> Candidate? {
    guard candidate.span.kind != .phrase else { return nil }
    var current = candidate
    for place in passages.indices where place > candidate.passage && passages[place].isCorrection {
      let passage = passages[place]
      guard !passage.isQuestion, !passage.isLeaf || passage.value == nil else { continue }
      let spans = passage.spans.filter { $0.kind == current.span.kind && $0.quality > 8 }
      guard !spans.isEmpty else { continue }
      let chunks = ChunkScanner.chunks(passage.reading, passage.range)
      let denied = spans.filter {
        Corrections.isTakenBack($0.range, in: passage.content, chunks: chunks)
      }
      let isDenial = denied.contains {
        passage.reading.foldedText($0.range) == current.normal
      }
      let isNear = passage.item - passages[current.passage].item <= 6
      guard
        isDenial
          || (isNear && current.span.kind != .number
            && isPronominal(passage, spans.count))
      else { continue }
      let shape = ValueShape(current.normal)
      let asserted = spans.first { span in
        let normal = passage.reading.foldedText(span.range)
        return normal != current.normal && !denied.contains { $0.range == span.range }
          && (isDenial || (shape.isTelling && ValueShape(normal) == shape))
      }
      if let asserted {
        current.passage = place
        current.span = asserted
        current.normal = passage.reading.foldedText(asserted.range)
      }
    }
    return current.passage == candidate.passage ? nil : current
  }

  /// Whether a correction says only "it is X": hardly a word of its own.
  private static func isPronominal(_ passage: Passage, _ values: Int) -> Bool {
    let telling = passage.words.count { !passage.reading.words[$0].isFunctionWord }
    return telling <= 2 + 2 * values
  }
}

/// The make of a value: letters and digits by class, runs of letters at any length for names.
struct ValueShape: Hashable {
  private let classes: [UInt8]

  /// Whether the make says something: a name's does not.
  var isTelling: Bool { !classes.isEmpty }

  /// The make with runs of letters at any length.
  var coarse: [UInt8] {
    classes.reduce(into: []) { if $0.last != $1 || $1 == 0x39 { $0.append($1) } }
  }

  /// Reads a folded value.
  init(_ text: String) {
    let hasDigits = text.utf8.contains(where: ChunkShape.isDigit)
    var classes: [UInt8] = []
    for byte in text.utf8 {
      let kind: UInt8 =
        ChunkShape.isDigit(byte) ? 0x39 : (byte | 0x20 >= 0x61 && byte < 0x7F ? 0x61 : byte)
      if !hasDigits, classes.last == kind { continue }
      classes.append(kind)
    }
    self.classes = hasDigits ? classes : []
  }
}
