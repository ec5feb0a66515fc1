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

  /// A text of at most so many characters and, where it is said, lines, markers included; a line feed at
  /// the end begins no line.
  func cut(_ text: String, to limit: Int = .max, lines: Int? = nil) -> String {
    // Bytes are at least as many as characters, and told without counting those; so are line feeds.
    let mayBeHigh = lines.map { lines in text.utf8.count { $0 == 0x0A } >= lines } ?? false
    guard text.utf8.count > limit || mayBeHigh else { return text }
    let characters = Array(text)
    let isHigh = lines.map { characters[...].lineCount > $0 } ?? false
    guard characters.count > limit || isHigh else { return text }
    if isHigh, let lines, lines >= markerLines {
      let cut = joined(pieces(characters.count, of: characters, lines: lines), of: characters)
      if cut.count <= limit { return cut }
    }
    // The marker for all of it is the longest there can be.
    let overhead = (marker(for: characters.count).count + 1) * markers
    let kept = limit - overhead - (part == .both ? 1 : 0)
    let hasRoom = kept > 0 && (lines ?? .max) >= markers * markerLines
    guard hasRoom else { return bare(min(limit, characters.count), of: characters, lines: lines) }
    return joined(
      pieces(min(kept, characters.count), of: characters, lines: lines), of: characters)
  }

  /// A text cut until its measure is at most the limit; the shortest it gets where none is.
  func fitted(_ text: String, to limit: Int, lines: Int? = nil, measure: (String) -> Int) -> String
  {
    var shortest = cut(text, lines: lines)
    var size = measure(shortest)
    guard size > limit else { return shortest }
    var room = shortest.count
    while size > limit, room > 0 {
      // In proportion, and a twentieth less each time so that it ends.
      room = min(room * limit / max(1, size), room * 19 / 20)
      let cut = cut(text, to: room, lines: lines)
      guard cut.utf8.count < shortest.utf8.count else { continue }
      shortest = cut
      size = measure(cut)
    }
    return shortest
  }

  private var markers: Int { part == .middle ? 2 : 1 }
  private var markerLines: Int {
    marker.isEmpty ? 0 : marker.count(where: \.isLineEnd) + 1
  }

  /// What stays where there is no room for a marker: a piece alone.
  private func bare(_ count: Int, of characters: [Character], lines: Int?) -> String {
    let piece = part == .tail ? characters.suffix(count) : characters.prefix(count)
    guard let lines else { return String(piece) }
    return String(part == .tail ? piece.suffix(lines: lines) : piece.prefix(lines: lines))
  }

  /// The pieces of a text that stay: together at most so many characters, and with their markers so many
  /// lines.
  private func pieces(_ kept: Int, of characters: [Character], lines: Int?)
    -> [ArraySlice<Character>]
  {
    let room = lines.map { max(0, $0 - markers * markerLines) } ?? .max
    switch part {
    case .head: return [characters.prefix(kept).prefix(lines: room)]
    case .tail: return [characters.suffix(kept).suffix(lines: room)]
    case .both:
      let (head, tail) = (room - room / 2, room / 2)
      if kept == characters.count {
        return [characters[...].prefix(lines: head), characters[...].suffix(lines: tail)]
      }
      return [
        characters.prefix((kept + 1) / 2).prefix(lines: head),
        characters.suffix(kept / 2).suffix(lines: tail),
      ]
    case .middle:
      let start = (characters.count - kept) / 2
      let piece = characters[start..<start + kept]
      return [piece.dropFirst(lines: (piece.lineCount - room) / 2).prefix(lines: room)]
    }
  }

  /// Joins what is kept of a text with markers for the rest, but for line feeds that the joins put back.
  private func joined(_ pieces: [ArraySlice<Character>], of characters: [Character]) -> String {
    var parts: [String] = []
    var place = 0
    func leave(_ end: Int) {
      var gap = characters[place..<end]
      if place > 0, gap.first?.isLineEnd ?? false { gap = gap.dropFirst() }
      if end < characters.count, gap.last?.isLineEnd ?? false { gap = gap.dropLast() }
      if !gap.isEmpty { parts.append(marker(for: gap.count)) }
    }
    for piece in pieces where !piece.isEmpty {
      leave(piece.startIndex)
      parts.append(String(piece))
      place = piece.endIndex
    }
    leave(characters.count)
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func marker(for characters: Int) -> String {
    marker.replacing("{chars}", with: "\(characters)")
  }
}

extension ArraySlice<Character> {
  /// How many lines it has; a line feed at the end begins none.
  fileprivate var lineCount: Int {
    isEmpty ? 0 : dropLast().count(where: \.isLineEnd) + 1
  }

  /// Its first lines, without the line feed of the last.
  fileprivate func prefix(lines: Int) -> Self {
    guard lines > 0 else { return prefix(0) }
    var left = lines
    for place in indices where self[place].isLineEnd {
      left -= 1
      if left == 0 { return self[..<place] }
    }
    return self
  }

  /// Its last lines, without a line feed at the end.
  fileprivate func suffix(lines: Int) -> Self {
    guard lines > 0 else { return suffix(0) }
    guard lines < lineCount else { return self }
    return dropFirst(lines: lineCount - lines).prefix(lines: lines)
  }

  /// What is left after so many lines and their line feeds.
  fileprivate func dropFirst(lines: Int) -> Self {
    var left = lines
    var rest = self
    while left > 0, let end = rest.firstIndex(where: \.isLineEnd) {
      rest = self[(end + 1)...]
      left -= 1
    }
    return rest
  }
}

extension Character {
  fileprivate var isLineEnd: Bool { self == "\n" || self == "\r\n" }
}
