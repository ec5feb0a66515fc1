/// Measures how many arguments would be in view had whole turns been dropped by chance to the size
/// of a policy's view.
///
/// What ``Placebo`` would show is reckoned from sums a turn, without making its views: a session is
/// looked through once, whatever its length.
public struct PlaceboSupport: Sendable {
  /// How the leaves came out so far, in order: their values, and whether they were in view.
  public private(set) var findings: [(value: String, isSupported: Bool)] = []
  private let trace: ArgumentTrace
  private let structure: TranscriptStructure
  private let order: [Int]
  /// The place of each turn in the order; what stands before the first prompt comes first.
  private let ranks: [Int]
  /// Tokens so far, by turn; what stands before the first prompt comes first.
  private var sizes: [Int]
  private var total = 0
  private var position = 0

  /// Starts before the first request.
  public init(_ trace: ArgumentTrace, placebo: Placebo, structure: TranscriptStructure) {
    self.trace = trace
    self.structure = structure
    order = placebo.order
    var ranks = Array(repeating: Int.max, count: structure.turnStarts.count + 1)
    for (rank, turn) in order.enumerated() { ranks[turn + 1] = rank }
    self.ranks = ranks
    sizes = Array(repeating: 0, count: structure.turnStarts.count + 1)
  }

  /// Looks up the arguments of the calls that follow a request.
  ///
  /// - Parameters:
  ///   - record: The request, with the tokens of the policy's view.
  ///   - log: The log up to the request.
  ///   - headTokens: The tokens of the head in force.
  ///   - ledger: What entries cost.
  /// - Complexity: O(appended), and O(turns) where traceable arguments follow.
  public mutating func observe(
    _ record: RequestRecord, log: [Entry], headTokens: Int, ledger: TokenLedger
  ) {
    while position < log.count {
      let tokens = ledger.count(log[position], at: EntryID(position))
      sizes[structure.turns[position] + 1] += tokens
      total += tokens
      position += 1
    }
    guard let leaves = trace.leaves[record.entry.index] else { return }
    let active = structure.turns[record.entry.index]
    var tokens = headTokens + total
    // Of the turns before this one, those that come before `end` in the order are dropped.
    var end = 0
    while end < order.count, tokens > record.tokens {
      if order[end] < active { tokens -= sizes[order[end] + 1] }
      end += 1
    }
    for leaf in leaves {
      let isKept = leaf.holders.contains { holder in
        let turn = structure.turns[holder]
        return turn >= active || ranks[turn + 1] >= end
      }
      findings.append((leaf.value.value, isKept))
    }
  }
}
