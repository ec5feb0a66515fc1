/// Looks in instructions for what is another text on another day or request: the clock, counters,
/// ids made anew.
enum VolatileText {
  /// What was found.
  struct Mention: Hashable {
    /// What it is, such as `a date`.
    let what: String
    /// The sentence it stands in.
    let sentence: String
  }

  /// The mentions in a text, one a sentence and kind.
  ///
  /// A date is taken for today's only where a word such as *today* or *current* stands beside it.
  ///
  /// - Complexity: O(text).
  static func mentions(in text: String) -> [Mention] {
    sentences(of: text).flatMap { sentence -> [Mention] in
      var found: [Mention] = []
      let words = words(of: sentence)
      if !MatchText(sentence).moments.isEmpty,
        words.contains(where: now.contains) || nowPhrases.contains(where: sentence.contains)
      {
        found.append(Mention(what: "a date or time", sentence: sentence))
      }
      if isCounting(words) { found.append(Mention(what: "a counter", sentence: sentence)) }
      if hasUUID(sentence) { found.append(Mention(what: "an id", sentence: sentence)) }
      return found
    }
  }

  /// A text with everything volatile replaced by a stand-in: equal for texts that differ in no other.
  ///
  /// - Complexity: O(text).
  static func masked(_ text: String) -> String {
    var result = ""
    var word = ""
    for character in text {
      if character.isWhitespace {
        result += masked(word: word)
        result.append(character)
        word = ""
      } else {
        word.append(character)
      }
    }
    return result + masked(word: word)
  }

  private static func masked(word: String) -> String {
    if hasUUID(word) { return "#" }
    if calendar.contains(word.filter(\.isLetter).lowercased()) {
      return "#" + word.filter { !$0.isLetter && !$0.isNumber }
    }
    var result = ""
    for character in word {
      if !character.isNumber {
        result.append(character)
      } else if result.last != "#" {
        result.append("#")
      }
    }
    return result
  }

  /// The sentences of a text: they end at a line's end and after `.`, `!`, `?` before white space.
  static func sentences(of text: String) -> [String] {
    var sentences: [String] = []
    var sentence = ""
    var mayEnd = false
    for character in text {
      if character.isNewline || (mayEnd && character.isWhitespace) || character == "。" {
        if sentence.contains(where: { !$0.isWhitespace }) { sentences.append(sentence) }
        sentence = ""
        mayEnd = false
      } else {
        sentence.append(character)
        mayEnd = ".!?".contains(character)
      }
    }
    if sentence.contains(where: { !$0.isWhitespace }) { sentences.append(sentence) }
    return sentences
  }

  private static let now: Set<String> = [
    "today", "now", "current", "currently", "tonight", "tomorrow", "yesterday", "date", "heute",
    "jetzt", "aujourd'hui", "hoy", "oggi", "hoje",
  ]
  private static let nowPhrases = ["今日", "本日", "現在", "今天", "오늘"]
  private static let counted: Set<String> = [
    "turn", "message", "request", "attempt", "session", "conversation", "visit", "round",
  ]
  private static let remaining: Set<String> = ["left", "remaining", "remain"]
  private static let calendar: Set<String> = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january",
    "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "oct", "nov",
    "dec", "mon", "tue", "wed", "thu", "fri", "sat", "sun", "am", "pm",
  ]

  /// Letters and digits between anything else, lower case.
  private static func words(of sentence: String) -> [String] {
    sentence.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "'") }.map(String.init)
  }

  /// `turn 12`, `message no 3`, `5 requests left`.
  private static func isCounting(_ words: [String]) -> Bool {
    func isNumber(_ place: Int) -> Bool {
      words.indices.contains(place) && words[place].allSatisfy(\.isNumber)
    }
    for (place, word) in words.enumerated() {
      let singular = word.hasSuffix("s") ? String(word.dropLast()) : word
      guard counted.contains(singular) else { continue }
      let isNumbered =
        words.indices.contains(place + 1) && ["no", "number"].contains(words[place + 1])
      if singular == word, isNumber(place + (isNumbered ? 2 : 1)) { return true }
      if isNumber(place - 1), words.indices.contains(place + 1),
        remaining.contains(words[place + 1])
      {
        return true
      }
    }
    return false
  }

  private static func hasUUID(_ text: String) -> Bool {
    text.split { !($0.isHexDigit || $0 == "-") }.contains { run in
      run.split(separator: "-", omittingEmptySubsequences: false).map(\.count) == [8, 4, 4, 4, 12]
    }
  }
}
