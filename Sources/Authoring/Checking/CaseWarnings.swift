import EvalKit

/// What is doubtful in one case, told without a model.
struct CaseWarnings {
  private let loaded: LoadedCase
  private let judged: JudgedCase
  private var found: [CheckFinding] = []

  /// More later mentions than this, and no policy loses the value.
  private static let mostMentions = 3

  private init(_ loaded: LoadedCase) {
    self.loaded = loaded
    judged = JudgedCase(loaded.value, effects: Judge.default.effects)
  }

  /// The warnings of a case.
  ///
  /// - Parameters:
  ///   - context: The smallest context that it is run at, in tokens; nil where none is stated.
  ///   - reserve: Tokens kept free for the answer.
  /// - Complexity: O(text + questions × facts).
  static func found(in loaded: LoadedCase, context: Int?, reserve: Int) -> [CheckFinding] {
    var warnings = CaseWarnings(loaded)
    warnings.addDrafts()
    warnings.addFacts()
    warnings.addProbes()
    if let context { warnings.addSizes(context, reserve) }
    return warnings.found
  }

  private var value: EvalCase { loaded.value }

  private mutating func warn(
    _ rule: CheckRule, _ message: String, at part: CasePlaces.Part, _ id: String = ""
  ) {
    let place = loaded.places[part]
    found.append(
      CheckFinding(
        rule: rule,
        diagnostic: Diagnostic(
          severity: .warning, file: loaded.places.file, position: place.position,
          path: place.path, message: message), caseID: value.id, part: id))
  }

  // MARK: Parts

  private mutating func addDrafts() {
    for part in value.drafts {
      warn(
        .draft,
        "\(value.name(of: part)) is a draft; delete its line 'draft: true' if it is right",
        at: part,
        id(of: part))
    }
  }

  private func id(of part: CasePlaces.Part) -> String {
    switch part {
    case .whole, .title: ""
    case .fact(let id), .secret(let id): id
    case .probe(let index): value.probes[index].id
    case .trajectory(let index): value.trajectories[index].id
    case .constraint(let index): value.constraints[index].id
    }
  }

  private mutating func addFacts() {
    let calls =
      value.trajectories.flatMap { $0.ordered + $0.unordered + $0.optional + $0.disallowed }
      + value.constraints.flatMap(\.disallowed)
    var used = Set(value.probes.flatMap(\.facts))
    for matcher in calls.flatMap(\.arguments.values) {
      if case .fact(let id) = matcher { used.insert(id) }
    }
    for fact in value.facts {
      if !used.contains(fact.id) {
        warn(
          .unused, "nothing asks for the fact '\(fact.id)', and no expected call needs it",
          at: .fact(fact.id), fact.id)
      }
      let strata = judged.strata([fact.id], probe: "end", count: value.transcript.entries.count)
      if let mentions = strata.mentions, mentions > Self.mostMentions {
        warn(
          .restated,
          "'\(fact.value)' is said \(mentions) times after its evidence, so it can hardly be lost",
          at: .fact(fact.id), fact.id)
      }
    }
  }

  private mutating func addProbes() {
    var ages: [Int: [Int]] = [:]
    for question in value.questions {
      guard case .probe(let index) = question.subject,
        let turns = judged.strata(of: question, facts: value.probes[index].facts).turns
      else { continue }
      ages[index, default: []].append(turns)
    }
    for (index, probe) in value.probes.enumerated() {
      guard let found = ages[index], found.allSatisfy({ $0 == 0 }) else { continue }
      warn(
        .recent,
        "what '\(probe.id)' asks for was said in the turn before it, which every policy keeps",
        at: .probe(index), probe.id)
    }
  }

  // MARK: Sizes

  private mutating func addSizes(_ context: Int, _ reserve: Int) {
    let prepared = PreparedCase(value, renderer: NeutralRenderer(), tokenizer: PieceTokenizer())
    let budget = max(0, context - reserve)
    if prepared.headTokens > budget {
      warn(
        .head,
        "instructions and tools take \(prepared.headTokens) tokens, and \(budget) is all there is "
          + "at a context of \(context)", at: .whole)
    } else if prepared.peak <= budget {
      warn(
        .short,
        "its largest request has \(prepared.peak) tokens, so nothing is compacted at a context of "
          + "\(context), the smallest", at: .whole)
    }
  }
}
