/// A date or a time of day found in a text.
struct MomentMention: Sendable {
  /// A day, as far as it is given, or a time.
  enum Value: Hashable, Sendable {
    case day(year: Int?, month: Int, day: Int?)
    /// Minutes since midnight by the clock, and those the zone is ahead of UTC, where it is said.
    case time(Int, zone: Int?)

    /// Whether two mentions may be of the same day or time: where both say their zone, of the same
    /// moment, else by the clock.
    func means(_ other: Value) -> Bool {
      switch (self, other) {
      case (.time(let mine, let zone?), .time(let theirs, let theirZone?)):
        return Self.universal(mine, zone) == Self.universal(theirs, theirZone)
      case (.time(let mine, _), .time(let theirs, _)): return mine == theirs
      case (.day(let year, let month, let day), .day(let theirYear, let theirMonth, let theirDay)):
        return month == theirMonth && day == theirDay
          && (year == nil || theirYear == nil || year == theirYear)
      default: return false
      }
    }

    /// Minutes since midnight UTC.
    static func universal(_ minutes: Int, _ zone: Int) -> Int {
      ((minutes - zone) % 1440 + 1440) % 1440
    }
  }

  /// The atoms it is written with.
  var range: Range<Int>
  /// What it may mean: `03/04/2026` is two days.
  var values: [Value]

  func means(_ other: MomentMention) -> Bool {
    values.contains { value in other.values.contains(where: value.means) }
  }
}

/// Reads the dates and times of a text in the common orders, with month names in six languages.
struct MomentReading {
  let bytes: [UInt8]
  let atoms: [MatchText.Atom]
  private(set) var mentions: [MomentMention] = []
  /// Atoms that are part of a date or a time, and so no numbers.
  private(set) var used: [Bool]

  init(bytes: [UInt8], atoms: [MatchText.Atom]) {
    self.bytes = bytes
    self.atoms = atoms
    used = Array(repeating: false, count: atoms.count)
  }

  mutating func run() {
    var index = 0
    while index < atoms.count {
      let isStart =
        index == 0 || atoms[index].gap != .none || atoms[index].kind != .digits
        || atoms[index - 1].kind == .ideograph || isTimeMark(index - 1)
      if isStart, let found = mention(at: index) {
        for place in found.range { used[place] = true }
        mentions.append(found)
        index = found.range.upperBound
      } else {
        index += 1
      }
    }
  }

  private var clock: ClockReading { ClockReading(bytes: bytes, atoms: atoms) }

  private func mention(at index: Int) -> MomentMention? {
    if atoms[index].kind == .letters {
      return monthFirst(index) ?? dayFirst(index) ?? clock.words(index)
    }
    if atoms[index].kind == .ideograph { return clock.halfDay(index) }
    return numeric(index) ?? eastAsian(index) ?? dayFirst(index)
      ?? clock.time(index) ?? compact(index)
  }

  /// The `t` between the date and the time of a timestamp.
  private func isTimeMark(_ index: Int) -> Bool {
    atoms[index].hash == Self.timeMark && index > 0 && used[index - 1]
  }

  private func number(_ index: Int) -> Int? {
    guard index < atoms.count, atoms[index].kind == .digits, atoms[index].count <= 8 else {
      return nil
    }
    return Int(String(decoding: bytes[atoms[index].range], as: UTF8.self))
  }

  private func separator(_ index: Int) -> UInt8? {
    guard index < atoms.count, atoms[index].gap == .single else { return nil }
    return bytes[Int(atoms[index].start) - 1]
  }

  private func isWord(_ index: Int, in words: Set<UInt64>) -> Bool {
    index < atoms.count && atoms[index].gap < .piece && words.contains(atoms[index].hash)
  }

  private static func day(_ year: Int?, _ month: Int, _ day: Int?) -> MomentMention.Value? {
    guard (1...12).contains(month), day.map((1...31).contains) ?? true,
      year.map((1000...2999).contains) ?? true
    else { return nil }
    return .day(year: year, month: month, day: day)
  }

  /// `2026-05-14`, `14.05.2026`, `5/14/2026`: three numbers with the same separator.
  private func numeric(_ index: Int) -> MomentMention? {
    guard let mark = separator(index + 1), [0x2D, 0x2E, 0x2F].contains(mark),
      separator(index + 2) == mark,
      let first = number(index), let second = number(index + 1), let third = number(index + 2),
      separator(index + 3) != mark || number(index + 3) == nil
    else { return nil }
    var values: [MomentMention.Value?] = []
    if atoms[index].count == 4 {
      values = [Self.day(first, second, third)]
    } else if atoms[index + 2].count == 4 || (atoms[index + 2].count == 2 && mark != 0x2D) {
      let year = atoms[index + 2].count == 4 ? third : 2000 + third
      values = [Self.day(year, second, first), Self.day(year, first, second)]
    }
    let found = values.compactMap { $0 }
    return found.isEmpty ? nil : MomentMention(range: index..<index + 3, values: found)
  }

  /// `2026年5月14日`, `5月14日`, `5월 14일`.
  private func eastAsian(_ index: Int) -> MomentMention? {
    guard let first = number(index) else { return nil }
    if isWord(index + 1, in: Self.year), let month = number(index + 2),
      isWord(index + 3, in: Self.month)
    {
      let day = isWord(index + 5, in: Self.dayMark) ? number(index + 4) : nil
      return Self.day(first, month, day).map {
        MomentMention(range: index..<index + (day == nil ? 4 : 6), values: [$0])
      }
    }
    if isWord(index + 1, in: Self.month), let day = number(index + 2),
      isWord(index + 3, in: Self.dayMark)
    {
      return Self.day(nil, first, day).map {
        MomentMention(range: index..<index + 4, values: [$0])
      }
    }
    return nil
  }

  /// `14 May 2026`, `14th of May`, `14. Mai`.
  private func dayFirst(_ index: Int) -> MomentMention? {
    guard let (day, end) = dayNumber(index) else { return nil }
    var next = end
    if isWord(next, in: Self.of) { next += 1 }
    guard next < atoms.count, atoms[next].gap < .piece, let month = Self.months[atoms[next].hash]
    else { return nil }
    next += 1
    if isWord(next, in: Self.of) { next += 1 }
    let year = self.year(at: next)
    if year == nil, isWord(next - 1, in: Self.of) { next -= 1 }
    return Self.day(year, month, day).map {
      MomentMention(range: index..<next + (year == nil ? 0 : 1), values: [$0])
    }
  }

  /// A day of a month, as `14`, `14th` or "fourteenth", and the atom after it.
  private func dayNumber(_ index: Int) -> (day: Int, end: Int)? {
    guard index < atoms.count else { return nil }
    if let day = number(index), atoms[index].count <= 2 {
      let isOrdinal = isWord(index + 1, in: NumberUnit.ordinals) && atoms[index + 1].gap == .none
      return (day, index + (isOrdinal ? 2 : 1))
    }
    if let day = Self.ordinals[atoms[index].hash] { return (day, index + 1) }
    guard let tens = NumberWords.words[atoms[index].hash], tens == 20 || tens == 30,
      index + 1 < atoms.count, atoms[index + 1].gap == .single,
      let ones = Self.ordinals[atoms[index + 1].hash], ones < 10
    else { return nil }
    return (tens + ones, index + 2)
  }

  private static let ordinals: [UInt64: Int] = Dictionary(
    uniqueKeysWithValues: [
      "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
      "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth",
      "eighteenth", "nineteenth", "twentieth",
    ].enumerated().map { (MatchText.hash($1), $0 + 1) } + [(MatchText.hash("thirtieth"), 30)])

  private func year(at index: Int) -> Int? {
    guard index < atoms.count, atoms[index].gap < .piece, let year = number(index) else {
      return nil
    }
    if atoms[index].count == 2, bytes[Int(atoms[index].start) - 1] == UInt8(ascii: "'") {
      return 2000 + year
    }
    return atoms[index].count == 4 && (1000...2999).contains(year) ? year : nil
  }

  /// `May 14, 2026`, `May 14th`, `May 2026`.
  private func monthFirst(_ index: Int) -> MomentMention? {
    guard let month = Self.months[atoms[index].hash] else { return nil }
    var next = index + 1
    if isWord(next, in: Self.the) { next += 1 }
    if let year = year(at: next) {
      return Self.day(year, month, nil).map {
        MomentMention(range: index..<next + 1, values: [$0])
      }
    }
    guard let (day, end) = dayNumber(next), atoms[next].gap < .piece,
      Int(atoms[next].start) - Int(atoms[next - 1].end) <= 2
    else { return nil }
    next = end
    if separator(next) == UInt8(ascii: ":") { return nil }
    let year = self.year(at: next)
    return Self.day(year, month, day).map {
      MomentMention(range: index..<next + (year == nil ? 0 : 1), values: [$0])
    }
  }

  /// `20260514`.
  private func compact(_ index: Int) -> MomentMention? {
    guard atoms[index].count == 8, let value = number(index),
      (1900...2099).contains(value / 10_000),
      index + 1 >= atoms.count || atoms[index + 1].gap != .none,
      let day = Self.day(value / 10_000, value / 100 % 100, value % 100)
    else { return nil }
    return MomentMention(range: index..<index + 1, values: [day])
  }
}

extension MomentReading {
  static let timeMark = MatchText.hash("t")
  static let year = words("年", "년"), month = words("月", "월")
  static let dayMark = words("日", "号", "號", "일")
  static let of = words("of", "de", "del", "di"), the = words("the")

  static func words(_ words: String...) -> Set<UInt64> { Set(words.map(MatchText.hash)) }

  /// Month names, folded, to 1…12; a word that is also a common one in English is left out.
  static let months: [UInt64: Int] = {
    let names = [
      "january jan januar janvier enero gennaio janeiro",
      "february feb februar fevrier febrero febbraio fevereiro",
      "march mar marz mars marzo marco", "april apr avril abril aprile",
      "may mai mayo maggio maio", "june jun juni juin junio giugno junho",
      "july jul juli juillet julio luglio julho", "august aug aout agosto",
      "september sep sept septembre septiembre settembre setembro",
      "october oct okt oktober octobre octubre ottobre outubro",
      "november nov novembre noviembre novembro",
      "december dec dez dezember decembre diciembre dicembre dezembro",
    ]
    var table: [UInt64: Int] = [:]
    for (index, line) in names.enumerated() {
      for name in line.split(separator: " ") { table[MatchText.hash(String(name))] = index + 1 }
    }
    return table
  }()
}
