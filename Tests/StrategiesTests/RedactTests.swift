import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct RedactTests {
  /// Twenty requests: prompts with a code of one word, and plain answers.
  private let transcript = Transcript(
    entries: (1...20).flatMap { turn -> [Entry] in
      [
        .prompt("my code is CODE-\(turn) thanks", label: "p\(turn)"),
        .response("number \(turn) noted", label: "r\(turn)"),
      ]
    } + [.prompt("end", label: "p21")])

  // N12: from the first request on, with a placeholder of as many tokens.
  @Test func `From the first request on it costs no cache where the pattern is in inputs only`()
    async throws
  {
    let plain = try await Bench().replay(transcript, "identity").records
    let hidden = try await Bench().replay(
      transcript, "redact(patterns: ['CODE-\\\\d+'], placeholder: HIDDEN)"
    ).records
    #expect(plain.map(\.cached) == hidden.map(\.cached))
    #expect(plain.map(\.tokens) == hidden.map(\.tokens))
    #expect(hidden.allSatisfy { $0.commonPrefix >= $0.held })
  }

  // N12: begun late it is exactly one break, at the first entry with a match.
  @Test func `Begun late it is one break`() async throws {
    let records = try await Bench().replay(
      transcript, "redact(patterns: ['CODE-\\\\d+'], placeholder: HIDDEN, when: 9 turns)"
    ).records
    let breaks = records.filter { $0.commonPrefix < $0.held }
    #expect(breaks.map(\.number) == [10])
    // Up to the code in the first prompt, whose three words before it are the same.
    #expect(breaks.first.map { $0.commonPrefix < 6 } == true)
  }

  @Test func `In the model's own words it breaks the cache where they stand`() async throws {
    let records = try await Bench().replay(
      transcript, "redact(patterns: ['number \\\\d+'], placeholder: 'number HIDDEN')"
    ).records
    #expect(records.dropFirst().allSatisfy { $0.commonPrefix < $0.held })
  }

  @Test func `JSON and arguments are covered, keys and the head are not`() async throws {
    var transcript = Transcript(
      head: Head("secret"),
      entries: ToolSession.round(
        1, [("send", ["secret": "a secret", "n": 1])], outputs: ["secret"]))
    transcript.entries[0].calls[0].argumentsText = "{\"secret\": \"a secret\", \"n\": 1}"
    transcript.entries[1].segments.append(.structure(["x": ["my secret"]]))
    let history = try await Bench().edited(
      transcript, by: "redact(patterns: [secret], placeholder: '#')")
    let entries = history.items.map(\.entry)
    #expect(entries[0].calls[0].arguments == ["secret": "a #", "n": 1])
    #expect(entries[0].calls[0].argumentsText == nil)
    #expect(entries[1].segments == [.text("#"), .structure(["x": ["my #"]])])
    #expect(history.head.instructionsText == "secret")
    #expect(history.items.map(\.form) == [.truncated, .truncated])
  }

  @Test func `A pattern that matches its placeholder is refused`() {
    let error = #expect(throws: SpecError.self) {
      try Strategies.catalog.parse("redact(patterns: ['[a-z]+'])")
    }
    #expect(error?.description.contains("matches what replaces it, '[redacted]'") == true)
  }

  // When it fails
  @Test func `A value written in another way is not matched`() async throws {
    let items = try await Bench().edited(
      Transcript(entries: [.prompt("CODE-1, that is code one")]),
      by: "redact(patterns: ['CODE-1'])"
    ).items
    #expect(items[0].entry.text == "[redacted], that is code one")
  }

  // When it fails
  @Test func `What is redacted is in no view`() async throws {
    var texts: [String] = []
    let start = Bench().session(
      transcript, try Strategies.catalog.parse("redact(patterns: ['CODE-\\\\d+'])"))
    _ = try await Replay(transcript).run(start) { _, place in
      if case .request(_, let view) = place { texts += view.items.map(\.entry.text) }
    }
    #expect(!texts.isEmpty)
    #expect(!texts.contains { $0.contains("CODE-") })
  }
}
