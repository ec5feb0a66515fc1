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
    if let correction = Self.correction(of: best, candidates, passages) {
      self.best = correction
      isContested = false
    }
  }

  /// A later value of the same make in a passage that corrects.
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
