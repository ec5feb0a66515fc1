import EvalKit

/// JSON with prose in its strings: `=` before a text draws a value, any other text is a pattern.
indirect enum JSONPattern: Hashable, Sendable {
  /// A number, a boolean, null.
  case value(JSONValue)
  /// Prose.
  case phrase(PhrasePattern)
  /// A value drawn anew each time.
  case drawn(ValueGenerator)
  /// Elements.
  case array([JSONPattern])
  /// Members, in order.
  case object([Member])

  /// A key with its pattern.
  struct Member: Hashable, Sendable {
    var key: String
    var value: JSONPattern
  }

  /// The names it looks up.
  var names: [String] {
    switch self {
    case .value: []
    case .phrase(let pattern), .drawn(.phrase(let pattern, _)): pattern.names
    case .drawn: []
    case .array(let elements): elements.flatMap(\.names)
    case .object(let members): members.flatMap(\.value.names)
    }
  }

  /// The members, if it is an object.
  var members: [Member] {
    if case .object(let members) = self { members } else { [] }
  }
}

extension JSONPattern: StrictDecodable {
  /// Reads a pattern; bad prose is reported with its place.
  static func decode(_ node: JSONNode, path: String, diagnostics: DiagnosticCollector)
    -> JSONPattern?
  {
    switch node.kind {
    case .string(let text):
      do throws(PhraseError) {
        guard text.hasPrefix("=") else { return .phrase(try PhrasePattern(text)) }
        return .drawn(try ValueGenerator(String(text.dropFirst())))
      } catch {
        diagnostics.error(error.description, at: node.position, path: path)
        return nil
      }
    case .array(let elements):
      return .array(
        elements.enumerated().compactMap { index, element in
          decode(
            element, path: KeyPathText.appending(index: index, to: path), diagnostics: diagnostics)
        })
    case .object(let members):
      return .object(
        members.compactMap { member in
          let path = KeyPathText.appending(key: member.key, to: path)
          return decode(member.value, path: path, diagnostics: diagnostics)
            .map { Member(key: member.key, value: $0) }
        })
    default: return .value(node.value)
    }
  }
}

extension PhrasePattern: StrictDecodable {
  /// Reads a pattern; bad prose is reported with its place.
  static func decode(_ node: JSONNode, path: String, diagnostics: DiagnosticCollector)
    -> PhrasePattern?
  {
    guard let text = String.decode(node, path: path, diagnostics: diagnostics) else { return nil }
    do throws(PhraseError) {
      return try PhrasePattern(text)
    } catch {
      diagnostics.error(error.description, at: node.position, path: path)
      return nil
    }
  }
}

extension ValueGenerator: StrictDecodable {
  /// Reads a generator; one that draws nothing is reported with its place.
  static func decode(_ node: JSONNode, path: String, diagnostics: DiagnosticCollector)
    -> ValueGenerator?
  {
    guard let text = String.decode(node, path: path, diagnostics: diagnostics) else { return nil }
    do throws(PhraseError) {
      return try ValueGenerator(text)
    } catch {
      diagnostics.error(error.description, at: node.position, path: path)
      return nil
    }
  }
}
