import EvalKit
import Foundation
import LocalModels
import Strategies
import Testing

/// Two starter cases under one policy with the reader: a small run of the whole machine.
struct StarterRunTests {
  @Test func `starter cases run whole, the same bytes at every width`() async throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let set = try EvalSetLoader.load(root.appendingPathComponent("evalsets/starter").path).set
    let cases = Array(set.cases.prefix(2))
    let catalog = Strategies.catalog
    let policies = try set.strategies.prefix(1).map { spec in
      let arm = try ArmSpec.parse(spec, catalog: catalog)
      return (name: arm.name, pipeline: arm.pipeline)
    }
    let settings = RunSettings(
      models: [ModelRunner(Reader(), isFree: true)], summarisers: [ReaderSummariser()])
    let arms = Arm.panel(policies: policies, models: ["reader"], contexts: [.tokens(2048)])
    let plan = Plan(cases: cases, arms: arms, settings: settings)
    let codec = ObservationCodec(cases)
    var lines: [[String]] = []
    for width in [1, 2] {
      var found: [String] = []
      try await Runner(plan: plan, settings: settings).run(width: width) { _, observation in
        found.append(try codec.line(observation))
      }
      lines.append(found)
    }
    #expect(lines[0].count == plan.cells.count)
    #expect(lines[0] == lines[1])
    for line in lines[0] {
      #expect(try codec.line(codec.observation(line)) == line)
    }
  }
}
