internal import EvalKit

/// A kind of value that a digest keeps.
enum AnchorKind: String, CaseIterable {
  /// A path or the name of a file.
  case path
  /// A hash: seven or more small hexadecimal digits, letters and figures among them.
  case sha
  /// A word of letters and figures, such as an order number, or an address of electronic mail.
  case id
  /// A number of three digits or more, a date or a time.
  case number
  /// A line that tells of an error.
  case error
  /// An address with a scheme.
  case url
}

/// Finds values in a text by their shape: ASCII only, no model, no language.
///
/// - Complexity: O(text).
struct AnchorScanner {
  private let kinds: Set<AnchorKind>

  init(_ kinds: Set<AnchorKind>) { self.kinds = kinds }

  /// The values in a text, in order.
  func anchors(in text: String) -> [(kind: AnchorKind, value: String)] {
    var found: [(kind: AnchorKind, value: String)] = []
    for line in text.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      if kinds.contains(.error), Self.tellsError(line) {
        found.append((.error, Self.shortened(line)))
      }
      for word in Self.words(line) {
        let word = Self.trimmed(word)
        guard word.count > 2, let kind = Self.kind(of: word), kinds.contains(kind) else { continue }
        found.append((kind, Self.string(word)))
      }
    }
    return found
  }

  /// The words of a line; a comma between figures is part of a number.
  private static func words(_ line: Substring.UTF8View.SubSequence)
    -> [Substring.UTF8View.SubSequence]
  {
    var words: [Substring.UTF8View.SubSequence] = []
    var start = line.startIndex
    var last: UInt8 = 0
    for index in line.indices {
      let byte = line[index]
      defer { last = byte }
      guard isSeparator(byte) else { continue }
      let next = line.index(after: index)
      if byte == UInt8(ascii: ","), isDigit(last), next < line.endIndex, isDigit(line[next]) {
        continue
      }
      if start < index { words.append(line[start..<index]) }
      start = next
    }
    if start < line.endIndex { words.append(line[start...]) }
    return words
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// What a word is by its shape; nil for plain words.
  private static func kind(of word: Substring.UTF8View.SubSequence) -> AnchorKind? {
    var shape = Shape()
    for byte in word { shape.add(byte) }
    if shape.hasScheme { return .url }
    if shape.slashes > 0, shape.letters > 0 {
      let first = word.first
      if shape.slashes > 1 || first == UInt8(ascii: "/") || first == UInt8(ascii: ".")
        || first == UInt8(ascii: "~") || hasExtension(word)
      {
        return .path
      }
      return shape.digits > 0 ? .id : nil
    }
    if shape.letters > 0, hasExtension(word) { return .path }
    if shape.digits == 0 { return shape.ats == 1 && shape.letters > 2 ? .id : nil }
    if shape.letters == 0 { return shape.digits >= 3 ? .number : nil }
    if word.count >= 7, word.count <= 64, shape.isHexadecimal { return .sha }
    let isLong = word.count >= 6 || shape.capitals > 0 || shape.joiners > 0
    return word.count >= 4 && isLong ? .id : nil
  }

  /// What bytes a word has.
  private struct Shape {
    var letters = 0
    var capitals = 0
    var digits = 0
    var slashes = 0
    var joiners = 0
    var ats = 0
    var isHexadecimal = true
    var hasScheme = false
    private var colon = false

    mutating func add(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
      case UInt8(ascii: "a")...UInt8(ascii: "f"): letters += 1
      case UInt8(ascii: "g")...UInt8(ascii: "z"):
        letters += 1
        isHexadecimal = false
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        letters += 1
        capitals += 1
        isHexadecimal = false
      default:
        isHexadecimal = false
        if byte == UInt8(ascii: "/") {
          if colon { hasScheme = letters > 1 && slashes == 0 ? true : hasScheme }
          slashes += 1
        }
        if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "#") {
          joiners += 1
        }
        if byte == UInt8(ascii: "@") { ats += 1 }
      }
      colon = byte == UInt8(ascii: ":")
    }
  }

  private static let extensions: Set<String> = [
    "c", "cc", "cfg", "conf", "cpp", "css", "csv", "env", "go", "h", "html", "ini", "java", "jpg",
    "js", "json", "jsonl", "kt", "lock", "log", "md", "pdf", "png", "py", "rb", "rs", "sh", "sql",
    "svg", "swift", "toml", "ts", "tsx", "txt", "xml", "yaml", "yml", "zip",
  ]

  private static func hasExtension(_ word: Substring.UTF8View.SubSequence) -> Bool {
    guard let dot = word.lastIndex(of: UInt8(ascii: ".")), dot > word.startIndex else {
      return false
    }
    let end = word[word.index(after: dot)...].prefix { $0 != UInt8(ascii: ":") }
    return end.count <= 5 && extensions.contains(string(end))
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x7F...: true
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "}"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "="), UInt8(ascii: "*"):
      true
    default: false
    }
  }

  private static func trimmed(_ word: Substring.UTF8View.SubSequence)
    -> Substring.UTF8View.SubSequence
  {
    var word = word.drop { $0 == UInt8(ascii: ":") }
    while let last = word.last,
      last == UInt8(ascii: ".") || last == UInt8(ascii: ":")
        || last == UInt8(ascii: "!") || last == UInt8(ascii: "?")
    {
      word.removeLast()
    }
    return word
  }

  private static let errorWords = [
    "error", "exception", "failed", "failure", "fatal", "panic", "traceback", "denied", "refused",
  ].map { Array($0.utf8) }

  private static func tellsError(_ line: Substring.UTF8View.SubSequence) -> Bool {
    line.split { !isLetter($0) }.contains { word in
      errorWords.contains { error in
        // `Error`, `TypeError`, `errors`
        word.count >= error.count
          && (starts(word, error) || starts(word.suffix(error.count), error))
      }
    }
  }

  private static func starts(
    _ word: Substring.UTF8View.SubSequence, _ small: [UInt8]
  ) -> Bool {
    zip(word, small).allSatisfy { $0 | 0x20 == $1 } && word.count >= small.count
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// A line of at most 120 characters, without what separates values in a digest.
  private static func shortened(_ line: Substring.UTF8View.SubSequence) -> String {
    let flat = string(line).split(whereSeparator: { $0.isWhitespace || $0 == ";" })
      .joined(separator: " ")
    return flat.count > 120 ? "\(flat.prefix(120))…" : flat
  }

  private static func string(_ bytes: Substring.UTF8View.SubSequence) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
