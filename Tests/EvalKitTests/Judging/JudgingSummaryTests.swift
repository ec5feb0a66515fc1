import Testing

@testable import EvalKit

struct JudgingSummaryTests {
  /// Recall scores of arms over cases, one question a case.
  private func scores(_ arms: [(String, [Double?])], metric: String = "recall") -> [Score] {
    arms.flatMap { arm, values in
      values.enumerated().map { index, value in
        Score(
          caseID: "c\(index)", arm: "\(arm)|reader|2048", metric: metric, question: "q",
          outcome: value.map { .scored($0) } ?? .errored("failed"))
      }
    }
  }

  private func value(_ summary: Summary, _ arm: String, _ metric: String) -> MetricValue? {
    summary[arm: "\(arm)|reader|2048"]?.metrics[metric]
  }

  @Test func `an error counts as the worst value`() {
    let summary = Summary(scores([("a", [1, 1, 0, nil])]))
    let recall = value(summary, "a", "recall")
    #expect(recall?.value == 0.5)
    #expect(recall?.scored == 3)
    #expect(recall?.errored == 1)
    let stale = Summary(scores([("a", [0, nil])], metric: "stale"))
    #expect(value(stale, "a", "stale")?.value == 0.5)
  }

  @Test func `an unbounded metric with an error is incomplete`() {
    let summary = Summary(scores([("a", [100, nil])], metric: "tokensPerTask"))
    #expect(value(summary, "a", "tokensPerTask")?.value == 100)
    #expect(value(summary, "a", "tokensPerTask")?.isIncomplete == true)
  }

  @Test func `a metric that scored none has no value and is said`() {
    let summary = Summary(scores([("a", [nil, nil])]))
    #expect(value(summary, "a", "recall")?.value == nil)
    #expect(summary.unscored.map(\.metric) == ["recall", "precision"])
  }

  @Test func `counts are summed and peaks are the largest`() {
    let summary = Summary(
      scores([("a", [3, 4])], metric: "firings")
        + scores([("a", [300, 400])], metric: "peakTokens"))
    #expect(value(summary, "a", "firings")?.value == 7)
    #expect(value(summary, "a", "peakTokens")?.value == 400)
  }

  @Test func `instances of a probe are averaged before questions are pooled`() {
    let instances = [1.0, 0, 0, 0].enumerated().map { index, value in
      Score(
        caseID: "c", arm: "a|reader|2048", metric: "recall", question: "q@t\(index)", group: "q",
        outcome: .scored(value))
    }
    let other = Score(
      caseID: "c", arm: "a|reader|2048", metric: "recall", question: "r", outcome: .scored(1))
    let recall = value(Summary(instances + [other]), "a", "recall")
    #expect(recall?.value == (0.25 + 1) / 2)
    #expect(recall?.scored == 5)
  }

  private static let controlled: [(String, [Double?])] = [
    ("a", [1, 0, 1, 0]), ("oracle", [1, 1, 1, 0]), ("evidence", [1, 1, 1, 1]),
    ("null", [0, 0, 1, 0]),
    ("foreign", [0, 0, 1, 0]), ("placebo(a)", [0, 0, 1, 0]),
  ]

  @Test func `recall is normalised between null and the better ceiling`() {
    let summary = Summary(scores(Self.controlled))
    // (0.5 − 0.25) ÷ (1 − 0.25)
    #expect(value(summary, "a", "normalizedRecall")?.value == 1.0 / 3)
    #expect(value(summary, "null", "normalizedRecall")?.value == 0)
    #expect(value(summary, "evidence", "normalizedRecall")?.value == 1)
    #expect(summary.arms[0].noRange.isEmpty)
  }

  @Test func `controls flag questions, and flags remove nothing`() {
    let summary = Summary(scores(Self.controlled))
    #expect(summary.count(of: .oracleFails) == 1)
    #expect(summary.count(of: .evidenceFails) == 0)
    #expect(summary.count(of: .nullPasses) == 1)
    #expect(summary.count(of: .foreignPasses) == 1)
    #expect(value(summary, "a", "recall")?.value == 0.5)
    #expect(summary.flagged.map(\.caseID) == ["c2", "c3"])
  }

  @Test func `the answerable questions are the same table without the flagged ones`() {
    let summary = Summary(scores(Self.controlled), filter: .answerable)
    let recall = value(summary, "a", "recall")
    #expect(recall?.value == 0.5)
    #expect(recall?.scored == 2)
    #expect(recall?.excluded == 2)
    #expect(summary.excluded.map(\.reason) == ["nullPasses, foreignPasses", "oracleFails"])
    #expect(summary.count(of: .oracleFails) == 1)
  }

  @Test func `a metric whose ceiling is near null has no range`() {
    let summary = Summary(
      scores([("a", [1, 1, 0]), ("oracle", [1, 1, 0]), ("null", [1, 1, 0])]))
    #expect(summary.arms[0].noRange == ["recall", "normalizedRecall"])
    #expect(value(summary, "a", "normalizedRecall")?.value == nil)
    #expect(value(summary, "a", "normalizedRecall")?.notApplicable == 3)
  }

  @Test func `an arm is compared with dropping turns at random to its size`() {
    let better = Summary(scores(Self.controlled))
    #expect(better.arms[0].placeboRecall == 0.25)
    // The counts of cells say that something was compacted.
    let cells = (0..<4).map {
      Score(
        caseID: "c\($0)", arm: "a|reader|2048", metric: "neverCompacted", outcome: .scored(0))
    }
    let summary = Summary(scores(Self.controlled) + cells)
    #expect(summary.arms[0].beatsPlacebo == true)
    #expect(summary.arms[0].neverCompacted == 0)
    #expect(better.arms[0].beatsPlacebo == nil)
  }

  @Test func `the share of stale answers leaves out those that are neither`() {
    let stale: [(Double, String)] = [(1, "stale"), (0, "correct"), (0, "wrong"), (0, "correct")]
    let scores = stale.enumerated().map { index, value in
      Score(
        caseID: "c\(index)", arm: "a|reader|2048", metric: "stale", question: "q",
        outcome: .scored(value.0), verdict: value.1)
    }
    let share = value(Summary(scores), "a", "staleShare")
    #expect(share?.value == 1.0 / 3)
    #expect(share?.scored == 3)
    #expect(share?.notApplicable == 1)
    #expect(value(Summary(scores), "a", "stale")?.value == 0.25)
  }

  @Test func `support is not applicable under thirty leaves`() {
    func leaves(_ count: Int) -> Summary {
      Summary(
        (0..<count).map {
          Score(
            caseID: "c", arm: "a|reader|2048", metric: "argumentSupport", question: "l\($0)",
            group: "value(\($0))", outcome: .scored(1))
        })
    }
    #expect(value(leaves(29), "a", "argumentSupport")?.value == nil)
    #expect(value(leaves(29), "a", "argumentSupport")?.notApplicable == 29)
    #expect(value(leaves(30), "a", "argumentSupport")?.value == 1)
  }

  @Test func `summary json has sorted keys, named controls and shortest numbers`() throws {
    let summary = Summary(
      scores([("drop | window", [1, 0, 0]), ("null", [0, 0, 0])]),
      evalSets: [Summary.SetIdentity(id: "starter", digest: "abc")])
    let json = try JSONValue.parse(summary.file)
    #expect(summary.file == json.serialised(sortedKeys: true) + "\n")
    #expect(json["version"] == 1)
    #expect(json["kind"] == "summary")
    #expect(json["evalSets"] == [["digest": "abc", "id": "starter"]])
    let arm = try #require(json["arms"]?.arrayValue?.first)
    #expect(arm["arm"] == "drop | window")
    #expect(arm["model"] == "reader")
    #expect(arm["context"] == 2048)
    #expect(arm["metrics"]?["recall"]?["value"]?.doubleValue == 1.0 / 3)
    #expect(summary.file.contains(#""value":0.3333333333333333"#))
    #expect(json["flags"]?["nullPasses"] == 0)
    #expect(json["excluded"] == [])
  }
}
