/// Cuts a text to a size, a marker in place of what goes.
///
/// What it leaves is within the size, so that cutting it again changes nothing.
struct TextCut: Hashable, Sendable {
  /// Which part of a text stays.
  enum Part: String, CaseIterable, Sendable {
    case head, tail, both, middle
  }

  /// Which part stays.
  var part: Part
  /// What stands where text was cut; `{chars}` stands for how many characters.
  var marker: String

  /// A text of at most so many characters.
  func characters(_ text: String, to limit: Int) -> String {
    // Bytes are at least as many as characters, and told without counting those.
    guard text.utf8.count > limit else { return text }
    let characters = Array(text)
    guard characters.count > limit else { return text }
    // The marker for all of it is the longest there can be.
    let overhead = (marker(for: characters.count).count + 1) * (part == .middle ? 2 : 1)
    let kept = limit - overhead - (part == .both ? 1 : 0)
    guard kept > 0 else {
      // No room for a marker: a bare piece.
      return String(part == .tail ? characters.suffix(limit) : characters.prefix(limit))
    }
    return joined(kept, of: characters.count) {
      String(characters[$0])
    } size: {
      $0.count
    }
  }

  /// A text of at most so many lines; a line feed at the end begins no line.
  func lines(_ text: String, to limit: Int) -> String {
    guard text.utf8.count >= limit else { return text }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    guard lines.count > limit else { return text }
    let kept = max(0, limit - (part == .middle ? 2 : 1))
    return joined(kept, of: lines.count) {
      lines[$0].joined(separator: "\n")
    } size: {
      lines[$0].reduce(0) { $0 + $1.count + 1 }
    }
  }

  /// A text cut until its measure is at most the limit; the shortest it gets where none is.
  func fitted(_ text: String, to limit: Int, measure: (String) -> Int) -> String {
    var size = measure(text)
    guard size > limit else { return text }
    var room = text.count
    var shortest = text
    while size > limit, room > 0 {
      // In proportion, and a twentieth less each time so that it ends.
      room = min(room * limit / max(1, size), room * 19 / 20)
      let cut = characters(text, to: room)
      guard cut.utf8.count < shortest.utf8.count else { continue }
      shortest = cut
      size = measure(cut)
    }
    return shortest
  }

  /// Joins what is kept of so many units with markers.
  private func joined(
    _ kept: Int, of count: Int, text: (Range<Int>) -> String, size: (Range<Int>) -> Int
  ) -> String {
    let parts: [String]
    switch part {
    case .head: parts = [text(0..<kept), marker(for: size(kept..<count))]
    case .tail: parts = [marker(for: size(0..<count - kept)), text(count - kept..<count)]
    case .both:
      let head = (kept + 1) / 2
      let tail = count - (kept - head)
      parts = [text(0..<head), marker(for: size(head..<tail)), text(tail..<count)]
    case .middle:
      let start = (count - kept) / 2
      parts = [
        marker(for: size(0..<start)), text(start..<start + kept),
        marker(for: size(start + kept..<count)),
      ]
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func marker(for characters: Int) -> String {
    marker.replacing("{chars}", with: "\(characters)")
  }
}
