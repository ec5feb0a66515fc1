import EvalKit
import LocalModels

/// The values of one passage that may be facts: typed ones, each stretch of text once, and what is
/// decided, preferred or ruled out.
struct PassageValues {
  /// A value with its place.
  struct Found {
    var kind: Candidate.Kind
    var text: String
    var range: Range<Int>
    var quality: Int
    var isTakenBack = false
    var shape: [UInt8] = []
  }

  private let passage: ReadPassage
  private let scalars: [Unicode.Scalar]

  init(_ passage: ReadPassage) {
    self.passage = passage
    scalars = Array(passage.text.unicodeScalars)
  }

  /// The values, by position.
  func found() -> [Found] {
    var chosen: [Found] = []
    let typed = passage.values.compactMap(typed).sorted { left, right in
      (right.quality, right.range.count, left.range.lowerBound)
        < (left.quality, left.range.count, right.range.lowerBound)
    }
    for value in typed where !chosen.contains(where: { $0.range.overlaps(value.range) }) {
      chosen.append(value)
    }
    chosen = joined(chosen.sorted { $0.range.lowerBound < $1.range.lowerBound })
    if passage.object == nil, !passage.isQuestion {
      for stance in Stances.found(in: passage)
      where !chosen.contains(where: { $0.range.overlaps(stance.range) }) {
        chosen.append(stance)
      }
    }
    return chosen.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// A typed value that is telling enough.
  private func typed(_ value: ReadPassage.Value) -> Found? {
    guard let kind = Candidate.Kind(value.kind), value.quality >= Self.leastQuality(value.kind),
      value.range.count <= Self.longest
    else { return nil }
    var found = Found(
      kind: kind, text: value.text, range: value.range, quality: value.quality,
      isTakenBack: value.isTakenBack, shape: value.shape)
    switch value.kind {
    case .number:
      if Self.vague.contains(value.text.lowercased()) { return nil }
      addUnits(to: &found)
    case .identifier where Self.isDescription(value.text): return nil
    case .name:
      guard keepNames(of: &found) else { return nil }
      dropPossessive(from: &found)
      found.quality += found.text.contains(" ") ? 2 : 0
    case .quoted: trimPunctuation(of: &found)
    case .email, .path, .url, .address, .money: found.quality += 2
    default: break
    }
    return found
  }

  private static let longest = 80

  private static func leastQuality(_ kind: SpanKind) -> Int {
    switch kind {
    case .identifier: 9
    case .number: 8
    case .date: 10
    case .name: 8
    default: 8
    }
  }

  /// Whether a word with digits describes rather than names: "35-year-old", "mid-50s".
  private static func isDescription(_ text: String) -> Bool {
    let parts = text.split(separator: "-")
    guard parts.count > 1 else { return false }
    let isPlain = parts.allSatisfy { part in
      let digits = part.utf8.count { (0x30...0x39).contains($0) }
      return digits == 0
        ? part.utf8.allSatisfy { (0x61...0x7A).contains($0) }
        : digits <= 2 && part.utf8.count - digits <= 1
    }
    return isPlain && parts.contains { !$0.utf8.contains { (0x30...0x39).contains($0) } }
  }

  /// "Seattle's" names Seattle.
  private func dropPossessive(from value: inout Found) {
    let ending = value.text.suffix(2)
    guard ending == "'s" || ending == "\u{2019}s", value.range.count > 3 else { return }
    value.range = value.range.lowerBound..<(value.range.upperBound - 2)
    value.text = text(value.range)
  }

  /// Numbers that say how often, and nothing that could be asked for.
  private static let vague: Set<String> = ["once", "twice", "half", "none", "zero", "one"]

  /// Takes function words off both ends of a run of capitalised words: "Since I'm" names nobody.
  ///
  /// - Returns: whether a name is left: not one that only begins the sentence, nor a description such
  ///   as "AI-driven".
  private func keepNames(of value: inout Found) -> Bool {
    let words = passage.words.filter { value.range.contains($0.range.lowerBound) }
    guard let first = words.first(where: { !$0.isFunctionWord }),
      let last = words.last(where: { !$0.isFunctionWord })
    else { return false }
    let range = first.range.lowerBound..<max(last.range.upperBound, first.range.upperBound)
    let isShorter = words.first?.range != first.range || words.last?.range != last.range
    if isShorter {
      value.range = range
      value.text = text(range)
    }
    if let part = value.text.split(separator: "-").last, part.utf8.count > 3,
      value.text.contains("-"), part.utf8.allSatisfy({ (0x61...0x7A).contains($0) })
    {
      return false
    }
    return !isShorter || value.text.contains(" ") || range.lowerBound > 0
  }

  /// Marks at the end of what is quoted belong to the sentence around it.
  private func trimPunctuation(of value: inout Found) {
    while value.range.count > 1,
      ",.;:!? ".unicodeScalars.contains(scalars[value.range.upperBound - 1])
    {
      value.range = value.range.lowerBound..<(value.range.upperBound - 1)
    }
    value.text = text(value.range)
  }

  /// A number goes with its unit: "1.8 inches", "10 years", "38 square feet".
  private func addUnits(to value: inout Found) {
    let after = passage.words.drop { $0.range.lowerBound < value.range.upperBound }
    for word in after.prefix(2) {
      guard word.range.lowerBound <= value.range.upperBound + 1, ReadPassage.isUnit(word.text)
      else {
        break
      }
      value.range = value.range.lowerBound..<word.range.upperBound
    }
    value.text = text(value.range)
  }

  /// A name and the measure right after it are one value: "Metformin 500 mg", "Gate 12".
  private func joined(_ values: [Found]) -> [Found] {
    var joined: [Found] = []
    for value in values {
      if let last = joined.last, last.kind == .name, value.kind == .number,
        value.range.lowerBound == last.range.upperBound + 1,
        scalars[last.range.upperBound] == " "
      {
        let range = last.range.lowerBound..<value.range.upperBound
        joined[joined.count - 1] = Found(
          kind: .name, text: text(range), range: range, quality: max(last.quality, value.quality))
      } else {
        joined.append(value)
      }
    }
    return joined
  }

  private func text(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[range])
    return String(view)
  }
}
