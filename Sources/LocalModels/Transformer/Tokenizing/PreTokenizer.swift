/// Cuts a text into the pieces that no token crosses, as a vocabulary's training did.
///
/// Each is a scanner for one well-known regular expression: at every place the first alternative that
/// matches is taken, with its longest match.
enum PreTokenizer: String, Hashable, Sendable, CaseIterable {
  /// `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`
  case gpt2
  /// Every digit by itself, then what is between them as `gpt2`.
  case smollm
  /// `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|
  /// ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
  case llama3 = "llama-bpe"
  /// The same with one digit at a time.
  case qwen2

  /// The one a file names; nil where it is none of these.
  init?(named name: String) {
    switch name {
    case "gpt2", "gpt-2": self = .gpt2
    case "smollm": self = .smollm
    case "llama-bpe", "llama3", "llama-v3": self = .llama3
    case "qwen2": self = .qwen2
    default: return nil
    }
  }

  /// Whether a piece that is a token is not built of merges.
  var takesWholePieces: Bool { self == .llama3 }

  /// The pieces of a text, as ranges of its bytes.
  func pieces(of text: some StringProtocol) -> [Range<Int>] {
    let scanned = ScannedText(text)
    var pieces: [Range<Int>] = []
    var start = 0
    let count = scanned.scalars.count
    while start < count {
      if self == .smollm, scanned.classes[start] != .number {
        // What follows a digit does not see it.
        var end = start
        while end < count, scanned.classes[end] != .number { end += 1 }
        while start < end {
          let next = scanned.gpt2Piece(from: start, to: end)
          pieces.append(scanned.starts[start]..<scanned.starts[next])
          start = next
        }
        continue
      }
      let end =
        switch self {
        case .gpt2: scanned.gpt2Piece(from: start, to: count)
        case .smollm: start + 1
        case .llama3: scanned.llama3Piece(from: start, to: count, digits: 3)
        case .qwen2: scanned.llama3Piece(from: start, to: count, digits: 1)
        }
      pieces.append(scanned.starts[start]..<scanned.starts[end])
      start = end
    }
    return pieces
  }
}

extension ScannedText {
  fileprivate func gpt2Piece(from start: Int, to end: Int) -> Int {
    if let contraction = contraction(at: start, to: end, anyCase: false) { return contraction }
    let first = scalars[start] == " " ? start + 1 : start
    if first < end, !classes[first].isSpace { return run(of: classes[first], from: first, to: end) }
    return spacePiece(from: start, to: end)
  }

  fileprivate func llama3Piece(from start: Int, to end: Int, digits: Int) -> Int {
    if let contraction = contraction(at: start, to: end, anyCase: true) { return contraction }
    switch classes[start] {
    case .letter: return run(of: .letter, from: start, to: end)
    case .number: return run(of: .number, from: start, to: end, atMost: digits)
    case .space, .other:
      if start + 1 < end, classes[start + 1] == .letter {
        return run(of: .letter, from: start + 1, to: end)
      }
    case .lineBreak: break
    }
    let first = scalars[start] == " " ? start + 1 : start
    if first < end, classes[first] == .other {
      let marks = run(of: .other, from: first, to: end)
      return run(of: .lineBreak, from: marks, to: end)
    }
    let spaces = spaces(from: start, to: end)
    if let last = classes[start..<spaces].lastIndex(of: .lineBreak) { return last + 1 }
    return spacePiece(from: start, to: end)
  }

  /// White space, but for the last of several, which goes with what follows.
  private func spacePiece(from start: Int, to end: Int) -> Int {
    let spaces = spaces(from: start, to: end)
    return spaces < end && spaces - start > 1 ? spaces - 1 : spaces
  }

  private func contraction(at start: Int, to end: Int, anyCase: Bool) -> Int? {
    guard scalars[start] == "'", start + 1 < end else { return nil }
    func letter(_ place: Int) -> Unicode.Scalar? {
      guard place < end else { return nil }
      let scalar = scalars[place]
      guard anyCase else { return scalar }
      // The long s is an s where case does not matter.
      if scalar == "\u{17F}" { return "s" }
      return ("A"..."Z").contains(scalar) ? Unicode.Scalar(scalar.value + 32) : scalar
    }
    switch (letter(start + 1), letter(start + 2)) {
    case ("s", _), ("t", _), ("m", _), ("d", _): return start + 2
    case ("r", "e"), ("v", "e"), ("l", "l"): return start + 3
    default: return nil
    }
  }
}
