import EvalKitTesting
import Testing

@testable import EvalKit

/// Rules that read the case, and words that point at what is gone.
struct CaseCoverageTests {
  private typealias Example = HazardExample

  /// The fixture's session at its last request, with its case.
  private func bags(_ shown: [Example.Shown], isControl: Bool = false) -> Example {
    Example(
      JudgingFixture.entries, showing: shown,
      setting: { subject in
        subject.isControl = isControl
        subject.evalCase = JudgingFixture.evalCase
      })
  }

  // MARK: stale-survivor

  @Test func `a summary that has the correction saves it, one that has the old value does not`()
    throws
  {
    let tail: [Example.Shown] = [.entry(6), .entry(7), .entry(11)]
    #expect(try bags([.entry(0), .entry(1)] + tail).fires("stale-survivor"))
    #expect(
      try !bags([.entry(0), .made(.prompt("The tag is BA4711."), covers: [1, 2])] + tail)
        .fires("stale-survivor"))
    #expect(
      try bags([.made(.prompt("The tag is BA4117."), covers: [0, 1, 2])] + tail)
        .fires("stale-survivor"))
    // Both are gone: nothing is wrong, only lost.
    #expect(try !bags(tail).fires("stale-survivor"))
    // Said again later.
    #expect(try !bags([.entry(0), .entry(1), .entry(9)]).fires("stale-survivor"))
  }

  @Test func `before the correction came the old value is the value`() throws {
    var example = bags([.entry(0)])
    example.requests[0].count = 1
    #expect(try !example.fires("stale-survivor"))
    example = Example(JudgingFixture.entries, shows: [0])
    #expect(try example.reason("stale-survivor") == "there is no case with facts")
  }

  // MARK: constraint-lost

  private func ruled(
    _ shown: [Example.Shown], head: Head? = nil, evidence: [Evidence]
  ) -> Example {
    Example(
      Transcript(
        head: Head("Never phone the traveller."), entries: Example.plainTurns),
      requests: [Example.Request(after: 5, shows: shown, head: head)]
    ) { subject in
      subject.evalCase = EvalCase(
        id: "calls", transcript: subject.transcript,
        constraints: [
          Constraint(id: "no-phone", text: "never phone the traveller", evidence: evidence)
        ])
    }
  }

  @Test func `a rule of the head is there as long as the head says it`() throws {
    let evidence = [Evidence(entry: nil, quote: "Never phone the traveller")]
    #expect(try !ruled([.entry(4)], evidence: evidence).fires("constraint-lost"))
    #expect(try ruled([.entry(4)], head: Head(), evidence: evidence).fires("constraint-lost"))
    #expect(
      try !ruled(
        [.entry(4)], head: Head("Rules: never phone the traveller; be brief."), evidence: evidence
      )
      .fires("constraint-lost"))
  }

  @Test func `a summary that has half of a rule's words is taken to tell it`() throws {
    let evidence = [Evidence(entry: EntryID(0), quote: "Never phone the traveller")]
    func fires(_ text: String) throws -> Bool {
      try ruled(
        [.made(.prompt(text), covers: [0, 1]), .entry(4)], evidence: evidence
      ).fires("constraint-lost")
    }
    #expect(try !fires("The traveller must not be called by phone."))
    #expect(try fires("They talked about bags."))
    // Not said yet.
    let later = [Evidence(entry: EntryID(9), quote: "Never phone the traveller")]
    #expect(try !ruled([.entry(4)], evidence: later).fires("constraint-lost"))
  }

  // MARK: secret-leaked

  @Test func `a secret may be in the view of its own turn, and in no later one`() throws {
    let rule = SecretLeaked()
    var own = rule.examples.fires
    own.requests[0].count = 1
    own.requests[0].shown = [.entry(0)]
    #expect(!own.fires(rule))
    var summary = rule.examples.fires
    summary.requests[0].shown = [
      .made(.prompt("Paid with 4111-1111-1111-1111."), covers: [0, 1]), .entry(2),
    ]
    #expect(summary.fires(rule))
    var control = rule.examples.fires
    let setting = control.setting
    control.setting = { subject in
      setting(&subject)
      subject.isControl = true
    }
    #expect(try control.reason("secret-leaked") == "the arm is a control")
  }

  // MARK: dangling-reference

  private func pointing(_ text: String, shows: [Example.Shown]) -> Example {
    Example(
      [
        .prompt("Weigh it."), .exampleCalls("get_weight"), .output("5 kg", callID: "k1"),
        .response(text), .prompt("How much is it?"),
      ], showing: shows)
  }

  @Test(arguments: [
    ("As shown above, it is light.", true), ("I have already read the scale.", true),
    ("It is light.", false),
    // Further on a text may mean itself.
    (String(repeating: "Some words of its own. ", count: 8) + "See above.", false),
  ])
  func `an opening that points back needs something to point at`(text: String, fires: Bool) throws {
    let gone: [Example.Shown] = [.entry(0), .entry(3), .entry(4)]
    #expect(try pointing(text, shows: gone).fires("dangling-reference") == fires)
    let summary: [Example.Shown] = [
      .entry(0), .made(.response("It was weighed."), covers: [1, 2]), .entry(3), .entry(4),
    ]
    #expect(try !pointing(text, shows: summary).fires("dangling-reference"))
  }

  @Test func `the loss is blamed on the entry that went`() throws {
    let masked: [Example.Shown] = [
      .entry(0), .entry(1), .edited(2, .masked, .output("[cleared]", callID: "k1")), .entry(3),
      .entry(4),
    ]
    #expect(
      try pointing("The output above says it.", shows: masked).introduced("dangling-reference")
        .map(\.entry) == [EntryID(3)])
  }

  @Test(arguments: [("read_note", false), ("get_weight", true)])
  func `a path in a mask needs a tool that opens it`(tool: String, fires: Bool) throws {
    let example = Example(
      [
        .prompt("Weigh it."), .exampleCalls("get_weight"), .output("5 kg", callID: "k1"),
        .response("5 kg."), .prompt("Thanks."),
      ],
      showing: [
        .entry(0), .entry(1),
        .edited(
          2, .truncated,
          .output("[4 characters left out; the whole is at outputs/o1.txt]", callID: "k1")),
        .entry(3), .entry(4),
      ], head: Head("Weigh things.", tools: [ToolDefinition(name: tool)]))
    #expect(try example.fires("dangling-reference") == fires)
    var untold = example
    untold.transcript.head = Head("Weigh things.")
    #expect(try !untold.fires("dangling-reference"))
  }

  // MARK: opaque-placeholder

  @Test(arguments: [
    (Placeholder.explained, false), (.short, true), (.empty, true),
    (.text("{tool} was here"), true),
  ])
  func `the explained placeholder says all, the short one nothing`(
    placeholder: Placeholder, fires: Bool
  ) throws {
    let output = Entry.output("5 kg", callID: "k1", label: "o1")
    for effect in [ToolEffect.read, .write, nil] {
      let text = placeholder.text(
        for: Item(recorded: EntryID(2), entry: output), tool: "get_weight", effect: effect)
      let example = Example(
        [
          .prompt("Weigh it."), .exampleCalls("get_weight"), output, .response("5 kg."),
          .prompt("Thanks."),
        ],
        showing: [
          .entry(0), .entry(1), .edited(2, .masked, .output(text, callID: "k1")), .entry(3),
          .entry(4),
        ])
      #expect(try example.fires("opaque-placeholder") == fires, "\(text)")
    }
  }
}
