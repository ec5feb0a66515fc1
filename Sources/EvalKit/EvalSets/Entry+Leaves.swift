extension Entry {
  /// Everything an entry says, in pieces: texts, and the strings, numbers and flags of its JSON.
  package var leaves: [String] {
    var leaves: [String] = []
    for segment in segments {
      switch segment.content {
      case .text(let text): leaves.append(text)
      case .structure(let value, _), .opaque(let value): value.appendLeaves(to: &leaves)
      case .attachment(let attachment): leaves.append(attachment.name)
      }
    }
    for call in calls {
      if call.argumentsText != nil, case .string(let text) = call.arguments {
        leaves.append(text)
      } else {
        call.arguments.appendLeaves(to: &leaves)
      }
    }
    return leaves
  }
}

extension JSONValue {
  /// Appends the strings, numbers and flags in a value; keys are left out.
  package func appendLeaves(to leaves: inout [String]) {
    switch self {
    case .null: break
    case .bool(let value): leaves.append(value ? "true" : "false")
    case .number(let number): leaves.append(number.literal)
    case .string(let text): leaves.append(text)
    case .array(let values): for value in values { value.appendLeaves(to: &leaves) }
    case .object(let object):
      for member in object.members { member.value.appendLeaves(to: &leaves) }
    }
  }
}

/// Text folded for finding values in it: lower case, as bytes.
package struct FoldedText: Sendable {
  private let pieces: [[UInt8]]

  package init(_ texts: some Sequence<String>) { pieces = texts.map(Self.fold) }

  /// Everything an entry says.
  package init(_ entry: Entry) { self.init(entry.leaves) }

  static func fold(_ text: String) -> [UInt8] { Array(text.lowercased().utf8) }

  /// Whether a text stands in one piece, at token boundaries: not within a longer word or number.
  package func says(_ text: String) -> Bool {
    let wanted = Self.fold(text)
    return !wanted.isEmpty && pieces.contains { Self.contains(wanted, in: $0) }
  }

  /// Whether a text stands in one piece, perhaps within a longer word.
  package func contains(_ text: String) -> Bool {
    let wanted = Self.fold(text)
    return !wanted.isEmpty && pieces.contains { Self.contains(wanted, in: $0, anywhere: true) }
  }

  private static func contains(_ wanted: [UInt8], in text: [UInt8], anywhere: Bool = false) -> Bool
  {
    guard wanted.count <= text.count else { return false }
    return text.withUnsafeBufferPointer { text in
      wanted.withUnsafeBufferPointer { wanted in
        for start in 0...(text.count - wanted.count) where text[start] == wanted[0] {
          var length = 1
          while length < wanted.count, text[start + length] == wanted[length] { length += 1 }
          let end = start + length
          guard length == wanted.count else { continue }
          if anywhere
            || (start == 0 || !joins(text[start - 1], wanted[0]))
              && (end == text.count || !joins(wanted[length - 1], text[end])
                || !continues(text, end))
          {
            return true
          }
        }
        return false
      }
    }
  }

  /// Whether two neighbouring bytes are of one word or number; other scripts have no boundaries.
  private static func joins(_ left: UInt8, _ right: UInt8) -> Bool {
    isWord(left) && isWord(right)
  }

  /// A plural or possessive `s` does not make another word.
  private static func continues(_ text: UnsafeBufferPointer<UInt8>, _ end: Int) -> Bool {
    !(text[end] == UInt8(ascii: "s") && (end + 1 == text.count || !isWord(text[end + 1])))
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
    default: false
    }
  }
}
