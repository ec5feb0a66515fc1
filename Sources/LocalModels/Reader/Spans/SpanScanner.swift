/// Finds typed values in a passage: by shape, by the words around them, by capitals and quotes.
struct SpanScanner {
  let reading: Reading
  let range: Range<Int>
  /// The chunks of the passage.
  let chunks: [Chunk]
  private var spans: [Span] = []

  /// Scans a range of a text.
  init(_ reading: Reading, _ range: Range<Int>) {
    self.reading = reading
    self.range = range
    chunks = ChunkScanner.chunks(reading, range)
  }

  /// The values found, by position.
  static func spans(_ reading: Reading, _ range: Range<Int>) -> [Span] {
    var scanner = SpanScanner(reading, range)
    return scanner.scan()
  }

  private mutating func scan() -> [Span] {
    var index = 0
    while index < chunks.count {
      let chunk = chunks[index]
      if chunk.isCJK {
        scanHonorific(index)
      } else {
        scanChunk(index)
        scanDate(index)
        scanTime(index)
        scanQuantity(index)
        scanPhone(index)
      }
      index += 1
    }
    spans += NameScanner.names(chunks, reading)
    spans += QuoteScanner.quotes(reading, range)
    spans += AddressScanner.addresses(chunks, reading)
    return spans.sorted {
      ($0.range.lowerBound, $0.kind.rawValue) < ($1.range.lowerBound, $1.kind.rawValue)
    }
  }

  mutating func add(_ kind: SpanKind, _ range: Range<Int>, quality: Int = 16) {
    spans.append(Span(kind: kind, range: range, quality: quality))
  }

  func span(_ first: Int, _ last: Int) -> Range<Int> {
    chunks[first].range.lowerBound..<chunks[last].range.upperBound
  }

  func text(_ index: Int) -> String {
    chunks.indices.contains(index) ? chunks[index].text : ""
  }

  func isNext(_ index: Int) -> Bool {
    index + 1 < chunks.count && !chunks[index].closes
  }

  private mutating func scanChunk(_ index: Int) {
    let chunk = chunks[index]
    let bytes = chunk.bytes
    let text = chunk.text
    if ChunkShape.isEmail(bytes) { return add(.email, chunk.range) }
    if ChunkShape.isURL(bytes, text: text) { return add(.url, chunk.range) }
    if ChunkShape.isPath(bytes, text: text) { return add(.path, chunk.range) }
    if ChunkShape.isISODate(bytes) || ChunkShape.isNumericDate(bytes) { return }
    if ChunkShape.isVersion(bytes), !ChunkShape.isTime(bytes) {
      add(.version, chunk.range, quality: bytes.first == UInt8(ascii: "v") ? 16 : 12)
    }
    if let quality = IdentifierShape.quality(chunk), !ChunkShape.isTime(bytes) {
      add(.identifier, chunk.range, quality: quality)
    }
  }

  private mutating func scanTime(_ index: Int) {
    let chunk = chunks[index]
    if ChunkShape.isTime(chunk.bytes) {
      let next = text(index + 1)
      let hasHalf = isNext(index) && ["am", "pm", "a.m", "p.m", "uhr", "h"].contains(next)
      return add(.time, span(index, hasHalf ? index + 1 : index))
    }
    if ["noon", "midnight", "midday"].contains(chunk.text) { add(.time, chunk.range, quality: 12) }
    let isHour =
      chunk.bytes.allSatisfy(ChunkShape.isDigit) && chunk.bytes.count <= 2
      || (SpanLexicon.numerals[chunk.text] ?? 0) > 0
    guard isHour, isNext(index) else { return }
    if ["am", "pm", "a.m", "p.m", "o'clock", "uhr"].contains(text(index + 1)) {
      add(.time, span(index, index + 1))
    } else if index > 0, ["half", "quarter"].contains(text(index - 2)) {
      add(.time, span(index - 2, index))
    }
  }

  private mutating func scanPhone(_ index: Int) {
    let chunk = chunks[index]
    guard chunk.digits > 0, chunk.letters == 0 else { return }
    if index > 0, isPhonePart(chunks[index - 1]), !chunks[index - 1].closes { return }
    var last = index
    var digits = 0
    while last < chunks.count, isPhonePart(chunks[last]) {
      digits += chunks[last].digits
      if chunks[last].closes { last += 1; break }
      last += 1
    }
    last -= 1
    guard last >= index, (6...15).contains(digits) else { return }
    let isMarked = chunk.bytes.first == UInt8(ascii: "+") || chunk.bytes.first == UInt8(ascii: "0")
    let hasParts = last > index || chunk.bytes.contains(UInt8(ascii: "-"))
    guard isMarked || hasParts else { return }
    add(.phone, span(index, last), quality: isMarked ? 16 : 10)
    // Groups of digits, such as the number of a card.
    if last > index { add(.identifier, span(index, last), quality: 9) }
  }

  private func isPhonePart(_ chunk: Chunk) -> Bool {
    chunk.digits > 0 && !chunk.isCJK
      && chunk.bytes.allSatisfy {
        ChunkShape.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+")
          || $0 == UInt8(ascii: "/")
      } && !ChunkShape.isISODate(chunk.bytes)
  }

  private mutating func scanQuantity(_ index: Int) {
    let chunk = chunks[index]
    let folded = reading.folded[chunk.range]
    if ChunkShape.isMoney(chunk, folded: folded) {
      let isLarge = isNext(index) && SpanLexicon.magnitudes.contains(text(index + 1))
      return add(.money, span(index, isLarge ? index + 1 : index))
    }
    if let last = endOfCJKQuantity(index) { return addCJKQuantity(index, last) }
    let isNumber = ChunkShape.isNumber(chunk.bytes)
    guard
      isNumber || isNumeral(index) || ChunkShape.isRatio(chunk.bytes)
        || (ChunkShape.isNumberWithUnit(chunk.bytes) && !ChunkShape.isTime(chunk.bytes))
    else { return }
    if isNumeral(index), index > 0, isNumeral(index - 1), isNext(index - 1) { return }
    var last = index
    while isNext(last),
      isNumeral(last + 1)
        || (isNumeral(last) && text(last + 1) == "and"
          && isNumeral(last + 2))
        || SpanLexicon.magnitudes.contains(text(last + 1))
    {
      last += 1
    }
    if isNext(last), SpanLexicon.currencies.contains(text(last + 1)) {
      return add(.money, span(index, last + 1))
    }
    if index > 0, !chunks[index - 1].closes, SpanLexicon.currencies.contains(text(index - 1)),
      isNumber
    {
      return add(.money, span(index - 1, last))
    }
    add(.number, span(index, last), quality: quality(ofNumber: index))
    // A bare decimal may be a sum.
    if isNumber, hasCents(chunk.bytes) { add(.money, span(index, last), quality: 9) }
  }

  private func hasCents(_ bytes: [UInt8]) -> Bool {
    bytes.count > 3 && bytes[bytes.count - 3] == UInt8(ascii: ".")
  }

  private func quality(ofNumber index: Int) -> Int {
    let chunk = chunks[index]
    if isNumeral(index) { return chunk.text == "one" ? 6 : (chunk.text == "half" ? 4 : 14) }
    if isYear(index) { return 8 }
    if !ChunkShape.isNumber(chunk.bytes) { return 12 }
    if chunk.bytes.last == UInt8(ascii: "%") || ChunkShape.isRatio(chunk.bytes) { return 16 }
    if isNext(index), SpanLexicon.units.contains(text(index + 1)) { return 16 }
    // "Cue 14", "lamps 7 to 10": a number that names, unless something is counted after it.
    let isLabel =
      index > 0 && !chunks[index - 1].closes && chunks[index - 1].letters > 2
      && chunks[index - 1].digits == 0 && !Lexicon.isFunctionWord(chunks[index - 1].bytes)
      && !SpanLexicon.measured.contains(chunks[index - 1].text)
    return isLabel
      && (chunk.closes || index + 1 == chunks.count
        || Lexicon.isFunctionWord(chunks[index + 1].bytes))
      ? 9 : 14
  }

  private func isNumeral(_ index: Int) -> Bool {
    guard chunks.indices.contains(index), !chunks[index].isCJK else { return false }
    let text = chunks[index].text
    if SpanLexicon.numerals[text] != nil { return true }
    let parts = text.split(separator: "-")
    return parts.count == 2 && SpanLexicon.numerals[String(parts[0])] ?? 0 >= 20
      && SpanLexicon.numerals[String(parts[1])] != nil
  }
}
