import EvalKit
import Foundation
import LocalModels
import Strategies
import Testing

/// The policy that an app ships, held against bounds and against what was found good before.
struct CompactionTests {
  /// The package's folder.
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func `the policy keeps what it kept when it was blessed`() async throws {
    let report = try await Evaluation(
      set: Self.package.appending(path: "../../../evalsets/starter").standardized,
      strategies: ["mine = drop-completed-tool-calls"], model: .reader, contexts: [.tokens(4096)]
    ).run()

    #expect(report.recall(of: "mine") >= 0.75)
    #expect(report.survival(of: "mine") >= 0.8)
    #expect(report.tokensPerTask(of: "mine") <= 75_000)
    #expect(report.tokensPerTask(of: "mine") < report.tokensPerTask(of: "oracle"))
    try report.gate(against: Self.package.appending(path: "baseline.json"))
  }
}
