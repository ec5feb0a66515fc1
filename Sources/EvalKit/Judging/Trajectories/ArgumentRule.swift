import Foundation

/// A matcher of one argument made ready once: patterns compiled, facts looked up.
struct ArgumentRule: Sendable {
  /// How an argument compares.
  enum Result: Hashable, Sendable {
    case fits
    /// Why it does not.
    case differs(String)
    /// Why that cannot be decided here.
    case undecided(String)
  }

  private enum Test: Sendable {
    case plain
    case pattern(NSRegularExpression)
    case fact([ValueMatcher], kind: ValueMatcher.Kind)
    case undecided(String)
  }

  private let matcher: ArgumentMatcher
  private let test: Test

  init(_ matcher: ArgumentMatcher, facts: [String: PreparedFact]) {
    self.matcher = matcher
    switch matcher {
    case .pattern(let pattern):
      if let expression = try? NSRegularExpression(pattern: pattern) {
        test = .pattern(expression)
      } else {
        test = .undecided("the pattern '\(pattern)' is no regular expression")
      }
    case .fact(let id):
      if let fact = facts[id] {
        test = .fact(fact.values, kind: ValueMatcher.Kind(factKind: fact.fact.kind))
      } else {
        test = .undecided("there is no fact '\(id)'")
      }
    case .naturalLanguage: test = .undecided("needs a model judge")
    default: test = .plain
    }
  }

  /// Compares an argument; nil is one that was not given.
  func check(_ value: JSONValue?) -> Result {
    guard let value else { return .differs("is missing") }
    if case .undecided(let reason) = test { return .undecided(reason) }
    return isRight(value) ? .fits : .differs("was \(Self.shown(value)), expected \(expectation)")
  }

  private func isRight(_ value: JSONValue) -> Bool {
    let text = Self.text(value)
    switch matcher {
    case .keyOnly, .naturalLanguage: return true
    case .exact(let wanted): return ValueEquality.areEqual(value, wanted)
    case .oneOf(let wanted): return wanted.contains { ValueEquality.areEqual(value, $0) }
    case .range(let minimum, let maximum):
      guard let number = Self.number(value) else { return false }
      return number >= minimum ?? -.infinity && number <= maximum ?? .infinity
    case .number(let wanted, let tolerance):
      guard let number = Self.number(value) else { return false }
      return abs(number - wanted) <= tolerance || NumberMention.areEqual(number, wanted)
    case .contains(let part):
      return text.map { Self.folded($0).contains(Self.folded(part)) } ?? false
    case .hasPrefix(let part):
      return text.map { Self.folded($0).hasPrefix(Self.folded(part)) } ?? false
    case .hasSuffix(let part):
      return text.map { Self.folded($0).hasSuffix(Self.folded(part)) } ?? false
    case .subset(let wanted): return ValueEquality.contains(value, wanted)
    case .pattern:
      guard case .pattern(let expression) = test, let text else { return false }
      let range = NSRange(text.startIndex..., in: text)
      return expression.firstMatch(in: text, range: range) != nil
    case .fact:
      guard case .fact(let values, let kind) = test, let text else { return false }
      return Self.says(values, kind, in: MatchText(text))
    }
  }

  /// Whether an argument is a fact's value; a text may have a few words beside it.
  private static func says(
    _ values: [ValueMatcher], _ kind: ValueMatcher.Kind, in text: MatchText
  ) -> Bool {
    values.contains { value in
      if value.isWhole(text) { return true }
      guard let match = value.firstMatch(in: text), !text.isNegated(match) else { return false }
      if kind == .number || kind == .date { return true }
      let isIdeographic = text.atoms.contains { $0.kind == .ideograph }
      return text.atoms.count <= match.count + (isIdeographic ? 12 : 3)
    }
  }

  private static func folded(_ text: String) -> String {
    String(decoding: TextFolding.bytes(text), as: UTF8.self)
  }

  private static func text(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .number(let number): number.literal
    case .bool(let flag): flag ? "true" : "false"
    case .null, .array, .object: nil
    }
  }

  /// A number, also where it came as a text.
  private static func number(_ value: JSONValue) -> Double? {
    if let number = value.doubleValue { return number }
    guard let text = value.stringValue.map({ MatchText($0) }), text.numbers.count == 1,
      let mention = text.numbers.first, mention.values.count == 1
    else { return nil }
    return mention.values[0]
  }

  static func shown(_ value: JSONValue) -> String {
    let text = value.stringValue.map { "'\($0)'" } ?? value.serialised()
    return text.count <= 60 ? text : text.prefix(57) + "…"
  }

  private var expectation: String {
    switch matcher {
    case .exact(let value): Self.shown(value)
    case .keyOnly: "anything"
    case .oneOf(let values): "one of " + values.map(Self.shown).joined(separator: ", ")
    case .range(let minimum, let maximum):
      "\(minimum.map { "\($0)" } ?? "…") to \(maximum.map { "\($0)" } ?? "…")"
    case .pattern(let pattern): "a match of /\(pattern)/"
    case .contains(let text): "a text with '\(text)'"
    case .hasPrefix(let text): "a text that begins with '\(text)'"
    case .hasSuffix(let text): "a text that ends with '\(text)'"
    case .naturalLanguage(let text): text
    case .number(let value, let tolerance): "\(value) ± \(tolerance)"
    case .subset(let value): "an object with \(Self.shown(value))"
    case .fact(let id): "the value of fact '\(id)'"
    }
  }
}

/// Equality in meaning: numbers by amount, texts as the values they are.
enum ValueEquality {
  static func areEqual(_ value: JSONValue, _ wanted: JSONValue) -> Bool {
    if value.isEquivalent(to: wanted) { return true }
    switch (value, wanted) {
    case (.array(let mine), .array(let theirs)):
      return mine.count == theirs.count && zip(mine, theirs).allSatisfy(areEqual)
    case (.object(let mine), .object(let theirs)):
      return mine.members.count == theirs.members.count && contains(value, wanted)
    case (.array, _), (.object, _), (_, .array), (_, .object), (.null, _), (_, .null): return false
    default: break
    }
    guard let mine = scalar(value), let theirs = scalar(wanted) else { return false }
    if mine.isEmpty || theirs.isEmpty { return mine.isEmpty && theirs.isEmpty }
    // A text that is a number or a date is compared as one, any other as an identifier.
    let text = MatchText(mine)
    let isSame =
      ValueMatcher(theirs, kind: .text).isWhole(text)
      || (ValueMatcher(theirs, kind: .identifier).isWhole(text)
        && !theirs.utf8.allSatisfy { $0 < 0x30 || $0 > 0x39 })
    return isSame || (text.isEmpty && mine == theirs)
  }

  /// Whether an object has at least the members of another.
  static func contains(_ value: JSONValue, _ wanted: JSONValue) -> Bool {
    guard let object = wanted.objectValue else { return areEqual(value, wanted) }
    return object.members.allSatisfy { member in
      value[member.key].map { contains($0, member.value) } ?? false
    }
  }

  private static func scalar(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .number(let number): number.literal
    case .bool(let flag): flag ? "true" : "false"
    case .null, .array, .object: nil
    }
  }
}
