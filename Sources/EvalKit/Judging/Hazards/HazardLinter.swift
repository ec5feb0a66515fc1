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
}

/// What a linter found in a main line.
public struct HazardReport: Hashable, Sendable {
  /// The findings, by first request, then in the order of the rules.
  public var findings: [HazardFinding] = []
  /// How many requests there were.
  public var requests = 0
  /// How many of them showed at least one introduced error.
  public var hazardous = 0

  /// Requests with an introduced error, per 100; nil without requests.
  public var per100: Double? {
    requests == 0 ? nil : Double(hazardous) * 100 / Double(requests)
  }

  /// What the strategy is charged with.
  public var introduced: [HazardFinding] { findings.filter { !$0.isInherited } }
}

/// Runs hazard rules over the main line, request after request, keeping no view.
public struct HazardLinter {
  /// What was found so far.
  public private(set) var report = HazardReport()
  private let rules: [(rule: any HazardRule, severity: HazardSeverity)]
  private var scene: HazardScene
  private var known: [Key: Int] = [:]
  /// Whether any view so far was not the log.
  private var isEdited = false

  private struct Key: Hashable {
    let rule: Int
    let entry: Int
    let isInherited: Bool
  }

  /// Makes a linter that has seen no request.
  ///
  /// - Parameters:
  ///   - effects: What tools do where the transcript does not state it.
  ///   - severities: Rules whose severity is another than their own.
  ///   - isControl: Whether the arm is a control: rules about the policy are not run.
  public init(
    _ transcript: Transcript, structure: TranscriptStructure? = nil,
    effects: ToolEffects = Judge.default.effects, rules: [any HazardRule] = HazardRules.all,
    severities: [String: HazardSeverity] = [:], isControl: Bool = false
  ) {
    scene = HazardScene(
      transcript: transcript, structure: structure ?? TranscriptStructure(transcript.entries),
      effects: effects)
    self.rules = rules.filter { !isControl || !$0.group.isAboutPolicy }
      .map { ($0, severities[$0.id] ?? $0.severity) }
  }

  /// Looks at the next main-line request.
  ///
  /// - Parameter change: How the view differs from the one before; see ``ViewChange``.
  /// - Complexity: O(appended) as long as nothing was edited, then O(view + calls).
  public mutating func observe(_ record: RequestRecord, view: View, change: ViewChange) {
    report.requests += 1
    if !change.isEmpty { isEdited = true }
    scene.advance(to: record, view: view, change: change)
    // All entries in order: nothing of the shape is other than the record has it.
    let isShaped = isEdited && !(scene.shown.isWholeLog && scene.shown.items.count == scene.count)
    var hits: [(rule: Int, hit: HazardHit)] = []
    for (index, rule) in rules.enumerated() where isShaped || !rule.rule.group.isAboutShape {
      rule.rule.check(scene) { hits.append((index, $0)) }
    }
    var isHazardous = false
    for (index, hit) in hits {
      if !hit.isInherited, rules[index].severity == .error { isHazardous = true }
      note(index, hit, request: record.number)
    }
    if isHazardous { report.hazardous += 1 }
  }

  private mutating func note(_ index: Int, _ hit: HazardHit, request: Int) {
    let key = Key(rule: index, entry: hit.entry?.index ?? -1, isInherited: hit.isInherited)
    if let place = known[key] {
      if report.findings[place].lastRequest != request { report.findings[place].requests += 1 }
      report.findings[place].lastRequest = request
      return
    }
    known[key] = report.findings.count
    report.findings.append(
      HazardFinding(
        rule: rules[index].rule.id, severity: rules[index].severity, entry: hit.entry,
        label: hit.entry.map { scene.label($0) } ?? "", detail: hit.detail,
        isInherited: hit.isInherited, firstRequest: request, lastRequest: request, requests: 1))
  }
}
