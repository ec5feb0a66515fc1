import EvalKit
import EvalKitTesting
import Foundation
import Strategies
import Testing

/// `langchain.trim-messages`: its flaws, and the product itself on recorded sessions.
struct LangChainTrimTests {
  @Test func `The preset is the last entries that fit, the head kept`() throws {
    #expect(
      try Strategies.catalog.parse("langchain.trim-messages(tokens: 2000)").description
        == "rolling-window(tokens: 2000 tokens)"
        || Strategies.catalog.parse("langchain.trim-messages(tokens: 2000)").description
          == "rolling-window(tokens: 2000)"
    )
  }

  private func left(_ notation: String, keeping count: Int, _ more: String = "") async throws
    -> String
  {
    let transcript = Shorthand.transcript(notation)
    let bench = Bench()
    let context = bench.context(transcript)
    let size =
      context.ledger.count(transcript.head)
      + context.tokens(bench.history(transcript).items.suffix(count))
    return try await bench.left(of: notation, by: "langchain.trim-messages(tokens: \(size)\(more))")
  }

  @Test func `It may start on a tool output whose call is gone`() async throws {
    #expect(try await left("i p1 c1 o1 r1", keeping: 2) == "i o1 r1")
  }

  @Test func `Starting on a human message is a parameter, and then nothing may be left`()
    async throws
  {
    #expect(try await left("i p1 c1 o1 r1 p2", keeping: 3, ", start-on: prompt") == "i p2")
    #expect(try await left("i p1 c1 o1", keeping: 2, ", start-on: prompt") == "i")
  }

  @Test func `A last message that does not fit leaves the system message alone`() async throws {
    #expect(try await left("i p1 r1 p2", keeping: 0) == "i")
  }

  // MARK: The product itself

  /// The interpreter of an environment with langchain-core: `.ci/langchain` makes one and says which.
  private static let python: String? = {
    let named = ProcessInfo.processInfo.environment["EVALKIT_LANGCHAIN_PYTHON"]
    if let named, Corpora.folder != nil { return named }
    print("no langchain-core, or no corpora: trim_messages is not compared; see .ci/langchain")
    return nil
  }()

  /// At shares of each whole session beside its head, and at a size that some heads exceed.
  @Test(.enabled(if: python != nil), arguments: ["25%", "50%", "75%", "2048 tokens"])
  func `trim_messages of langchain-core keeps the same entries`(budget: String) async throws {
    let script = Programs.root.appending(path: "Tests/StrategiesTests/Fixtures/langchain_trim.py")
    let program = try Programs.stage(
      "\"\(#require(Self.python))\" \"\(script.path)\"", "time: 60")
    let number = try #require(Int(budget.prefix { $0.isNumber }))
    var tally = (compared: 0, trimmed: 0, emptied: 0)
    let resources = SessionResources()
    for (name, transcript) in try Corpora.transcripts(["tau-bench", "bfcl-executed"]) {
      let ledger = TokenLedger(
        entries: transcript.entries, renderer: NeutralRenderer(), tokenizer: PieceTokenizer())
      let items = transcript.entries.enumerated().map { ledger.item($1, at: EntryID($0)) }
      let tokens =
        budget.hasSuffix("%")
        ? ledger.count(transcript.head) + ledger.count(items) * number / 100 : number
      let preset = try #require(
        try Strategies.catalog.parse("langchain.trim-messages(tokens: \(tokens))").stages.first)
      let bench = Bench(
        contextSize: tokens + ContextBudget.defaultReserve, known: ledger, resources: resources)
      for request in Corpora.drawn(TranscriptStructure(transcript.entries).requests, from: name) {
        var part = Transcript(head: transcript.head(at: request.index + 1))
        part.entries = Array(transcript.entries[...request.index])
        let history = History(items: Array(items[...request.index]), head: part.head)
        let theirs = try await bench.edited(history, by: program, part)
        let ours = try await bench.edited(history, by: preset, part)
        #expect(theirs.items.map(\.id) == ours.items.map(\.id), "\(name) at \(request.index)")
        #expect(theirs.items.allSatisfy { $0.form == .whole })
        tally.compared += 1
        tally.trimmed += ours.count < history.count ? 1 : 0
        tally.emptied += ours.count == 0 ? 1 : 0
      }
    }
    print(
      "trim_messages at \(budget): \(tally.compared) requests compared, \(tally.trimmed) trimmed, "
        + "\(tally.emptied) of them to the head alone")
    #expect(tally.compared > 1000 && tally.trimmed > 100)
  }
}
