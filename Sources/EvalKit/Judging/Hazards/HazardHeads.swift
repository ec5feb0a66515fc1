/// The heads of a session's requests: as shown and as in force, with what of their tools rules ask for.
struct HazardHeads {
  /// The head in force, as recorded.
  private(set) var inForce: Head
  /// Whether the record replaced it since the request before.
  private(set) var isReplaced = false
  /// The head in force at the request before; nil at the first.
  private(set) var previousInForce: Head?
  /// The tools of the head shown.
  private(set) var shown = HeadTools()
  /// The tools of the head in force.
  private(set) var recorded = HeadTools()
  /// The tools that no request before this one defined, in order; none at the first.
  private(set) var added: [String] = []

  private let changes: [HeadChange]
  private let known: [String]
  private let readsTools: Bool
  private var seen: Set<String>?
  private var applied = 0
  private var lastEdited: Head?

  init(_ subject: HazardSubject) {
    let transcript = subject.transcript
    inForce = transcript.head
    changes = transcript.changes
    readsTools = subject.definesTools
    var known = Set<String>()
    if readsTools {
      for tools in [transcript.head.tools] + changes.compactMap(\.tools) {
        known.formUnion(tools.map(\.name))
      }
      for entry in transcript.entries { known.formUnion(entry.calls.map(\.name)) }
    }
    self.known = known.sorted()
  }

  /// Goes on to the next request.
  ///
  /// - Complexity: O(1) where no head changed, else O(instructions + tools).
  mutating func advance(to view: View, at count: Int) {
    let isFirst = seen == nil
    previousInForce = isFirst ? nil : inForce
    let before = applied
    while applied < changes.count, changes[applied].position <= count {
      inForce = changes[applied].applied(to: inForce)
      applied += 1
    }
    isReplaced = !isFirst && applied > before
    added = []
    guard readsTools else {
      seen = []
      return
    }
    if isFirst || isReplaced { recorded = HeadTools(inForce, known: known) }
    let wasEdited = lastEdited != nil
    if !view.isHeadEdited {
      if !isFirst, !isReplaced, !wasEdited { return }
      shown = recorded
    } else if lastEdited != view.head {
      shown = HeadTools(view.head, known: known)
    } else {
      return
    }
    lastEdited = view.isHeadEdited ? view.head : nil
    if let seen { added = shown.defined.subtracting(seen).sorted() }
    seen = (seen ?? []).union(shown.defined)
  }
}

/// What a head says of tools.
struct HeadTools {
  /// The tools it defines.
  private(set) var defined: Set<String> = []
  /// The tools its instructions name but it does not define, sorted.
  private(set) var undefined: [String] = []

  /// Of a head without any.
  init() {}

  /// Reads a head.
  ///
  /// - Parameter known: All tools that the session defines or calls anywhere.
  init(_ head: Head, known: [String]) {
    defined = Set(head.tools.map(\.name))
    let text = Array(head.instructionsText.utf8)
    let words = ToolWord.all(in: text)
    var named = Set<String>()
    let known = Set(known)
    for word in words {
      // A name that is a plain word is one only where it is written as code.
      let isName = known.contains(word.text) && (word.isIdentifier || word.isQuoted)
      if isName || (word.isIdentifier && word.isCalledTool) { named.insert(word.text) }
    }
    let parts = Set(defined.flatMap(Self.parts))
    undefined = named.subtracting(parts).sorted()
  }

  /// A name, and what is left of it behind each prefix: `mcp__files__read` is `read` too.
  private static func parts(_ name: String) -> [String] {
    var parts = [name]
    for separator in [".", "/", ":", "__"] {
      var rest = Substring(name)
      while let cut = rest.firstRange(of: separator) {
        rest = rest[cut.upperBound...]
        parts.append(String(rest))
      }
    }
    return parts
  }
}
