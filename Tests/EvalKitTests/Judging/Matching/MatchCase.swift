import Testing

@testable import EvalKit

/// A value, a text, and whether the value is said in it.
struct MatchCase: Sendable, CustomTestStringConvertible {
  let value: String
  let kind: ValueMatcher.Kind
  let text: String
  let isFound: Bool

  var testDescription: String { "\(kind.rawValue) \(value) in “\(text)”" }

  /// The texts a value is found in, and those it is not.
  static func table(
    _ kind: ValueMatcher.Kind, _ value: String, in found: [String], not others: [String] = []
  ) -> [MatchCase] {
    found.map { MatchCase(value: value, kind: kind, text: $0, isFound: true) }
      + others.map { MatchCase(value: value, kind: kind, text: $0, isFound: false) }
  }

  func check() {
    let matcher = ValueMatcher(value, kind: kind)
    #expect(matcher.isIn(text) == isFound)
    // The index may miss what is cut into other atoms, but finds nothing that is not there.
    if !isFound { #expect(ValueIndex([MatchText(text)]).texts(with: matcher).isEmpty) }
  }
}
