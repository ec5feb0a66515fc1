extension JSONValue {
  /// The texts of the value's leaves: strings, numbers as written, booleans.
  var leafTexts: [String] {
    switch self {
    case .null: []
    case .bool(let value): [value ? "true" : "false"]
    case .number(let value): [value.literal]
    case .string(let value): [value]
    case .array(let values): values.flatMap(\.leafTexts)
    case .object(let object): object.members.flatMap(\.value.leafTexts)
    }
  }
}

extension Entry {
  /// The texts a value may be found in, each for itself: segments, leaves of JSON, calls.
  var matchPieces: [String] {
    var pieces: [String] = []
    for segment in segments {
      switch segment.content {
      case .text(let text): pieces.append(text)
      case .structure(let value, _): pieces.append(contentsOf: value.leafTexts)
      case .attachment(let attachment): pieces.append(attachment.name)
      case .opaque(let value): pieces.append(contentsOf: value.leafTexts)
      }
    }
    for call in calls {
      pieces.append(call.name)
      pieces.append(contentsOf: call.arguments.leafTexts)
    }
    return pieces
  }

  /// The entry prepared for finding values in it.
  var matchText: MatchText { MatchText(pieces: matchPieces) }
}

extension Head {
  /// The instructions prepared for finding values in them.
  var instructionsMatchText: MatchText { MatchText(pieces: instructions.flatMap(\.matchPieces)) }

  /// Instructions and tools prepared for finding values in them.
  var matchText: MatchText {
    MatchText(
      pieces: instructions.flatMap(\.matchPieces)
        + tools.flatMap { [$0.name, $0.description] + $0.parameters.leafTexts })
  }
}

/// Texts of the items that stages made, prepared once an item.
struct MadeTexts {
  private var known: [ObjectIdentifier: (item: Item, text: MatchText)] = [:]
  private var lastHead: (head: Head, instructions: MatchText, all: MatchText)?

  /// The text of an item.
  mutating func text(of item: Item) -> MatchText {
    let id = ObjectIdentifier(item.box)
    if let known = known[id] { return known.text }
    let text = item.entry.matchText
    known[id] = (item, text)
    return text
  }

  /// The text of a head: its instructions, or with its tools.
  mutating func text(of head: Head, withTools: Bool) -> MatchText {
    if let lastHead, lastHead.head == head {
      return withTools ? lastHead.all : lastHead.instructions
    }
    let made = (head, head.instructionsMatchText, head.matchText)
    lastHead = made
    return withTools ? made.2 : made.1
  }
}
