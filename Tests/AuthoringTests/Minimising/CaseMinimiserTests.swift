import Authoring
import EvalKit
import LocalModels
import Strategies
import Testing

@Suite struct CaseMinimiserTests {
  private static let settings = RunSettings(models: [EvaluatedModel.reader.runner])

  private static func arm(_ spec: String, context: Int = 2048) throws -> Arm {
    Arm(
      name: spec, policy: .pipeline(try Strategies.catalog.parse(spec)), model: "reader",
      context: .tokens(context), reserve: 512)
  }

  private static func evalCase() throws -> EvalCase {
    try SmallTemplate.set(cases: 1, seed: 2, tokens: 3000...3000).cases[0].value
  }

  /// The first probe that a policy loses.
  private static func minimised(_ spec: String) async throws -> (EvalCase, CaseMinimiser.Result) {
    let value = try evalCase()
    for probe in value.probes where probe.expect == .facts {
      do {
        let minimiser = try CaseMinimiser(
          value, probe: probe.id, arm: arm(spec), settings: settings)
        return (value, try await minimiser.minimised())
      } catch is MinimisingError {
        continue
      }
    }
    throw MinimisingError.noProbe("any", known: [])
  }

  @Test(arguments: ["rolling-window(entries: 2)", "keep-first-last(first: 1, last: 2)"])
  func `is a valid case that still flips, much smaller, from which no turn can go`(spec: String)
    async throws
  {
    let (value, result) = try await Self.minimised(spec)
    let small = result.value
    #expect(small.transcript.entries.count * 4 < value.transcript.entries.count)
    #expect(result.tokens.after < result.tokens.before)
    #expect(!result.isCutShort)
    #expect(CaseCheck.errors(of: LoadedCase(small)).isEmpty)
    #expect(small.probes.count == 1)
    // Every call keeps its output, and every output its call.
    for (index, entry) in small.transcript.entries.enumerated() {
      if entry.kind == .toolOutput { #expect(small.structure.answers[index] != nil) }
      for output in small.structure.outputs[index] { #expect(output != nil) }
    }
    // The same flip, asked anew of what was written out and read back.
    let text = try CaseWriter(small).text()
    let loader = EvalSetLoader(FileReader(files: ["small.json5": text]))
    let read = try loader.cases(in: "small.json5").set.cases[0]
    let again = try await CaseMinimiser(
      read, probe: small.probes[0].id, arm: Self.arm(spec), settings: Self.settings
    ).minimised()
    #expect(again.value.transcript.entries.count == small.transcript.entries.count)
  }

  @Test func `gives the same case every time`() async throws {
    let first = try await Self.minimised("rolling-window(entries: 2)").1
    let second = try await Self.minimised("rolling-window(entries: 2)").1
    #expect(try CaseWriter(first.value).text() == CaseWriter(second.value).text())
    #expect(first.tests == second.tests)
  }

  @Test func `refuses what does not flip, with both answers`() async throws {
    let value = try Self.evalCase()
    let probe = try #require(value.probes.first { $0.expect == .facts })
    let minimiser = try CaseMinimiser(
      value, probe: probe.id, arm: Self.arm("identity", context: 100_000), settings: Self.settings)
    let error = await #expect(throws: MinimisingError.self) { try await minimiser.minimised() }
    #expect(error?.description.contains("does not flip under 'identity'") == true)
  }

  @Test func `names the probes there are`() throws {
    let error = #expect(throws: MinimisingError.self) {
      try CaseMinimiser(
        Self.evalCase(), probe: "anvli", arm: Self.arm("identity"), settings: Self.settings)
    }
    #expect(error?.description.contains("did you mean 'anvil'?") == true)
  }
}
