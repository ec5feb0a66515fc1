import EvalKitTesting
import Testing

@testable import EvalKit

/// The rules on tools, prompts and responses.
struct AuditToolRulesTests {
  // MARK: Tools

  @Test func `of too many tools those called most are kept`() async throws {
    var tools = (1...6).map { ToolDefinition.of(tokens: 10, "tool\($0)") }
    tools[5] = .of(tokens: 100, "tool6")
    let audit = try await SessionAudit.plain(
      AuditBed.turns([["tool6"], []], head: Head(tools: tools)))
    // Three requests; the last of those not called goes.
    #expect(audit.finding("too-many-tools")?.saved == 3 * 10)
    #expect(
      audit.finding("unused-tool")?.places.map(\.name) == [
        "tool1", "tool2", "tool3", "tool4", "tool5",
      ])
    #expect(audit.finding("unused-tool")?.saved == 3 * 50)
  }

  @Test(arguments: [
    ([["get"], ["get"], ["get"], ["get"], []], ToolEffect?.none, true),
    ([["get"], ["get"], ["get"], [], []], nil, false),
    ([["get"], ["get"]], nil, false),
    ([["get"], ["get"], ["get"]], .write, false),
    ([["send_get"], ["send_get"], ["send_get"]], nil, false),
    ([["send_get"], ["send_get"], ["send_get"]], .read, true),
  ])
  func `a tool that reads and is called on nearly every prompt could be fetched first`(
    _ calls: [[String]], _ effect: ToolEffect?, _ isFound: Bool
  ) async throws {
    let name = calls[0][0]
    let transcript = AuditBed.turns(calls, head: Head(tools: [AuditBed.tool(name, effect)]))
    let audit = try await SessionAudit.plain(transcript)
    let finding = audit.finding("frequent-tool")
    #expect((finding != nil) == isFound)
    guard isFound else { return }
    // Its definition of three words on every request, and each call of one word as long as carried.
    #expect(finding?.saved == 3 * audit.requests.count + audit.carried(.toolCalls))
    #expect(finding?.recommendation == .fetching)
  }

  @Test func `long names and descriptions of tools and keys are found with their excess`()
    async throws
  {
    let long = Entry.words("w", 60)
    let schema: JSONValue = [
      "type": "object",
      "properties": [
        "a_key_with_more_than_24_characters": ["type": "string", "description": .string(long)],
        "short": ["type": "string", "description": "fine"],
      ],
    ]
    let head = Head(tools: [ToolDefinition(name: "get", description: long, parameters: schema)])
    let audit = try await SessionAudit.plain(AuditBed.turns([["get"]], head: head))
    let places = try #require(audit.finding("long-tool-definition")?.places)
    #expect(
      Set(places.map(\.name)) == ["get", "get a_key_with_more_than_24_characters"])
    #expect(places.count == 3)
    #expect(places.contains { $0.detail == "a name of 34 characters" })
    // Of 60 words, 160 and 80 characters hold the first 36 and 19 or so; two requests.
    let meter = TokenMeter(Transcript().plainLedger)
    let excess = meter.excess(long, over: 160) + meter.excess(long, over: 80)
    #expect(excess > 50)
    #expect(audit.finding("long-tool-definition")?.saved == 2 * excess)
  }

  // MARK: Prompts and responses

  @Test(arguments: [(3, nil), (4, 2 * 10)])
  func `prompts of more than three paragraphs are found`(_ count: Int, _ saved: Int?) async throws {
    let transcript = Transcript(
      entries: [.prompt(Entry.paragraphs(count), label: "long")] + Entry.list("r1 p2 r2"))
    let finding = try await SessionAudit.plain(transcript).finding("long-prompt")
    #expect(finding?.saved == saved)
    #expect(finding?.places.first?.name ?? "long" == "long")
  }

  @Test func `attachments count as known only if they state their cost`() async throws {
    func transcript(_ tokens: Int?) -> Transcript {
      var prompt = Entry.p(1)
      prompt.segments.append(Segment(.attachment(Attachment(name: "photo", tokens: tokens))))
      return Transcript(entries: [prompt, .r(1)])
    }
    let unknown = try await SessionAudit.neutral(transcript(nil))
    #expect(unknown.isAssumed)
    #expect(unknown.finding("unknown-attachment")?.places.first?.name == "p1")
    #expect(unknown.carried(.attachments) == 1024)
    let known = try await SessionAudit.neutral(transcript(200))
    #expect(!known.isAssumed)
    #expect(known.finding("unknown-attachment") == nil)
    #expect(known.carried(.attachments) == 200)
  }

  @Test func `arrays without a maximum are found wherever they stand in a response schema`()
    async throws
  {
    let schema: JSONValue = [
      "type": "object",
      "properties": [
        "bounded": ["type": "array", "maxItems": 3, "items": ["type": "string"]],
        "rows": [
          "type": "array",
          "items": [
            "type": "object",
            "properties": [
              "tags": ["type": ["array", "null"], "items": ["type": "string"]]
            ],
          ],
        ],
        "pair": ["type": "array", "prefixItems": [["type": "string"], ["type": "number"]]],
        "other": ["anyOf": [["type": "array"], ["type": "string"]]],
        "map": ["additionalProperties": ["type": "array"]],
      ],
      "$defs": ["List": ["type": "array"]],
    ]
    var transcript = Transcript("p1 r1 p2 r2")
    transcript.entries[0].responseSchema = schema
    let places = try await SessionAudit.neutral(transcript).finding("unbounded-array")?.places
    #expect(
      places?.map(\.name) == ["p1 rows", "p1 rows[].tags", "p1 other", "p1 map.*", "p1 $List"])
    transcript.entries[0].responseSchema = ["type": "array"]
    let whole = try await SessionAudit.neutral(transcript).finding("unbounded-array")?.places
    #expect(whole?.map(\.name) == ["p1 the whole answer"])
  }

  @Test func `a schema sent again is found, and another is not the same`() async throws {
    var transcript = Transcript("p1 r1 p2 r2 p3 r3")
    transcript.entries[0].responseSchema = ["type": "string"]
    transcript.entries[2].responseSchema = ["type": "integer"]
    #expect(try await SessionAudit.neutral(transcript).finding("repeated-schema") == nil)
    transcript.entries[2].responseSchema = ["type": "string"]
    let audit = try await SessionAudit.neutral(transcript)
    // The second prompt's schema is in two requests.
    #expect(audit.finding("repeated-schema")?.saved == audit.fixed.responseSchemas.tokens)
  }

  @Test func `long names in response schemas are found`() async throws {
    var transcript = Transcript("p1 r1 p2 r2")
    transcript.entries[0].responseSchema = [
      "properties": ["theTitleOfTheBookInFull": [:], "theTitleOfTheBookThatIsMeant": [:]]
    ]
    let audit = try await SessionAudit.neutral(transcript)
    let finding = try #require(audit.finding("long-response-schema"))
    #expect(finding.places.map(\.name) == ["p1 theTitleOfTheBookThatIsMeant"])
    #expect(finding.saved > 0)
    #expect(finding.recommendation == .responses)
  }
}
