internal import EvalKit

extension Entry {
  /// Its text, with JSON written out; media left out.
  var shownText: String {
    if segments.count == 1, let text = segments[0].text { return text }
    return segments.compactMap { segment in
      switch segment.content {
      case .text(let text): text
      case .structure(let value, _), .opaque(let value): value.serialised()
      case .attachment: nil
      }
    }.joined(separator: "\n")
  }

  /// Its media, which edits of its text leave alone.
  var media: [Segment] {
    segments.filter { if case .attachment = $0.content { true } else { false } }
  }
}

extension HistoryBounds {
  /// These bounds where entries are rewritten, perhaps to something longer.
  var withoutTokens: HistoryBounds { HistoryBounds(entries: entries, turns: turns) }
}
