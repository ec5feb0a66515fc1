/// What a question is told apart by: the same for every arm, so that arms are compared within.
///
/// Worked out of the case alone. Of a question with several facts, age and position are those of the
/// oldest, mentions those of the least mentioned, and a kind or role that differs is `several`.
public struct Strata: Hashable, Sendable {
  /// What questions are told apart by.
  public enum Dimension: String, Hashable, Sendable, CaseIterable {
    /// The kind of the fact.
    case kind
    /// The kind of the probe; `trajectory` of a checkpoint, `end` of a fact measured at the end.
    case probe
    /// Turns begun since the fact was last established.
    case age
    /// Tokens appended since.
    case tokens
    /// Whether it was said again after that.
    case mentions
    /// What kind of entry says it.
    case role
    /// In which third of the record it stands.
    case position
  }

  /// The kind of the facts; empty without facts.
  public var kind: String
  /// The kind of the probe.
  public var probe: String
  /// Turns begun between the fact and the question.
  public var turns: Int?
  /// Tokens appended between; nil where no tokenizer was at hand.
  public var tokens: Int?
  /// Entries that say the value again before the question.
  public var mentions: Int?
  /// The kind of the entry that says it, or `instructions`.
  public var role: String
  /// The third of the entries before the question it stands in: `start`, `middle`, `end`.
  public var position: String

  /// Makes strata.
  public init(
    kind: String = "", probe: String, turns: Int? = nil, tokens: Int? = nil, mentions: Int? = nil,
    role: String = "", position: String = ""
  ) {
    self.kind = kind
    self.probe = probe
    self.turns = turns
    self.tokens = tokens
    self.mentions = mentions
    self.role = role
    self.position = position
  }

  /// The stratum of a dimension; `none` where a question has no fact to tell it by.
  public func value(of dimension: Dimension) -> String {
    switch dimension {
    case .kind: kind.isEmpty ? Self.none : kind
    case .probe: probe
    case .age: turns.map { Self.bin($0, Self.turnBins) } ?? Self.none
    case .tokens: tokens.map { Self.bin($0, Self.tokenBins) } ?? Self.none
    case .mentions: mentions.map { $0 == 0 ? "single" : "restated" } ?? Self.none
    case .role: role.isEmpty ? Self.none : role
    case .position: position.isEmpty ? Self.none : position
    }
  }

  static let none = "none"
  /// The first number of each bin.
  private static let turnBins = [0, 2, 4, 8, 16, 32]
  private static let tokenBins = [0, 256, 1024, 4096, 16_384]

  /// The bin of a number, `4-7` or `32+`.
  static func bin(_ number: Int, _ bins: [Int]) -> String {
    let place = max(0, (bins.lastIndex { $0 <= number } ?? 0))
    guard place + 1 < bins.count else { return "\(bins[place])+" }
    let last = bins[place + 1] - 1
    return last == bins[place] ? "\(last)" : "\(bins[place])-\(last)"
  }

  /// Orders strata of a dimension as people read them: numbers by size, words by name, `none` last.
  static func precedes(_ left: String, _ right: String, in dimension: Dimension) -> Bool {
    func key(_ value: String) -> (Int, Int, String) {
      if value == none { return (1, 0, value) }
      if dimension == .position {
        return (0, ["start", "middle", "end"].firstIndex(of: value) ?? 3, value)
      }
      return (0, Int(value.prefix { $0.isNumber }) ?? 0, value)
    }
    return key(left) < key(right)
  }
}

extension JudgedCase {
  /// The strata of a question with some facts.
  package func strata(of question: Question, facts ids: [String]) -> Strata {
    let probe =
      switch question.subject {
      case .probe(let index), .decoy(let index): evalCase.probes[index].kind
      case .trajectory, .fill: "trajectory"
      }
    return strata(ids, probe: probe, count: question.count)
  }

  /// The strata of facts asked for when some entries had been appended.
  package func strata(_ ids: [String], probe: String, count: Int) -> Strata {
    let found = ids.compactMap { facts[$0] }
    guard let oldest = found.min(by: { $0.lastEvidence < $1.lastEvidence }) else {
      return Strata(probe: probe)
    }
    func common(_ words: [String]) -> String { Set(words).count == 1 ? words[0] : "several" }
    let start = min(oldest.lastEvidence + 1, count)
    let begun = evalCase.structure.turnStarts.count { $0.index < count }
    let own = oldest.lastEvidence < 0 ? -1 : evalCase.structure.turns[oldest.lastEvidence]
    let third = count == 0 ? 0 : max(0, oldest.lastEvidence) * 3 / count
    return Strata(
      kind: common(found.map(\.fact.kind)), probe: probe, turns: max(0, begun - 1 - own),
      tokens: entryTokens.count >= count
        ? entryTokens[start..<count].reduce(0, +) : nil,
      mentions: found.map { fact in
        fact.mentions.count { $0 > fact.lastEvidence && $0 < count }
      }.min(),
      role: common(
        found.map { fact in
          fact.lastEvidence < 0
            ? "instructions" : evalCase.transcript.entries[fact.lastEvidence].kind.rawValue
        }),
      position: ["start", "middle", "end"][min(third, 2)])
  }
}
