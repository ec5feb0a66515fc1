/// A pattern for ids in which `*` stands for any text.
struct CasePattern: Sendable {
  private let parts: [String]

  /// Reads a pattern.
  init(_ text: String) {
    parts = text.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
  }

  /// Whether an id fits.
  func matches(_ id: String) -> Bool {
    guard let first = parts.first, let last = parts.last, parts.count > 1 else {
      return parts.first == id
    }
    guard id.hasPrefix(first), id.hasSuffix(last), id.count >= first.count + last.count else {
      return false
    }
    var rest = id.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}
