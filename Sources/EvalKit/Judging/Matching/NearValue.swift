extension ValueMatcher {
  /// Values in a text that this one was probably written as by mistake: one or two letters or
  /// digits off, another day of the same month or the same day of another, another minute of the same
  /// hour or the same minute of another.
  ///
  /// - Returns: their folded texts; empty for values under four characters.
  func nearValues(in text: MatchText) -> [String] {
    switch needle {
    case .number(let number): nearNumbers(number, in: text)
    case .moments(let moments): nearMoments(moments, in: text)
    case .atoms: nearAtoms(in: text)
    }
  }

  private func nearNumbers(_ number: NumberMention, in text: MatchText) -> [String] {
    guard let wanted = number.values.first.map(Self.digits), wanted.count >= 3 else { return [] }
    return text.numbers.compactMap { mention in
      guard !mention.isSpelled, !mention.means(number), mention.unit == number.unit else {
        return nil
      }
      let isNear = mention.values.contains { value in
        let digits = Self.digits(value)
        return abs(digits.count - wanted.count) <= 1
          && ByteDistance.isWithin(wanted.count >= 5 ? 2 : 1, digits, wanted)
      }
      return isNear ? text.text(of: mention.range) : nil
    }
  }

  private static func digits(_ value: Double) -> [UInt8] {
    let text = Int(exactly: value).map { "\($0)" } ?? "\(value)"
    return text.utf8.filter { $0 >= 0x30 && $0 <= 0x39 }
  }

  private func nearMoments(_ moments: [MomentMention], in text: MatchText) -> [String] {
    text.moments.compactMap { mention in
      guard !moments.contains(where: mention.means) else { return nil }
      let isNear = mention.values.contains { value in
        moments.contains { $0.values.contains { Self.isNear(value, $0) } }
      }
      return isNear ? text.text(of: mention.range) : nil
    }
  }

  private static func isNear(_ left: MomentMention.Value, _ right: MomentMention.Value) -> Bool {
    if case .time(let mine, _) = left, case .time(let theirs, _) = right {
      return mine / 60 == theirs / 60 || mine % 60 == theirs % 60
    }
    guard case .day(let year, let month, let day) = left,
      case .day(let otherYear, let otherMonth, let otherDay) = right
    else { return false }
    if month == otherMonth { return day != nil && otherDay != nil }
    return day != nil && day == otherDay && (year == nil || otherYear == nil || year == otherYear)
  }

  private func nearAtoms(in text: MatchText) -> [String] {
    guard compact.count >= 4 else { return [] }
    let limit = compact.count >= 6 ? 2 : 1
    var found: [String] = []
    for start in text.atoms.indices where text.isBoundary(before: start) {
      var end = start
      var length = 0
      while end < text.atoms.count, end - start <= atoms.count, length <= compact.count + limit {
        if end > start, text.atoms[end].gap > .single { break }
        length += text.atoms[end].count
        end += 1
        guard text.isBoundary(before: end), abs(length - compact.count) <= limit else { continue }
        let theirs = text.compact(start..<end)
        if theirs != compact, theirs.first == compact.first || theirs.last == compact.last,
          ByteDistance.isWithin(limit, theirs, compact)
        {
          found.append(text.text(of: start..<end))
        }
      }
    }
    return found
  }
}

/// How far two short strings are apart.
enum ByteDistance {
  /// Whether two short byte strings are at most some insertions, deletions, replacements or swaps
  /// of neighbours apart.
  static func isWithin(_ limit: Int, _ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard abs(left.count - right.count) <= limit else { return false }
    var older: [Int] = []
    var previous = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      row.reserveCapacity(right.count + 1)
      for j in right.indices {
        var best = min(previous[j + 1], row[j]) + 1
        best = min(best, previous[j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          best = min(best, older[j - 1] + 1)
        }
        row.append(best)
      }
      if row.allSatisfy({ $0 > limit }) { return false }
      older = previous
      previous = row
    }
    return (previous.last ?? 0) <= limit
  }
}
