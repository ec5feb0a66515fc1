public import EvalKit
import LocalModels

/// Mines a session for facts, and drafts probes, expectations and rules from it.
///
/// By rules alone, so the same on every machine: values are told by their looks and by turns of
/// phrase, ranked by what later turns do with them. Nothing suggested is accepted: all of it is marked
/// as a draft, and what `check` would refuse is not suggested.
public struct CaseSuggester: Sendable {
  /// How much is suggested.
  public struct Limits: Hashable, Sendable {
    /// Facts, each with a probe where one can be drafted.
    public var facts = 20
    /// Expected calls.
    public var trajectories = 4
    /// Rules.
    public var constraints = 4

    /// Makes the default limits.
    public init() {}
  }

  private let value: EvalCase
  private let limits: Limits
  private let effects: ToolEffects

  /// Prepares a case for suggestions: one with a transcript alone, or one that has parts already.
  ///
  /// - Parameters:
  ///   - value: The case; what it has is kept, and not suggested again.
  ///   - limits: How much is suggested.
  ///   - effects: What tools do to the world, where the transcript does not state it.
  public init(
    _ value: EvalCase, limits: Limits = Limits(), effects: ToolEffects = Judge.default.effects
  ) {
    self.value = value
    self.limits = limits
    self.effects = effects.stating(value.transcript)
  }

  /// What the session suggests.
  ///
  /// - Complexity: O(text + values × entries that share their rarest word).
  public func suggestions() -> CaseSuggestions {
    var finder = CandidateFinder(
      value.transcript, structure: value.structure, effects: effects)
    let known = value.facts.flatMap { [$0.value] + $0.aliases + $0.supersedes.map(\.value) }
      .map { Self.fold($0) }
    let candidates = finder.found().filter { !known.contains(Self.fold($0.value)) }
    let ranked = CandidateRanking(
      value.transcript, structure: value.structure, passages: finder.passages
    ).ranked(candidates, limit: limits.facts * 2)

    var drafted = value
    let facts = addFacts(ranked, finder.passages, to: &drafted)
    var comments: [CasePlaces.Part: String] = [:]
    for suggested in facts { comments[.fact(suggested.fact.id)] = Self.comment(on: suggested) }
    let trajectories = TrajectoryDrafts(drafted, effects: effects)
      .drafts(limit: limits.trajectories)
    drafted.trajectories += trajectories.map(\.trajectory)
    drafted.constraints += ConstraintDrafts.drafts(
      for: value, passages: finder.passages, limit: limits.constraints)
    drafted = withoutFaults(drafted)
    for (index, trajectory) in drafted.trajectories.enumerated() {
      let draft = trajectories.first { $0.trajectory.id == trajectory.id && trajectory.isDraft }
      comments[.trajectory(index)] = draft?.reason
    }
    return CaseSuggestions(facts: facts, value: drafted, comments: comments)
  }

  private static func comment(on suggested: SuggestedFact) -> String {
    let mentions = suggested.mentions
    let count =
      mentions == 0 ? "" : mentions == 1 ? "; 1 later mention" : "; \(mentions) later mentions"
    return suggested.reasons.joined(separator: "; ") + count
  }

  /// Two values that are written alike cannot be told apart by an answer.
  private static func fold(_ text: String) -> String { text.lowercased() }

  // MARK: Facts

  /// Adds facts with their probes, without those that `check` would refuse.
  private func addFacts(
    _ ranked: [CandidateRanking.Ranked], _ passages: [ReadPassage], to drafted: inout EvalCase
  ) -> [SuggestedFact] {
    var names = FactNames(
      value.facts.map(\.id) + value.probes.map(\.id) + value.trajectories.map(\.id))
    let session = ReadSession(value.transcript)
    var suggested: [SuggestedFact] = []
    var seen = Set<String>()
    let title = FoldedText([value.title])
    for item in ranked
    where seen.insert(Self.fold(item.candidate.value)).inserted && !title.says(item.candidate.value)
    {
      let fact = fact(item.candidate, passages, &names)
      suggested.append(
        SuggestedFact(
          fact: fact, points: item.points, reasons: item.reasons,
          mentions: item.candidate.mentions.count))
      drafted.facts.append(fact)
      if let probe = ProbeDraft.probe(
        of: fact, item.candidate, passages: passages, session: session)
      {
        drafted.probes.append(probe)
      }
    }
    drafted = withoutFaults(drafted)
    let asked = Set(drafted.probes.flatMap(\.facts))
    let kept = Set(drafted.facts.map(\.id))
    let needed = Set(
      ranked.filter { !$0.candidate.arguments.isEmpty }.map { Self.fold($0.candidate.value) })
    suggested = Array(
      suggested.filter { item in
        kept.contains(item.fact.id)
          && (asked.contains(item.fact.id) || needed.contains(Self.fold(item.fact.value)))
      }.prefix(limits.facts))
    let chosen = Set(suggested.map(\.fact.id))
    let all = drafted
    drafted.facts = all.facts.filter { fact in
      !isNew(.fact(fact.id), in: all) || chosen.contains(fact.id)
    }
    drafted.probes = all.probes.indices.filter { index in
      !isNew(.probe(index), in: all) || all.probes[index].facts.allSatisfy(chosen.contains)
    }.map { all.probes[$0] }
    return suggested
  }

  private func fact(
    _ candidate: Candidate, _ passages: [ReadPassage], _ names: inout FactNames
  ) -> Fact {
    let id = names.id(of: candidate, passages: passages)
    let said = candidate.entry.map { FoldedText(value.transcript[$0]) }
    var quote = candidate.value
    // Where a call writes the value otherwise than the session, the sentence is the evidence.
    if let place = candidate.place, said?.says(quote) == false {
      quote = passages[place.passage].text
    }
    return Fact(
      id: id, kind: candidate.kind.rawValue, value: candidate.value,
      evidence: [Evidence(entry: candidate.entry, quote: quote)],
      supersedes: candidate.replaced.map { older in
        Fact.Superseded(
          value: older.value, evidence: [Evidence(entry: older.entry, quote: older.value)])
      }, isDraft: true)
  }

  // MARK: Faults

  /// Whether a part was suggested, and not in the case before, as a draft or otherwise.
  private func isNew(_ part: CasePlaces.Part, in drafted: EvalCase) -> Bool {
    switch part {
    case .fact(let id): !value.facts.contains { $0.id == id }
    case .probe(let index): !value.probes.contains { $0.id == drafted.probes[index].id }
    case .trajectory(let index):
      !value.trajectories.contains { $0.id == drafted.trajectories[index].id }
    case .constraint(let index):
      !value.constraints.contains { $0.id == drafted.constraints[index].id }
    case .whole, .title, .secret: false
    }
  }

  /// A case without the suggestions that `check` finds an error in.
  private func withoutFaults(_ value: EvalCase) -> EvalCase {
    var places = CasePlaces()
    var parts: [String: CasePlaces.Part] = [:]
    for part in value.drafts where isNew(part, in: value) {
      let path = "\(parts.count)"
      parts[path] = part
      places[part] = CasePlaces.Place(position: TextPosition(line: 1, column: 1), path: path)
    }
    let errors = CaseCheck.errors(of: LoadedCase(value, places: places))
    let faulty = Set(errors.compactMap { parts[$0.path] })
    if faulty.isEmpty { return value }
    var kept = value
    kept.facts = value.facts.filter { !faulty.contains(.fact($0.id)) }
    let facts = Set(kept.facts.map(\.id))
    kept.probes = value.probes.indices.filter { index in
      !faulty.contains(.probe(index))
        && (!isNew(.probe(index), in: value)
          || value.probes[index].facts.allSatisfy(facts.contains))
    }.map { value.probes[$0] }
    kept.trajectories = value.trajectories.indices
      .filter { !faulty.contains(.trajectory($0)) }.map { value.trajectories[$0] }
    kept.constraints = value.constraints.indices
      .filter { !faulty.contains(.constraint($0)) }.map { value.constraints[$0] }
    return kept
  }
}
