/// Finds typed values in a passage: by shape, by the words around them, by capitals and quotes.
struct SpanScanner {
  private let reading: Reading
  private let range: Range<Int>
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

  private mutating func add(_ kind: SpanKind, _ range: Range<Int>, quality: Int = 16) {
    spans.append(Span(kind: kind, range: range, quality: quality))
  }

  private func span(_ first: Int, _ last: Int) -> Range<Int> {
    chunks[first].range.lowerBound..<chunks[last].range.upperBound
  }

  private func text(_ index: Int) -> String {
    chunks.indices.contains(index) ? chunks[index].text : ""
  }

  private func isNext(_ index: Int) -> Bool {
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

  private func isYear(_ index: Int) -> Bool {
    let bytes = chunks[index].bytes
    return bytes.count == 4 && bytes.allSatisfy(ChunkShape.isDigit)
      && (bytes.starts(with: "19".utf8) || bytes.starts(with: "20".utf8))
  }

  private func isDay(_ index: Int) -> Bool {
    guard chunks.indices.contains(index) else { return false }
    let digits = chunks[index].bytes.prefix(while: ChunkShape.isDigit)
    guard (1...2).contains(digits.count), let day = Int(String(decoding: digits, as: UTF8.self)),
      (1...31).contains(day)
    else { return false }
    return ["", "st", "nd", "rd", "th", "."].contains(
      String(decoding: chunks[index].bytes.dropFirst(digits.count), as: UTF8.self))
  }

  private mutating func scanDate(_ index: Int) {
    let chunk = chunks[index]
    if ChunkShape.isISODate(chunk.bytes) || ChunkShape.isNumericDate(chunk.bytes) {
      add(.date, chunk.range)
      if chunk.bytes.count > 11, chunk.bytes[10] == UInt8(ascii: "t") {
        add(.time, (chunk.range.lowerBound + 11)..<chunk.range.upperBound, quality: 12)
      }
      return
    }
    if SpanLexicon.months.contains(chunk.text), chunk.isCapitalised || chunk.text.count > 3 {
      return scanMonth(index)
    }
    if SpanLexicon.weekdays.contains(chunk.text) {
      // "Thursday, 14 May" is one date, found at its month.
      if isMonth(index + 1) || isMonth(index + 2) || isMonth(index + 3) {
        return add(.date, chunk.range, quality: 8)
      }
      return add(.date, chunk.range, quality: 12)
    }
    if SpanLexicon.relativeDays.contains(chunk.text) { add(.date, chunk.range, quality: 7) }
    let isPartOfDate =
      index > 0 && (isMonth(index - 1) || (index > 1 && isDay(index - 1) && isMonth(index - 2)))
    if isYear(index), !isPartOfDate {
      add(.date, chunk.range, quality: 7)
    }
  }

  private func isMonth(_ index: Int) -> Bool {
    SpanLexicon.months.contains(text(index)) && chunks[index].isCapitalised
  }

  private mutating func scanMonth(_ index: Int) {
    var first = index
    var last = index
    if index > 0, isDay(index - 1) {
      first = index - 1
    } else if index > 1, text(index - 1) == "of", isDay(index - 2) {
      first = index - 2
    } else if isDay(index + 1) {
      last = index + 1
    }
    let isWhole = first < index || last > index
    if chunks.indices.contains(last + 1), isYear(last + 1) { last += 1 }
    if first > 0, SpanLexicon.weekdays.contains(text(first - 1)) { first -= 1 }
    guard
      isWhole
        || chunks[index].text.count > 3 && chunks[index].text != "march"
          && chunks[index].text != "may"
        || last > index
        || (chunks[index].isCapitalised && index > 0)
    else { return }
    add(.date, span(first, last), quality: isWhole ? 16 : 10)
  }
}

extension SpanScanner {
  private static let dateUnits: Set<UInt32> = Set("年月日号년월일".unicodeScalars.map(\.value))
  private static let timeUnits: Set<UInt32> = Set("時时点分시분半".unicodeScalars.map(\.value))
  private static let moneyUnits: Set<UInt32> = Set("円元万원块億".unicodeScalars.map(\.value))

  /// Numbers with units as they are written in East Asia: 5月14日, 15時30分, 1,200円.
  private func endOfCJKQuantity(_ index: Int) -> Int? {
    guard chunks[index].digits > 0, chunks[index].letters == 0 else { return nil }
    var last = index
    while last + 1 < chunks.count, chunks[last + 1].isCJK,
      chunks[last].range.upperBound == chunks[last + 1].range.lowerBound
    {
      last += 1
      let isOneUnit = chunks[last].range.count == 1
      guard isOneUnit, last + 1 < chunks.count, chunks[last + 1].digits > 0,
        chunks[last].range.upperBound == chunks[last + 1].range.lowerBound
      else { break }
      last += 1
    }
    return last > index ? last : nil
  }

  private mutating func addCJKQuantity(_ first: Int, _ last: Int) {
    // Parts in the middle of a longer quantity were counted with its first.
    if first > 1, chunks[first - 1].isCJK, chunks[first - 2].digits > 0,
      chunks[first - 1].range.count == 1,
      chunks[first - 1].range.upperBound == chunks[first].range.lowerBound
    {
      return
    }
    let isUnitLast = chunks[last].isCJK
    let unitAt = isUnitLast ? chunks[last].range.lowerBound : chunks[last].range.upperBound
    let unit = isUnitLast ? reading.folded[unitAt] : 0
    let first0 = chunks[first + 1].range.lowerBound
    let firstUnit = reading.folded[first0]
    let upper = isUnitLast ? unitAt + 1 : chunks[last].range.upperBound
    let range = chunks[first].range.lowerBound..<upper
    if Self.dateUnits.contains(firstUnit) {
      add(.date, range)
    } else if Self.timeUnits.contains(firstUnit) {
      let lower = startWithHalfDay(range.lowerBound)
      add(.time, lower..<upper)
    } else if Self.moneyUnits.contains(firstUnit) || Self.moneyUnits.contains(unit) {
      let end =
        Self.moneyUnits.contains(reading.folded[min(upper, self.range.upperBound - 1)])
        ? min(upper + 1, self.range.upperBound) : upper
      add(.money, range.lowerBound..<end)
    } else {
      add(.number, range)
      add(.identifier, chunks[first].range, quality: chunks[first].digits > 3 ? 10 : 4)
    }
  }

  private func startWithHalfDay(_ lower: Int) -> Int {
    guard lower - 2 >= range.lowerBound else { return lower }
    let before = reading.text((lower - 2)..<lower)
    return ["午後", "午前", "下午", "上午", "오후", "오전"].contains(before) ? lower - 2 : lower
  }

  private mutating func scanHonorific(_ index: Int) {
    let range = chunks[index].range
    for honorific in SpanLexicon.honorifics {
      var place = range.lowerBound
      while place + honorific.count <= range.upperBound {
        if reading.folded[place..<place + honorific.count].elementsEqual(honorific) {
          var lower = place
          while lower > range.lowerBound, place - lower < 6,
            !ScalarClass.isHiragana(reading.folded[lower - 1])
          {
            lower -= 1
          }
          if place - lower >= 1 { add(.name, lower..<place) }
        }
        place += 1
      }
    }
  }
}
