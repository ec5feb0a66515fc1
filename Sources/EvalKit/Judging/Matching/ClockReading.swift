/// Reads the times of day of a text: `18:15`, `6.15 pm`, `18h15`, `18.15 Uhr`, `午後6時15分`,
/// "quarter past six in the evening", with their zones.
struct ClockReading {
  let bytes: [UInt8]
  let atoms: [MatchText.Atom]

  /// The time that begins at an atom of digits.
  func time(_ index: Int) -> MomentMention? {
    guard var hour = number(index), hour < 25, atoms[index].count <= 2,
      let dial = dial(index, hour: hour)
    else { return nil }
    var next = dial.next
    var isTime = dial.isTime
    if let half = half(of: hour, at: next, isTime: isTime) {
      hour = half.hour
      next = half.next
      isTime = true
    } else if isWord(next, in: Self.clockWord) {
      isTime = true
      next += 1
    }
    guard isTime else { return nil }
    let zone = self.zone(next)
    return MomentMention(
      range: index..<(zone?.next ?? next),
      values: [.time(hour * 60 + dial.minute, zone: zone?.minutes)])
  }

  /// The minutes that follow an hour and the atom after them.
  private func dial(_ index: Int, hour: Int) -> (minute: Int, next: Int, isTime: Bool)? {
    let next = index + 1
    let mark = separator(next)
    if mark == UInt8(ascii: ":") || mark == UInt8(ascii: "."), let minute = sixty(next) {
      let isTime = mark == UInt8(ascii: ":")
      // Seconds are read and left out.
      let hasSeconds = isTime && separator(next + 1) == mark && number(next + 1) != nil
      return (minute, next + (hasSeconds ? 2 : 1), isTime)
    }
    if isWord(next, in: Self.hourLetter), atoms[next].gap == .none, next + 1 < atoms.count,
      atoms[next + 1].gap == .none, let minute = sixty(next + 1)
    {
      return (minute, next + 2, true)
    }
    guard isWord(next, in: Self.hourMark), !isWord(next + 1, in: Self.span) else {
      return (0, next, false)
    }
    if let minute = number(next + 1), isWord(next + 2, in: Self.minuteMark) {
      return (minute, next + 3, true)
    }
    if isWord(next + 1, in: Self.halfPast) { return (30, next + 2, true) }
    return (0, next + 1, true)
  }

  private func sixty(_ index: Int) -> Int? {
    guard index < atoms.count, atoms[index].count == 2, let value = number(index), value < 60 else {
      return nil
    }
    return value
  }

  /// The hour that "am", "p.m." or "in the evening" make of one, and the atom after them.
  private func half(of hour: Int, at next: Int, isTime: Bool) -> (hour: Int, next: Int)? {
    func turned(_ isEvening: Bool) -> Int {
      isEvening ? (hour < 12 ? hour + 12 : hour) : (hour == 12 ? 0 : hour)
    }
    if isWord(next, in: Self.morning) || isWord(next, in: Self.evening) {
      guard hour <= 12 || isTime else { return nil }
      return (turned(isWord(next, in: Self.evening)), next + 1)
    }
    if isWord(next, in: Self.letterAP), separator(next + 1) == UInt8(ascii: "."),
      isWord(next + 1, in: Self.letterM)
    {
      return (turned(atoms[next].hash == MatchText.hash("p")), next + 2)
    }
    guard isTime, hour <= 12, let part = partOfDay(next) else { return nil }
    return (turned(part.isLate), part.next)
  }

  /// "in the evening", "at night".
  private func partOfDay(_ index: Int) -> (isLate: Bool, next: Int)? {
    if isWord(index, in: Self.inWord), isWord(index + 1, in: MomentReading.the) {
      if isWord(index + 2, in: Self.late) { return (true, index + 3) }
      if isWord(index + 2, in: Self.early) { return (false, index + 3) }
    }
    if isWord(index, in: Self.atWord), isWord(index + 1, in: Self.night) {
      return (true, index + 2)
    }
    return nil
  }

  /// 午後6時15分, 上午9点, 오후 3시: the half of the day comes first.
  func halfDay(_ index: Int) -> MomentMention? {
    guard index + 2 < atoms.count, atoms[index + 1].gap == .none,
      let isLate = Self.halves[[atoms[index].hash, atoms[index + 1].hash]],
      var mention = time(index + 2), case .time(let minutes, let zone) = mention.values[0]
    else { return nil }
    let isNoon = minutes / 60 == 12
    mention.range = index..<mention.range.upperBound
    mention.values = [
      .time(
        isLate ? (minutes < 720 ? minutes + 720 : minutes) : minutes - (isNoon ? 720 : 0),
        zone: zone)
    ]
    return mention
  }

  /// "half past six", "quarter to seven in the evening", "noon".
  func words(_ index: Int) -> MomentMention? {
    if Self.noon.contains(atoms[index].hash) {
      return MomentMention(range: index..<index + 1, values: [.time(720, zone: nil)])
    }
    if Self.midnight.contains(atoms[index].hash) {
      return MomentMention(range: index..<index + 1, values: [.time(0, zone: nil)])
    }
    guard let minutes = Self.fractions[atoms[index].hash] else { return nil }
    let isPast = isWord(index + 1, in: Self.past)
    guard isPast || (isWord(index + 1, in: Self.to) && minutes == 15), index + 2 < atoms.count,
      let hour = number(index + 2) ?? NumberWords.words[atoms[index + 2].hash],
      (1...12).contains(hour)
    else { return nil }
    var total = hour * 60 + (isPast ? minutes : -minutes)
    var next = index + 3
    var values = [total, (total + 720) % 1440]
    if let part = partOfDay(next) {
      total = part.isLate ? (total < 720 ? total + 720 : total) : total % 720
      values = [total]
      next = part.next
    }
    return MomentMention(range: index..<next, values: values.map { .time($0, zone: nil) })
  }

  /// The zone that follows a time: a name, `Z`, `+02:00`, `UTC+2`.
  private func zone(_ index: Int) -> (minutes: Int, next: Int)? {
    guard index < atoms.count, atoms[index].gap < .piece else { return nil }
    if let zone = Self.zones[atoms[index].hash], atoms[index].gap <= .single {
      guard zone == 0, let offset = offset(index + 1) else { return (zone, index + 1) }
      return offset
    }
    return offset(index)
  }

  /// `+02:00`, `-5`.
  private func offset(_ index: Int) -> (minutes: Int, next: Int)? {
    guard let mark = separator(index), mark == UInt8(ascii: "+") || mark == UInt8(ascii: "-"),
      let hours = number(index), hours <= 14, atoms[index].count <= 2
    else { return nil }
    let hasMinutes = separator(index + 1) == UInt8(ascii: ":")
    let minutes = hasMinutes ? sixty(index + 1) : 0
    // `18:15-19:00` is a span of time.
    guard let minutes, mark == UInt8(ascii: "+") || !hasMinutes || minutes == 0 && hours <= 12,
      mark == UInt8(ascii: "+") || isStamp(index)
    else { return nil }
    let total = hours * 60 + minutes
    return (mark == UInt8(ascii: "+") ? total : -total, index + (hasMinutes ? 2 : 1))
  }

  /// Whether seconds or a zone's name stand before: then a minus begins an offset.
  private func isStamp(_ index: Int) -> Bool {
    Self.zones[atoms[index - 1].hash] != nil
      || (separator(index - 1) == UInt8(ascii: ":") && separator(index - 2) == UInt8(ascii: ":"))
  }

  private func number(_ index: Int) -> Int? {
    guard index < atoms.count, atoms[index].kind == .digits, atoms[index].count <= 8 else {
      return nil
    }
    return Int(String(decoding: bytes[atoms[index].range], as: UTF8.self))
  }

  private func separator(_ index: Int) -> UInt8? {
    guard index > 0, index < atoms.count, atoms[index].gap == .single else { return nil }
    return bytes[Int(atoms[index].start) - 1]
  }

  private func isWord(_ index: Int, in words: Set<UInt64>) -> Bool {
    index < atoms.count && atoms[index].gap < .piece && words.contains(atoms[index].hash)
  }
}

extension ClockReading {
  private static let hourMark = MomentReading.words("時", "时", "点", "點", "시")
  private static let minuteMark = MomentReading.words("分", "분"), halfPast = MomentReading.words("半")
  private static let hourLetter = MomentReading.words("h"), span = MomentReading.words("間")
  private static let morning = MomentReading.words("am"), evening = MomentReading.words("pm")
  private static let letterAP = MomentReading.words("a", "p"), letterM = MomentReading.words("m")
  private static let clockWord = MomentReading.words("uhr")
  private static let inWord = MomentReading.words("in"), atWord = MomentReading.words("at")
  private static let late = MomentReading.words("evening", "afternoon")
  private static let early = MomentReading.words("morning"), night = MomentReading.words("night")
  private static let noon = MomentReading.words("noon"), midnight = MomentReading.words("midnight")
  private static let past = MomentReading.words("past"), to = MomentReading.words("to")
  /// The words for a half of the day, and whether it is the later one.
  private static let halves: [[UInt64]: Bool] = Dictionary(
    uniqueKeysWithValues: [
      ("午後", true), ("午前", false), ("下午", true), ("上午", false), ("오후", true), ("오전", false),
    ].map { word, isLate in (word.map { MatchText.hash(String($0)) }, isLate) })

  private static let fractions: [UInt64: Int] = NumberUnit.table([("quarter", 15), ("half", 30)])

  /// Minutes ahead of UTC.
  private static let zones: [UInt64: Int] = NumberUnit.table([
    ("utc", 0), ("gmt", 0), ("z", 0), ("cet", 60), ("cest", 120), ("bst", 60), ("eet", 120),
    ("eest", 180), ("msk", 180), ("est", -300), ("edt", -240), ("cst", -360), ("cdt", -300),
    ("mst", -420), ("mdt", -360), ("pst", -480), ("pdt", -420), ("jst", 540), ("kst", 540),
    ("aest", 600),
  ])
}
