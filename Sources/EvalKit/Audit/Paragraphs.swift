/// A text cut into paragraphs: runs of lines with no blank line between them.
struct Paragraphs: Sendable {
  private let text: String
  private let ends: [String.Index]

  /// - Complexity: O(text).
  init(_ text: String) {
    self.text = text
    var ends: [String.Index] = []
    var isOpen = false
    var lineStart = text.startIndex
    while lineStart < text.endIndex {
      let lineEnd = text[lineStart...].firstIndex(where: \.isNewline) ?? text.endIndex
      if text[lineStart..<lineEnd].allSatisfy(\.isWhitespace) {
        isOpen = false
      } else {
        if isOpen { ends.removeLast() }
        ends.append(lineEnd)
        isOpen = true
      }
      lineStart = lineEnd < text.endIndex ? text.index(after: lineEnd) : lineEnd
    }
    self.ends = ends
  }

  /// How many there are.
  var count: Int { ends.count }

  /// The text up to the end of a paragraph: the first `limit`, all of it if there are no more.
  func first(_ limit: Int) -> String {
    guard limit < ends.count else { return text }
    return limit > 0 ? String(text[..<ends[limit - 1]]) : ""
  }
}

extension [Segment] {
  /// The paragraphs of the text segments, which are taken to stand apart.
  var paragraphCount: Int {
    reduce(0) { $0 + ($1.text.map { Paragraphs($0).count } ?? 0) }
  }

  /// The segments with only the first paragraphs of their texts; other content stays.
  func keeping(paragraphs limit: Int) -> [Segment] {
    var left = limit
    return compactMap { segment in
      guard let text = segment.text else { return segment }
      let paragraphs = Paragraphs(text)
      defer { left = Swift.max(0, left - paragraphs.count) }
      if paragraphs.count <= left { return segment }
      return left == 0 ? nil : Segment(.text(paragraphs.first(left)), id: segment.id)
    }
  }
}
