import EvalKit
import LocalModels

/// A question about a value, drafted from the sentence that says it with the value left out.
struct ProbeDraft {
  private let candidate: Candidate
  private let passage: ReadPassage
  private let scalars: [Unicode.Scalar]
  private let range: Range<Int>

  /// The probe of a fact; nil where no question can be made that does not say the answer.
  static func probe(of fact: Fact, _ candidate: Candidate, passages: [ReadPassage]) -> Probe? {
    if candidate.kind == .error {
      let ask = candidate.tool.map { "What went wrong when \($0) was called?" }
      return ask.flatMap { ask in
        says(fact, in: ask)
          ? nil : Probe(id: fact.id, ask: ask, facts: [fact.id], isDraft: true)
      }
    }
    return ProbeDraft(candidate, passages: passages)?.probe(of: fact)
  }

  /// Makes a draft; nil where nothing is known of the sentence.
  private init?(_ candidate: Candidate, passages: [ReadPassage]) {
    guard let place = candidate.place else { return nil }
    self.candidate = candidate
    passage = passages[place.passage]
    scalars = Array(passages[place.passage].text.unicodeScalars)
    range = place.range
  }

  private func probe(of fact: Fact) -> Probe? {
    guard let ask = ask(of: fact) else { return nil }
    let kind = fact.supersedes.isEmpty ? "recall" : "update"
    return Probe(
      id: fact.id, kind: kind, ask: ask, cloze: cloze(of: fact), facts: [fact.id], isDraft: true)
  }

  // MARK: Questions

  private func ask(of fact: Fact) -> String? {
    let candidates = [named, gapped(around: 12), gapped(around: 5), lead.map { "\($0) was it?" }]
    return candidates.lazy.compactMap { $0 }.first { !Self.says(fact, in: $0) }
  }

  /// Of a leaf: by its key and, where a call needed it, by what for.
  private var named: String? {
    if let use = candidate.arguments.first {
      let key = use.path.split(separator: ".").last.map(String.init) ?? use.path
      let words = Self.words(of: key)
      if !words.isEmpty, passage.object != nil { return "What is the \(words) that was needed?" }
    }
    guard passage.object != nil, !passage.name.isEmpty else { return nil }
    return "What is the \(passage.name.joined(separator: " "))?"
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
