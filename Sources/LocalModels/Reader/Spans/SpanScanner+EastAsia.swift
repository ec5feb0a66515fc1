/// Quantities and names as they are written in Chinese, Japanese and Korean.
extension SpanScanner {
  private static let dateUnits: Set<UInt32> = Set("年月日号년월일".unicodeScalars.map(\.value))
  private static let timeUnits: Set<UInt32> = Set("時时点分시분半".unicodeScalars.map(\.value))
  private static let moneyUnits: Set<UInt32> = Set("円元万원块億".unicodeScalars.map(\.value))

  /// Numbers with units as they are written in East Asia: 5月14日, 15時30分, 1,200円.
  func endOfCJKQuantity(_ index: Int) -> Int? {
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

  mutating func addCJKQuantity(_ first: Int, _ last: Int) {
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

  mutating func scanHonorific(_ index: Int) {
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
