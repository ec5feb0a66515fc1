import EvalKit

/// What a linter found over many sessions: requests, and one example a rule.
struct HazardTally: Sendable {
  /// A rule that fired, with the finding that most requests showed.
  struct Entry: Sendable {
    var severity: HazardSeverity
    /// Requests that showed it, findings of different entries added.
    var requests: Int
    /// Entries it was found at.
    var findings: Int
    var worst: HazardFinding
    var transcript: String
  }

  /// Requests looked at.
  private(set) var requests = 0
  /// Requests with at least one introduced error.
  private(set) var hazardous = 0
  /// The rules that fired.
  private(set) var rules: [String: Entry] = [:]

  /// Makes an empty tally.
  init() {}

  /// Takes a session's report; what the record itself has is left out.
  init(_ report: HazardReport, transcript: String) {
    requests = report.requests
    hazardous = report.hazardous
    for finding in report.introduced {
      add(
        Entry(
          severity: finding.severity, requests: finding.requests, findings: 1, worst: finding,
          transcript: transcript), rule: finding.rule)
    }
  }

  /// Requests with an introduced error, per 100; nil without requests.
  var per100: Double? { requests == 0 ? nil : Double(hazardous) * 100 / Double(requests) }

  /// The rule with errors in most requests, one left aside; ties go to the first by name.
  func worst(except rule: String) -> (rule: String, entry: Entry)? {
    rules.filter { $0.value.severity == .error && $0.key != rule }
      .max { ($0.value.requests, $1.key) < ($1.value.requests, $0.key) }
      .map { ($0.key, $0.value) }
  }

  /// Adds another tally.
  static func += (left: inout HazardTally, right: HazardTally) {
    left.requests += right.requests
    left.hazardous += right.hazardous
    for (rule, entry) in right.rules.sorted(by: { $0.key < $1.key }) { left.add(entry, rule: rule) }
  }

  private mutating func add(_ entry: Entry, rule: String) {
    guard var known = rules[rule] else {
      rules[rule] = entry
      return
    }
    known.requests += entry.requests
    known.findings += entry.findings
    if entry.worst.requests > known.worst.requests {
      known.worst = entry.worst
      known.transcript = entry.transcript
    }
    rules[rule] = known
  }
}
