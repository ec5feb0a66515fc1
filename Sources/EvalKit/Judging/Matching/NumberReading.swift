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

  /// Whether two mentions may mean the same amount.
  func means(_ other: NumberMention) -> Bool {
    if let unit, let theirs = other.unit, unit != theirs { return false }
    return values.contains { value in other.values.contains { Self.areEqual(value, $0) } }
  }

  static func areEqual(_ left: Double, _ right: Double) -> Bool {
    left == right || abs(left - right) <= 1e-9 * max(abs(left), abs(right))
  }
}

/// Reads the numbers of a text: thousands separators, decimals of both kinds, multipliers, units,
/// currencies before or after, small numbers in words.
struct NumberReading {
  let bytes: [UInt8]
  let atoms: [MatchText.Atom]
  /// Atoms that are part of a date or a time.
  let used: [Bool]

  func mentions() -> [NumberMention] {
    var found: [NumberMention] = []
    var index = 0
    while index < atoms.count {
      switch atoms[index].kind {
      case .digits:
        index = read(at: index, into: &found)
      case .letters:
        if let value = NumberUnit.words[atoms[index].hash] {
          found.append(spelled(value, at: index))
        }
        index += 1
      case .ideograph: index += 1
      }
    }
    return found
  }

  private func separator(before index: Int) -> UInt8? {
    guard index > 0, index < atoms.count, atoms[index].gap == .single else { return nil }
    return bytes[Int(atoms[index].start) - 1]
  }

  /// Reads the number that begins at an atom of digits; returns where to go on.
  private func read(at start: Int, into found: inout [NumberMention]) -> Int {
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
        append(values: interpretations(part..<part + 1, []), start: part, end: part + 1, &found)
      }
      return end
    }
    append(values: values, start: start, end: end, &found)
    return end
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
    values: [Double], start: Int, end: Int, _ found: inout [NumberMention]
  ) {
    guard var mention = scaled(values, start..<end), !mention.values.isEmpty else { return }
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

  /// Applies what follows a number: multiplier, percent sign, unit; nil if it goes on as a word.
  private func scaled(_ values: [Double], _ range: Range<Int>) -> NumberMention? {
    var mention = NumberMention(range: range, values: values)
    var next = range.upperBound
    func isNear(_ index: Int) -> Bool {
      index < atoms.count && atoms[index].kind != .digits && atoms[index].gap < .piece
        && Int(atoms[index].start) - Int(atoms[index - 1].end) <= 2
    }
    if isNear(next), let factor = NumberUnit.multipliers[atoms[next].hash],
      !(factor.isSuffix && atoms[next].gap != .none)
    {
      mention.values = values.map { $0 * factor.value }
      next += 1
    }
    let last = Int(atoms[next - 1].end)
    if last < bytes.count, bytes[last] == UInt8(ascii: "%") {
      mention.unit = .percent
    } else if isNear(next), let unit = NumberUnit.units[atoms[next].hash] {
      mention.unit = unit
      next += 1
      if isNear(next), unit == .hour, atoms[next].hash == MatchText.hash("間") { next += 1 }
    } else if isNear(next), atoms[next].gap == .none, atoms[next].kind == .letters {
      guard NumberUnit.ordinals.contains(atoms[next].hash) else { return nil }
      next += 1
    }
    mention.range = range.lowerBound..<next
    return mention
  }

  /// A number word, with the one that completes it: twenty-one.
  private func spelled(_ value: Int, at index: Int) -> NumberMention {
    var mention = NumberMention(range: index..<index + 1, values: [Double(value)], isSpelled: true)
    if index + 1 < atoms.count, atoms[index + 1].gap == .single,
      let unit = NumberUnit.units[atoms[index + 1].hash]
    {
      mention.unit = unit
      mention.range = index..<index + 2
    }
    return mention
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
