import Testing

@testable import EvalKit

@Suite struct `A baseline` {
  private func made() throws -> Baseline {
    var bed = GateBed()
    bed.must = ["q1"]
    bed.hazards = ["c0": ["orphan-output": 2]]
    bed.survival = [.init("c0", "q0/f", .notApplicable("it was not said yet"))]
    return try Baseline(
      [
        bed.run(GateBed.questions(4)),
        bed.run(GateBed.questions(3, wrong: 1) + [.init("c1", "q3", .errored("timeout"))]),
      ], blessing: .init(by: "Ada", reason: "the first \"good\" one", tool: "9.9.9"))
  }

  @Test func `reads back as itself`() throws {
    let baseline = try made()
    #expect(try Baseline(file: Array(baseline.file.utf8)) == baseline)
    #expect(baseline.arms.first?.isSampled == true)
    #expect(baseline.arms.first?.metrics["recall"]?.metric.errored == 1)
    #expect(baseline.hasErrors)
    #expect(baseline.errors.map(\.result.question) == ["q3"])
  }

  @Test func `has a line for each question`() throws {
    let lines = try made().file.split(separator: "\n")
    let line = try #require(lines.first { $0.contains("\"question\":\"q1\"") })
    #expect(
      line.drop { $0 == " " }
        == #"{"case":"c1","metric":"recall","question":"q1","value":1,"verdict":"correct","must":true},"#
    )
    // A question more is a line more, beside the numbers that are of all of them.
    let more = try GateBed().baseline(GateBed.questions(5)).file.split(separator: "\n")
    #expect(
      try GateBed().baseline(GateBed.questions(4)).file.split(separator: "\n").count == more.count
        - 1)
  }

  @Test(arguments: [
    (
      "\"value\":1,\"verdict\":\"correct\"", "\"value\":0,\"verdict\":\"correct\"", "edited by hand"
    ),
    ("Ada", "Eve", "edited by hand"),
    ("\"version\": 1", "\"version\": 2", "the newest known is 1"),
    ("\"kind\": \"baseline\"", "\"kind\": \"summary\"", "no baseline"),
    ("{", "", "no baseline"),
  ])
  func `is refused where it is not what was blessed`(
    text: String, other: String, message: String
  ) throws {
    let file = try made().file
    #expect(file.contains(text))
    let error = try #require(throws: BaselineError.self) {
      try Baseline(file: Array(file.replacing(text, with: other, maxReplacements: 1).utf8))
    }
    #expect(error.description.contains(message))
  }

  @Test func `is refused with a metric nobody knows`() throws {
    var baseline = try made()
    baseline.arms[0].metrics["recal"] = baseline.arms[0].metrics["recall"]
    let error = try #require(throws: BaselineError.self) {
      try Baseline(file: Array(baseline.file.utf8))
    }
    #expect(error.description.contains("unknown metric 'recal'"))
    #expect(error.description.contains("did you mean 'recall'?"))
  }

  @Test func `reads the same with other line breaks`() throws {
    let baseline = try made()
    let value = try JSONValue.parse(baseline.file)
    #expect(try Baseline(file: Array(value.serialised().utf8)) == baseline)
  }

  @Test func `says what another changes`() throws {
    let old = try GateBed().baseline(GateBed.questions(4))
    let same = BaselineChange(from: old, to: old)
    #expect(same.isEmpty)
    var bed = GateBed()
    bed.tokens = 1200
    let new = try bed.baseline(GateBed.questions(5, cases: 3, wrong: 1))
    let change = BaselineChange(from: old, to: new)
    #expect(change.newCases == ["c2"])
    let arm = try #require(change.arms.first)
    #expect(arm.broken.map(\.place) == ["c0/q0"])
    #expect(
      arm.metrics.first { $0.key == "tokensPerTask" }?.sentence
        == "tokensPerTask 1000.0 → 1200.0 (+20.0 %)")
  }
}
