extension Entry {
  /// The texts a value may be found in, each for itself: segments, leaves of JSON, calls.
  var matchPieces: [String] {
    calls.map(\.name) + leaves
  }

  /// The entry prepared for finding values in it.
  package var matchText: MatchText { MatchText(pieces: matchPieces) }
}

extension Head {
  /// The instructions prepared for finding values in them.
  var instructionsMatchText: MatchText { MatchText(pieces: instructions.flatMap(\.matchPieces)) }

  /// Instructions and tools prepared for finding values in them.
  var matchText: MatchText {
    MatchText(
      pieces: instructions.flatMap(\.matchPieces)
        + tools.flatMap { tool in
          var pieces = [tool.name, tool.description]
          tool.parameters.appendLeaves(to: &pieces)
          return pieces
        })
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
