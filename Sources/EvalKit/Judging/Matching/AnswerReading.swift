/// An answer cut into sentences, to tell what it asserts from what it denies, doubts, asks or reports.
///
/// Only what is asserted counts as an answer. A belief ("I think", "probably") is asserted; a doubt
/// ("maybe", "it might be", "I am not sure") is not.
struct AnswerReading {
  /// How a value stands in an answer.
  enum Stance: Sendable {
    case asserted
    case denied
    /// "maybe", "it could be", "I am not sure".
    case doubted
    /// In a question, or in a question that is reported: "you asked whether".
    case asked
    /// As the bound of a range or a part of a sum: "more than 5", "between 5 and 6", "5 + 2".
    case bound
  }

  let text: MatchText
  /// Whether a denial is what is asked for, and so no denial of the value.
  let asksForDenied: Bool
  private let sentences: [Sentence]

  private struct Sentence {
    let range: Range<Int>
    let isQuestion: Bool
    /// Whether it says that it is not sure.
    let isUnsure: Bool
  }

  init(_ text: MatchText, asksForDenied: Bool = false) {
    self.text = text
    self.asksForDenied = asksForDenied
    sentences = text.sentences.map { sentence in
      Sentence(
        range: sentence.range, isQuestion: sentence.isQuestion,
        isUnsure: Self.isUnsure(text, sentence.range))
    }
  }

  /// How the value at a match stands.
  func stance(of match: Range<Int>) -> Stance {
    let place = sentences.firstIndex { $0.range.contains(match.lowerBound) }
    if let place, sentences[place].isQuestion { return .asked }
    let start = place.map { sentences[$0].range.lowerBound } ?? 0
    if isReported(match.lowerBound, from: start) { return .asked }
    if !asksForDenied, text.isNegated(match) { return .denied }
    if isBound(match) { return .bound }
    if let place, sentences[place].isUnsure || isDoubtedLater(place) { return .doubted }
    let end = place.map { sentences[$0].range.upperBound } ?? text.atoms.count
    return isDoubted(match, before: end) ? .doubted : .asserted
  }

  /// Whether an earlier of two values is said to have become the later one: "from A to B",
  /// "A was changed to B", "A. Wait, no, B".
  func isChange(from old: Range<Int>, to new: Range<Int>) -> Bool {
    guard old.upperBound <= new.lowerBound else { return false }
    let between = old.upperBound..<new.lowerBound
    if sentences.contains(where: { sentence in
      between.contains(sentence.range.lowerBound)
        && AssertionWords.corrections.contains(text.atoms[sentence.range.lowerBound].hash)
    }) {
      return true
    }
    guard between.count <= 8,
      sentences.contains(where: {
        $0.range.contains(old.lowerBound) && $0.range.contains(new.lowerBound)
      })
    else { return false }
    let isInto = between.suffix(3).contains { AssertionWords.become.contains(text.atoms[$0].hash) }
    let isFrom = text.precedes(old.lowerBound, within: 2) {
      text.atoms[$0].hash == AssertionWords.from
    }
    if isFrom, isInto, between.count <= 4 { return true }
    return isInto && between.contains { AssertionWords.changes.contains(text.atoms[$0].hash) }
  }

  /// Whether two values stand beside each other as candidates: "A or B", "A, B".
  func areAlternatives(_ left: Range<Int>, _ right: Range<Int>, within count: Int) -> Bool {
    let between =
      left.upperBound <= right.lowerBound
      ? left.upperBound..<right.lowerBound : right.upperBound..<left.lowerBound
    return between.count <= count
      && between.contains { AssertionWords.or.contains(text.atoms[$0].hash) }
  }

  /// Whether a value is one of a choice, whatever the other is: "either the 4th or the 11th".
  func isChoice(_ match: Range<Int>) -> Bool {
    guard let sentence = sentences.first(where: { $0.range.contains(match.lowerBound) }) else {
      return false
    }
    let atoms = text.atoms
    guard
      let start = sentence.range.first(where: { AssertionWords.either.contains(atoms[$0].hash) })
    else { return false }
    return sentence.range.contains { $0 > start && AssertionWords.or.contains(atoms[$0].hash) }
  }

  /// Whether two values stand side by side with nothing said of either.
  func areBare(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    let between =
      left.upperBound <= right.lowerBound
      ? left.upperBound..<right.lowerBound : right.upperBound..<left.lowerBound
    return between.allSatisfy { text.atoms[$0].hash == AssertionWords.and } && between.count <= 1
  }

  // MARK: Stances

  private func isReported(_ match: Int, from start: Int) -> Bool {
    var index = match
    while index > start {
      let bytes = text.between(before: index)
      if bytes.contains(UInt8(ascii: ";")) { return false }
      index -= 1
      let hash = text.atoms[index].hash
      if AssertionWords.turns.contains(hash) { return false }
      if hash == AssertionWords.whether { return true }
      if hash == AssertionWords.ifWord || (hash == AssertionWords.about && match - index <= 3),
        text.atoms[max(start, index - 3)..<index].contains(where: {
          AssertionWords.asking.contains($0.hash)
        })
      {
        return true
      }
    }
    return false
  }

  private func isBound(_ match: Range<Int>) -> Bool {
    let isNumber = text.atoms[match].contains { $0.kind == .digits }
    guard isNumber else { return text.comparison(before: match.lowerBound) == .bound }
    if text.comparison(before: match.lowerBound) == .bound { return true }
    if match.lowerBound > 0, AssertionWords.almost.contains(text.atoms[match.lowerBound - 1].hash),
      !text.isClauseBreak(before: match.lowerBound)
    {
      return true
    }
    let isBetween = text.precedes(match.lowerBound, within: 2) {
      text.atoms[$0].hash == AssertionWords.between
    }
    let isSecond =
      text.precedes(match.lowerBound, within: 5) {
        text.atoms[$0].hash == AssertionWords.between
      } && text.precedes(match.lowerBound, within: 1) { text.atoms[$0].hash == AssertionWords.and }
    return isBetween || isSecond || isOperand(match)
  }

  /// Whether a plus sign stands beside a number.
  private func isOperand(_ match: Range<Int>) -> Bool {
    func isPlus(_ index: Int) -> Bool {
      index > 0 && index < text.atoms.count
        && text.between(before: index).elementsEqual(" + ".utf8)
        && text.atoms[index].kind == .digits
    }
    return isPlus(match.upperBound) || isPlus(match.lowerBound)
  }

  private func isDoubted(_ match: Range<Int>, before end: Int) -> Bool {
    let isBefore = text.precedes(match.lowerBound, within: 12) { index in
      if AssertionWords.doubts.contains(text.atoms[index].hash) { return true }
      return AssertionWords.doubtPairs.contains { pair in
        text.atoms[index...].prefix(2).map(\.hash) == pair && index + 1 < match.lowerBound
      }
        || AssertionWords.doubtedBefore.contains { word in
          text.atoms[index...].prefix(word.count).map(\.hash) == word
        }
    }
    if isBefore { return true }
    let next = match.upperBound
    guard next < end else { return false }
    return AssertionWords.doubts.contains(text.atoms[next].hash)
      || AssertionWords.doubtedAfter.isNext(in: text, at: next)
  }

  /// Whether the next sentence only says that this one is not sure.
  private func isDoubtedLater(_ place: Int) -> Bool {
    guard place + 1 < sentences.count else { return false }
    let next = sentences[place + 1]
    return next.isUnsure && next.range.count <= 6
  }

  private static func isUnsure(_ text: MatchText, _ range: Range<Int>) -> Bool {
    range.contains { index in
      let next = index + 1 < range.upperBound ? text.atoms[index + 1].hash : 0
      if AssertionWords.objects.contains(next) { return false }
      let hash = text.atoms[index].hash
      if AssertionWords.unsure.contains(hash) { return true }
      return AssertionWords.sure.contains(hash)
        && (max(range.lowerBound, index - 3)..<index).contains {
          AssertionWords.negations.contains(text.atoms[$0].hash) || text.isContractedNot($0)
        }
    }
  }
}
