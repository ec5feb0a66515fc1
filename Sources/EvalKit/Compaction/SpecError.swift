/// What is wrong with a spec, and where.
public struct SpecError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line: what is wrong and what was expected.
  public var problem: String
  /// The word that was probably meant, or the form that would be right.
  public var suggestion: String?
  /// The whole text that was read.
  public var source: String
  /// Where the fault begins, in characters from 0.
  public var column: Int
  /// How many characters are at fault; at least 1.
  public var length: Int

  /// Makes an error.
  public init(
    _ problem: String, suggestion: String? = nil, source: String, column: Int, length: Int = 1
  ) {
    self.problem = problem
    self.suggestion = suggestion
    self.source = source
    self.column = column
    self.length = max(1, length)
  }

  /// The problem with its suggestion, on one line.
  public var message: String {
    suggestion.map { "\(problem); did you mean '\($0)'?" } ?? problem
  }

  /// The message, the source, and carets under the fault.
  public var description: String {
    // One character a column, whatever the source holds.
    let line = String(source.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    let carets = String(repeating: "^", count: length)
    return "\(message)\n  \(line)\n  \(String(repeating: " ", count: column))\(carets)"
  }
}
