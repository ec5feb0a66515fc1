/// A number found in a text.
struct NumberMention: Sendable {
  /// The atoms it is written with, its unit included.
  var range: Range<Int>
  /// What it may mean: `1.250` is one and a quarter, or twelve hundred and fifty.
  var values: [Double]
  /// What it counts, where that is written beside it and known.
  var unit: NumberUnit?
  /// Whether it was written as a word.
  var isSpelled = false

  /// Whether two mentions may mean the same amount: a unit that one leaves out is the other's, and
  /// units of one measure are converted.
  func means(_ other: NumberMention) -> Bool {
    guard let unit, let theirs = other.unit, unit != theirs else {
      return Self.share(values, other.values)
    }
    guard let measure = unit.measure, measure == theirs.measure else { return false }
    return Self.share(scaledValues, other.scaledValues)
  }

  /// The values in the smallest unit of what is measured; empty where nothing is converted.
  var scaledValues: [Double] { unit?.scale.map { scale in values.map { $0 * scale } } ?? [] }

  private static func share(_ left: [Double], _ right: [Double]) -> Bool {
    left.contains { value in right.contains { areEqual(value, $0) } }
  }

  static func areEqual(_ left: Double, _ right: Double) -> Bool {
    left == right || abs(left - right) <= 1e-9 * max(abs(left), abs(right))
  }
}

/// Reads the numbers of a text: thousands separators, decimals of both kinds, multipliers, units,
/// currencies before or after, numbers in words.
struct NumberReading {
  let bytes: [UInt8]
  let atoms: [MatchText.Atom]
  /// Atoms that are part of a date or a time.
  let used: [Bool]

  func mentions() -> [NumberMention] {
    let words = NumberWords(atoms: atoms)
    var found: [NumberMention] = []
    var index = 0
    while index < atoms.count {
      let next: Int
      switch atoms[index].kind {
      case .digits: next = read(at: index, words, into: &found)
      case .letters: next = readWords(at: index, words, into: &found)
      case .ideograph: next = readNumerals(at: index, words, into: &found)
      }
      index = max(next, index + 1)
    }
    return joined(found)
  }

  private func separator(before index: Int) -> UInt8? {
    guard index > 0, index < atoms.count, atoms[index].gap == .single else { return nil }
    return bytes[Int(atoms[index].start) - 1]
  }

  /// Reads the number that begins at an atom of digits; returns where to go on.
  private func read(at start: Int, _ words: NumberWords, into found: inout [NumberMention]) -> Int {
    var end = start + 1
    var separators: [UInt8] = []
    while end < atoms.count, atoms[end].kind == .digits, let separator = separator(before: end),
      separator == UInt8(ascii: ".") || separator == UInt8(ascii: ",")
        || separator == UInt8(ascii: "'")
    {
      separators.append(separator)
      end += 1
    }
    guard !used[start] else { return start + 1 }
    guard isStart(start), separator(before: end) != UInt8(ascii: ":") || !isDigits(end) else {
      return end
    }
    let values = interpretations(start..<end, separators)
    if values.isEmpty {
      // Numbers side by side, as in a list without spaces: each for itself.
      for part in start..<end where separators.allSatisfy({ $0 == UInt8(ascii: ",") }) {
        append(interpretations(part..<part + 1, []), start: part, end: part + 1, words, &found)
      }
      return end
    }
    append(values, start: start, end: end, words, &found)
    // The "million" of "2 million" is no number beside it.
    return max(end, found.last?.range.upperBound ?? end)
  }

  private func isDigits(_ index: Int) -> Bool {
    index < atoms.count && atoms[index].kind == .digits
  }

  /// Whether a number may begin here: not within a word, but for a currency's code.
  private func isStart(_ index: Int) -> Bool {
    guard index > 0, atoms[index].gap == .none else {
      return separator(before: index) != UInt8(ascii: ":") || !isDigits(index - 1)
    }
    return atoms[index - 1].kind == .ideograph
      || NumberUnit.units[atoms[index - 1].hash]?.isCurrency == true
  }

  private func append(
    _ values: [Double], start: Int, end: Int, _ words: NumberWords, _ found: inout [NumberMention]
  ) {
    guard var mention = scaled(values, start..<end, words), !mention.values.isEmpty else { return }
    let first = Int(atoms[start].start)
    if first > 0, bytes[first - 1] == UInt8(ascii: "-"), start == 0 || atoms[start].gap != .single {
      mention.values = mention.values.map { -$0 }
    }
    if mention.unit == nil, start > 0, atoms[start].gap < .piece,
      Int(atoms[start].start) - Int(atoms[start - 1].end) <= 2,
      let unit = NumberUnit.units[atoms[start - 1].hash], unit.isCurrency
    {
      mention.unit = unit
      mention.range = start - 1..<mention.range.upperBound
    }
    found.append(mention)
  }

  private func isNear(_ index: Int) -> Bool {
    index < atoms.count && atoms[index].kind != .digits && atoms[index].gap < .piece
      && Int(atoms[index].start) - Int(atoms[index - 1].end) <= 2
  }

  /// Applies what follows a number: multiplier, half, percent sign, unit; nil if it goes on as a word.
  private func scaled(_ values: [Double], _ range: Range<Int>, _ words: NumberWords)
    -> NumberMention?
  {
    var mention = NumberMention(range: range, values: values)
    var next = range.upperBound
    if isNear(next), let factor = NumberUnit.multipliers[atoms[next].hash],
      !(factor.isSuffix && atoms[next].gap != .none)
    {
      mention.values = values.map { $0 * factor.value }
      next += 1
    }
    if words.isHalf(at: next) {
      mention.values = mention.values.map { $0 + 0.5 }
      next += 3
    }
    if isPercent(after: next) {
      mention.unit = .percent
      if isPerCent(next) { next += 2 }
    } else if isNear(next), let unit = NumberUnit.units[atoms[next].hash], !isRate(next) {
      mention.unit = unit
      next += 1
      if isNear(next), unit.name == "hour", atoms[next].hash == Self.span { next += 1 }
      if words.isHalf(at: next) {
        mention.values = mention.values.map { $0 + 0.5 }
        next += 3
      }
    } else if isNear(next), atoms[next].gap == .none, atoms[next].kind == .letters {
      guard NumberUnit.ordinals.contains(atoms[next].hash) else { return nil }
      next += 1
    }
    mention.range = range.lowerBound..<next
    return mention
  }

  /// Whether a unit is what something is counted by: the night of "148 EUR/night".
  private func isRate(_ index: Int) -> Bool { separator(before: index) == UInt8(ascii: "/") }

  /// Whether a percent sign or "per cent" stands before an atom.
  private func isPercent(after next: Int) -> Bool {
    let last = Int(atoms[next - 1].end)
    if last < bytes.count, bytes[last] == UInt8(ascii: "%") { return true }
    if last + 1 < bytes.count, bytes[last] == 0x20, bytes[last + 1] == UInt8(ascii: "%") {
      return true
    }
    return isPerCent(next)
  }

  private func isPerCent(_ index: Int) -> Bool {
    isNear(index) && isNear(index + 1) && atoms[index].hash == Self.per
      && atoms[index + 1].hash == Self.cent
  }

  private static let span = MatchText.hash("間"), per = MatchText.hash("per")
  private static let cent = MatchText.hash("cent")

  private func readWords(at index: Int, _ words: NumberWords, into found: inout [NumberMention])
    -> Int
  {
    if let (unit, value, end) = words.measure(at: index) {
      found.append(
        NumberMention(
          range: index..<end, values: [value], unit: NumberUnit.units[atoms[unit].hash],
          isSpelled: true))
      return end
    }
    guard let (value, end) = words.number(at: index),
      var mention = scaled([value], index..<end, words)
    else { return index + 1 }
    mention.isSpelled = true
    found.append(mention)
    return mention.range.upperBound
  }

  private func readNumerals(at index: Int, _ words: NumberWords, into found: inout [NumberMention])
    -> Int
  {
    guard !used[index], let (value, end) = words.numerals(at: index) else { return index + 1 }
    var mention = NumberMention(
      range: index..<end, values: [value], unit: NumberUnit.units[atoms[end].hash],
      isSpelled: true)
    if mention.unit != nil { mention.range = index..<end + 1 }
    found.append(mention)
    return mention.range.upperBound
  }

  /// Joins what is one amount in two parts: 1 h 30 min, 3万5千円.
  private func joined(_ mentions: [NumberMention]) -> [NumberMention] {
    var result: [NumberMention] = []
    for mention in mentions {
      if let last = result.last, let share = share(of: mention, in: last) {
        result[result.count - 1].values = [last.values[0] + mention.values[0] * share]
        result[result.count - 1].range = last.range.lowerBound..<mention.range.upperBound
        if last.unit == nil { result[result.count - 1].unit = mention.unit }
      } else {
        result.append(mention)
      }
    }
    return result
  }

  /// What one of a second part counts for in the unit of the first; nil where they are two amounts.
  private func share(of part: NumberMention, in first: NumberMention) -> Double? {
    guard part.range.lowerBound == first.range.upperBound, first.values.count == 1,
      part.values.count == 1
    else { return nil }
    let gap = atoms[part.range.lowerBound].gap
    if let unit = first.unit, let smaller = part.unit {
      guard unit.measure == .time, smaller.measure == .time, gap <= .single,
        let scale = unit.scale, let partScale = smaller.scale, partScale < scale
      else { return nil }
      return partScale / scale
    }
    let isMyriad =
      first.unit == nil && gap == .none && atoms[first.range.upperBound - 1].kind == .ideograph
      && part.values[0] < 10_000 && first.values[0] >= 10_000
    return isMyriad ? 1 : nil
  }

  private func interpretations(_ range: Range<Int>, _ separators: [UInt8]) -> [Double] {
    let parts = range.map { String(decoding: bytes[atoms[$0].range], as: UTF8.self) }
    guard let whole = parts.first, let last = parts.last else { return [] }
    if separators.isEmpty { return Double(whole).map { [$0] } ?? [] }
    var values: [Double] = []
    let isGrouped =
      whole.utf8.count <= 3 && whole != "0" && parts.dropFirst().allSatisfy { $0.utf8.count == 3 }
    if isGrouped, Set(separators).count == 1, let value = Double(parts.joined()) {
      values.append(value)
    }
    let decimal = separators.last ?? 0
    let grouping = Set(separators.dropLast())
    let isDecimal =
      decimal != UInt8(ascii: "'") && grouping.count <= 1 && !grouping.contains(decimal)
      && (parts.count == 2
        || (whole.utf8.count <= 3 && parts[1..<parts.count - 1].allSatisfy { $0.utf8.count == 3 }))
    // `1,250` is read as thousands only; `1.250` may be either.
    if isDecimal, !(isGrouped && decimal == UInt8(ascii: ",")),
      let value = Double(parts.dropLast().joined() + "." + last)
    {
      values.append(value)
    }
    return values
  }
}
