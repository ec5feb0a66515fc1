import Authoring
import EvalKit
import EvalKitTesting
import Testing

/// What is suggested on recorded sessions, held against what their benchmarks ask.
struct SuggestCorpusTests {
  /// Questions answered by values drawn at random: so many entries, one of their values each.
  private func baseline(_ benchmark: MemoryBenchmark, count: Int) -> Double {
    let pool = Dictionary(
      grouping: benchmark.suggestions(2000).map(\.fact), by: { $0.evidence.first?.entry })
    let entries = pool.keys.sorted { ($0?.index ?? -1) < ($1?.index ?? -1) }
    var random = SplitMix64(seed: 1)
    var sum = 0
    let draws = 200
    for _ in 0..<draws {
      let facts = entries.shuffled(using: &random).prefix(count).compactMap {
        pool[$0]?.randomElement(using: &random)
      }
      sum += benchmark.answered(by: facts).count
    }
    return Double(sum) / Double(draws * benchmark.questions.count)
  }

  @Test(
    .enabled(if: !MemoryBenchmark.all.isEmpty, "shared/corpora is absent"),
    arguments: [("customer", 40, 0.5), ("finance", 15, 0.12), ("healthcare", 15, 0.12)])
  func `suggested values answer a memory benchmark's questions, far more than by chance`(
    name: String, count: Int, least: Double
  ) throws {
    // Half of 25 questions by 15 values would take thirteen right ones; all values of the 15 richest
    // entries together answer fewer. So the short lists are held to what they reach.
    let benchmark = try #require(MemoryBenchmark.all.first { $0.id.hasSuffix(name) })
    let facts = benchmark.suggestions(count).map(\.fact)
    #expect(facts.count <= count)
    let answered = benchmark.answered(by: facts)
    let top = facts.prefix(15)
    let touching = top.count { fact in
      benchmark.questions.contains { question in
        benchmark.matches(fact, question)
          || fact.evidence.contains { question.evidence.contains($0.entry?.index ?? -1) }
      }
    }
    let share = Double(answered.count) / Double(benchmark.questions.count)
    let random = baseline(benchmark, count: count)
    print(
      "\(name): top \(count) answer \(answered.count) of \(benchmark.questions.count) questions; "
        + "\(touching) of the top \(top.count) touch one; random entries answer "
        + "\(Int((random * 100).rounded())) %")
    #expect(share >= least)
    #expect(touching * 2 >= top.count)
    #expect(share > random)
  }

  @Test(.enabled(if: Corpora.folder != nil, "shared/corpora is absent"))
  func `twelve facts hold what write calls of recorded runs take from earlier turns`() throws {
    let bytes = try #require(Corpora.bytes("tau-bench/gpt-4o-airline-first-80.json"))
    var wanted = 0
    var found = 0
    for run in 0..<10 {
      let imported = try TranscriptImporter.read(
        bytes, file: "runs.json", select: "[\(run)].traj")
      let transcript = try #require(imported.first).transcript
      let value = EvalCase(id: "run", transcript: transcript)
      let effects = Judge.default.effects.stating(transcript)
      let trace = ArgumentTrace(transcript, structure: value.structure)
      var seen = Set<String>()
      let needed = trace.arguments.filter { argument in
        let tool = transcript[argument.entry].calls[argument.call].name
        return effects.effect(of: tool) == .write && seen.insert(argument.value.value).inserted
      }
      var limits = CaseSuggester.Limits()
      limits.facts = 12
      let facts = CaseSuggester(value, limits: limits).suggestions().facts.map(\.fact)
      #expect(facts.count <= 12)
      let hit = needed.filter { argument in
        facts.contains { argument.value.isWhole(MatchText($0.value)) }
      }
      print("run \(run): \(hit.count) of \(needed.count) values of write calls")
      wanted += needed.count
      found += hit.count
    }
    #expect(wanted > 20)
    #expect(Double(found) >= 0.8 * Double(wanted))
  }
}
