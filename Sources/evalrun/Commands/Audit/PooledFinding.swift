import EvalKit

/// What a rule found over many sessions.
struct PooledFinding: Sendable {
  /// The rule's id.
  let rule: String
  /// What to do about it: that of the session which would save most.
  let recommendation: AuditRecommendation
  /// The worst severity of any session.
  let severity: AuditSeverity
  /// How many sessions it was found in.
  let sessions: Int
  /// Tokens that would have been saved in all of them.
  let saved: Int
  /// The session that would save most, and what was found there.
  let worst: (label: String, detail: String)
  /// Names of places that several sessions share, with what they save together, most first.
  let places: [AuditFinding.Place]

  /// Pools the findings of sessions by rule, what saves most first.
  ///
  /// A tool counts as unused only if no session at hand calls it.
  static func pool(_ audits: [AuditedSession]) -> [PooledFinding] {
    let called = Set(audits.flatMap { $0.audit.calls.keys })
    var found: [String: [(label: String, finding: AuditFinding)]] = [:]
    for session in audits {
      for finding in session.audit.findings {
        guard finding.rule == AuditRule.unusedToolID else {
          found[finding.rule, default: []].append((session.label, finding))
          continue
        }
        let places = finding.places.filter { !called.contains($0.name) }
        guard !places.isEmpty else { continue }
        let unused = AuditFinding(
          rule: finding.rule, recommendation: finding.recommendation, severity: finding.severity,
          detail: "\(Figures.counted(places.count, "tool")) no session calls", places: places)
        found[finding.rule, default: []].append((session.label, unused))
      }
    }
    return found.sorted { $0.key < $1.key }.compactMap { pooled($0.key, $0.value) }
      .sorted { ($1.saved, $0.severity, $0.rule) < ($0.saved, $1.severity, $1.rule) }
  }

  private static func pooled(_ rule: String, _ found: [(label: String, finding: AuditFinding)])
    -> PooledFinding?
  {
    guard var worst = found.first else { return nil }
    for entry in found.dropFirst() where entry.finding.saved > worst.finding.saved { worst = entry }
    var counts: [String: (sessions: Int, saved: Int)] = [:]
    for (_, finding) in found {
      var seen = Set<String>()
      for place in finding.places {
        counts[place.name, default: (0, 0)].saved += place.saved
        if seen.insert(place.name).inserted { counts[place.name]?.sessions += 1 }
      }
    }
    // What entries are called says nothing across sessions; parts of the head, it does.
    let names: [AuditRecommendation] = [.instructions, .tools, .fetching]
    let shared = counts.filter { _ in names.contains(worst.finding.recommendation) }
      .sorted { ($1.value.saved, $0.key) < ($0.value.saved, $1.key) }
      .map { name, count in
        AuditFinding.Place(
          name, saved: count.saved, detail: "in \(Figures.counted(count.sessions, "session"))")
      }
    return PooledFinding(
      rule: rule, recommendation: worst.finding.recommendation,
      severity: found.map(\.finding.severity).min() ?? .note, sessions: found.count,
      saved: found.reduce(0) { $0 + $1.finding.saved }, worst: (worst.label, worst.finding.detail),
      places: shared)
  }
}
