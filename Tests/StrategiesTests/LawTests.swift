import EvalKit
import EvalKitTesting
import Strategies
import Testing

/// The laws of every strategy over generated histories.
struct LawTests {
  /// Arguments for every strategy of the catalog; a strategy without any here is an error.
  static let specs = [
    "identity",
    "rolling-window(0)", "rolling-window(1)", "rolling-window(4)", "rolling-window(7)",
    "rolling-window(3, head: counted)", "rolling-window(30, head: counted)",
    "whole-turn-window(entries: 5)", "whole-turn-window(turns: 2)",
    "whole-turn-window(tokens: 150)",
    "whole-turn-window(tokens: 30%)",
    "keep-first-last(first: 2, last: 3)", "keep-first-last(first: 0, last: 0)",
    "drop-completed-tool-calls",
    "clear-tool-results(keep: 0)", "clear-tool-results(when: always, keep: 1)",
    "clear-tool-results(when: 4 uses)", "clear-tool-results(when: 3 turns, keep: 2)",
    "summarize-history(0)", "summarize-history(6)", "summarize-history(6, postamble: '')",
  ]

  /// Policies that break a law on purpose: (strategy, law), each with its reason.
  static let exceptions: Set<String> = []

  /// A generated session, cut after an input as at a request, with its ledger.
  private struct Sample: Sendable {
    let seed: Int
    let transcript: Transcript
    let ledger: TokenLedger

    init(seed: Int) {
      var generator = TranscriptGenerator(seed: UInt64(seed))
      var transcript = generator.transcript()
      let inputs = transcript.entries.indices.filter { transcript.entries[$0].kind.isInput }
      if let cut = inputs.isEmpty ? nil : inputs[(seed * 7919) % inputs.count] {
        transcript.entries.removeSubrange((cut + 1)...)
      }
      self.seed = seed
      self.transcript = transcript
      ledger = Bench().ledger(transcript)
    }

    func bench(request: Int = 1) -> Bench {
      let moment: Moment = transcript.entries.last?.kind == .toolOutput ? .toolOutput : .prompt
      return Bench(contextSize: 400, moment: moment, request: request, known: ledger)
    }
  }

  private static let samples = (0..<240).map { Sample(seed: $0) }

  @Test func `Every strategy of the catalog is here`() throws {
    let named = try Set(
      Self.specs.flatMap { try Strategies.catalog.parse($0).stages.map(\.definition.name) })
    #expect(named == Set(Strategies.catalog.definitions.map(\.name)))
  }

  @Test(arguments: specs)
  func `The input is untouched and the same input gives the same output`(spec: String) async throws
  {
    let stage = try #require(try Strategies.catalog.parse(spec).stages.first)
    for sample in Self.samples {
      let transcript = sample.transcript
      let bench = sample.bench()
      let history = bench.history(transcript)
      let first = try await bench.edited(history, by: stage, transcript)
      #expect(history.items.map(\.entry) == transcript.entries)
      #expect(history.head == transcript.head)
      // The same entries as other items, at another request, asked of another summariser.
      let other = sample.bench(request: 7)
      let second = try await other.edited(other.history(transcript), by: stage, transcript)
      #expect(History.areSame(first, second), "seed \(sample.seed)")
      #expect(first.items.map(\.entry) == second.items.map(\.entry))
    }
  }

  @Test(arguments: specs)
  func `Nothing changes where the trigger is not met`(spec: String) async throws {
    let stage = try #require(try Strategies.catalog.parse(spec).stages.first)
    for sample in Self.samples {
      let transcript = sample.transcript
      let bench = sample.bench()
      let history = bench.history(transcript)
      let isIdle =
        switch stage.strategy.reach(at: bench.moment) {
        case .always: false
        case .never: true
        case .when(let trigger): !trigger.isMet(by: history, in: bench.context(transcript))
        }
      guard isIdle else { continue }
      let edited = try await bench.edited(history, by: stage, transcript)
      #expect(History.areSame(history, edited), "seed \(sample.seed)")
    }
  }

  @Test(arguments: specs)
  func `Fates account for every entry exactly once`(spec: String) async throws {
    let stage = try #require(try Strategies.catalog.parse(spec).stages.first)
    for sample in Self.samples {
      let transcript = sample.transcript
      let bench = sample.bench()
      let edited = try await bench.edited(bench.history(transcript), by: stage, transcript)
      let fates = EntryFate.fates(of: transcript.entries.count, in: edited.items)
      #expect(fates.count == transcript.entries.count)
      // No entry stands twice, and what stands is in the order of the record.
      let ids = edited.items.compactMap(\.id)
      #expect(ids == ids.sorted() && Set(ids).count == ids.count, "seed \(sample.seed)")
      for item in edited.items {
        guard let id = item.id else { continue }
        #expect(fates[id.index].fate == (item.form == .whole ? .kept : .masked))
        if item.form == .whole { #expect(item.entry == transcript.entries[id.index]) }
      }
      let shown = Set(edited.items.flatMap(\.standsFor))
      for (index, fate) in fates.enumerated() {
        #expect((fate.fate == .dropped) == !shown.contains(EntryID(index)), "seed \(sample.seed)")
      }
    }
  }

  @Test(arguments: specs)
  func `A view of a view is the same view`(spec: String) async throws {
    let stage = try #require(try Strategies.catalog.parse(spec).stages.first)
    guard !stage.definition.callsModel, !Self.exceptions.contains(stage.definition.name) else {
      return
    }
    for sample in Self.samples {
      let transcript = sample.transcript
      let bench = sample.bench()
      let once = try await bench.edited(bench.history(transcript), by: stage, transcript)
      let twice = try await bench.edited(once, by: stage, transcript)
      #expect(History.areSame(once, twice), "seed \(sample.seed)")
      #expect(once.head == twice.head)
    }
  }

  @Test(arguments: specs)
  func `What is left is within the bounds that are claimed`(spec: String) async throws {
    let stage = try #require(try Strategies.catalog.parse(spec).stages.first)
    for sample in Self.samples {
      let transcript = sample.transcript
      let bench = sample.bench()
      let edited = try await bench.edited(bench.history(transcript), by: stage, transcript)
      let context = bench.context(transcript)
      let bounds = stage.strategy.bounds(
        after: .none, at: bench.moment, in: context.budget)
      #expect(edited.count <= bounds.entries ?? .max, "seed \(sample.seed)")
      #expect(edited.items.count { $0.kind == .prompt } <= bounds.turns ?? .max)
      #expect(context.tokens(edited) <= bounds.tokens ?? .max)
    }
  }

  @Test(arguments: specs)
  func `A whole replay under it raises no error`(spec: String) async throws {
    for seed in 0..<40 {
      var generator = TranscriptGenerator(seed: UInt64(seed))
      let transcript = generator.transcript(turns: 8)
      let result = try await Bench(contextSize: 400).replay(transcript, spec)
      #expect(result.records.allSatisfy { $0.error == nil })
      #expect(result.session.log == transcript.entries)
    }
  }
}
