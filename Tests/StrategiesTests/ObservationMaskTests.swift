import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct ObservationMaskTests {
  /// The numbers of the outputs that are masked, of so many rounds in one turn.
  private func masked(_ rounds: Int, _ arguments: String) async throws -> [Int] {
    let transcript = Shorthand.transcript(
      "p1 " + (1...rounds).map { "c\($0) o\($0)" }.joined(separator: " "))
    let items = try await Bench().edited(transcript, by: "observation-mask(\(arguments))").items
    return items.filter { $0.kind == .toolOutput && $0.form == .masked }
      .compactMap { Int($0.entry.label.dropFirst()) }
  }

  // Observations 1 up to ⌊count ÷ polling⌋ × polling − last, the first one left out.
  @Test(arguments: [
    (6, "last: 5", []), (7, "last: 5", [2]), (8, "last: 5", [2, 3]),
    (7, "last: 5, keep-first-observation: false", [1, 2]),
    (7, "last: 5, keep-first-observation: task", [1, 2]),
    (12, "last: 5, polling: 5", [2, 3, 4, 5]), (14, "last: 5, polling: 5", [2, 3, 4, 5]),
    (15, "last: 5, polling: 5", [2, 3, 4, 5, 6, 7, 8, 9, 10]),
    (9, "last: 5, polling: 10", []),
    (3, "last: 0, keep-first-observation: false", [1, 2, 3]),
  ])
  func `Observations before the last ones are masked in steps`(
    rounds: Int, arguments: String, expected: [Int]
  ) async throws {
    #expect(try await masked(rounds, arguments) == expected)
  }

  @Test func `In entries everything is counted`() async throws {
    // p1 c1 o1 … c5 o5 are 11 entries; o4 is the fourth from the end.
    #expect(try await masked(5, "last: 4 entries, keep-first-observation: false") == [1, 2, 3])
    #expect(try await masked(5, "last: 11 entries, keep-first-observation: false") == [])
  }

  @Test func `The placeholder counts lines`() async throws {
    let entries = [
      Entry.output("one\ntwo\n", toolName: "a", label: "o1"), .output("x", toolName: "a"),
      .output("", toolName: "a", label: "o3"),
    ]
    let items = try await Bench().edited(
      Transcript(entries: entries),
      by: "observation-mask(last: 0 uses, keep-first-observation: false)"
    ).items
    #expect(
      items.map(\.entry.text) == [2, 1, 0].map { "Old environment output: (\($0) lines omitted)" })
  }

  @Test func `Only outputs of named tools count and are masked`() async throws {
    let entries =
      ToolSession.round(1, "browse", gives: "one") + ToolSession.round(2, "search", gives: "two")
      + ToolSession.round(3, "browse", gives: "three")
    let transcript = Transcript(entries: entries)
    #expect(
      try await Bench().left(
        of: transcript,
        by: "observation-mask(last: 1 use, keep-first-observation: false, tools: [browse])")
        == "c1 o1.0* c2 o2.0 c3 o3.0")
    #expect(
      try await Bench().left(
        of: transcript,
        by: "observation-mask(last: 1 use, keep-first-observation: false, exclude-tools: [browse])")
        == "c1 o1.0 c2 o2.0* c3 o3.0")
  }

  @Test func `Recorded tags keep and remove outputs`() async throws {
    var entries = (1...4).flatMap { ToolSession.round($0, "search", gives: "text \($0)") }
    entries[1].extra["tags"] = ["keep_output"]
    entries[7].extra["tags"] = ["remove_output"]
    #expect(
      try await Bench().left(
        of: Transcript(entries: entries),
        by: "observation-mask(last: 1 use, keep-first-observation: false, "
          + "keep-tags: [keep_output], remove-tags: [remove_output])")
        == "c1 o1.0 c2 o2.0* c3 o3.0* c4 o4.0*")
  }

  // When it fails: metadata lost.
  @Test func `With metadata lost the call is left without an output`() async throws {
    let transcript = Shorthand.transcript("p1 c1 o1 c2 o2")
    let items = try await Bench().edited(
      transcript,
      by: "observation-mask(last: 1 use, keep-first-observation: false, metadata: lost, "
        + "placeholder: '<MASKED>')"
    ).items
    #expect(items.map(\.kind) == [.prompt, .toolCalls, .prompt, .toolCalls, .toolOutput])
    #expect(items[2].entry.text == "<MASKED>")
    #expect(Exchanges(items).rounds.map(\.isComplete) == [false, true])
  }

  // What polling is for: the edge, and with it the cache, moves once in so many outputs.
  @Test func `With polling the cache breaks once in so many outputs`() async throws {
    let transcript = Shorthand.transcript(
      "p1 " + (1...20).map { "c\($0) o\($0)" }.joined(separator: " ") + " r1")
    func breaks(_ polling: Int) async throws -> Int {
      let records = try await Bench().replay(
        transcript,
        "observation-mask(last: 2, keep-first-observation: false, polling: \(polling))"
      ).records
      return records.count { $0.commonPrefix < $0.held }
    }
    #expect(try await breaks(1) == 18)
    #expect(try await breaks(5) == 4)
  }

  // When it fails
  @Test func `An observation shorter than its placeholder grows`() async throws {
    let bench = Bench()
    let transcript = Shorthand.transcript("p1 c1 o1")
    let left = try await bench.edited(
      transcript, by: "observation-mask(last: 0 uses, keep-first-observation: false)")
    let context = bench.context(transcript)
    #expect(context.tokens(left) > context.tokens(bench.history(transcript)))
  }
}
