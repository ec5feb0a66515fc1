import Testing

@testable import EvalKit

struct RedactorTests {
  private func redact(_ text: String, words: [String] = []) -> String {
    var redactor = Redactor(words: words)
    return redactor.redact(text)
  }

  @Test(
    arguments: [
      (
        "Write to maria.silva@example.co.uk, please.", "Write to xxxxx.xxxxx@xxxxxxx.xx.xa, please."
      ),
      ("<a@b.io>", "<x@x.xa>"),
      ("Card 4111 1111 1111 1111.", "Card 1000 0000 0000 0001."),
      ("4111-1111-1111-1111 and 378282246310005", "1000-0000-0000-0001 and 100000000000001"),
      ("Call +49 (30) 901820 or 030 901 8201.", "Call +10 (00) 000001 or 100 000 0001."),
      (
        "Call (415) 555-0132, 1-415-555-0132 or 415.555.0132",
        "Call (100) 000-0001, 1-000-000-0001 or 100.000.0001"
      ),
      ("key sk-proj-Abc123Def456Ghi7", "key xx-xxxx-Xxx000Xxx000Xxa1"),
      ("AKIAIOSFODNN7EXAMPLE", "XXXXXXXXXXXX0XXXXXXA"),
      ("password: hunter2horse45", "password: xxxxxx0xxxxx01"),
      (#"{"api_key":"0123456789abcdef"}"#, #"{"api_key":"0000000000xxxxxa"}"#),
      ("Authorization: Bearer abcDEF123456ghi", "Authorization: Bearer xxxXXX000000xxa"),
    ])
  func `what has a form is found, and keeps it`(text: String, expected: String) {
    let redacted = redact(text)
    #expect(redacted != text)
    #expect(redacted.utf8.count == text.utf8.count)
    #expect(shape(redacted) == shape(expected), "\(redacted)")
  }

  /// A text with letters and digits of one kind each.
  private func shape(_ text: String) -> String {
    String(
      text.map { character in
        switch character {
        case "0"..."9": "0"
        case "a"..."x": "x"
        case "A"..."X": "X"
        default: character
        }
      })
  }

  @Test(
    arguments: [
      "Flight HAT023 on 2024-05-20 at 10:30", "reservation 4WQ150, $1,250.00",
      "from 192.168.1.100 to 10.0.0.1", "order #W2378156, item 6086499569",
      "id 1234567890123456", "see src/a@2x.png", "npm install @types/node", "x@y", "a @ b",
      "01/02/2024 and 2024/01/02", "password: the usual", "token count: 12345678",
      "the secret ingredient is salt", "version 1.2.3-rc.4+build", "5 - 10 - 2020",
      "c0ffee00-1234-4111-8111-111111111111",
    ])
  func `what only looks alike is left`(text: String) {
    #expect(redact(text) == text)
  }

  @Test func `the same value is the same placeholder, another is another`() {
    var redactor = Redactor()
    let first = redactor.redact("a@x.io b@x.io A@X.IO")
    #expect(first.split(separator: " ").count == 3)
    let parts = first.lowercased().split(separator: " ")
    #expect(parts[0] == parts[2] && parts[0] != parts[1])
    #expect(redactor.redact("b@x.io") == String(first.split(separator: " ")[1]))
    #expect(redactor.counts == [.email: Redactor.Count(places: 4, values: 2)])
  }

  @Test func `many values of a shape are told apart`() {
    var redactor = Redactor()
    var placeholders = Set<String>()
    for number in 0..<2000 {
      placeholders.insert(redactor.redact("user\(1000 + number)@example.com"))
    }
    #expect(placeholders.count == 2000)
  }

  @Test func `listed words are found in any case and not within longer words`() {
    #expect(
      redact("Ann met ANN and Annie; Ana Lima paid.", words: ["ann", "Ana Lima"])
        == "Xxa met XXA and Annie; Xxx Xxxa paid.")
    #expect(redact("東京の佐藤さん、café Müller", words: ["佐藤", "Müller"]).contains("佐藤") == false)
    #expect(redact("a b", words: ["a"]) == "a b")
  }

  @Test func `placeholders have as many tokens as what they stand for`() {
    let texts = [
      "maria.silva@example.com wrote", "call +1 415 555 0132 now", "4111 1111 1111 1111",
      "key ghp_0123456789abcdefABCDEFGH01", "Michael Müller lives in 東京", "Łukasz paid; Ελένη not",
    ]
    let words = ["Michael Müller", "東京", "Łukasz", "Ελένη"]
    let tokenizer = PieceTokenizer()
    for text in texts {
      let redacted = redact(text, words: words)
      #expect(redacted != text)
      #expect(tokenizer.tokens(redacted).count == tokenizer.tokens(text).count, "\(redacted)")
    }
  }

  @Test func `numbers of JSON stay numbers, and keys tell secrets`() throws {
    var redactor = Redactor()
    let value = try JSONValue.parse(
      #"{"card": 4111111111111111, "a@b.io": ["a@b.io", null, true], "password": "letmein", "tokens": "none", "image": "data:text/plain;base64,a@b.io"}"#
    )
    let redacted = redactor.redact(value)
    #expect(redacted["card"]?.intValue == 1_000_000_000_000_001)
    let key = try #require(redacted.objectValue?.keys[1])
    #expect(redacted[key]?.arrayValue?.first?.stringValue == key)
    #expect(redacted["password"]?.stringValue != "letmein")
    #expect(redacted["tokens"] == "none")
    #expect(redacted["image"] == value["image"])
    #expect(try JSONValue.parse(redacted.serialised()) == redacted)
  }

  @Test func `nothing of a transcript is left out, and expectations follow`() throws {
    let secret = "a1b2c3d4e5f6g7h8"
    let mail = "maria@example.com"
    let call = ToolCall(
      id: mail, name: "send", arguments: ["to": .string(mail)],
      argumentsText: #"{ "to": "\#(mail)" }"#, extra: JSONObject([("by", .string(mail))]))
    var transcript = Transcript(
      head: Head(
        "Ask \(mail).",
        tools: [
          ToolDefinition(name: "send", description: mail, parameters: ["default": .string(mail)])
        ]),
      entries: [
        .prompt("My password: \(secret). Mail \(mail).", label: mail), .calls([call]),
        .output("sent to \(mail), \(secret)", callID: mail),
        Entry(
          kind: .response,
          segments: [
            .structure([.string(mail)]),
            Segment(.attachment(Attachment(name: mail, recorded: .string(mail)))),
            Segment(.opaque(.string(mail))),
          ], responseSchema: .string(mail), speaker: mail,
          extra: JSONObject([("from", .string(mail))])),
      ])
    transcript.changes = [HeadChange(position: 1, instructions: [.prompt(mail)], tools: [])]
    transcript.compactions = [
      CompactionEvent(
        position: 2, summaries: [.init(segments: [.text(mail)], covers: RangeSet(0..<1), place: 1)],
        replacements: [.init(entry: 1, text: mail)], extra: JSONObject([("x", .string(mail))]))
    ]
    var imported = ImportedTranscript(
      transcript: transcript, label: "f", format: "x",
      notes: [ImportNote(kind: .orphanOutput, count: 1, label: mail, message: "m")],
      metadata: JSONObject([("m", .string(mail))]), marks: [])
    imported.expectations = ImportedExpectations(
      facts: [
        Fact(
          id: "f", value: mail, aliases: [mail],
          evidence: [Evidence(entry: EntryID(0), quote: secret)],
          supersedes: [.init(value: mail, evidence: [Evidence(entry: nil, quote: mail)])])
      ],
      probes: [
        Probe(
          id: "p", ask: mail, cloze: mail, decoy: mail,
          expect: .answer(mail, aliases: [mail], kind: "text")),
        Probe(id: "q", ask: mail, expect: .list([mail], anyOrder: true)),
      ],
      trajectories: [
        TrajectoryExpectation(
          id: "t", at: .end,
          ordered: [
            ExpectedCall(
              tool: "send",
              arguments: [
                "a": .exact(.string(mail)), "b": .oneOf([.string(mail)]), "c": .contains(mail),
                "d": .hasPrefix(mail), "e": .hasSuffix(mail), "f": .naturalLanguage(mail),
                "g": .subset(["x": .string(mail)]),
              ])
          ])
      ], cluster: mail)
    var redactor = Redactor()
    let redacted = redactor.redact(imported)
    let all = "\(redacted)"
    #expect(!all.contains(mail) && !all.contains(secret))
    #expect(all.contains("xxxxx@xxxxxxx.xxa"))
    let first = redacted.transcript.entries[1].calls[0]
    #expect(first.argumentsText == #"{ "to": "xxxxx@xxxxxxx.xxa" }"#)
    #expect(redacted.expectations.facts[0].value == "xxxxx@xxxxxxx.xxa")
    #expect(
      redacted.transcript.entries[0].text.contains(redacted.expectations.facts[0].evidence[0].quote)
    )
  }

  @Test func `private keys go with all their lines`() {
    let key = "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAKC\n-----END RSA PRIVATE KEY-----"
    let redacted = redact("use \(key) now")
    #expect(!redacted.contains("MIIEow") && !redacted.contains("IBAAKC"))
    #expect(redacted.hasPrefix("use -----BEGIN RSA PRIVATE KEY-----\n"))
    #expect(redact("-----BEGIN X-----") == "-----BEGIN X-----")
  }

  @Test func `any bytes are survived`() {
    var random = SplitMix(7)
    let letters = Array("@.+-() 0123456789abcXYZ=:_é東\u{1F600}".unicodeScalars)
    for _ in 0..<300 {
      var view = String.UnicodeScalarView()
      view.append(
        contentsOf: (0..<40).map { _ in letters[Int(random.next() % UInt64(letters.count))] })
      let text = String(view)
      let once = redact(text, words: ["ab", "é東"])
      #expect(once.unicodeScalars.count == text.unicodeScalars.count, "\(text)")
    }
  }

  /// A few numbers drawn by lot, always the same.
  private struct SplitMix {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = state
      word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      return word ^ (word >> 31)
    }
  }
}
