/// How many of the values that calls used were in view; equal values of a session count once.
struct SupportTally: Sendable {
  /// Distinct values.
  private(set) var values = 0
  /// The sum over values of the share of uses that found them.
  private(set) var supported = 0.0

  /// Makes an empty tally.
  init() {}

  /// Tallies the findings of one session.
  init(_ findings: [(value: String, isSupported: Bool)]) {
    var places: [String: Int] = [:]
    var counts: [(uses: Int, found: Int)] = []
    for finding in findings {
      let place = places[finding.value] ?? counts.count
      if place == counts.count {
        places[finding.value] = place
        counts.append((0, 0))
      }
      counts[place].uses += 1
      if finding.isSupported { counts[place].found += 1 }
    }
    values = counts.count
    // In the order of first use, so that the sum is the same in every process.
    for count in counts { supported += Double(count.found) / Double(count.uses) }
  }

  /// The share of values in view; nil without values.
  var share: Double? { values == 0 ? nil : supported / Double(values) }

  /// Adds another tally.
  static func += (left: inout SupportTally, right: SupportTally) {
    left.values += right.values
    left.supported += right.supported
  }
}
