import EvalKitTesting
import Foundation
import Testing

@testable import EvalKit

/// What an audit adds up.
struct AuditCostsTests {
  private func check(_ audit: SessionAudit, _ transcript: Transcript) {
    // Every token of every request belongs to one kind.
    #expect(audit.kinds.reduce(0) { $0 + $1.carried } == audit.input)
    #expect(audit.kinds.map(\.kind) == KindCost.Kind.allCases)
    #expect(audit.kinds.allSatisfy { $0.tokens >= 0 && $0.carried >= 0 })
    let fixed = audit.fixed
    #expect(fixed.head == fixed.instructions + fixed.toolTokens + fixed.framing)
    if let first = audit.requests.first, transcript.changes.isEmpty {
      #expect(audit.headChanges == 0)
      let meter = TokenMeter(transcript.neutralLedger)
      #expect(fixed.head == meter.count(transcript.head))
      #expect(fixed.total <= first.tokens + first.replyTokens)
    }
    for entry in audit.largest { #expect(entry.carried == entry.tokens * entry.requests) }
    #expect(audit.findings.map(\.saved) == audit.findings.map(\.saved).sorted(by: >))
    for finding in audit.findings {
      #expect(finding.saved >= 0, "\(finding)")
      #expect(finding.saved <= audit.input + audit.output, "\(finding)")
    }
  }

  @Test(arguments: UInt64(1)...60) func `the parts of any session are its whole`(_ seed: UInt64)
    async throws
  {
    var generator = TranscriptGenerator(seed: seed)
    var transcript = generator.transcript()
    if seed % 3 == 0, !transcript.entries.isEmpty {
      let tools = [ToolDefinition.of(tokens: 9, "late")]
      transcript.changes = [HeadChange(position: transcript.entries.count / 2, tools: tools)]
    }
    let audit = try await SessionAudit.neutral(transcript, context: 400, reserve: 50)
    check(audit, transcript)
    let again = try await SessionAudit.neutral(transcript, context: 400, reserve: 50)
    #expect(audit.findings == again.findings)
  }

  @Test(
    .enabled(if: corpora != nil),
    arguments: [
      "tau-bench/gpt-4o-airline-first-80.json", "tau-bench-fork/retail-first-40.json",
      "agentdojo-executed/banking-chained.json", "bfcl-executed/miss_func-first-40.jsonl",
      "apple-transcript/test_transcript_full.json",
    ])
  func `the parts of recorded sessions are their whole`(_ path: String) async throws {
    let url = try #require(corpora).appending(path: path)
    let sessions = try TranscriptImporter.read(Array(try Data(contentsOf: url)), file: path)
    #expect(!sessions.isEmpty)
    for session in sessions {
      check(try await SessionAudit.neutral(session.transcript), session.transcript)
    }
  }

  @Test func `a tool is measured by what leaving parts of it out saves`() async throws {
    let parameters: JSONValue = [
      "type": "object",
      "properties": [
        "order": [
          "type": "object",
          "properties": ["sku": ["type": "string", "description": "which one of the many it is"]],
        ]
      ],
    ]
    let tool = ToolDefinition(
      name: "find", description: "looks for an order", parameters: parameters)
    let transcript = Transcript(
      head: Head("be brief", tools: [tool]),
      entries: [.p(1), .exampleCalls("find"), .output("none", callID: "k1"), .r(1)])
    let audit = try await SessionAudit.plain(transcript)
    let measured = try #require(audit.fixed.tools.first)
    #expect(audit.fixed.instructions == 2)
    #expect(measured.nameTokens == 1)
    #expect(measured.descriptionTokens == 4)
    #expect(
      measured.tokens == measured.nameTokens + measured.descriptionTokens + measured.schemaTokens)
    #expect(measured.calls == 1)
    #expect(measured.keys.map(\.path) == ["order.sku", "order"])
    #expect(audit.fixed.framing == 0)
  }

  @Test func `a session pays a schema or thoughts on every request only if all have them`()
    async throws
  {
    var asks = Transcript("p1 t1 r1 p2 t2 r2")
    let schema: JSONValue = ["type": "object"]
    asks.entries[0].responseSchema = schema
    let one = try await SessionAudit.neutral(asks)
    #expect(one.fixed.responseSchemas.entries == 1)
    #expect(one.fixed.responseSchemas.of == 2)
    #expect(one.fixed.responseSchemas.least == 0)
    #expect(one.fixed.reasoning.least > 0)
    #expect(one.fixed.total == one.fixed.reasoning.least)
    asks.entries[3].responseSchema = schema
    let both = try await SessionAudit.neutral(asks)
    let least = both.fixed.responseSchemas.least
    #expect(least > 0)
    #expect(both.fixed.responseSchemas.tokens == 2 * least)
    #expect(both.fixed.total == least + both.fixed.reasoning.least)
    // The first schema in both requests, the second in one.
    #expect(both.carried(.responseSchemas) == 3 * least)
  }

  @Test func `the largest head in force is shown, and changes are counted`() async throws {
    var transcript = Transcript("p1 r1 p2 r2 p3 r3", head: 10)
    transcript.changes = [
      HeadChange(position: 2, tools: [.of(tokens: 30, "big")]), HeadChange(position: 4, tools: []),
    ]
    let audit = try await SessionAudit.plain(transcript)
    #expect(audit.headChanges == 2)
    #expect(audit.fixed.tools.map(\.name) == ["big"])
    #expect(audit.fixed.head == 40)
    #expect(audit.carried(.tools) == 30)
    #expect(audit.carried(.instructions) == 30)
    // It was defined for one request only.
    #expect(audit.finding("unused-tool")?.saved == 30)
  }

  @Test func `a session without a request is measured all the same`() async throws {
    let audit = try await SessionAudit.plain(
      Transcript(head: Head(Entry.paragraphs(4), tools: [.of(tokens: 8)]), entries: [.p(1)]))
    #expect(audit.requests.isEmpty)
    #expect(audit.fixed.head == 48)
    #expect(audit.window.peak == nil)
    #expect(audit.finding("long-instructions")?.saved == 0)
    #expect(audit.finding("unused-tool") == nil)
    #expect(try await SessionAudit.plain(Transcript()).findings.isEmpty)
  }
}
