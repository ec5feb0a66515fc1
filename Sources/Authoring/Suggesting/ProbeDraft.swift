import EvalKit
import LocalModels

/// A question about a value, drafted from the sentence that says it with the value left out.
///
/// Of several ways to ask, the first that the reader answers with the whole session in view: a question
/// that nobody can answer measures nothing.
struct ProbeDraft {
  private let candidate: Candidate
  private let passage: ReadPassage
  /// The other leaves of its object, by position.
  private let siblings: [ReadPassage]
  private let scalars: [Unicode.Scalar]
  private let range: Range<Int>

  /// The probe of a fact; nil where no question can be made that does not say the answer.
  static func probe(
    of fact: Fact, _ candidate: Candidate, passages: [ReadPassage], session: ReadSession
  ) -> Probe? {
    if candidate.kind == .error {
      let ask = candidate.tool.map { "What went wrong when \($0) was called?" }
      return ask.flatMap { ask in
        says(fact, in: ask)
          ? nil : Probe(id: fact.id, ask: ask, facts: [fact.id], isDraft: true)
      }
    }
    return ProbeDraft(candidate, passages: passages)?.probe(of: fact, session)
  }

  /// Makes a draft; nil where nothing is known of the sentence.
  private init?(_ candidate: Candidate, passages: [ReadPassage]) {
    guard let place = candidate.place else { return nil }
    self.candidate = candidate
    passage = passages[place.passage]
    scalars = Array(passages[place.passage].text.unicodeScalars)
    range = place.range
    let own = place.passage
    guard let object = passages[own].object else {
      siblings = []
      return
    }
    // The leaves of an object stand together.
    let before = passages[..<own].reversed().prefix { $0.object == object }.reversed()
    siblings = before + passages[(own + 1)...].prefix { $0.object == object }
  }

  private func probe(of fact: Fact, _ session: ReadSession) -> Probe? {
    guard let ask = ask(of: fact, session) else { return nil }
    let kind = fact.supersedes.isEmpty ? "recall" : "update"
    return Probe(
      id: fact.id, kind: kind, ask: ask, cloze: cloze(of: fact), facts: [fact.id], isDraft: true)
  }

  // MARK: Questions

  private func ask(of fact: Fact, _ session: ReadSession) -> String? {
    let ways = [needed, named] + anchored + [gapped(around: 12), gapped(around: 5)]
    let questions = ways.compactMap { $0 }.filter { !Self.says(fact, in: $0) }
    let answered = questions.first { question in
      session.answer(to: question).map { Self.says(fact, in: $0) } ?? false
    }
    return answered ?? questions.first ?? lead.map { "\($0) was it?" }
  }

  /// Of a leaf that a call needed: by what it was needed as.
  private var needed: String? {
    guard passage.object != nil, let use = candidate.arguments.first else { return nil }
    let key = use.path.split(separator: ".").last.map(String.init) ?? use.path
    let words = Self.words(of: key)
    return words.isEmpty ? nil : "What is the \(words) that was needed?"
  }

  /// Of a leaf: by its key.
  private var named: String? {
    guard passage.object != nil, !passage.name.isEmpty else { return nil }
    return "What is the \(passage.name.joined(separator: " "))?"
  }

  /// Of a leaf: by its key and what else its object says, the most telling first, at most three.
  private var anchored: [String] {
    guard passage.object != nil, !passage.name.isEmpty else { return [] }
    let name = passage.name.joined(separator: " ")
    let told = siblings.filter { !$0.name.isEmpty && $0.text.utf8.count <= 40 }
    let telling = told.filter { Self.tells($0) } + told.filter { !Self.tells($0) }
    return telling.prefix(3).map { sibling in
      "What is the \(name) where \(sibling.name.joined(separator: " ")) is \(sibling.text)?"
    }
  }

  /// Whether a leaf is likely to be of one object alone: a code, a name, a path.
  private static func tells(_ leaf: ReadPassage) -> Bool {
    leaf.values.contains { $0.kind == .identifier || $0.kind == .name || $0.kind == .path }
  }

  /// `flights[0].flight_number` is flight number.
  static func words(of key: String) -> String {
    var words = ""
    for scalar in key.unicodeScalars {
      if scalar == "[" { break }
      if scalar == "_" || scalar == "-" {
        words += " "
      } else if scalar.properties.isUppercase, !words.isEmpty, words.last != " " {
        words += " " + String(scalar).lowercased()
      } else {
        words.unicodeScalars.append(scalar)
      }
    }
    return words
  }

  /// What the value is, as a question begins.
  private var lead: String? {
    switch candidate.kind {
    case .number: candidate.value.contains(where: { "$€£¥".contains($0) }) ? "How much" : noun
    case .date: "Which date or time"
    case .name: "Which name"
    case .identifier: "Which code"
    case .path: "Which path"
    case .error: "Which error"
    case .decision, .preference, .negative, .state, .quote, .text: "What"
    }
  }

  /// "How many" with the noun that a number counts.
  private var noun: String {
    let after = passage.words.drop { $0.range.lowerBound < range.upperBound }
    var words: [String] = []
    var end = range.upperBound
    for word in after.prefix(2) {
      guard word.range.lowerBound <= end + 1, !word.isFunctionWord else { break }
      words.append(word.text.lowercased())
      end = word.range.upperBound
    }
    return words.isEmpty ? "Which number" : "How many \(words.joined(separator: " "))"
  }

  /// The sentence with a gap for the value, so many words on either side.
  private func gapped(around count: Int) -> String? {
    guard passage.object == nil, let lead, range != scalars.indices else { return nil }
    let before = Self.last(count, of: text(0..<range.lowerBound))
    let after = Self.first(count, of: text(range.upperBound..<scalars.count))
    guard !before.isEmpty || !after.isEmpty else { return nil }
    return "\(lead): \"\(before)___\(after)\"?"
  }

  // MARK: Clozes

  /// The beginning of the sentence, up to the value.
  private func cloze(of fact: Fact) -> String? {
    guard passage.object == nil, range != scalars.indices else { return nil }
    let before = Self.last(14, of: text(0..<range.lowerBound))
    let words = before.split(separator: " ").count
    guard words >= 3, !Self.says(fact, in: before) else { return nil }
    return String(before.reversed().drop { $0 == " " }.reversed())
  }

  // MARK: Texts

  private func text(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    for scalar in scalars[range] {
      view.append(scalar.properties.isWhitespace ? " " : scalar)
    }
    return String(view)
  }

  private static func says(_ fact: Fact, in text: String) -> Bool {
    let folded = FoldedText([text])
    return ([fact.value] + fact.aliases).contains { folded.says($0) }
      || Candidate.matcher(fact.value, Candidate.Kind(rawValue: fact.kind) ?? .text).isIn(text)
  }

  /// The last words of a text, with the space after them.
  private static func last(_ count: Int, of text: String) -> String {
    let words = text.split(separator: " ")
    if words.count <= count { return text }
    return "… " + words.suffix(count).joined(separator: " ") + (text.hasSuffix(" ") ? " " : "")
  }

  /// The first words of a text, with what stands before them.
  private static func first(_ count: Int, of text: String) -> String {
    let words = text.split(separator: " ")
    let rest =
      words.count <= count
      ? text
      : (text.hasPrefix(" ") ? " " : "")
        + words.prefix(count).joined(separator: " ") + " …"
    // The mark at the end of the sentence would stand before the quotation mark.
    return rest.last == "." || rest.last == "?" || rest.last == "!" ? String(rest.dropLast()) : rest
  }
}
