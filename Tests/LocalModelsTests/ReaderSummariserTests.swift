import EvalKit
import Testing

@testable import LocalModels

@Suite struct ReaderSummariserTests {
  static let session: [Entry] = [
    .prompt("Hello, lovely weather today. My bag tag is BA4117."), .response("I will look for it."),
    .prompt("Sorry, my bag tag is BA4711. I fly to Porto on 21 March and must be back by Friday."),
    .calls([ToolCall(id: "1", name: "find_bag", arguments: ["tag": "BA4711"])]),
    .output(
      "{\"state\": \"held\", \"desk\": \"FD-2217-P\", \"belt\": 4, \"lamp\": \"on\"}", callID: "1"),
    .response("It is held at desk FD-2217-P."), .prompt("What a story, isn't it?"),
  ]

  func summary(_ entries: [Entry], limit: Int? = nil, previous: String? = nil) async throws
    -> String
  {
    let request = SummaryRequest(items: TestView(entries).items, previous: previous, limit: limit)
    return try await ReaderSummariser().summary(of: request).text
  }

  @Test func `values and wishes stay, talk and what was replaced go`() async throws {
    let text = try await summary(Self.session, limit: 60)
    #expect(text.contains("BA4711"))
    #expect(!text.contains("BA4117"))
    #expect(text.contains("21 March"))
    #expect(text.contains("FD-2217-P"))
    #expect(!text.contains("What a story"))
  }

  @Test(arguments: [0, 5, 20, 40, 100])
  func `a summary is never longer than its limit`(_ limit: Int) async throws {
    let entries = (0..<30).map {
      Entry.prompt("Order \($0) has the number ON-\(1000 + $0) and is due.")
    }
    let text = try await summary(entries, limit: limit)
    #expect(TextCost.tokens(text) <= limit)
  }

  @Test func `without a limit a share of the input is kept, within bounds`() async throws {
    let entries = (0..<400).map {
      Entry.prompt("Order \($0) has the number ON-\(1000 + $0) and is due.")
    }
    let cost = TextCost.tokens(try await summary(entries))
    #expect(cost <= 400 && cost > 300)
  }

  @Test func `the same input gives the same summary`() async throws {
    let first = try await summary(Self.session)
    #expect(try await summary(Self.session) == first)
  }

  @Test func `a sentence said twice is kept once`() async throws {
    let text = try await summary(
      [.prompt("The gate code is 7719B."), .prompt("The gate code is 7719B.")], limit: 60)
    #expect(text.split(separator: "7719B", omittingEmptySubsequences: false).count == 2)
  }

  @Test func `the summary before is carried on`() async throws {
    let text = try await summary(
      [.prompt("The gate code is 7719B.")], limit: 80, previous: "User: My name is Renske Vos.")
    #expect(text.contains("Renske Vos"))
    #expect(text.contains("7719B"))
  }

  @Test func `a summary of a summary repeats no label and no heading`() async throws {
    var history = History(stage: "summarize@0")
    history.replace(
      0..<0,
      with: Entry(
        kind: .prompt,
        segments: [
          .text("Summary of the conversation so far:"),
          .text("User: The gate code is 7719B.\nAssistant: The bag is held at desk FD-2217-P."),
        ]), covering: [])
    let items = history.items + TestView([.prompt("I fly to Porto on 21 March.")]).items
    let text = try await ReaderSummariser().summary(
      of: SummaryRequest(items: items, limit: 100)
    ).text
    #expect(
      text.split(separator: "\n") == [
        "User: The gate code is 7719B.", "Assistant: The bag is held at desk FD-2217-P.",
        "User: I fly to Porto on 21 March.",
      ])
  }

  @Test func `nothing gives nothing`() async throws {
    #expect(try await summary([]).isEmpty)
  }

  @Test func `it names itself and has no window`() {
    #expect(ReaderSummariser().name == "reader")
    #expect(ReaderSummariser().window == nil)
  }

  // MARK: sections

  private func sections(
    _ entries: [Entry], _ names: [String], limit: Int = 400, previous: String? = nil
  ) async throws -> [String] {
    var request = SummaryRequest(
      items: TestView(entries).items, previous: previous, limit: limit)
    request.sections = names
    return try await ReaderSummariser().summary(of: request).text
      .split(separator: "\n").map(String.init)
  }

  @Test func `with sections every one is there, and what was said stands in its own`() async throws
  {
    let names = ["goal", "facts", "decisions", "artifacts", "open"]
    let lines = try await sections(Self.session, names)
    #expect(lines.filter { $0.hasPrefix("## ") } == names.map { "## \($0)" })
    let goal = try #require(lines.firstIndex(of: "## goal"))
    #expect(lines[goal + 1].hasPrefix("- "))
    #expect(lines.joined().contains("FD-2217-P"))
    #expect(lines.contains("none"))
  }

  @Test func `names of sections are understood by what they have in common`() async throws {
    let lines = try await sections(
      [
        .prompt("I need the report of order BA4711 today."),
        .output("{\"saved\": \"out/report-BA4711.pdf\"}", callID: "1"),
        .response("I saved the report in out/report.pdf."),
      ], ["overall-goal", "key-knowledge", "file-system-state"])
    let files = try #require(lines.firstIndex(of: "## file-system-state"))
    #expect(lines[files...].joined().contains("out/report.pdf"))
    #expect(lines[1] == "- I need the report of order BA4711 today.")
  }

  @Test func `lines of the summary before stay in their section`() async throws {
    let lines = try await sections(
      [.prompt("The gate code is 7719B.")], ["goal", "facts"],
      previous: "## goal\n- Find the bag of Renske Vos with tag BA4711.\n## facts\nnone")
    let facts = try #require(lines.firstIndex(of: "## facts"))
    #expect(lines[..<facts].joined().contains("BA4711"))
  }

  @Test func `nothing gives nothing, with sections too`() async throws {
    #expect(try await sections([], ["goal"]).isEmpty)
  }
}
