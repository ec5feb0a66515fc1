public import EvalKit

/// How many cases are generated, how long, from which seed.
public struct GeneratorSettings: Hashable, Sendable {
  /// How many cases.
  public var cases: Int
  /// What all draws begin from.
  public var seed: Int
  /// How many turns a session has.
  public var turns: ClosedRange<Int>
  /// How many tokens a session comes to, by the default tokenizer; most are short.
  public var tokens: ClosedRange<Int>
  /// How many they come to on average; by default a quarter up the range.
  public var meanTokens: Int?
  /// How far back probes reach: the mean of these profiles.
  public var ages: [AgeProfile]
  /// How often each value is asked for, each time at another age.
  public var asks: Int

  /// Makes settings.
  public init(
    cases: Int = 20, seed: Int = 1, turns: ClosedRange<Int> = 20...32,
    tokens: ClosedRange<Int> = 6000...16000, meanTokens: Int? = nil,
    ages: [AgeProfile] = [AgeProfile.usage, AgeProfile.uniform], asks: Int = 1
  ) {
    self.cases = cases
    self.seed = seed
    self.turns = turns
    self.tokens = tokens
    self.meanTokens = meanTokens
    self.ages = ages
    self.asks = asks
  }
}

/// A case that was generated.
public struct GeneratedCase: Sendable {
  /// The case as a file has it.
  public var json: JSONValue
  /// The case as it is loaded.
  public var value: EvalCase
  /// Its template.
  public var template: String
  /// Its tokens by the default tokenizer, head and all.
  public var tokens: Int
  /// What each fact's current value is said in: a sentence, or a key with the value.
  public var evidence: [String: String]
}

/// Makes cases from templates: the same templates, settings and tool give the same bytes.
///
/// The truth is known because it came first: a plan says what is told when and asked when, and the
/// session is written to fit. Templates take turns, so that each has as many cases as any other.
public struct CaseGenerator: Sendable {
  private let templates: [CaseTemplate]
  private let settings: GeneratorSettings

  /// Makes a generator.
  ///
  /// - Throws: ``GenerationError/noTemplates``.
  public init(_ templates: [CaseTemplate], _ settings: GeneratorSettings) throws(GenerationError) {
    guard !templates.isEmpty else { throw .noTemplates }
    self.templates = templates
    self.settings = settings
  }

  /// Generates the cases, in the order of their ids' templates.
  ///
  /// - Throws: ``GenerationError``.
  /// - Complexity: O(tokens of all cases).
  public func cases() throws(GenerationError) -> [GeneratedCase] {
    var drawn = DrawnValues()
    var cases: [GeneratedCase] = []
    for index in 0..<max(0, settings.cases) {
      let template = templates[index % templates.count]
      let number = index / templates.count + 1
      cases.append(try make(template, number: number, &drawn))
    }
    return cases
  }

  private func make(
    _ template: CaseTemplate, number: Int, _ drawn: inout DrawnValues
  ) throws(GenerationError) -> GeneratedCase {
    var hash = StableHash()
    hash.combine(template.id)
    hash.combine(settings.seed)
    hash.combine(number)
    var prose = Prose(template, dice: Dice(seed: hash.value))
    drawn.beginCase()
    let turns = prose.dice.within(settings.turns)
    let plan = try CasePlanner.plan(
      turns: turns,
      ages: AgeDeck(
        AgeDraw(settings.ages), asks: settings.asks,
        start: Spread(template.id, settings.seed, "ages")[number]),
      callAges: AgeDraw([AgeProfile.usage]), prose: &prose, drawn: &drawn)
    var draft = CaseComposer.draft(plan, &prose)
    let questions = QuestionWriter.questions(plan, evidence: draft.evidence, &prose)
    let json = { (steps: [JSONValue]) -> JSONValue in
      .object(
        JSONObject(
          [
            ("version", 1), ("id", .string("\(template.id)-\(number)")),
            ("title", .string(template.title)),
            ("tags", [.string(template.domain), "generated"]),
            (
              "source",
              [
                "kind": "generated", "template": .string(template.id),
                "seed": JSONValue(settings.seed),
              ]
            ),
            ("cluster", .string(template.id)), ("transcript", .array(steps)),
            ("facts", questions.facts), ("probes", questions.probes),
            ("trajectories", .array(draft.trajectories)),
          ] + (draft.constraints.isEmpty ? [] : [("constraints", .array(draft.constraints))])))
    }
    let bare = try load(json(draft.steps), template)
    Bulk.fill(
      &draft, upTo: target(template, number) - Self.tokens(bare), avoiding: plan.allValues, &prose)
    let whole = json(draft.steps)
    let value = try load(whole, template)
    return GeneratedCase(
      json: whole, value: value, template: template.id, tokens: Self.tokens(value),
      evidence: draft.evidence)
  }

  /// The size of a session: few are long, as recorded ones. Those of a template are spread over all
  /// sizes, so that templates differ little in them.
  private func target(_ template: CaseTemplate, _ number: Int) -> Int {
    let low = settings.tokens.lowerBound
    let span = settings.tokens.upperBound - low
    // The mean of the share to the power k is 1 ÷ (k + 1).
    let power = settings.meanTokens.map { span / max(1, $0 - low) - 1 } ?? 3
    let share = Spread(template.id, settings.seed, "tokens")[number]
    return low + Int((0..<max(0, power)).reduce(Double(span)) { size, _ in size * share })
  }

  /// The tokens of a case by the default tokenizer, head and all.
  static func tokens(_ value: EvalCase) -> Int {
    let ledger = TokenLedger(
      entries: value.transcript.entries, renderer: NeutralRenderer(), tokenizer: PieceTokenizer())
    return ledger.count(value.transcript.head)
      + value.transcript.entries.indices.reduce(0) {
        $0 + ledger.count(value.transcript.entries[$1], at: EntryID($1))
      }
  }

  /// Reads a case back as any loader would, with every check.
  private func load(_ json: JSONValue, _ template: CaseTemplate) throws(GenerationError) -> EvalCase
  {
    let file = "case.json"
    let loader = EvalSetLoader(FileReader(files: [file: json.serialised()]))
    let diagnostics = DiagnosticCollector(file: file)
    let loaded = loader.cases(in: file, diagnostics: diagnostics)
    if let value = loaded?.cases.first { CaseCheck.errors(of: value, to: diagnostics) }
    guard !diagnostics.hasErrors, let value = loaded?.cases.first?.value else {
      throw .invalid(
        template: template.id, findings: diagnostics.diagnostics.map(\.description))
    }
    return value
  }
}
