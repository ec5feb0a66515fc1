/// Finds the texts that hold a value without searching all of them.
///
/// - Complexity: building is O(total text); a look-up is O(texts that hold the value's rarest atom).
package struct ValueIndex: Sendable {
  let texts: [MatchText]
  private let atoms: [UInt64: [Int32]]
  private let amounts: [Double: [Int32]]
  private let days: [Int: [Int32]]

  /// Reads the texts.
  package init(_ texts: [MatchText]) {
    self.texts = texts
    var atoms: [UInt64: [Int32]] = [:]
    var amounts: [Double: [Int32]] = [:]
    var days: [Int: [Int32]] = [:]
    for (index, text) in texts.enumerated() {
      let index = Int32(index)
      for atom in text.atoms where atoms[atom.hash]?.last != index {
        atoms[atom.hash, default: []].append(index)
      }
      for value in text.numbers.flatMap(Self.amounts) where amounts[value]?.last != index {
        amounts[value, default: []].append(index)
      }
      for key in text.moments.flatMap(\.values).flatMap(Self.keys)
      where days[key]?.last != index { days[key, default: []].append(index) }
    }
    self.atoms = atoms
    self.amounts = amounts
    self.days = days
  }

  /// What an amount is found by: as written, and in the smallest unit of its measure.
  private static func amounts(_ number: NumberMention) -> [Double] {
    (number.values + number.scaledValues).map { ($0 * 1e6).rounded() }
  }

  /// What a day or a time is found by; a time with a zone by the clock and by the moment.
  private static func keys(_ value: MomentMention.Value) -> [Int] {
    switch value {
    case .time(let minutes, let zone):
      [10_000 + minutes]
        + (zone.map { [20_000 + MomentMention.Value.universal(minutes, $0)] } ?? [])
    case .day(_, let month, let day): [month * 100 + (day ?? 0)]
    }
  }

  /// The texts that hold a value, in order, at most some of them.
  package func texts(with value: ValueMatcher, limit: Int = .max) -> [Int] {
    var found: [Int] = []
    for index in candidates(value) where value.isIn(texts[Int(index)]) {
      found.append(Int(index))
      if found.count >= limit { break }
    }
    return found
  }

  private func candidates(_ value: ValueMatcher) -> [Int32] {
    switch value.needle {
    case .number(let number): merged(Self.amounts(number).compactMap { amounts[$0] })
    case .moments(let moments):
      merged(
        moments.first.map { $0.values.flatMap(Self.keys).compactMap { days[$0] } } ?? [])
    case .atoms:
      value.atoms.map { atoms[value.text.atoms[$0].hash] ?? [] }
        .min { $0.count < $1.count } ?? []
    }
  }

  private func merged(_ lists: [[Int32]]) -> [Int32] {
    lists.count <= 1 ? lists.first ?? [] : Set(lists.joined()).sorted()
  }
}
