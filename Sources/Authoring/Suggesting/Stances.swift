import EvalKit
import LocalModels

/// Finds what a sentence decides, prefers or rules out: the few words after a turn of phrase that
/// says so.
enum Stances {
  private struct Cue {
    let words: [String]
    let kind: Candidate.Kind
  }

  /// The stances of a passage of prose.
  static func found(in passage: ReadPassage) -> [PassageValues.Found] {
    let words = passage.words
    let folded = words.map { $0.text.lowercased() }
    var found: [PassageValues.Found] = []
    var index = 0
    while index < words.count {
      guard let (kind, start) = cue(at: index, in: folded, passage),
        let object = object(of: passage, from: start)
      else {
        index += 1
        continue
      }
      let range =
        words[object.lowerBound].range
        .lowerBound..<words[object.upperBound - 1].range
        .upperBound
      let scalars = Array(passage.text.unicodeScalars)[range]
      found.append(
        PassageValues.Found(
          kind: kind, text: String(String.UnicodeScalarView(scalars)), range: range,
          quality: 6))
      index = object.upperBound
    }
    return found
  }

  /// What begins to be said at a word, and where its object begins.
  private static func cue(at index: Int, in words: [String], _ passage: ReadPassage) -> (
    kind: Candidate.Kind, start: Int
  )? {
    if let cue = cues.first(where: { words[index...].starts(with: $0.words) }) {
      return (cue.kind, index + cue.words.count)
    }
    // "My … is …": something of the speaker's own, and what it is.
    guard owners.contains(words[index]) else { return nil }
    for place in (index + 2)..<max(index + 2, min(index + 6, words.count)) {
      if breaks(passage, between: passage.words[place - 1], and: passage.words[place]) {
        return nil
      }
      if copulas.contains(words[place]) { return (.state, place + 1) }
    }
    return nil
  }

  private static let owners: Set<String> = ["my", "our"]
  private static let copulas: Set<String> = ["is", "are", "was", "were", "became", "becomes"]

  /// The words that follow, up to the end of their clause: at most six, at least one telling.
  private static func object(of passage: ReadPassage, from start: Int) -> Range<Int>? {
    let words = passage.words
    var first = start
    while first < words.count, first - start < 2, openers.contains(words[first].text.lowercased()) {
      first += 1
    }
    var end = first
    while end < words.count, end - first < 6 {
      if end > 0, end > start, breaks(passage, between: words[end - 1], and: words[end]) { break }
      if enders.contains(words[end].text.lowercased()) { break }
      end += 1
    }
    while end > first, words[end - 1].isFunctionWord { end -= 1 }
    guard end > first, words[first..<end].contains(where: { !$0.isFunctionWord }),
      // Six words without an end are half a clause.
      end - first < 6
    else { return nil }
    return first..<end
  }

  /// Whether anything but one space or hyphen stands between two words.
  private static func breaks(
    _ passage: ReadPassage, between left: ReadPassage.Word, and right: ReadPassage.Word
  ) -> Bool {
    let gap = Array(passage.text.unicodeScalars)[left.range.upperBound..<right.range.lowerBound]
    return gap.count != 1 || !(gap.first == " " || gap.first == "-")
  }

  private static let openers: Set<String> = ["the", "a", "an", "my", "our", "to", "on"]

  private static let enders: Set<String> = [
    "but", "and", "or", "because", "since", "so", "if", "when", "while", "which", "that", "who",
    "where", "before", "after", "until", "for", "with", "instead", "rather", "as", "then", "is",
    "was", "are", "were", "has", "have", "had",
  ]

  private static let cues: [Cue] = [
    (
      .decision,
      "decided to|decided on|decided for|let's go with|go with|going with|went with|we'll use"
    ),
    (.decision, "i'll take|we'll take|settled on|opted for|agreed on|agreed to|i chose|we chose"),
    (.decision, "chose the|picked the|we picked|i picked|switched to|signed up for|joined"),
    (.preference, "i prefer|we prefer|i'd prefer|would prefer|obsessed with|i love|my favorite is"),
    (.preference, "my favourite is|big fan of|interested in|passionate about"),
    (.negative, "ruled out|allergic to|not because of|isn't caused by|not caused by|i avoid"),
    (.negative, "we avoid|no longer use|stopped using|can't use|cannot use|turned out not to be"),
    (.name, "is called|are called|is named|named after|goes by|known as"),
  ].flatMap { kind, phrases in
    phrases.split(separator: "|").map {
      Cue(words: $0.split(separator: " ").map(String.init), kind: kind)
    }
  }
}
