import EvalKit
import EvalKitTesting
import LocalModels
import Testing

@Suite struct `A generated set` {
  @Test func `is the same from the same seed, and another from another`() {
    let digests = GeneratedSet.cases(count: 4, seed: 7).map { CaseCodec.digest($0) }
    #expect(GeneratedSet.cases(count: 4, seed: 7).map { CaseCodec.digest($0) } == digests)
    #expect(GeneratedSet.cases(count: 4, seed: 8).map { CaseCodec.digest($0) } != digests)
    #expect(Set(digests).count == 4)
  }

  @Test func `has every age from 1 to 10, a cluster a case, and no value twice`() {
    let cases = GeneratedSet.cases(count: 30, seed: 1)
    #expect(Set(cases.map(\.cluster)).count == 30)
    let facts = cases.flatMap(\.facts)
    #expect(Set(facts.map(\.value)).count == 60)
    let ages = facts.compactMap { $0.evidence.first?.entry.map { 12 - $0.index / 2 } }
    #expect(Set(ages) == Set(1...10))
    for value in cases {
      for fact in value.facts {
        let entry = fact.evidence.first?.entry?.index ?? 0
        #expect(value.transcript.entries[entry].text.contains(fact.value))
      }
    }
  }

  @Test func `is answered by the reader from the whole history and not without`() async throws {
    let cases = GeneratedSet.cases(count: 30, seed: 3)
    let settings = RunSettings(models: [ModelRunner(Reader())])
    let plan = Plan(
      cases: cases,
      arms: Arm.panel(
        policies: [], models: ["reader"], contexts: [.tokens(8192)], reserve: 512),
      settings: settings)
    let observations = try await Runner(plan: plan, settings: settings).observations()
    let run = RecordedRun(
      plan, spec: RunSpec(plan, settings: settings, sets: []), observations: observations)
    let summary = run.judged(by: .default).summary()
    let oracle = summary.arms.first { $0.arm.control == .oracle }
    let null = summary.arms.first { $0.arm.control == .null }
    #expect(oracle?.metrics["recall"]?.value == 1)
    #expect(oracle?.metrics["recall"]?.scored == 60)
    #expect(null?.metrics["recall"]?.value == 0)
  }
}
