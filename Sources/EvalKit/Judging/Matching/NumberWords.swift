/// Reads numbers that are written as words: "twenty-one", "one thousand two hundred and fifty",
/// "an hour and a half", 三泊.
///
/// "one" alone is mostly a pronoun and no number.
struct NumberWords {
  let atoms: [MatchText.Atom]

  /// The number that begins at an atom.
  ///
  /// - Returns: its value and the atom after it; nil where none begins.
  func number(at start: Int) -> (value: Double, end: Int)? {
    var sum = Sum()
    var index = start
    while index < atoms.count, index == start || atoms[index].gap == .single {
      if atoms[index].hash == Self.and {
        guard sum.takesAnd, index + 1 < atoms.count, atoms[index + 1].gap == .single,
          Self.words[atoms[index + 1].hash] != nil
        else { break }
        index += 1
      }
      guard let word = Self.words[atoms[index].hash], sum.add(word) else { break }
      index += 1
    }
    if index == start { return nil }
    if index == start + 1, atoms[start].hash == Self.one, !isHalf(at: index) { return nil }
    return (Double(sum.total), index)
  }

  /// Whether "and a half" begins at an atom.
  func isHalf(at index: Int) -> Bool {
    index + 2 < atoms.count && atoms[index].hash == Self.and
      && Self.articles.contains(atoms[index + 1].hash) && atoms[index + 2].hash == Self.half
      && atoms[index..<index + 3].allSatisfy { $0.gap == .single }
  }

  /// "an hour and a half", "half an hour": the unit's atom, the value and the atom after it.
  func measure(at index: Int) -> (unit: Int, value: Double, end: Int)? {
    guard index + 1 < atoms.count, atoms[index + 1].gap == .single else { return nil }
    let isOne = Self.articles.contains(atoms[index].hash) || atoms[index].hash == Self.one
    if isOne, NumberUnit.units[atoms[index + 1].hash] != nil, isHalf(at: index + 2) {
      return (index + 1, 1.5, index + 5)
    }
    if atoms[index].hash == Self.half, Self.articles.contains(atoms[index + 1].hash),
      index + 2 < atoms.count, atoms[index + 2].gap == .single,
      NumberUnit.units[atoms[index + 2].hash] != nil
    {
      return (index + 2, 0.5, index + 3)
    }
    return nil
  }

  /// A number in Chinese numerals, read only where a counter follows: names have numerals in them.
  func numerals(at start: Int) -> (value: Double, end: Int)? {
    guard start == 0 || Self.numerals[atoms[start - 1].hash] == nil || atoms[start].gap != .none
    else { return nil }
    var (total, digit) = (0, 0)
    var index = start
    while index < atoms.count, index == start || atoms[index].gap == .none,
      let value = Self.numerals[atoms[index].hash]
    {
      if value >= 10 {
        total += max(1, digit) * value
        digit = 0
      } else {
        if digit > 0 { return nil }
        digit = value
      }
      index += 1
    }
    guard index > start, index < atoms.count, atoms[index].gap == .none,
      Self.counters.contains(atoms[index].hash)
    else { return nil }
    return (Double(total + digit), index)
  }

  /// The digit a word stands for, as numbers are read out one by one.
  static func digit(_ atom: MatchText.Atom) -> UInt8? {
    if atom.hash == zero || atom.hash == oh { return UInt8(ascii: "0") }
    guard let value = words[atom.hash], value < 10 else { return nil }
    return UInt8(ascii: "0") + UInt8(value)
  }

  /// Adds up the words of one number.
  private struct Sum {
    private var thousands = 0
    private var part = 0
    private var isEmpty = true

    var total: Int { thousands + part }
    /// Whether "and" may follow: after hundreds and thousands.
    var takesAnd: Bool { !isEmpty && part % 100 == 0 }

    mutating func add(_ word: Int) -> Bool {
      switch word {
      case 1..<20:
        let open = part % 100
        guard open == 0 || (word < 10 && open >= 20 && open % 10 == 0) else { return false }
        part += word
      case 20..<100:
        guard part % 100 == 0 else { return false }
        part += word
      case 100:
        guard part < 100 else { return false }
        part = max(1, part) * 100
      default:
        guard part > 0 || isEmpty, thousands == 0 || thousands % (word * 1000) == 0 else {
          return false
        }
        thousands += max(1, part) * word
        part = 0
      }
      isEmpty = false
      return true
    }
  }
}

extension NumberWords {
  /// English number words.
  static let words: [UInt64: Int] = NumberUnit.table([
    ("one", 1), ("two", 2), ("three", 3), ("four", 4), ("five", 5), ("six", 6), ("seven", 7),
    ("eight", 8), ("nine", 9), ("ten", 10), ("eleven", 11), ("twelve", 12), ("thirteen", 13),
    ("fourteen", 14), ("fifteen", 15), ("sixteen", 16), ("seventeen", 17), ("eighteen", 18),
    ("nineteen", 19), ("twenty", 20), ("thirty", 30), ("forty", 40), ("fifty", 50), ("sixty", 60),
    ("seventy", 70), ("eighty", 80), ("ninety", 90), ("hundred", 100), ("thousand", 1000),
    ("million", 1_000_000),
  ])

  private static let numerals: [UInt64: Int] = NumberUnit.table([
    ("一", 1), ("二", 2), ("三", 3), ("四", 4), ("五", 5), ("六", 6), ("七", 7), ("八", 8),
    ("九", 9), ("十", 10), ("百", 100), ("千", 1000),
  ])
  private static let counters = Set(
    "泊人名日時分秒年週円元個つ枚本回件台冊匹杯点階番号晚天".map { MatchText.hash(String($0)) })
  private static let articles = Set(["a", "an"].map(MatchText.hash))
  private static let and = MatchText.hash("and"), half = MatchText.hash("half")
  private static let one = MatchText.hash("one"), zero = MatchText.hash("zero")
  private static let oh = MatchText.hash("oh")
}
