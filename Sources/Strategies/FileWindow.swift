/// A window on a file, as an agent's editor prints one: a header, then numbered lines.
///
/// ```
/// [File: src/a.py (120 lines total)]
/// 10:def f():
/// 11:  return 1
/// ```
struct FileWindow: Hashable, Sendable {
  /// The file of the header; nil where there is none.
  let file: String?
  /// The text with the numbered lines, from the first to the last, taken out.
  let closed: String

  /// Reads a window; nil where no line is numbered.
  init?(_ text: String) {
    var file: String?
    var first: Substring.Index?
    var last: Substring.Index?
    var count = 0
    var start = text.startIndex
    while start < text.endIndex {
      let end = text[start...].firstIndex(of: "\n") ?? text.endIndex
      let line = text[start..<end]
      let next = end == text.endIndex ? end : text.index(after: end)
      if Self.isNumbered(line) {
        first = first ?? start
        last = next
        count += 1
      } else if file == nil {
        file = Self.file(of: line)
      }
      start = next
    }
    guard let first, let last else { return nil }
    self.file = file
    closed =
      text[..<first] + "Outdated window with \(count) lines omitted...\n" + text[last...]
  }

  /// Whether a line begins with a number and a colon.
  private static func isNumbered(_ line: Substring) -> Bool {
    let digits = line.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return !digits.isEmpty && line.utf8[digits.endIndex...].first == UInt8(ascii: ":")
  }

  /// The file that a header in a line names.
  private static func file(of line: Substring) -> String? {
    guard let opening = line.firstRange(of: "[File:") else { return nil }
    let rest = line[opening.upperBound...]
    guard let closing = rest.ranges(of: " lines total)]").last else { return nil }
    let named = rest[..<closing.lowerBound]
    guard let bracket = named.lastIndex(of: "("),
      named[named.index(after: bracket)...].allSatisfy({ $0.isASCII && $0.isNumber })
    else { return nil }
    let file = named[..<bracket].drop { $0 == " " }
    let end = file.lastIndex { $0 != " " }
    return end.map { String(file[...$0]) }
  }
}
