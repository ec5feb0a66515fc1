import EvalKitTesting
import Testing

@testable import EvalKit

struct CoverageTests {
  private typealias Example = HazardExample

  /// Two plain turns folded into a summary, with the calls that were made for it.
  private func folded(
    _ text: String = "It weighs 5 kg.", carries: [Int] = [], shows: [Int] = [4],
    calls: [SummaryCall]
  ) -> Example {
    Example(
      Transcript(entries: Example.plainTurns),
      requests: [
        Example.Request(
          after: 5,
          shows: [
            .made(
              .prompt(text), covers: [0, 1, 2, 3].filter { !carries.contains($0) }, carries: carries
            )
          ]
            + shows.map { .entry($0) },
          summaries: calls)
      ])
  }

  // MARK: silent-gap

  @Test func `an entry that a failed call was fed was not summarised`() throws {
    var refused = SummaryCall.example(fed: [0, 1, 2, 3])
    refused.fault = "too long"
    let example = folded(calls: [refused, .example(fed: [2, 3])])
    let found = try example.introduced("silent-gap")
    #expect(found.map(\.entry) == [EntryID(0)])
    #expect(found.first?.detail.hasPrefix("2 of the 4 entries") == true)
  }

  @Test func `what is held word for word need not be fed`() throws {
    #expect(try !folded(carries: [0, 1], calls: [.example(fed: [2, 3])]).fires("silent-gap"))
  }

  @Test func `where no call is recorded nothing is said of what was read`() throws {
    #expect(try !folded(calls: []).fires("silent-gap"))
  }

  @Test func `entries dropped because no summary came are a gap`() throws {
    var failed = SummaryCall.example(fed: [0, 1, 2, 3])
    failed.fault = "empty"
    let drop = SummaryCall(
      by: "drop", request: 1, moment: .prompt, input: 0, output: 0, fed: [], isRemedy: true)
    let example = Example(
      Transcript(entries: Example.plainTurns),
      requests: [Example.Request(after: 5, shows: [.entry(4)], summaries: [failed, drop])])
    #expect(try example.introduced("silent-gap").map(\.entry) == [EntryID(0)])
  }

  // MARK: double-coverage

  @Test func `an entry that was fed and stays is covered twice, the prompt in force is not`() throws
  {
    let overlap = Example.summarised(
      "It weighs 5 kg.", covers: [0, 1], fed: [0, 1, 2], shows: [2, 3, 4])
    #expect(try overlap.introduced("double-coverage").map(\.entry) == [EntryID(2)])
    let active = Example.summarised("It weighs 5 kg.", fed: [0, 1, 2, 3, 4])
    #expect(try !active.fires("double-coverage"))
  }

  // MARK: media-lost

  private static let form = Entry(
    kind: .prompt,
    segments: [
      .text("Here is the form."), .structure(["tag": "BA4711", "fee": 38]),
      Segment(.attachment(Attachment(name: "form.jpg", tokens: 9))),
    ])

  @Test(arguments: [
    ("", true), ("[form.jpg was here]", false), ("Here is the form.", true),
  ])
  func `an edited entry says what of its media went`(left: String, fires: Bool) throws {
    let example = Example(
      [Self.form, .response("Noted."), .prompt("Thanks.")],
      showing: [.edited(0, .truncated, .prompt(left)), .entry(1), .entry(2)])
    #expect(try example.fires("media-lost") == fires)
  }

  @Test(arguments: [
    // The structure left a trace, the attachment none.
    ("The tag is BA4711.", "1 attachment left"),
    ("A form was filled in, a picture attached.", "1 structure left"),
    ("Something was said.", "1 attachment and 1 structure left"),
  ])
  func `a summary has a trace of media, or it is told`(text: String, detail: String) throws {
    let example = Example.summarised(
      text, of: [Self.form, .response("Noted."), .prompt("Thanks.")], covers: [0, 1], shows: [2])
    let found = try example.introduced("media-lost")
    #expect(found.count == 1)
    #expect(found.first?.detail.hasPrefix(detail) == true, "\(found.map(\.detail))")
  }

  @Test func `a dropped entry takes its media with it, which is no rendering's loss`() throws {
    #expect(
      try !Example([Self.form, .response("Noted."), .prompt("Thanks.")], shows: [2])
        .fires("media-lost"))
  }

  // MARK: summaries of summaries

  @Test func `a summary that grows by a quarter does not grow too fast`() throws {
    // 16 bytes, 20 bytes: a quarter; 21: more.
    #expect(
      try !Example.twoSummaries("1234567890123456", "12345678901234567890").fires("summary-growth"))
    #expect(
      try Example.twoSummaries("1234567890123456", "123456789012345678901").fires("summary-growth"))
  }

  @Test func `prompts that are joined and nothing else are no summary in a prompt`() throws {
    let entries: [Entry] = [.prompt("One."), .response("1"), .prompt("Two.")]
    func example(_ segments: [Segment]) -> Example {
      Example(
        Transcript(entries: entries),
        requests: [
          Example.Request(
            after: 3,
            shows: [.made(Entry(kind: .prompt, segments: segments), covers: [1], carries: [0, 2])],
            summaries: [.example(fed: [1])])
        ])
    }
    #expect(try !example([.text("One."), .text("Two.")]).fires("summary-in-prompt"))
    #expect(
      try example([.text("One."), .text("Then 1 was said."), .text("Two.")])
        .fires("summary-in-prompt"))
  }

  @Test func `rules that the user gave are among the entries`() throws {
    let rule = InstructionsUnseen()
    #expect(rule.examples.fires.fires(rule))
    var shared = rule.examples.fires
    let setting = shared.setting
    shared.setting = { subject in
      setting(&subject)
      var summarising = subject.pipeline?.stages.first?.strategy.summarising
      summarising?.sharesPrefix = true
      subject.pipeline = Pipeline([ExamplePolicy.stage { $0.summarising = summarising }])
    }
    #expect(!shared.fires(rule))
    var bare = rule.examples.fires
    bare.transcript.head = Head()
    #expect(!bare.fires(rule))
    var controlled = rule.examples.fires
    controlled.setting = { $0.pipeline = nil }
    #expect(try controlled.reason("instructions-unseen") == "the policy is not known")
  }

  // MARK: call-text-in-prose

  @Test(arguments: [
    ("find_bag({\"tag\": \"BA4711\"}) said: held", true), ("[Tool calls: find_bag]", true),
    ("[Tool Calls]\nfind_bag:\n  - held", true), ("{\"name\": \"find_bag\"}", true),
    ("find_bag found it in Porto.", false), ("It was held.", false),
    // A tool that was not called among what it stands for.
    ("print(1)", false),
  ])
  func `a call written out is told, a tool that is named is not`(text: String, fires: Bool) throws {
    let example = Example(
      JudgingFixture.entries,
      showing: [.made(.response(text), covers: Array(0...7)), .entry(8), .entry(9), .entry(10)])
    #expect(try example.fires("call-text-in-prose") == fires)
  }
}
