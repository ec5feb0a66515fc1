import EvalKit
import EvalKitTesting
import Strategies
import Testing

/// The laws of every strategy over generated histories.
struct LawsOverGeneratedHistories {
  @Test func `Every strategy of the catalog is here`() throws {
    let named = try Set(
      LawSpec.all.flatMap { try Strategies.catalog.parse($0.spec).stages.map(\.definition.name) })
    #expect(
      named.subtracting(["transform"])
        == Set(Strategies.catalog.definitions.map(\.name)))
  }

  @Test(arguments: LawSpec.all)
  func `A strategy holds to the laws over generated histories`(spec: LawSpec) async throws {
    try await Laws.check(spec, over: LawSample.generated)
  }

  @Test(arguments: LawSpec.all)
  func `A whole replay under it raises no error`(spec: LawSpec) async throws {
    for seed in 0..<40 {
      var generator = TranscriptGenerator(seed: UInt64(seed))
      let transcript = generator.transcript(turns: 8)
      let result = try await Bench(contextSize: 400).replay(transcript, spec.spec)
      let errors = result.records.compactMap(\.error)
      #expect(errors.isEmpty || spec.breaks[.replay] != nil, "seed \(seed): \(errors.first ?? "")")
      #expect(result.session.log == transcript.entries)
    }
  }
}

/// The laws themselves: each says what is wrong, or nil.
enum Laws {
  /// Checks every law of a spec over samples; records one shrunk counterexample a law.
  static func check(_ spec: LawSpec, over samples: [LawSample]) async throws {
    let stages = try Strategies.catalog.parse(spec.spec).stages
    #expect(!stages.isEmpty)
    // Each stage by itself: the laws are those of a strategy.
    for stage in stages {
      for law in Law.allCases where law != .replay && spec.breaks[law] == nil {
        let resources = SessionResources()
        for var sample in samples {
          sample.resources = resources
          guard try await broken(law, stage, sample) != nil else { continue }
          let smallest = try await sample.shrunk { try await broken(law, stage, $0) != nil }
          let fault = try await broken(law, stage, smallest) ?? ""
          Issue.record("\(spec): \(stage) breaks \(law.rawValue): \(fault)\n  \(smallest)")
          break
        }
      }
    }
  }

  /// How a stage breaks a law on a sample; nil where it does not.
  static func broken(_ law: Law, _ stage: Stage, _ sample: LawSample) async throws -> String? {
    switch law {
    case .determinism: try await determinism(stage, sample)
    case .idleness: try await idleness(stage, sample)
    case .fates: try await fates(stage, sample)
    case .idempotence: try await idempotence(stage, sample)
    case .bounds: try await bounds(stage, sample)
    case .replay: nil
    }
  }

  private static func determinism(_ stage: Stage, _ sample: LawSample) async throws -> String? {
    let transcript = sample.transcript
    let bench = sample.bench()
    let history = bench.history(transcript)
    let first = try await bench.edited(history, by: stage, transcript)
    if history.items.map(\.entry) != transcript.entries || history.head != transcript.head {
      return "the input changed"
    }
    // The same entries as other items, at another request, asked of another summariser.
    let other = sample.bench(request: 7)
    let second = try await other.edited(other.history(transcript), by: stage, transcript)
    if !History.areSame(first, second) || first.items.map(\.entry) != second.items.map(\.entry) {
      return "twice the same input gave \(Shorthand.text(first)) and \(Shorthand.text(second))"
    }
    return nil
  }

  private static func idleness(_ stage: Stage, _ sample: LawSample) async throws -> String? {
    let transcript = sample.transcript
    let bench = sample.bench()
    let history = bench.history(transcript)
    let isIdle =
      switch stage.strategy.reach(at: bench.moment) {
      case .always: false
      case .never: true
      case .when(let trigger): !trigger.isMet(by: history, in: bench.context(transcript))
      }
    guard isIdle else { return nil }
    let edited = try await bench.edited(history, by: stage, transcript)
    return History.areSame(history, edited) ? nil : "it acted though its trigger is not met"
  }

  private static func fates(_ stage: Stage, _ sample: LawSample) async throws -> String? {
    let transcript = sample.transcript
    let bench = sample.bench()
    let edited = try await bench.edited(bench.history(transcript), by: stage, transcript)
    let fates = EntryFate.fates(of: transcript.entries.count, in: edited.items)
    if fates.count != transcript.entries.count { return "\(fates.count) fates" }
    let ids = edited.items.compactMap(\.id)
    if Set(ids).count != ids.count { return "an entry stands twice" }
    if ids != ids.sorted() { return "entries stand in another order" }
    for item in edited.items {
      guard let id = item.id else { continue }
      let wanted: Fate =
        switch item.form {
        case .whole: .kept
        case .masked: .masked
        case .truncated: .truncated
        }
      if fates[id.index].fate != wanted { return "entry \(id.index) is \(fates[id.index].fate)" }
      if item.form == .whole, !item.isPartial, item.entry != transcript.entries[id.index] {
        return "entry \(id.index) is said to be whole and is not"
      }
    }
    let shown = Set(edited.items.flatMap(\.standsFor))
    for (index, fate) in fates.enumerated()
    where (fate.fate == .dropped) == shown.contains(EntryID(index)) {
      return "entry \(index) is \(fate.fate.rawValue)"
    }
    return nil
  }

  private static func idempotence(_ stage: Stage, _ sample: LawSample) async throws -> String? {
    if stage.strategy.asksModel { return nil }
    let transcript = sample.transcript
    let bench = sample.bench()
    let once = try await bench.edited(bench.history(transcript), by: stage, transcript)
    let twice = try await bench.edited(once, by: stage, transcript)
    guard History.areSame(once, twice), once.head == twice.head else {
      return "once \(Shorthand.text(once)), twice \(Shorthand.text(twice))"
    }
    return nil
  }

  private static func bounds(_ stage: Stage, _ sample: LawSample) async throws -> String? {
    let transcript = sample.transcript
    let bench = sample.bench()
    let edited = try await bench.edited(bench.history(transcript), by: stage, transcript)
    let context = bench.context(transcript)
    let bounds = stage.strategy.bounds(after: .none, at: bench.moment, in: context.budget)
    if edited.count > bounds.entries ?? .max { return "\(edited.count) entries are left" }
    let turns = edited.items.count { $0.kind == .prompt }
    if turns > bounds.turns ?? .max { return "\(turns) turns are left" }
    let tokens = context.tokens(edited)
    return tokens > bounds.tokens ?? .max ? "\(tokens) tokens are left" : nil
  }
}
