import Authoring
import EvalKit
import Testing

@Suite struct CaseGeneratorTests {
  @Test func `the same seed gives the same bytes, another seed others`() throws {
    let first = try SmallTemplate.set()
    let second = try SmallTemplate.set()
    #expect(first.lines == second.lines)
    #expect(first.manifest == second.manifest)
    #expect(try SmallTemplate.set(seed: 6).lines != first.lines)
  }

  @Test func `a case does not depend on how many follow it`() throws {
    let few = try SmallTemplate.set(cases: 2).cases.map(\.json)
    let many = try SmallTemplate.set(cases: 4).cases.map(\.json)
    #expect(Array(many.prefix(2)) == few)
  }

  @Test func `a set is loaded from its files, without an error`() throws {
    let set = try SmallTemplate.set()
    let files = FileReader(files: ["evalset.json5": set.manifest, "cases.jsonl": set.lines])
    let loaded = try EvalSetLoader(files).set()
    #expect(loaded.set.id == "small")
    #expect(loaded.set.cases.count == 3)
    for value in loaded.cases { #expect(CaseCheck.errors(of: value).isEmpty) }
    for value in loaded.set.cases {
      #expect(value.cluster == "small")
      #expect(value.source?["kind"]?.stringValue == "generated")
      #expect(value.source?["seed"]?.intValue == 5)
    }
  }

  @Test func `large sets have several files, which say together what one would`() throws {
    let set = try SmallTemplate.set(cases: 4)
    #expect(set.caseFiles().map(\.name) == ["cases.jsonl"])
    let largest = set.lines.utf8.count / 2
    let files = set.caseFiles(largest: largest)
    #expect(files.count > 1)
    #expect(files.map(\.name) == files.indices.map { "cases-\($0 + 1).jsonl" })
    #expect(files.map(\.text).joined() == set.lines)
    for file in files { #expect(file.text.utf8.count <= largest) }
  }

  @Test func `asks for every value as often as it is told to, at another age each time`() throws {
    let settings = GeneratorSettings(
      cases: 6, seed: 5, turns: 18...22, tokens: 2000...3000, asks: 2)
    for generated in try CaseGenerator([SmallTemplate.load()], settings).cases() {
      let probes = generated.value.probes.filter { $0.expect == .facts }
      let byFact = Dictionary(grouping: probes, by: \.facts)
      #expect(byFact.values.count { $0.count == 2 } * 10 >= byFact.count * 8)
      for asked in byFact.values {
        #expect(asked.count <= 2)
        #expect(Set(asked.map { "\($0.at)" }).count == asked.count)
      }
    }
  }

  @Test func `sizes come to the mean that is asked for`() throws {
    let settings = GeneratorSettings(
      cases: 30, seed: 2, turns: 18...22, tokens: 2000...12_000, meanTokens: 3000)
    let sizes = try CaseGenerator([SmallTemplate.load()], settings).cases().map(\.tokens)
    let mean = sizes.reduce(0, +) / sizes.count
    #expect((2700...3300).contains(mean), "\(mean)")
    #expect((sizes.max() ?? 0) > 7000)
  }

  @Test(arguments: [2500, 5000, 9000])
  func `a session comes to the tokens asked for`(tokens: Int) throws {
    let set = try SmallTemplate.set(cases: 2, tokens: tokens...tokens)
    for value in set.cases { #expect(abs(value.tokens - tokens) * 20 < tokens, "\(value.tokens)") }
  }

  @Test func `what is asked was said, and what is called was said before`() throws {
    for generated in try SmallTemplate.set(cases: 6).cases {
      let value = generated.value
      #expect(value.probes.count >= 9)
      #expect(value.trajectories.count >= 5)
      for probe in value.probes where probe.expect == .facts {
        let fact = try #require(value.fact(probe.facts[0]))
        #expect(!fact.evidence.isEmpty)
        #expect(fact.value.contains("-"))
      }
      #expect(value.trajectories.contains { $0.id == "retry" })
      let failed = value.transcript.entries.contains { entry in
        entry.kind == .toolOutput && entry.text == "error: closed"
      }
      #expect(failed)
    }
  }

  @Test func `corrections supersede what was said`() throws {
    let values = try SmallTemplate.set(cases: 12).cases.map(\.value)
    let corrected = values.flatMap(\.facts).filter { !$0.supersedes.isEmpty }
    #expect(corrected.count > 5)
    for fact in corrected {
      #expect(fact.supersedes.allSatisfy { $0.value != fact.value && !$0.evidence.isEmpty })
    }
    let updates = values.flatMap(\.probes).filter { $0.kind == "update" }
    #expect(!updates.isEmpty)
  }

  @Test func `no value is another fact's`() throws {
    let facts = try SmallTemplate.set(cases: 12).cases.flatMap(\.value.facts)
    #expect(Set(facts.map(\.value)).count == facts.count)
  }

  @Test func `says which fact has no value left`() throws {
    let template = try SmallTemplate.load("code A-####", "code bb#")
    let settings = GeneratorSettings(cases: 30, turns: 18...22, tokens: 1000...1000)
    #expect(throws: GenerationError.self) {
      try CaseGenerator([template], settings).cases()
    }
  }

  @Test func `a session too short for its calls is refused`() throws {
    let settings = GeneratorSettings(cases: 1, turns: 4...4, tokens: 1000...1000)
    let error = #expect(throws: GenerationError.self) {
      try CaseGenerator([SmallTemplate.load()], settings).cases()
    }
    #expect(error == .tooShort(template: "small", turns: 4))
  }
}

/// What the shipped templates are worth; a case of each.
@Suite struct ShippedTemplateTests {
  private static let settings = GeneratorSettings(
    cases: 32, seed: 3, turns: 24...34, tokens: 6000...8000)

  /// Made once for all tests: it is the larger part of their time.
  private static let made = Result {
    try GeneratedCaseSet(
      SetPlan(id: "sample", title: "A sample", settings: ShippedTemplateTests.settings),
      TemplateFolder.templates())
  }

  private static func set() throws -> GeneratedCaseSet { try made.get() }

  @Test func `probes share less than 30 % of their words with the evidence`() throws {
    let overlaps = try Self.set().overlaps
    #expect(overlaps.count > 300)
    for (probe, share) in overlaps { #expect(share < 0.3, "\(probe): \(share)") }
  }

  @Test func `cases have probes and calls enough, of many kinds, ages and mentions`() throws {
    let cases = try Self.set().cases.map(\.value)
    for value in cases {
      #expect(value.probes.count >= 12, "\(value.id)")
      #expect(value.trajectories.count >= 4, "\(value.id)")
      #expect(value.probes.contains { $0.kind == "abstention" && $0.decoy != nil }, "\(value.id)")
      #expect(!value.constraints.isEmpty, "\(value.id)")
    }
    #expect(Set(cases.flatMap(\.facts).map(\.kind)).count >= 8)
    #expect(Set(cases.flatMap(\.probes).map(\.kind)).count >= 5)
  }

  @Test func `no two cases share a paragraph`() throws {
    let repeats = ParagraphRepeats(try Self.set().cases.map(\.value))
    #expect(repeats.paragraphs > 1500)
    #expect(repeats.equal == 0)
    #expect(repeats.alike == 0, "\(repeats.worst)")
  }

  @Test func `the reader answers with everything, and not without`() async throws {
    let measure = try await SetMeasure(Self.set().cases.map(\.value))
    #expect(measure.whole.asked > 300)
    #expect(measure.whole.value >= 0.9, "\(measure.missed)")
    #expect(measure.nothing.value <= 0.02)
    #expect(measure.foreign.value <= 0.05)
    #expect(measure.withoutEvidence.value <= 0.1)
  }
}
