/// Dates: written with digits, with the names of months, by weekday, by year.
extension SpanScanner {
  func isYear(_ index: Int) -> Bool {
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

  mutating func scanDate(_ index: Int) {
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
