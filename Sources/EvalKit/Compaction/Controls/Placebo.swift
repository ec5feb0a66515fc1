/// Drops whole past turns by chance, the same chance every time: the order of their content's hash.
///
/// Made once a case; a turn keeps its place in the order as the session goes on, so what was dropped
/// at a larger size is dropped at a smaller one too.
public struct Placebo: Sendable {
  /// A view with what the placebo did for it.
  public struct Result: Sendable {
    /// The view.
    public var view: View
    /// Its tokens, the head included.
    public var tokens: Int
    /// How many past turns were dropped.
    public var dropped: Int
    /// Whether it is no larger than was asked; the active turn is never dropped.
    public var fits: Bool
  }

  private let structure: TranscriptStructure
  /// The turns in the order they are dropped; -1 is what stands before the first prompt.
  let order: [Int]

  /// Reads the order off a log.
  ///
  /// - Complexity: O(text).
  public init(_ entries: [Entry], structure: TranscriptStructure) {
    self.structure = structure
    let first = structure.turnStarts.first?.index ?? entries.count
    let turns = (first > 0 ? [-1] : []) + structure.turnStarts.indices
    let keys = turns.map { turn in
      let range = turn < 0 ? 0..<first : structure.range(ofTurn: turn)
      return Self.key(of: entries[range])
    }
    // Equal turns: the older one first.
    order = turns.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { turns[$0] }
  }

  /// The view for a request.
  ///
  /// - Parameters:
  ///   - log: The log's items up to the request, the ask of a probe last.
  ///   - head: The head in force.
  ///   - target: The tokens of the arm's view at this request, its head included.
  ///   - ledger: What items cost.
  /// - Complexity: O(log).
  public func view(log: [Item], head: Head, target: Int, ledger: TokenLedger) -> Result {
    let start = View.activeTurnStart(log)
    let known = min(start, structure.turns.count)
    var sizes: [Int: Int] = [:]
    var tokens = ledger.count(head) + ledger.count(Array(log[known...]))
    for position in 0..<known {
      let size = ledger.count(log[position])
      sizes[structure.turns[position], default: 0] += size
      tokens += size
    }
    var dropped = Set<Int>()
    for turn in order {
      guard tokens > target else { break }
      guard let size = sizes[turn] else { continue }
      dropped.insert(turn)
      tokens -= size
    }
    let items = log.indices.filter { position in
      position >= known || !dropped.contains(structure.turns[position])
    }.map { log[$0] }
    return Result(
      view: View(head: head, items: items), tokens: tokens, dropped: dropped.count,
      fits: tokens <= target)
  }

  private static func key(of entries: ArraySlice<Entry>) -> UInt64 {
    var hash = StableHash()
    for entry in entries {
      hash.combine(entry.kind.rawValue)
      for segment in entry.segments { hash.combine(segment.text ?? "\(segment.content)") }
      for call in entry.calls {
        hash.combine(call.name)
        hash.combine(call.argumentsText ?? call.arguments.serialised())
      }
    }
    // FNV's last bytes hardly reach its high bits: mix before comparing (SplitMix64's finaliser).
    var mixed = hash.value
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
