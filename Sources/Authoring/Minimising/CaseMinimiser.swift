public import EvalKit

/// Why a case cannot be made smaller.
public enum MinimisingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such probe.
  case noProbe(String, known: [String])
  /// Nothing flips: what the oracle and the arm answered.
  case noFlip(probe: String, arm: String, oracle: String, policy: String)

  /// The message.
  public var description: String {
    switch self {
    case .noProbe(let name, let known):
      "there is no probe '\(name)'" + EditDistance.suggestion(for: name, in: known)
        + "; there is \(known.prefix(20).joined(separator: ", "))"
    case .noFlip(let probe, let arm, let oracle, let policy):
      "'\(probe)' does not flip under '\(arm)': with everything the answer is \(oracle), with the "
        + "policy \(policy)"
    }
  }
}

/// Makes the smallest session that still shows a flip: right with everything, wrong with a policy.
///
/// Whole turns go first, then rounds of calls and replies, then sentences and rows. Calls keep their
/// outputs, the evidence stays, and what comes out passes the checks of cases that went in.
public struct CaseMinimiser: Sendable {
  /// What came out.
  public struct Result: Sendable {
    /// The case.
    public var value: EvalCase
    /// Tests that were made.
    public var tests: Int
    /// Entries before and after.
    public var entries: (before: Int, after: Int)
    /// Tokens before and after, head and all, as the run counted them.
    public var tokens: (before: Int, after: Int)
    /// Whether it stopped because tests ran out: a smaller one may exist.
    public var isCutShort: Bool
  }

  /// How many tests are made at most.
  public static let mostTests = 3000

  private let value: EvalCase
  private let probe: Int
  private let arm: Arm
  private let oracle: Arm
  private let settings: RunSettings
  private let most: Int

  /// Makes a minimiser.
  ///
  /// - Parameters:
  ///   - value: The case.
  ///   - probe: The probe's id.
  ///   - arm: The policy, at a context in tokens: a share of the session would move with it.
  ///   - settings: How tokens are counted, and the models.
  ///   - most: How many tests are made at most.
  /// - Throws: ``MinimisingError/noProbe(_:known:)``.
  public init(
    _ value: EvalCase, probe: String, arm: Arm, settings: RunSettings,
    most: Int = CaseMinimiser.mostTests
  ) throws(MinimisingError) {
    guard let index = value.probes.firstIndex(where: { $0.id == probe }) else {
      throw .noProbe(probe, known: value.probes.map(\.id))
    }
    self.value = value
    self.probe = index
    self.arm = arm
    self.settings = settings
    self.most = most
    oracle = Arm(
      name: Control.oracle.name, policy: .control(.oracle), model: arm.model, context: arm.context,
      reserve: arm.reserve)
  }

  /// Makes it smaller.
  ///
  /// - Throws: ``MinimisingError/noFlip(probe:arm:oracle:policy:)``; `CancellationError`.
  public func minimised() async throws -> Result {
    var left = most
    let start = CaseCut.alone(value, probe: probe)
    let first = try await verdicts(of: start)
    guard Self.isFlip(first) else {
      throw MinimisingError.noFlip(
        probe: value.probes[probe].id, arm: arm.name, oracle: first.oracle?.rawValue ?? "none",
        policy: first.policy?.rawValue ?? "none")
    }
    let isClean = CaseCheck.errors(of: LoadedCase(start)).isEmpty
    func shows(_ value: EvalCase) async throws -> Bool {
      if isClean, !CaseCheck.errors(of: LoadedCase(value)).isEmpty { return false }
      return Self.isFlip(try await verdicts(of: value))
    }
    var current = start
    for units in [\CaseCut.turns, \CaseCut.rounds] {
      let cut = CaseCut(current)
      let all = cut[keyPath: units]
      let fixed = Set(current.transcript.entries.indices).subtracting(all.joined())
      let kept = try await DeltaDebugging.minimum(all, tests: &left) { part in
        try await shows(cut.keeping((fixed.union(part.joined())).sorted()))
      }
      current = cut.keeping(fixed.union(kept.joined()).sorted())
    }
    let cut = CaseCut(current)
    let pieces = cut.pieces
    let kept = try await DeltaDebugging.minimum(pieces, tests: &left) { part in
      guard let smaller = cut.keeping(Set(part), of: pieces) else { return false }
      return try await shows(smaller)
    }
    current = cut.keeping(Set(kept), of: pieces) ?? current
    return Result(
      value: named(current), tests: most - left,
      entries: (value.transcript.entries.count, current.transcript.entries.count),
      tokens: (tokens(value), tokens(current)), isCutShort: left <= 0)
  }

  /// A case that says where it came from.
  private func named(_ small: EvalCase) -> EvalCase {
    var named = small
    named.id = "\(value.id)-\(value.probes[probe].id)-minimal"
    named.source = [
      "kind": "minimised", "case": .string(value.id), "probe": .string(value.probes[probe].id),
      "arm": .string(arm.key),
    ]
    return named
  }

  private func tokens(_ value: EvalCase) -> Int {
    let ledger = TokenLedger(
      entries: value.transcript.entries, renderer: settings.renderer, tokenizer: settings.tokenizer)
    return ledger.count(value.transcript.head)
      + value.transcript.entries.enumerated().reduce(0) {
        $0 + ledger.count($1.element, at: EntryID($1.offset))
      }
  }

  // MARK: Testing

  private typealias Verdicts = (oracle: AnswerVerdict?, policy: AnswerVerdict?)

  private static func isFlip(_ verdicts: Verdicts) -> Bool {
    verdicts.oracle == .correct && verdicts.policy != nil && verdicts.policy != .correct
  }

  /// What comes of a case's only probe under both arms; nil where an arm cannot be asked.
  private func verdicts(of value: EvalCase) async throws -> Verdicts {
    let plan = Plan(cases: [value], arms: [oracle, arm], settings: settings)
    let observations = try await Runner(plan: plan, settings: settings).observations()
    let judged = JudgedCase(value, effects: ToolEffects())
    func verdict(_ place: Int) -> AnswerVerdict? {
      guard observations.indices.contains(place),
        let outcome = observations[place].questions.first(where: { $0.id == value.probes[0].id })
      else { return nil }
      switch outcome.status {
      case .answered: return outcome.reply.map { judged.verdict(of: $0, to: value.probes[0]) }
      case .overflow: return .overflow
      case .errored, .unanswered, .notApplicable: return nil
      }
    }
    return (verdict(0), verdict(1))
  }
}
