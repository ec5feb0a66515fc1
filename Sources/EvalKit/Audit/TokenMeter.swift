/// Measures parts of a request by rendering it with and without them.
///
/// What a part costs is what leaving it out would save, so the parts of a whole need not add up to
/// it: the difference is framing.
struct TokenMeter: Sendable {
  let renderer: any Renderer
  let tokenizer: any Tokenizer

  init(_ ledger: TokenLedger) {
    renderer = ledger.renderer
    tokenizer = ledger.tokenizer
  }

  /// The tokens of a text by itself.
  func count(_ text: String) -> Int { tokenizer.tokens(text).count }

  /// The tokens of a head.
  ///
  /// - Complexity: O(text): nothing is remembered, unlike in a ``TokenLedger``.
  func count(_ head: Head) -> Int {
    renderer.head(head).reduce(0) { $0 + count($1.text) + max(0, $1.attachmentTokens) }
  }

  /// The tokens of an entry that stands by itself.
  func count(_ entry: Entry) -> Int {
    let rendered = renderer.entry(entry, after: nil)
    return count(rendered.text) + max(0, rendered.attachmentTokens)
  }

  /// The tokens of attachments in an entry, and whether any of them is assumed.
  func attachments(of entry: Entry) -> (tokens: Int, isAssumed: Bool) {
    guard entry.segments.contains(where: \.isAttachment) else { return (0, false) }
    let rendered = renderer.entry(entry, after: nil)
    return (max(0, rendered.attachmentTokens), rendered.assumed)
  }

  /// The tokens that an entry's response schema adds to it.
  func schema(of entry: Entry) -> Int {
    guard entry.responseSchema != nil else { return 0 }
    var without = entry
    without.responseSchema = nil
    return count(entry) - count(without)
  }

  /// The tokens by which a text is longer than its first characters.
  func excess(_ text: String, over characters: Int) -> Int {
    max(0, count(text) - count(String(text.prefix(characters))))
  }
}

extension Segment {
  var isAttachment: Bool {
    if case .attachment = content { true } else { false }
  }
}
