/// Where the tokens of a recorded session go, and what could be done about it.
///
/// Everything is reckoned as if nothing were ever compacted: what a policy saves, a ``Replay`` shows.
public struct SessionAudit: Sendable {
  /// The window.
  public let budget: ContextBudget
  /// The name of the tokenizer that counted.
  public let tokenizer: String
  /// Whether an assumed attachment cost is in the figures.
  public let isAssumed: Bool
  /// The requests.
  public let requests: [RequestRecord]
  /// What every request pays.
  public let fixed: FixedCosts
  /// How often the head changes between requests.
  public let headChanges: Int
  /// The tools that are called and never defined in the record, in order of name: what their
  /// definitions cost is in no figure.
  public let undefinedTools: [String]
  /// How often each tool is called.
  public let calls: [String: Int]
  /// What kinds of content cost, now and carried.
  public let kinds: [KindCost]
  /// The largest entries.
  public let largest: [CarriedEntry]
  /// How the session fills its window.
  public let window: WindowUse
  /// Where the cache served too little.
  public let cacheAlarms: [CacheAlarm]
  /// What the same texts would cost in Chinese, Japanese or Korean.
  public let wideScripts: WideScriptCost
  /// What is objected to, what saves most first.
  public let findings: [AuditFinding]

  /// Audits a session.
  ///
  /// - Parameters:
  ///   - transcript: The session.
  ///   - structure: Its structure, if it is known already.
  ///   - ledger: What its entries cost.
  ///   - budget: The window.
  ///   - limits: Where rules begin to object.
  ///   - effects: What tools do where the transcript does not state it.
  ///   - rules: What to look for.
  /// - Throws: `CancellationError` only.
  /// - Complexity: O(text + requests × entries + tools × text of the head).
  public init(
    _ transcript: Transcript, structure: TranscriptStructure? = nil, ledger: TokenLedger,
    budget: ContextBudget, limits: AuditLimits = AuditLimits(),
    effects: ToolEffects = Judge.default.effects, rules: [AuditRule] = AuditRule.all
  ) async throws {
    let structure = structure ?? TranscriptStructure(transcript.entries)
    let session = Session(
      pipeline: Pipeline(), head: transcript.head, budget: budget, ledger: ledger)
    requests = try await Replay(transcript, structure: structure).run(session).requests
    let scene = AuditScene(
      transcript, structure: structure, ledger: ledger, requests: requests, budget: budget,
      limits: limits, effects: effects)
    self.budget = budget
    tokenizer = ledger.tokenizer.name
    isAssumed = transcript.entries.contains { scene.meter.attachments(of: $0).isAssumed }
    fixed = FixedCosts(scene)
    headChanges = scene.heads.count - 1
    calls = scene.callCounts
    let defined = Set(
      ([transcript.head.tools] + transcript.changes.compactMap(\.tools)).flatMap { $0.map(\.name) })
    undefinedTools = calls.keys.filter { !defined.contains($0) }.sorted()
    kinds = KindCost.all(scene)
    largest = CarriedEntry.largest(scene)
    window = WindowUse(scene)
    cacheAlarms = CacheAlarm.all(scene)
    wideScripts = WideScriptCost(scene)
    findings = AuditFinding.ranked(rules.compactMap { $0.find(scene, $0) })
  }

  /// Tokens of all requests.
  public var input: Int { requests.reduce(0) { $0 + $1.tokens } }
  /// Tokens of all recorded replies.
  public var output: Int { requests.reduce(0) { $0 + $1.replyTokens } }

  /// The findings under each recommendation, in Apple's order; within one, what saves most first.
  public var advice: [(recommendation: AuditRecommendation, findings: [AuditFinding])] {
    AuditRecommendation.allCases.map { recommendation in
      (recommendation, findings.filter { $0.recommendation == recommendation })
    }
  }
}
