/// A hazard found, once an entry, with the requests that showed it.
public struct HazardFinding: Hashable, Sendable {
  /// The rule's id.
  public let rule: String
  /// How bad it is.
  public let severity: HazardSeverity
  /// The entry it is about; nil where it is about the view.
  public let entry: EntryID?
  /// The entry's label; empty where it is about the view.
  public let label: String
  /// What exactly, in words.
  public let detail: String
  /// Whether the record has it too; then no strategy is charged.
  public let isInherited: Bool
  /// The number of the first request that showed it.
  public let firstRequest: Int
  /// The number of the last request that showed it.
  public internal(set) var lastRequest: Int
  /// How many requests showed it.
  public internal(set) var requests: Int
  /// The stage that brought it about and when, where edits were recorded.
  public internal(set) var cause: EditCause?
}

/// What a linter found in a main line.
public struct HazardReport: Sendable {
  /// The findings, by first request, then in the order of the rules.
  public var findings: [HazardFinding] = []
  /// How many requests there were.
  public var requests = 0
  /// How many of them showed at least one introduced error.
  public var hazardous = 0

  /// The rules that do not apply, each with the reason.
  public var notApplicable: [(rule: String, reason: String)] = []

  /// Requests with an introduced error, per 100; nil without requests.
  public var per100: Double? {
    requests == 0 ? nil : Double(hazardous) * 100 / Double(requests)
  }

  /// What the strategy is charged with.
  public var introduced: [HazardFinding] { findings.filter { !$0.isInherited } }
}

/// Runs hazard rules over the main line, request after request, keeping one view.
public struct HazardLinter {
  /// What was found so far; whole once ``finish(_:stages:)`` was called.
  public private(set) var report = HazardReport()
  private let rules: [(rule: any HazardRule, severity: HazardSeverity)]
  private var scene: HazardScene
  private var known: [Key: Int] = [:]
  private var lost: [EntryID?] = []
  private var hazardous = Set<Int>()
  /// Whether any view so far was not the log, and the latest one.
  private var isEdited = false
  private var wasShaped = false

  private struct Key: Hashable {
    let rule: Int
    let entry: Int
    let isInherited: Bool
  }

  /// Makes a linter that has seen no request.
  ///
  /// - Parameters:
  ///   - subject: What rules may know beside the views.
  ///   - severities: Rules whose severity is another than their own.
  public init(
    _ subject: HazardSubject, rules: [any HazardRule] = HazardRules.all,
    severities: [String: HazardSeverity] = [:]
  ) {
    scene = HazardScene(subject)
    self.rules = rules.filter { subject.reason(against: $0) == nil }
      .map { ($0, severities[$0.id] ?? $0.severity) }
    report.notApplicable = rules.compactMap { rule in
      subject.reason(against: rule).map { (rule.id, $0) }
    }
  }

  /// Looks at the next main-line request.
  ///
  /// - Parameters:
  ///   - change: How the view differs from the one before; see ``ViewChange``.
  ///   - summaries: All summariser calls of the main line up to here.
  /// - Complexity: O(appended) as long as nothing was edited, then O(view + calls).
  public mutating func observe(
    _ record: RequestRecord, view: View, change: ViewChange, summaries: [SummaryCall] = []
  ) {
    report.requests += 1
    if !change.isEmpty { isEdited = true }
    scene.advance(to: record, view: view, change: change, summaries: summaries)
    // All entries in order: nothing of the shape is other than the record has it.
    wasShaped = isEdited && !(scene.shown.isWholeLog && scene.shown.items.count == scene.count)
    for (index, rule) in rules.enumerated() {
      switch rule.rule.scope {
      case .shape where !wasShaped, .edits where scene.edit == nil, .session: continue
      case .shape, .edits, .requests: run(index)
      }
    }
  }

  /// Ends the session: what is seen in all of it, what the record itself has, and who is to blame.
  ///
  /// - Parameters:
  ///   - records: The requests' records with what ran after their replies; as observed unless said.
  ///   - stages: The specs of the stages, for the causes of findings.
  public mutating func finish(_ records: [RequestRecord]? = nil, stages: [String] = []) {
    guard !scene.steps.isEmpty else { return }
    for (place, record) in (records ?? []).enumerated() where place < scene.steps.count {
      scene.steps[place].record = record
    }
    for (index, rule) in rules.enumerated() {
      // Where the last view is the log, what the record has was not looked for yet.
      if rule.rule.scope == .session || (rule.rule.scope == .shape && !wasShaped) { run(index) }
    }
    report.hazardous = hazardous.count
    let history = EditHistory(stages: stages, records: scene.steps.map(\.record))
    for place in report.findings.indices {
      guard let entry = lost[place], !report.findings[place].isInherited else { continue }
      report.findings[place].cause = history.cause(
        of: entry, at: report.findings[place].firstRequest)
    }
  }

  private mutating func run(_ index: Int) {
    var hits: [HazardHit] = []
    rules[index].rule.check(scene) { hits.append($0) }
    for hit in hits { note(index, hit, rules[index].rule.scope == .session) }
  }

  private mutating func note(_ index: Int, _ hit: HazardHit, _ isOfSession: Bool) {
    let request = scene.record.number
    let requests = isOfSession ? hit.requests ?? 1...max(1, request) : request...request
    let severity = hit.severity ?? rules[index].severity
    // What is about the session as a whole is no fault of any one request.
    if !hit.isInherited, severity == .error, !isOfSession || hit.requests != nil {
      hazardous.formUnion(requests)
      report.hazardous = hazardous.count
    }
    let key = Key(rule: index, entry: hit.entry?.index ?? -1, isInherited: hit.isInherited)
    if let place = known[key] {
      if report.findings[place].lastRequest < requests.upperBound {
        report.findings[place].requests += requests.count
        report.findings[place].lastRequest = requests.upperBound
      }
      return
    }
    known[key] = report.findings.count
    lost.append(hit.lost ?? hit.entry)
    report.findings.append(
      HazardFinding(
        rule: rules[index].rule.id, severity: severity, entry: hit.entry,
        label: hit.entry.map { scene.label($0) } ?? "", detail: hit.detail,
        isInherited: hit.isInherited, firstRequest: requests.lowerBound,
        lastRequest: requests.upperBound, requests: requests.count))
  }
}
