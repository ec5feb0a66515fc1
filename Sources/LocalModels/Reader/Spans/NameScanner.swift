/// Finds names: runs of capitalised words.
enum NameScanner {
  /// The names among the chunks of a passage.
  static func names(_ chunks: [Chunk], _ reading: Reading) -> [Span] {
    var names: [Span] = []
    var index = 0
    while index < chunks.count {
      guard canBegin(chunks[index]) else {
        index += 1
        continue
      }
      var last = index
      while let next = following(last, chunks) { last = next }
      if let name = name(index, last, chunks) { names.append(name) }
      index = last + 1
    }
    return names
  }

  private static func canBegin(_ chunk: Chunk) -> Bool {
    chunk.isCapitalised && chunk.digits == 0 && !chunk.isCJK && chunk.letters > 0
  }

  private static func following(_ index: Int, _ chunks: [Chunk]) -> Int? {
    let next = index + 1
    guard next < chunks.count, !chunks[index].closes || isTitle(chunks[index]) else { return nil }
    if chunks[next].isCapitalised, chunks[next].letters > 0,
      chunks[next].digits == 0
        || chunks[next].bytes.count <= 4
    {
      return next
    }
    if SpanLexicon.nameLinks.contains(chunks[next].text), !chunks[next].closes,
      next + 1 < chunks.count, canBegin(chunks[next + 1]), chunks[next].text != "and",
      chunks[next].text != "the"
    {
      return next + 1
    }
    return nil
  }

  private static func isTitle(_ chunk: Chunk) -> Bool {
    SpanLexicon.titles.contains(chunk.text)
  }

  private static func name(_ first: Int, _ last: Int, _ chunks: [Chunk]) -> Span? {
    var first = first
    // Function words, months and the verb of a request are capitalised too.
    while first <= last, isCommon(chunks[first]) || (isVerb(chunks, first) && first < last) {
      first += 1
    }
    guard first <= last, !(isVerb(chunks, first) && first == last) else { return nil }
    let isSentenceStart = first == 0 || chunks[first].opens
    let isLong = last > first
    var quality = isLong ? 16 : (isSentenceStart ? 7 : 13)
    if chunks[first].isUpper, !isLong { quality = min(quality, chunks[first].letters > 4 ? 9 : 8) }
    return Span(
      kind: .name, range: chunks[first].range.lowerBound..<chunks[last].range.upperBound,
      quality: quality)
  }

  /// Whether a sentence begins here with the verb of a request: "Invite Dora".
  private static func isVerb(_ chunks: [Chunk], _ index: Int) -> Bool {
    (index == 0 || chunks[index - 1].closes) && requests.contains(chunks[index].text)
  }

  private static let requests: Set<String> = [
    "add", "ask", "assign", "book", "buy", "call", "cancel", "change", "check", "choose", "close",
    "compare", "contact", "count", "create", "delete", "describe", "email", "explain", "extend",
    "fetch", "file", "find", "forward", "inform", "invite", "list", "log", "look", "mail", "make",
    "mark", "message", "move", "name", "note", "notify", "open", "order", "pay", "phone", "pick",
    "plan", "post", "print", "put", "read", "record", "refund", "register", "remind", "remove",
    "rename", "reply", "report", "reserve", "return", "review", "run", "save", "schedule",
    "search", "see", "send", "set", "share", "ship", "show", "start", "stop", "submit",
    "summarize", "summarise", "take", "translate", "try", "turn", "update", "use", "visit",
    "welcome", "write",
  ]

  private static func isCommon(_ chunk: Chunk) -> Bool {
    let text = chunk.text
    return chunk.letters < 2 || SpanLexicon.months.contains(text)
      || SpanLexicon.weekdays.contains(text)
      || Lexicon.isFunctionWord(Array(text.utf8))
      || text.hasPrefix("i'")
  }
}

/// Finds what stands in quotation marks.
enum QuoteScanner {
  /// The quoted parts of a passage, without their marks.
  static func quotes(_ reading: Reading, _ range: Range<Int>) -> [Span] {
    var quotes: [Span] = []
    var opened: (mark: UInt32, at: Int)?
    for index in range {
      let value = reading.folded[index]
      if let (mark, start) = opened {
        if value == closing(mark), closes(reading, index, range, mark) {
          if index > start + 1 { quotes.append(Span(kind: .quoted, range: (start + 1)..<index)) }
          opened = nil
        }
      } else if opens(reading, index, range, value) {
        opened = (value, index)
      }
    }
    return quotes
  }

  private static func closing(_ mark: UInt32) -> UInt32 {
    switch mark {
    case 0x300C: 0x300D
    case 0x300E: 0x300F
    case 0xAB: 0xBB
    default: mark
    }
  }

  private static func opens(
    _ reading: Reading, _ index: Int, _ range: Range<Int>, _ value: UInt32
  ) -> Bool {
    switch value {
    case 0x22, 0x300C, 0x300E, 0x60: return true
    case 0x27:
      return index == range.lowerBound || !ScalarClass.isWordPart(reading.folded[index - 1])
    default: return false
    }
  }

  private static func closes(
    _ reading: Reading, _ index: Int, _ range: Range<Int>, _ mark: UInt32
  ) -> Bool {
    guard mark == 0x27 else { return true }
    return index + 1 >= range.upperBound || !ScalarClass.isWordPart(reading.folded[index + 1])
  }
}

/// Finds postal addresses: a street word with capitalised words and a number beside it.
enum AddressScanner {
  /// The addresses among the chunks of a passage.
  static func addresses(_ chunks: [Chunk], _ reading: Reading) -> [Span] {
    var spans: [Span] = []
    for (index, chunk) in chunks.enumerated() where isStreet(chunk) {
      var first = index
      while first > 0, chunks[first - 1].isCapitalised || chunks[first - 1].digits > 0,
        !chunks[first - 1].closes, index - first < 4
      {
        first -= 1
      }
      var last = index
      while last + 1 < chunks.count, last - index < 6, isPart(chunks[last + 1]) { last += 1 }
      guard last > first, chunks[first...last].contains(where: { $0.digits > 0 }) else { continue }
      spans.append(
        Span(
          kind: .address, range: chunks[first].range.lowerBound..<chunks[last].range.upperBound))
    }
    return spans
  }

  private static func isStreet(_ chunk: Chunk) -> Bool {
    guard chunk.isCapitalised else { return false }
    if SpanLexicon.streetWords.contains(chunk.text) { return true }
    let text = chunk.text
    return text.hasSuffix("strasse") || text.hasSuffix("stras\u{FF}e") || text.hasSuffix("weg")
      || text.hasSuffix("platz") || text.hasSuffix("gasse") || text.hasSuffix("straat")
  }

  private static func isPart(_ chunk: Chunk) -> Bool {
    chunk.isCapitalised || chunk.digits > 0 || SpanLexicon.nameLinks.contains(chunk.text)
  }
}
