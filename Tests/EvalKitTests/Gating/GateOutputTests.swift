import Testing

@testable import EvalKit

@Suite struct `What a gate writes` {
  private func report() throws -> GateReport {
    var bed = GateBed()
    bed.name = "a <b> & \"c\"\u{1}"
    let before = GateBed.questions(10)
    let after = before.map { asked in
      GateBed.Asked(
        asked.caseID, asked.question,
        asked.question == "q9"
          ? .errored("<timeout>") : .scored(["q0", "q1", "q2"].contains(asked.question) ? 0 : 1))
    }
    return try Gate(baseline: bed.baseline(before), run: Baseline([bed.run(after)])).report()
  }

  @Test func `as JUnit tells failures from errors, and escapes`() throws {
    let text = try report().junit
    #expect(text.contains("tests=\"6\" failures=\"1\" errors=\"1\" skipped=\"1\""))
    #expect(text.contains("classname=\"a &lt;b&gt; &amp; &quot;c&quot; (m, 2048)\""))
    #expect(text.contains("c0/q0: correct → wrong&#10;c1/q1: correct → wrong"))
    #expect(text.contains("c1/q9: errored: &lt;timeout&gt;"))
    #expect(!text.unicodeScalars.contains("\u{1}"))
    #expect(text.ranges(of: "<failure ").count == 1)
    #expect(text.ranges(of: "<error ").count == 1)
    #expect(text.ranges(of: "<skipped ").count == 1)
  }

  @Test func `as SARIF has a result for what is not met, with a rule for each`() throws {
    let log = try report().sarif(file: "my set/baseline.json", tool: "1.2.3")
    let run = log["runs"]?.arrayValue?.first
    let results = run?["results"]?.arrayValue ?? []
    #expect(results.compactMap { $0["ruleId"]?.stringValue } == ["gate-drift", "gate-coverage"])
    let rules = run?["tool"]?["driver"]?["rules"]?.arrayValue ?? []
    for result in results {
      let place = try #require(result["ruleIndex"]?.intValue)
      #expect(rules[place]["id"] == result["ruleId"])
    }
    let location = results.first?["locations"]?.arrayValue?.first
    #expect(location?["physicalLocation"]?["artifactLocation"]?["uri"] == "my%20set/baseline.json")
  }

  @Test func `as JSON says the verdict, and every check once`() throws {
    let report = try report()
    let json = report.json()
    #expect(json["verdict"] == "failed")
    let checks = json["arms"]?.arrayValue?.first?["checks"]?.arrayValue ?? []
    #expect(
      checks.compactMap { $0["check"]?.stringValue } == [
        "drift", "drift", "must", "hazards", "cache", "coverage",
      ])
    #expect(checks.first?["worse"]?.arrayValue?.count == 3)
    #expect(checks.last?["lost"]?.arrayValue?.count == 1)
    #expect(report.conclusion() == "1 gate failed")
  }

  @Test func `says in a sentence how a metric moved and from where on it fails`() throws {
    let sentence = try report().checks.first?.sentence
    #expect(
      sentence
        == "100.0 % → 66.7 % (-33.3 points) over 9 questions; fails from -22.2 points; "
        + "3 worse, 0 better")
  }
}
