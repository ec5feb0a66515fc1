import EvalKit
import EvalKitTesting
import Synchronization
import Testing

/// Asks for one summary of a session.
private struct Asked {
  var entries = Entry.list("p1 r1 p2 c2 o2 r2")
  var head = Head()
  var contextSize = 4096
  var arguments: [String: ArgumentValue] = [:]
  var previous: String?
  var check: ((String) -> SummaryFault?)?
  var isFirm = true

  func summary(by summariser: any Summariser) async throws
    -> (result: Summarising.Result, calls: [SummaryCall])
  {
    var values: [String: ArgumentValue] = [:]
    for parameter in Summarising.parameters() { values[parameter.name] = parameter.defaultValue }
    values.merge(arguments) { $1 }
    let ledger = TokenLedger(
      entries: entries, renderer: PlainRenderer(), tokenizer: WordTokenizer())
    let calls = SummaryLog()
    let context = MomentContext(
      moment: .prompt, budget: ContextBudget(contextSize: contextSize), request: 3, head: head,
      log: nil, ledger: ledger, summarisers: ["reader": summariser], calls: calls)
    let items = entries.enumerated().map { Item(recorded: EntryID($0.offset), entry: $0.element) }
    let result = try await Summarising(StrategyArguments(values)).summary(
      of: items, in: History(items: items, head: head), told: "", previous: previous,
      prompt: { $0.map(\.entry.text).joined(separator: " ") }, isFirm: isFirm, check: check,
      context: context)
    return (result, calls.drain())
  }
}

private func rungs(_ words: String...) -> [String: ArgumentValue] {
  ["fallback": .list(words.map { .string($0) })]
}

struct SummarisingTests {
  @Test func `A summary is recorded with its cost and what it was fed`() async throws {
    let (result, calls) = try await Asked().summary(by: ScriptedSummariser(["one two"]))
    #expect(result == .summary("one two"))
    #expect(
      calls == [
        SummaryCall(
          by: "reader", request: 3, moment: .prompt, input: 50, output: 2,
          fed: (0..<6).map { EntryID($0) })
      ])
  }

  @Test(arguments: [
    ("", SummaryFault.empty), (" \n\t", .empty),
    (Entry.words("s", 61), .tooLong(tokens: 61, limit: 60)),
  ])
  func `What is no summary is recorded as a fault and never stands`(
    text: String, fault: SummaryFault
  ) async throws {
    let (result, calls) = try await Asked(arguments: rungs()).summary(
      by: ScriptedSummariser([text]))
    #expect(result == .none)
    #expect(calls.map(\.fault) == [fault.description])
    #expect(calls.allSatisfy { !$0.isRemedy })
  }

  @Test func `A limit holds, and not only what is longer than the source`() async throws {
    var asked = Asked(arguments: rungs())
    asked.arguments["summary"] = .count(5, .tokens)
    #expect(
      try await asked.summary(by: ScriptedSummariser([Entry.words("s", 6)])).result == .none)
    asked.isFirm = false
    #expect(
      try await asked.summary(by: ScriptedSummariser([Entry.words("s", 6)])).result
        == .summary(Entry.words("s", 6)))
  }

  @Test func `A limit is handed over, never above what is replaced`() async throws {
    let summariser = ScriptedSummariser(["s"])
    var asked = Asked(arguments: ["summary": .count(20, .tokens)])
    _ = try await asked.summary(by: summariser)
    asked.arguments["summary"] = .count(50, .percent)
    _ = try await asked.summary(by: summariser)
    #expect(summariser.requests.map(\.limit) == [20, 60])
  }

  @Test func `A tool that is called instead is a fault`() async throws {
    let model = ScriptedModel([.call(name: "search", arguments: [:])])
    let summariser = ModelSummariser(ModelRunner(model), timeLimit: 10)
    let (result, calls) = try await Asked(arguments: rungs("drop")).summary(by: summariser)
    #expect(result == .dropped)
    #expect(calls.map(\.fault) == [SummaryFault.calledTool.description, nil])
    #expect(calls.map(\.isRemedy) == [false, true])
  }

  @Test func `What a strategy checks besides is a fault, too`() async throws {
    var asked = Asked(arguments: rungs())
    asked.check = { $0 == "good" ? nil : .missing(["## goal"]) }
    let bad = try await asked.summary(by: ScriptedSummariser(["bad"]))
    #expect(bad.result == .none)
    #expect(bad.calls.map(\.fault) == ["the summary lacks ## goal"])
    #expect(try await asked.summary(by: ScriptedSummariser(["good"])).result == .summary("good"))
  }

  @Test func `An error of the summariser meets the ladder, but not being there or being cancelled`()
    async throws
  {
    func thrown(_ error: any Error) -> ScriptedSummariser {
      ScriptedSummariser { _, _ in throw error }
    }
    let asked = Asked(arguments: rungs())
    let broken = try await asked.summary(by: thrown(ModelError.timeout(seconds: 1)))
    #expect(broken.result == .none)
    #expect(broken.calls.first?.fault?.contains("1 s") == true)
    await #expect(throws: ModelError.unavailable("away")) {
      try await asked.summary(by: thrown(ModelError.unavailable("away")))
    }
    await #expect(throws: CancellationError.self) {
      try await asked.summary(by: thrown(CancellationError()))
    }
  }

  @Test func `Over its window it is refused unread, and that costs nothing`() async throws {
    let summariser = ScriptedSummariser(window: 49)
    let (result, calls) = try await Asked(arguments: rungs()).summary(by: summariser)
    #expect(result == .none)
    #expect(calls.map(\.input) == [0])
    #expect(calls.first?.fault?.contains("has 50 tokens, the context window 49") == true)
    #expect(summariser.requests.isEmpty)
  }

  // MARK: rungs

  private func long(_ outputs: Int, words: Int = 1500) -> [Entry] {
    [.p(1)] + (1...outputs).flatMap { [Entry.c($0), .o($0, tokens: words)] }
  }

  @Test func `shrink cuts tool outputs in the middle until they fit`() async throws {
    let summariser = ScriptedSummariser(window: 60)
    let (result, calls) = try await Asked(entries: long(1)).summary(by: summariser)
    #expect(result == .summary("summary 1"))
    #expect(calls.map { $0.fault == nil } == [false, false, true])
    let fed = try #require(summariser.requests.first?.items.last)
    #expect(fed.form == .truncated)
    #expect(fed.entry.text.hasPrefix("o1.0") && fed.entry.text.hasSuffix("o1.1499"))
    #expect(fed.entry.text.contains("…"))
  }

  @Test func `shrink gives up where no output is long`() async throws {
    let (result, calls) = try await Asked().summary(by: ScriptedSummariser([""]))
    #expect(result == .none)
    #expect(calls.count == 1)
  }

  @Test func `oldest leaves out the oldest entries, and only for want of room`() async throws {
    var asked = Asked(entries: Entry.list("p1 r1 p2 r2 p3 r3"), arguments: rungs("oldest"))
    let summariser = ScriptedSummariser(window: 35)
    let (result, calls) = try await asked.summary(by: summariser)
    #expect(result == .summary("summary 1"))
    #expect(calls.map(\.fed.count) == [6, 3])
    #expect(calls.last?.fed == [EntryID(3), EntryID(4), EntryID(5)])
    asked.arguments = rungs("oldest")
    #expect(try await asked.summary(by: ScriptedSummariser([""])).calls.count == 1)
  }

  @Test func `middle-out leaves out outputs from the middle, never a single one`() async throws {
    let asked = Asked(entries: long(10, words: 10), arguments: rungs("middle-out"))
    let summariser = ScriptedSummariser(window: 65)
    let (result, calls) = try await asked.summary(by: summariser)
    #expect(result == .summary("summary 1"))
    // A prompt and ten outputs of ten words: 110, 100, 90, then half of the outputs, 60.
    #expect(calls.map { $0.fault == nil } == [false, false, false, true])
    let outputs = summariser.requests[0].items.filter { $0.kind == .toolOutput }
    #expect(outputs.map(\.entry.label) == ["o1", "o2", "o8", "o9", "o10"])
    let single = Asked(entries: long(1, words: 100), arguments: rungs("middle-out"))
    #expect(try await single.summary(by: ScriptedSummariser(window: 65)).calls.count == 1)
  }

  @Test func `digest takes the beginning of every entry and is no call`() async throws {
    let (result, calls) = try await Asked(arguments: rungs("digest")).summary(
      by: ScriptedSummariser([""]))
    guard case .summary(let text) = result else { throw Missing() }
    #expect(text.split(separator: "\n").count == 6)
    #expect(text.hasPrefix("prompt: p1.0 p1.1"))
    #expect(text.contains("toolCalls: tool"))
    #expect(calls.map(\.by) == ["reader", "digest"])
    #expect(calls.map(\.isRemedy) == [false, true])
    #expect(calls.last?.input == 0)
  }

  @Test func `digest keeps the summary it goes on from, and holds to the limit`() async throws {
    var asked = Asked(arguments: rungs("digest"), previous: "what was before")
    let (result, _) = try await asked.summary(by: ScriptedSummariser([""]))
    guard case .summary(let text) = result else { throw Missing() }
    #expect(text.hasPrefix("what was before\nprompt: "))
    asked.arguments["summary"] = .count(4, .tokens)
    #expect(
      try await asked.summary(by: ScriptedSummariser([""])).result == .summary("what was before"))
    asked.arguments["summary"] = .count(2, .tokens)
    #expect(try await asked.summary(by: ScriptedSummariser([""])).result == .none)
  }

  @Test func `empty lets nothing stand, and drop takes what it stood for`() async throws {
    let empty = try await Asked(arguments: rungs("empty")).summary(by: ScriptedSummariser([""]))
    #expect(empty.result == .summary(""))
    #expect(empty.calls.map(\.by) == ["reader", "empty"])
    let dropped = try await Asked(arguments: rungs("digest", "drop")).summary(
      by: ScriptedSummariser([""]))
    guard case .summary = dropped.result else { throw Missing() }
    let only = try await Asked(arguments: rungs("drop")).summary(by: ScriptedSummariser([""]))
    #expect(only.result == .dropped)
  }

  @Test func `The rungs are tried in the order given`() async throws {
    let asked = Asked(entries: long(1), arguments: rungs("shrink", "digest", "drop"))
    let (_, calls) = try await asked.summary(by: ScriptedSummariser([""]))
    #expect(calls.map(\.by) == ["reader", "reader", "reader", "reader", "digest"])
  }

  @Test func `A rung there is none of is refused with those there are`() {
    #expect(throws: ArgumentError.self) {
      try Summarising(
        StrategyArguments([
          "by": .string("reader"), "fallback": .list([.string("retry")]),
        ]))
    }
  }

  // MARK: input

  @Test func `Only the latest entries within the input are fed, from a prompt on`() async throws {
    let summariser = ScriptedSummariser(["s"])
    var asked = Asked(arguments: ["input": .count(55, .tokens)])
    let (_, calls) = try await asked.summary(by: summariser)
    #expect(summariser.requests[0].items.map(\.entry.label) == ["p2", "c2", "o2", "r2"])
    #expect(calls[0].fed == (2..<6).map { EntryID($0) })
    asked.arguments["input"] = .count(60, .tokens)
    _ = try await asked.summary(by: summariser)
    #expect(summariser.requests[1].items.count == 6)
  }

  @Test func `Where no prompt is within the input nobody is asked`() async throws {
    let summariser = ScriptedSummariser(["s"])
    var asked = Asked(arguments: rungs())
    asked.arguments["input"] = .count(30, .tokens)
    let failed = try await asked.summary(by: summariser)
    #expect(failed.result == .none)
    #expect(failed.calls.map(\.fault) == ["no entry fits the input of 30 tokens"])
    asked.arguments["no-input"] = .string("It was too long.")
    let fixed = try await asked.summary(by: summariser)
    #expect(fixed.result == .summary("It was too long."))
    #expect(fixed.calls.map(\.by) == ["no-input"])
    #expect(summariser.requests.isEmpty)
  }
}

private struct Missing: Error {}
