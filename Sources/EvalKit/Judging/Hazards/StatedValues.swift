/// The values a text states so exactly that they must come from somewhere: identifiers, numbers,
/// dates, paths, addresses, names.
///
/// The cautious reading: what might be said otherwise, counted or worked out (small numbers, sizes of
/// texts, single words) is left out.
struct StatedValues {
  /// A value with how it is compared.
  struct Value {
    let matcher: ValueMatcher
    /// What it is, in a word.
    let kind: String
    /// Other values of which any may stand for it: the last part of a path.
    var alternatives: [ValueMatcher] = []
  }

  private(set) var values: [Value] = []
  private var seen = Set<String>()

  /// Reads a text.
  ///
  /// - Complexity: O(text).
  init(_ text: String) {
    let prepared = MatchText(text)
    for moment in prepared.moments where moment.values.contains(where: \.isExact) {
      add(prepared.text(of: moment.range), .date, "date")
    }
    for line in text.split(whereSeparator: \.isNewline) { read(line) }
  }

  private mutating func read(_ line: Substring) {
    let chunks = line.split(whereSeparator: Self.separates).map { Chunk($0) }
    for (place, chunk) in chunks.enumerated() where !chunk.text.isEmpty {
      let next = place + 1 < chunks.count ? chunks[place + 1].text.lowercased() : ""
      read(chunk.text, before: next)
    }
    readNames(chunks)
  }

  private mutating func read(_ chunk: Substring, before next: String) {
    let text = String(chunk)
    if Self.isPath(text) {
      let name = text.split(separator: "/").last.map(String.init) ?? text
      add(text, .identifier, "path", [ValueMatcher(name, kind: .identifier)])
      return
    }
    if Self.isAddress(text) { return add(text, .identifier, "address") }
    let digits = text.utf8.count { (0x30...0x39).contains($0) }
    let letters = text.utf8.count { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
    guard digits > 0, MatchText(text).moments.isEmpty else { return }
    if letters > 0 {
      // A number with its unit is no identifier, and neither is a word with a number behind it.
      let isMeasure = text.drop { $0.isNumber || ".,".contains($0) }.count <= 3
      let isWord = text.reversed().drop { $0.isNumber }.allSatisfy { $0.isLetter && $0.isLowercase }
      if digits >= 3, letters >= 1, !isMeasure, !isWord, !text.contains("=") {
        add(text, .identifier, "identifier")
      }
      return
    }
    if Self.sizes.contains(where: next.hasPrefix) || text.contains("-") || text.contains("/") {
      return
    }
    let value = ValueMatcher(text, kind: .number)
    guard case .number(let number) = value.needle, !value.isWeak,
      let amount = number.values.first, amount >= 100 || amount.rounded() != amount,
      // A year, or a share, may be how something else is put.
      !(number.unit == nil && (1900...2100).contains(amount)), !text.contains("%")
    else { return }
    add(text, .number, "number")
  }

  /// Two or more words in a row that begin with a capital, within a sentence.
  private mutating func readNames(_ chunks: [Chunk]) {
    guard chunks.contains(where: { $0.text.first?.isLowercase == true && $0.text.count > 3 }) else {
      return
    }
    var place = 1
    while place < chunks.count {
      var end = place
      while end < chunks.count, chunks[end].isCapitalised,
        end == place || !chunks[end - 1].endsClause
      { end += 1 }
      if end - place >= 2, end - place <= 4, !chunks[place - 1].endsClause {
        add(chunks[place..<end].map { String($0.text) }.joined(separator: " "), .text, "name")
      }
      place = max(end, place + 1)
    }
  }

  private mutating func add(
    _ text: String, _ kind: ValueMatcher.Kind, _ name: String, _ others: [ValueMatcher] = []
  ) {
    guard seen.insert(text).inserted else { return }
    values.append(
      Value(matcher: ValueMatcher(text, kind: kind), kind: name, alternatives: others))
  }

  // MARK: chunks

  private struct Chunk {
    let text: Substring
    let endsClause: Bool

    init(_ raw: Substring) {
      var text = raw
      while let first = text.first, !first.isLetter, !first.isNumber, !"/~".contains(first) {
        text = text.dropFirst()
      }
      var ends = false
      while let last = text.last, !last.isLetter, !last.isNumber, !"/%".contains(last) {
        ends = ends || ".:;!?,".contains(last)
        text = text.dropLast()
      }
      self.text = text
      endsClause = ends || text.isEmpty
    }

    var isCapitalised: Bool {
      guard let first = text.first, first.isUppercase, text.count > 2 else { return false }
      return text.dropFirst().allSatisfy { $0.isLetter }
        && text.dropFirst().contains { $0.isLowercase }
    }
  }

  private static func separates(_ character: Character) -> Bool {
    character.isWhitespace || "\"'`“”‘’()[]{}<>|,;*=".contains(character)
  }

  private static func isPath(_ text: String) -> Bool {
    guard text.contains("/"), !text.contains("://"), text.utf8.count > 4 else { return false }
    let parts = text.split(separator: "/")
    guard parts.count >= 2, parts.contains(where: { $0.contains(where: \.isLetter) }) else {
      return false
    }
    return text.hasPrefix("/") || text.hasPrefix("~/")
      || (parts.last.map { part in
        let pieces = part.split(separator: ".")
        return pieces.count >= 2 && (pieces.last?.count ?? 0) <= 5
          && pieces.last?.allSatisfy { $0.isLetter || $0.isNumber } == true
      } ?? false)
  }

  private static func isAddress(_ text: String) -> Bool {
    if text.contains("://") { return true }
    let parts = text.split(separator: "@")
    return parts.count == 2 && parts[1].contains(".") && parts[0].contains(where: \.isLetter)
  }

  /// What a number may count that is no part of the session but of how it is told.
  private static let sizes = [
    "character", "char", "line", "token", "word", "byte", "message", "entr", "item", "more",
    "turn", "output", "result",
  ]
}

extension MomentMention.Value {
  /// Whether it names a day or a time, not a month.
  fileprivate var isExact: Bool {
    switch self {
    case .time: true
    case .day(_, _, let day): day != nil
    }
  }
}
