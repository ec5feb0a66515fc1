internal import Synchronization
internal import EvalKit

/// Regular expressions, compiled once, that are replaced in texts.
///
/// Bounded: at most 64 patterns of at most 1,000 characters. A text is gone through again until
/// nothing matches, eight times at most, so that replacing in what it leaves changes nothing.
struct PatternSet: Sendable {
  /// One of them; matching is serialised, since a regular expression is not sendable.
  private final class Pattern: Sendable {
    let text: String
    private let regex: Mutex<Regex<AnyRegexOutput>>

    init(_ text: String) throws {
      self.text = text
      regex = Mutex(try Regex(text))
    }

    func matches(_ text: String) -> Bool {
      regex.withLock { text.firstMatch(of: $0) != nil }
    }

    func replacing(in text: String, with replacement: String) -> String {
      regex.withLock { text.replacing($0, with: replacement) }
    }
  }

  private static let most = 64
  private static let longest = 1_000
  private static let passes = 8

  private let patterns: [Pattern]
  private let replacement: String

  /// Compiles patterns.
  ///
  /// - Throws: ``ArgumentError`` that says which pattern is wrong and how.
  init(_ texts: [String], parameter: String, replacement: String) throws {
    func fault(_ problem: String) -> ArgumentError {
      ArgumentError(parameter: parameter, problem: problem)
    }
    guard !texts.isEmpty else { throw fault("expected at least one regular expression") }
    guard texts.count <= Self.most else {
      throw fault("\(texts.count) patterns; at most \(Self.most) are taken")
    }
    self.replacement = replacement
    patterns = try texts.enumerated().map { place, text in
      let name = texts.count == 1 ? "the pattern" : "pattern \(place + 1)"
      guard text.count <= Self.longest else {
        throw fault("\(name) has \(text.count) characters; at most \(Self.longest) are taken")
      }
      let pattern: Pattern
      do {
        pattern = try Pattern(text)
      } catch {
        throw fault("\(name) '\(text)' is no regular expression: \(error)")
      }
      guard !pattern.matches("") else {
        throw fault("\(name) '\(text)' matches nothing at all; it must match some text")
      }
      guard !pattern.matches(replacement) else {
        throw fault("\(name) '\(text)' matches what replaces it, '\(replacement)'")
      }
      return pattern
    }
  }

  /// What tells it from other sets, as part of an edit's rule.
  var rule: String { "\(patterns.map(\.text))/\(replacement)" }

  /// A text with every match replaced.
  func replacing(in text: String) -> String {
    var text = text
    for _ in 0..<Self.passes {
      let before = text
      for pattern in patterns {
        text = pattern.replacing(in: text, with: replacement)
      }
      if text == before { break }
    }
    return text
  }

  /// A JSON value with every match in its texts replaced; keys stay.
  func replacing(in value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(replacing(in: text))
    case .array(let values): .array(values.map { replacing(in: $0) })
    case .object(let object):
      .object(JSONObject(object.members.map { ($0.key, replacing(in: $0.value)) }))
    case .null, .bool, .number: value
    }
  }

  /// Segments with every match in their texts and JSON replaced.
  func replacing(in segments: [Segment]) -> [Segment] {
    segments.map { segment in
      var segment = segment
      switch segment.content {
      case .text(let text): segment.content = .text(replacing(in: text))
      case .structure(let value, let source):
        segment.content = .structure(replacing(in: value), source: source)
      case .opaque(let value): segment.content = .opaque(replacing(in: value))
      case .attachment: break
      }
      return segment
    }
  }
}
