/// E-mail addresses in a text.
enum Emails {
  /// Ends of names of pictures, as in `logo@2x.png`; no domain has them.
  private static let pictures = ["png", "jpg", "jpeg", "gif", "svg", "webp"].map { Array($0.utf8) }

  static func ranges(in text: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for at in text.indices where text[at] == UInt8(ascii: "@") {
      var start = at
      let floor = found.last?.upperBound ?? 0
      while start > floor, isLocal(text[start - 1]) { start -= 1 }
      while start < at, text[start] == UInt8(ascii: ".") { start += 1 }
      var end = at + 1
      while end < text.count, isDomain(text[end]) { end += 1 }
      while end > at + 1, !isLetterOrDigit(text[end - 1]) { end -= 1 }
      let domain = text[(at + 1)..<end].split(
        separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      guard start < at, domain.count > 1, domain.allSatisfy({ !$0.isEmpty }),
        let last = domain.last, last.count > 1, last.allSatisfy(isLetter),
        !pictures.contains(Array(last))
      else { continue }
      found.append(start..<end)
    }
    return found
  }

  private static func isLocal(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || "._%+-".utf8.contains(byte)
  }

  private static func isDomain(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) && !isDigit(byte)
  }
}

/// Numbers of payment cards: 13 to 19 digits, perhaps in groups, with a right check digit.
enum CardNumbers {
  static func ranges(in text: [UInt8]) -> [Range<Int>] {
    DigitRun.all(in: text, separators: [UInt8(ascii: " "), UInt8(ascii: "-")]).compactMap { run in
      let digits = text[run].filter(isDigit)
      guard (13...19).contains(digits.count), let first = digits.first,
        "23456".utf8.contains(first), passesLuhn(digits)
      else { return nil }
      return run
    }
  }

  /// Luhn's check: every second digit from the right counts twice, nines cast out.
  static func passesLuhn(_ digits: [UInt8]) -> Bool {
    var sum = 0
    for (place, digit) in digits.reversed().enumerated() {
      let value = Int(digit - UInt8(ascii: "0"))
      sum += place % 2 == 0 ? value : value * 2 - (value > 4 ? 9 : 0)
    }
    return sum % 10 == 0
  }
}

/// Phone numbers.
enum PhoneNumbers {
  static func ranges(in text: [UInt8]) -> [Range<Int>] {
    DigitRun.all(
      in: text, separators: Array(" -./()".utf8), beginnings: Array("+(".utf8), widest: 2
    ).compactMap { run in
      isPhone(Array(text[run])) ? run : nil
    }
  }

  private static func isPhone(_ run: [UInt8]) -> Bool {
    let groups = run.split { !isDigit($0) }
    let count = groups.reduce(0) { $0 + $1.count }
    let sizes = groups.map(\.count)
    switch run.first {
    case UInt8(ascii: "+"): return (7...15).contains(count)
    case UInt8(ascii: "0"):
      // A number at home: two groups at least, so that it is no id.
      return (9...12).contains(count) && sizes.count > 1 && sizes[0] > 2
        && !run.contains(UInt8(ascii: ".")) && !isDate(sizes)
    default:
      return sizes == [3, 3, 4] || sizes == [1, 3, 3, 4] && groups[0].first == UInt8(ascii: "1")
    }
  }

  private static func isDate(_ sizes: [Int]) -> Bool { sizes == [4, 2, 2] || sizes == [2, 2, 4] }
}

/// Runs of digits with separators between them.
enum DigitRun {
  /// The longest runs, not within longer words or numbers.
  ///
  /// - Parameters:
  ///   - beginnings: What may stand before the first digit and is of the run.
  ///   - widest: How many separators may stand side by side.
  static func all(
    in text: [UInt8], separators: [UInt8], beginnings: [UInt8] = [], widest: Int = 1
  ) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var position = 0
    while position < text.count {
      guard isDigit(text[position]) else {
        position += 1
        continue
      }
      var start = position
      var end = position
      var next = position
      while next < text.count {
        if isDigit(text[next]) {
          next += 1
          end = next
        } else if separators.contains(text[next]), next - end < widest {
          next += 1
        } else {
          break
        }
      }
      while start > 0, beginnings.contains(text[start - 1]) { start -= 1 }
      let isWhole =
        (start == 0 || !isPartOfWord(text[start - 1]))
        && (end == text.count || !isPartOfWord(text[end]))
      if isWhole { found.append(start..<end) }
      position = max(end, position + 1)
    }
    return found
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "#")
      || byte == UInt8(ascii: "$")
  }
}

private func isDigit(_ byte: UInt8) -> Bool { JSONLexer.isDigit(byte) }

private func isLetterOrDigit(_ byte: UInt8) -> Bool { JSONLexer.isLetterOrDigit(byte) }
