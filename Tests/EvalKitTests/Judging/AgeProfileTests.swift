import Foundation
import Testing

@testable import EvalKit

/// Rates weighed by how far back sessions reach.
struct AgeProfileTests {
  private func recall(_ question: String, _ value: Double, age: Int?) -> Score {
    Score(
      caseID: "c", arm: "a|m|2048", metric: "recall", question: question, outcome: .scored(value),
      verdict: value == 1 ? "correct" : "wrong", strata: Strata(probe: "recall", turns: age))
  }

  private func rate(_ scores: [Score], _ profile: String) -> AgedRate? {
    Summary(scores).ages.first { $0.profile == profile }?.rates["recall"]
  }

  @Test func `a rate is the mean over ages, weighed by how often they are used`() throws {
    let scores = [
      recall("near", 1, age: 1), recall("far", 0, age: 2), recall("farther", 0, age: 3),
    ]
    let usage = try #require(rate(scores, "usage"))
    #expect(abs((usage.value ?? 0) - 770.0 / 1073) < 1e-12)
    #expect(abs(usage.covered - 1073.0 / 1158) < 1e-12)
    // One bucket of two has a right answer, however many questions there are of each.
    #expect(rate(scores, "uniform")?.value == 0.5)
    #expect(rate(scores, "uniform")?.covered == 0.4)
  }

  @Test func `questions within the turn in flight and without a fact have no age`() {
    let scores = [recall("now", 0, age: 0), recall("none", 0, age: nil), recall("near", 1, age: 1)]
    #expect(rate(scores, "usage")?.value == 1)
    #expect(rate([recall("now", 0, age: 0)], "usage") == nil)
  }

  @Test func `an age that no session uses has no rate under its profile`() throws {
    let old = try #require(rate([recall("old", 1, age: 40)], "usage"))
    #expect(old.value == nil)
    #expect(old.covered == 0)
    #expect(rate([recall("old", 1, age: 40)], "uniform")?.value == 1)
  }

  @Test func `errors count as the worst value`() {
    var failed = recall("failed", 1, age: 1)
    failed.outcome = .errored("no reply")
    #expect(rate([failed, recall("near", 1, age: 1)], "usage")?.value == 0.5)
  }

  @Test func `the profile of use is the file's`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "evalsets/profiles/usage.json5")
    let value = try JSONNode.parse(
      [UInt8](Data(contentsOf: file)), file: "usage.json5", options: .json5
    ).value
    let buckets = try #require(value["buckets"]?.arrayValue)
    #expect(buckets.compactMap { $0["count"]?.intValue } == AgeProfile.usage.counts)
    #expect(buckets.compactMap { $0["from"]?.intValue } == ReuseDistances.starts)
    #expect(
      value["source"]?["arguments"]?.intValue == AgeProfile.usage.counts.reduce(0, +))
  }
}
