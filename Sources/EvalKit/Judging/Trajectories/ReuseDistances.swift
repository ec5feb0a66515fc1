/// How many turns lie between the latest mention of a value and its use in a call's arguments.
///
/// Mentions in the turn in flight do not count: these values no policy can lose. The shares of the
/// buckets are an age profile: how far back sessions of a kind reach.
public struct ReuseDistances: Hashable, Sendable {
  /// The least distance of each bucket, in turns; the last is open.
  public static let starts = [1, 2, 4, 8, 16]

  /// How many arguments fall in each bucket.
  public private(set) var counts = [Int](repeating: 0, count: Self.starts.count)

  /// Makes an empty histogram.
  public init() {}

  /// Counts the traceable arguments of a transcript.
  public init(_ trace: ArgumentTrace, structure: TranscriptStructure) {
    for leaf in trace.leaves.values.joined() {
      guard let latest = leaf.holders.last else { continue }
      let distance = structure.turns[leaf.entry] - structure.turns[latest]
      if let bucket = Self.starts.lastIndex(where: { $0 <= distance }) { counts[bucket] += 1 }
    }
  }

  /// All arguments counted.
  public var total: Int { counts.reduce(0, +) }

  /// A bucket's name: `1`, `2–3`, `16+`.
  public static func name(ofBucket bucket: Int) -> String {
    guard bucket + 1 < starts.count else { return "\(starts[bucket])+" }
    let last = starts[bucket + 1] - 1
    return starts[bucket] == last ? "\(last)" : "\(starts[bucket])–\(last)"
  }

  /// The sum of two histograms.
  public static func + (left: ReuseDistances, right: ReuseDistances) -> ReuseDistances {
    var sum = left
    for (bucket, count) in right.counts.enumerated() { sum.counts[bucket] += count }
    return sum
  }
}
