import EvalKit
import Testing

@testable import evalrun

@Suite struct `The audit command` {
  private func audit(_ arguments: String..., width: Int = 110) async -> (
    code: ExitCode, output: String, notes: String
  ) {
    let recorder = RecordingConsole(width: width)
    let code = await Tool.run(["audit"] + arguments, console: recorder.console)
    return (code, recorder.output, recorder.notes)
  }

  /// A session with everything in it that a page speaks of.
  private static let session = """
    [
      { instructions: "Be brief.\\n\\nBe kind.\\n\\nBe right.\\n\\nToday is 14 May 2026.",
        tools: [
          { name: "get_order", description: "reads an order",
            parameters: { type: "object", properties: { order: { type: "string" } } } },
          { name: "cancel_order", description: "cancels an order", parameters: {} },
        ] },
      { prompt: "Where is it?", schema: { type: "array", items: { type: "string" } } },
      { reasoning: "I should look." },
      { calls: [{ tool: "get_order", arguments: { order: "A-1" } }] }, { text: "on its way" },
      { response: "On its way." },
      { prompt: "And now?" },
      { calls: [{ tool: "get_order", arguments: { order: "A-1" } }] }, { text: "there" },
      { response: "There." },
      { prompt: "Thanks. And the other?" },
      { calls: [{ tool: "get_order", arguments: { order: "A-2" } }] }, { text: "lost" },
      { response: "Lost." },
    ]
    """

  @Test func `prints what is paid, where tokens are, and what to do about it`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("session.json5", Self.session)
    let report = await audit(file, "--context", "200", "--reserve", "60")
    #expect(report.code == .done)
    let lines = report.output.split(separator: "\n").map(String.init)
    #expect(report.output.replacing("\n", with: " ").contains("context 200, reserve 60"))
    for start in [
      "paid on every request", "tool get_order ", "tool cancel_order ", "before anyone speaks ",
      "where the tokens are", "tool outputs ", "response schemas ", "largest entries", "window: ",
      "overflow: request 6 ", "fixed: response schemas in 1 of 3 prompts", "cache: ",
      "in Chinese, Japanese or Korean: ",
    ] { #expect(lines.contains { $0.hasPrefix(start) }, "\(start)") }
    // The six recommendations, each with its findings under it.
    let advice = lines.drop { !$0.hasPrefix("what to do") }
    let titles = advice.filter { $0.first?.isNumber == true }
    #expect(titles.count == AuditRecommendation.allCases.count)
    for (place, recommendation) in AuditRecommendation.allCases.enumerated() {
      #expect(titles[place].hasPrefix("\(place + 1). \(recommendation.advice)"))
    }
    for rule in [
      "long-instructions", "volatile-prefix", "unused-tool", "frequent-tool", "unbounded-array",
      "overflow", "fixed-cost",
    ] { #expect(advice.contains { $0.contains("  \(rule): ") }, "\(rule)") }
  }

  @Test(arguments: [80, 100, 120, 160]) func `keeps to the width of the terminal`(_ width: Int)
    async throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.file("session.json5", Self.session)
    for arguments in [[file], [file, file, "--each", "--full"]] {
      let recorder = RecordingConsole(width: width)
      #expect(await Tool.run(["audit"] + arguments, console: recorder.console) == .done)
      // A path longer than the line cannot be broken.
      for line in recorder.output.split(separator: "\n") where !line.contains(folder.path) {
        #expect(DisplayWidth.of(line) <= width, "\(line)")
      }
    }
  }

  @Test func `prints JSON whose sums agree`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("session.json5", Self.session)
    let document = try JSONValue.parse(await audit(file, "--context", "200", "--json").output)
    #expect(document["kind"] == "audit")
    #expect(document["version"] == 1)
    #expect(document["contextSize"] == 200)
    let session = try #require(document["sessions"]?.arrayValue?.first)
    let kinds = try #require(session["kinds"]?.arrayValue)
    #expect(
      kinds.reduce(0) { $0 + ($1["carried"]?.intValue ?? 0) } == session["inputTokens"]?.intValue)
    let findings = try #require(session["findings"]?.arrayValue)
    #expect(findings.map { $0["rank"]?.intValue } == Array(1...findings.count))
    let saved = findings.map { $0["saved"]?.intValue ?? 0 }
    #expect(saved == saved.sorted(by: >))
    #expect(document["findings"]?.arrayValue?.count == findings.count)
  }

  @Test func `counts a tool as unused only if no session calls it`() async throws {
    let folder = try TemporaryFolder()
    let other = Self.session.replacing("tool: \"get_order\"", with: "tool: \"cancel_order\"")
    let first = try folder.file("first.json5", Self.session)
    let second = try folder.file("second.json5", other)
    #expect(await audit(first).output.contains("unused-tool"))
    #expect(await audit(second).output.contains("unused-tool"))
    let both = await audit(first, second)
    #expect(!both.output.contains("unused-tool"))
    #expect(both.output.hasSuffix("tried 2, audited 2, refused 0\n"))
    #expect(both.output.contains("long-instructions: warning: in 2 of 2 sessions"))
  }

  @Test func `says where tools are called that the record does not define`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("chat.json", Chats.json(turns: 3))
    let report = await audit(file)
    #expect(
      report.output.contains("tools: 1 tool called and not defined in the record (get_order)"))
    #expect(report.output.contains("not known, the record defines none"))
  }

  @Test func `takes a case, a case with its transcript beside it, and a whole set`() async throws {
    let sets = "\(PackageFolder.path)/evalsets"
    let one = await audit("\(sets)/starter/cases/travel-desk.json5")
    #expect(one.code == .done)
    #expect(one.output.replacing("\n", with: " ").contains("context 4,096 (assumed), reserve 512"))
    let set = await audit("\(sets)/starter")
    #expect(set.code == .done)
    #expect(set.output.contains("starter#travel-desk"))
    #expect(set.output.hasSuffix("tried 6, audited 6, refused 0\n"))
    let folder = try TemporaryFolder()
    _ = try folder.file("chat.json", Chats.json(turns: 3))
    let beside = try folder.file(
      "case.json5", "{ version: 1, id: 'beside', transcript: { path: 'chat.json' } }")
    let report = await audit(beside)
    #expect(report.code == .done)
    #expect(report.output.contains("#beside: 6 requests in 3 turns"))
  }

  @Test func `refuses what it cannot read, and audits the rest`() async throws {
    let folder = try TemporaryFolder()
    let good = try folder.file("good.json", Chats.json(turns: 3))
    let bad = try folder.file("bad.json", "{\"messages\": [")
    let mixed = await audit(good, bad)
    #expect(mixed.code == .badData)
    #expect(mixed.output.hasSuffix("tried 2, audited 1, refused 1\n"))
    #expect(mixed.notes.contains("bad.json:1:"))
    let none = await audit("\(folder.path)/absent.json")
    #expect(none.code == .missingInput)
    #expect(none.notes.contains("nothing to audit: tried 1, refused 1"))
    let broken = try folder.file("evalset.json5", "{ version: 1, id: 'x', cases: ['none.json5'] }")
    #expect(await audit(broken).code == .badData)
  }

  @Test func `is the same whatever the number of threads`() async throws {
    let starter = "\(PackageFolder.path)/evalsets/starter"
    let one = await audit(starter, "--json", "-j", "1").output
    #expect(await audit(starter, "--json", "-j", "3").output == one)
  }

  @Test func `shortens lists of tools and places unless all are asked for`() async throws {
    let folder = try TemporaryFolder()
    let tools = (1...15).map { "{ name: 'tool\($0)', description: 'x', parameters: {} }" }
    let file = try folder.file(
      "many.json5",
      "[{ instructions: 'x', tools: [\(tools.joined(separator: ", "))] }, "
        + "{ prompt: 'p' }, { response: 'r' }]")
    let short = await audit(file).output
    #expect(short.contains("and 3 more tools; --full lists them"))
    #expect(short.contains("and 12 more\n"))
    let full = await audit(file, "--full").output
    #expect(!full.contains("and 3 more tools"))
    #expect(full.contains("\n              tool15"))
  }
}
