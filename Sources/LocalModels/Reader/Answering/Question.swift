/// A question taken apart: what is looked for, and what would answer it.
struct Question: Sendable {
  /// The terms to look for.
  var query = Query()
  /// The kinds of value that answer.
  var kinds = AnswerKinds.phrase
  /// The keys of the nouns that name what is asked for.
  var focus: Set<UInt64> = []
  /// The keys of all its words: a value made of these answers nothing.
  var keys: Set<UInt64> = []
  /// The answers it offers to choose from.
  var options: [String] = []
  /// The preposition it begins with.
  var preposition: String?
  /// Whether it is answered by yes or no.
  var isYesNo = false
  /// Whether a place is asked for.
  var isPlace = false
  /// Whether a clock time is wanted as HH:MM AM/PM.
  var wantsPaddedTime = false

  /// Reads a question.
  init(_ text: String) {
    let reading = Reading(Self.withoutExamples(text))
    let sentences = reading.sentences
    guard !sentences.isEmpty else { return }
    let main =
      sentences.lastIndex { reading.text($0).hasSuffix("?") || reading.text($0).hasSuffix("？") }
      ?? sentences.firstIndex { !Self.isFormat(reading, $0) || sentences.count == 1 } ?? 0
    let words = ChunkScanner.chunks(reading, sentences[main]).map(\.text)
    let form = QuestionForm(words: words, text: reading.text(sentences[main]))
    kinds = form.kinds
    focus = Set(form.focus)
    preposition = form.preposition
    isPlace = words.contains("where")
    for (index, range) in sentences.enumerated() {
      let isFormat = index > main && Self.isFormat(reading, range)
      if isFormat { readFormat(reading, range) }
      readOptions(reading, range, isFormat: isFormat)
      for word in reading.words[reading.wordRange(range)] {
        keys.insert(word.key)
        guard !isFormat, !word.isFunctionWord else { continue }
        let isInterrogative =
          QuestionForm.interrogatives[
            reading.foldedText(Int(word.start)..<Int(word.end))] != nil
        guard !isInterrogative else { continue }
        if word.isPair, EastAsianForms.isInterrogative(reading, word) { continue }
        let isWeak =
          Self.weakWords.contains(word.key)
          || (word.isPair && EastAsianForms.isInflection(reading, word))
        query.add(word.key, weight: index == main ? (isWeak ? 5 : 16) : (isWeak ? 3 : 7))
      }
    }
    isYesNo = form.isYesNo && options.isEmpty
    for word in options.flatMap({ Reading($0).words }) {
      keys.remove(word.key)
      if !word.isFunctionWord { query.add(word.key, weight: 4) }
    }
  }

  /// Words that name the kind of value or the one who speaks, rather than what it is about.
  private static let weakWords = Lexicon.keys(
    "value number name date time amount level result reading kind type sort user patient customer "
      + "client speaker answer thing one two three first last")

  private static func isFormat(_ reading: Reading, _ range: Range<Int>) -> Bool {
    let first = reading.words[reading.wordRange(range)].first.map {
      reading.foldedText(Int($0.start)..<Int($0.end))
    }
    return ["give", "return", "answer", "list", "choose", "pick", "respond", "reply", "use"]
      .contains(first ?? "")
  }

  private mutating func readFormat(_ reading: Reading, _ range: Range<Int>) {
    let text = reading.foldedText(range)
    if text.contains("hh:mm") {
      kinds = .typed([.time: 16])
      wantsPaddedTime = true
    } else if text.contains("$_") {
      kinds = .typed([.money: 16, .number: 10])
    } else if text.contains("number") || text.contains("percent") || text.contains("value in") {
      kinds = .typed([.number: 16, .money: 10])
    }
  }

  private mutating func readOptions(_ reading: Reading, _ range: Range<Int>, isFormat: Bool) {
    var text = reading.foldedText(range)
    let cue: String
    if isFormat, text.contains("options:") || text.contains("one of:") {
      cue = ":"
    } else if text.hasPrefix("is it "), text.contains(" or ") {
      cue = "is it "
    } else {
      return
    }
    if cue == ":", let place = text.firstIndex(of: ":") {
      text = String(text[text.index(after: place)...])
    } else {
      text.removeFirst(min(cue.count, text.count))
    }
    let parts = text.split(separator: ",").flatMap { part -> [String] in
      var part = part.drop { $0 == " " }
      if part.hasPrefix("or ") { part = part.dropFirst(3) }
      return [String(part.filter { $0 != "." && $0 != "?" })]
    }
    if parts.count > 1 { options = parts }
  }

  /// The text without examples in parentheses.
  private static func withoutExamples(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "("), let close = rest[open...].firstIndex(of: ")") {
      let inner = rest[rest.index(after: open)..<close]
      result += rest[..<open]
      let isExample = inner.hasPrefix("e.g") || inner.hasPrefix("ex") || inner.hasPrefix("such as")
      if !isExample { result += "(" + inner + ")" }
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}
