import EvalKitTesting
import Testing

@testable import EvalKit

/// The edges of the rules about the shape of a view.
struct StructureRuleTests {
  private func fires(_ rule: String, _ example: HazardExample) throws -> Bool {
    example.fires(try #require(HazardRules.rule(rule)))
  }

  private func findings(_ rule: String, _ example: HazardExample) throws -> [HazardFinding] {
    example.report(try #require(HazardRules.rule(rule))).findings
  }

  private func example(
    _ notation: String, _ places: [Int], dialect: Dialect? = nil
  ) -> HazardExample {
    HazardExample(Entry.list(notation), showing: places.map { .entry($0) }) {
      $0.dialect = dialect
    }
  }

  // MARK: Rounds

  private let batch: [Entry] = [
    .prompt("Both."), .exampleCalls("get_a", "get_b"), .output("1", callID: "k1"),
    .output("2", callID: "k2"),
  ]

  @Test func `an output that a stage made answers its call`() throws {
    let entries: [Entry] = [
      .prompt("Weigh it."), .exampleCalls("weigh"), .output("5 kg", callID: "k1"),
      .response("5 kg."), .prompt("And that?"),
    ]
    func example(_ callID: String) -> HazardExample {
      HazardExample(
        entries,
        showing: [
          .entry(0), .entry(1), .made(.output("cut", callID: callID), covers: [2]), .entry(3),
          .entry(4),
        ])
    }
    #expect(try !fires("orphan-call", example("k1")))
    #expect(try !fires("orphan-output", example("k1")))
    #expect(try fires("orphan-call", example("k9")))
    #expect(try fires("orphan-output", example("k9")))
  }

  @Test func `a call that a stage made needs an output`() throws {
    let call = HazardExample.Shown.made(.exampleCalls("look", first: 7), covers: [])
    let output = HazardExample.Shown.made(.output("seen", callID: "k7"), covers: [])
    let entries = HazardExample.plainTurns
    #expect(
      try fires("orphan-call", HazardExample(entries, showing: [.entry(0), call, .entry(4)])))
    let whole = HazardExample(entries, showing: [.entry(0), call, output, .entry(4)])
    #expect(try !fires("orphan-call", whole))
    #expect(try !fires("orphan-output", whole))
  }

  @Test func `a round whose outputs are all gone is no split batch, but for a made one it is none`()
    throws
  {
    #expect(try !fires("split-batch", HazardExample(batch, shows: [0, 1])))
    #expect(try fires("split-batch", HazardExample(batch, shows: [0, 2])))
    let mended = HazardExample(
      batch,
      showing: [.entry(0), .entry(1), .entry(2), .made(.output("cut", callID: "k2"), covers: [3])])
    #expect(try !fires("split-batch", mended))
  }

  @Test func `ids that the record uses twice are paired by position`() throws {
    let entries: [Entry] = [
      .prompt("Twice."), .exampleCalls("weigh"), .output("5 kg", callID: "k1"),
      .exampleCalls("weigh"), .output("6 kg", callID: "k1"), .response("Done."), .prompt("More."),
    ]
    let orphan = try findings("orphan-output", HazardExample(entries, shows: [0, 1, 2, 4, 5, 6]))
    #expect(orphan.map(\.entry) == [EntryID(4)])
    let whole = HazardExample(entries, shows: [0, 3, 4, 5, 6])
    #expect(try !fires("orphan-output", whole))
    #expect(try !fires("orphan-call", whole))
  }

  @Test func `what the record has between a call and its output is inherited`() throws {
    let late: [Entry] = [
      .prompt("Weigh it."), .exampleCalls("weigh"), .prompt("Still there?"),
      .output("5 kg", callID: "k1"), .response("5 kg."), .prompt("And that?"),
    ]
    func example(_ shown: [HazardExample.Shown]) -> HazardExample {
      HazardExample(late, showing: shown) { $0.dialect = .openai }
    }
    let rest: [HazardExample.Shown] = [.entry(3), .entry(5)]
    let recorded = example([.entry(0), .entry(1), .entry(2)] + rest)
    #expect(try findings("output-not-adjacent", recorded).map(\.isInherited) == [true])
    let covered = example(
      [
        .entry(0), .entry(1), .made(.prompt("Asked again."), covers: [2]),
      ] + rest)
    #expect(try findings("output-not-adjacent", covered).map(\.isInherited) == [true])
    let moved = example([.entry(1), .entry(0)] + rest)
    #expect(try findings("output-not-adjacent", moved).map(\.isInherited) == [false])
  }

  @Test func `rules of a dialect do not apply where none, or another, is named`() throws {
    for rule in ["output-not-adjacent", "bad-alternation", "signed-prefix-changed"] {
      let rule = try #require(HazardRules.rule(rule))
      for dialect in [nil, Dialect.apple] {
        let example = example("p1 r1 p2", [0, 2], dialect: dialect)
        #expect(example.report(rule).notApplicable.map(\.rule) == [rule.id])
      }
    }
  }

  // MARK: Turns

  @Test(arguments: [
    ("p1 p2 r1 p3", [0, 1, 2, 3], true), ("p1 t1 p2", [0, 1, 2], true),
    ("p1 r1 p2", [0, 2], false), ("p1 t1 r1 p2", [0, 1, 3], false),
    ("p1 r1 r2 p2", [0, 1, 2, 3], true), ("p1 r1 p2 r2 p3", [0, 1, 3, 4], false),
    ("p1 r1 p2", [2, 0], false),
  ])
  func `prompts in a row are inherited where the record has them in a row`(
    notation: String, places: [Int], isInherited: Bool
  ) throws {
    let found = try findings("bad-alternation", example(notation, places, dialect: .gemini))
    #expect(found.map(\.isInherited) == [isInherited])
  }

  @Test func `a summary as a prompt before a prompt is two in a row, unless it was so`() throws {
    func example(_ notation: String, _ covers: [Int], _ rest: [Int]) -> HazardExample {
      HazardExample(
        Entry.list(notation),
        showing: [.made(.prompt("Summary."), covers: covers)] + rest.map { .entry($0) }
      ) { $0.dialect = .anthropic }
    }
    #expect(try fires("bad-alternation", example("p1 r1 p2", [0, 1], [2])))
    #expect(try !fires("bad-alternation", example("p1 p2", [0], [1])))
  }

  @Test func `a view that ends on reasoning ends on the model's own words`() throws {
    #expect(try fires("trailing-response", example("p1 t1 r1 p2", [0, 1])))
    #expect(try !fires("trailing-response", example("p1 c1 o1", [0, 1])))
  }

  @Test func `a prompt that is carried verbatim is not lost, and one that is covered is`() throws {
    func example(carries: [Int]) -> HazardExample {
      HazardExample(
        Entry.list("p1 c1 o1"),
        showing: [
          .made(.prompt("Summary."), covers: carries.isEmpty ? [0] : [], carries: carries),
          .entry(1), .entry(2),
        ])
    }
    #expect(try fires("prompt-lost", example(carries: [])))
    #expect(try !fires("prompt-lost", example(carries: [0])))
  }

  @Test
  func `a short prompt in a summary may stand there by chance, an earlier one's words are its own`()
    throws
  {
    let long = "Please weigh the second sample and log what it comes to."
    func example(_ first: String, _ last: String) -> HazardExample {
      HazardExample(
        [.prompt(first), .response("Yes."), .prompt(last)],
        showing: [.made(.prompt("They said: \(last)"), covers: [0]), .entry(1), .entry(2)])
    }
    #expect(try fires("prompt-duplicated", example("Hello.", long)))
    #expect(try !fires("prompt-duplicated", example(long, long)))
    #expect(try !fires("prompt-duplicated", example("Hello.", "Yes.")))
  }

  @Test func `the turn in flight may be cut, carried and added to, not masked or summarised`()
    throws
  {
    let entries = Entry.list("p1 r1 p2 c1 o1")
    func example(_ shown: HazardExample.Shown) -> HazardExample {
      HazardExample(entries, showing: [.entry(2), .entry(3), shown])
    }
    #expect(try !fires("in-flight-edited", example(.entry(4))))
    #expect(try !fires("in-flight-edited", example(.edited(4, .truncated, .o(1, tokens: 2)))))
    #expect(
      try !fires("in-flight-edited", example(.made(.output("o"), covers: [], carries: [4]))))
    #expect(try fires("in-flight-edited", example(.edited(4, .masked, .output("gone")))))
    let found = try findings("in-flight-edited", example(.made(.output("o"), covers: [4])))
    #expect(found.map(\.detail) == ["it was summarised"])
    let reminded = HazardExample(
      entries, showing: [.entry(2), .entry(3), .entry(4), .made(.prompt("Be brief."), covers: [])])
    #expect(try !fires("in-flight-edited", reminded))
  }

  @Test func `an edit of the turn in flight is charged at every request that shows it`() throws {
    let entries = Entry.list("p1 c1 o1 c2 o2 c3 o3 r1")
    let masked = HazardExample.Shown.edited(2, .masked, .output("gone", callID: "call1"))
    let requests = [5, 7].map { count in
      HazardExample.Request(
        after: count,
        shows: (0..<count).map { $0 == 2 ? masked : .entry($0) })
    }
    let example = HazardExample(Transcript(entries: entries), requests: requests)
    let report = example.report(try #require(HazardRules.rule("in-flight-edited")))
    #expect(report.findings.map(\.requests) == [2])
    #expect(report.hazardous == 2)
  }

  // MARK: Entries

  @Test func `an entry that was recorded empty may be edited`() throws {
    let entries: [Entry] = [
      .prompt("Run it."), .exampleCalls("run"), .output("", callID: "k1"), .response("Done."),
      .prompt("More."),
    ]
    func example(_ place: Int, _ entry: Entry) -> HazardExample {
      HazardExample(
        entries,
        showing: (0..<5).map { $0 == place ? .edited(place, .masked, entry) : .entry($0) })
    }
    #expect(try !fires("empty-entry", example(2, .output(" ", callID: "k1"))))
    #expect(try fires("empty-entry", example(3, .response("\n "))))
    let thought = Segment(.opaque(["type": "thinking", "thinking": "It ran.", "signature": "AA"]))
    #expect(try fires("empty-entry", example(3, Entry(kind: .response, segments: [thought]))))
    let picture = Segment(.attachment(Attachment(name: "a.png")))
    #expect(try !fires("empty-entry", example(3, Entry(kind: .response, segments: [picture]))))
  }

  @Test func `only the entry that went back is out of order`() throws {
    let found = try findings("order-changed", example("p1 r1 p2 r2 p3", [0, 2, 3, 1, 4]))
    #expect(found.map(\.entry) == [EntryID(1)])
    #expect(try !fires("order-changed", example("p1 r1 p2 r2 p3", [0, 1, 0, 4])))
    #expect(try !fires("order-changed", example("p1 r1 p2 r2 p3", [1, 3, 4])))
  }

  @Test func `a plain entry shown twice clashes in no id, calls and entries with ids do`() throws {
    #expect(try fires("duplicate-entry", example("p1 r1 p2", [0, 1, 1, 2])))
    #expect(try !fires("duplicate-id", example("p1 r1 p2", [0, 1, 1, 2])))
    #expect(try fires("duplicate-id", example("p1 c1 o1 p2", [0, 1, 2, 1, 2, 3])))
    var named = Entry.list("p1 r1 p2")
    named[1].recordedID = "E1"
    #expect(try fires("duplicate-id", HazardExample(named, shows: [0, 1, 1, 2])))
  }

  @Test func `a call that a stage gave another's id clashes`() throws {
    let entries = Entry.list("p1 c1 o1 c2 o2 r1 p2")
    func example(_ id: String) -> HazardExample {
      var renamed = entries[3]
      renamed.calls[0].id = id
      return HazardExample(
        entries,
        showing: (0..<7).map { $0 == 3 ? .edited(3, .masked, renamed) : .entry($0) })
    }
    #expect(try fires("duplicate-id", example("call1")))
    #expect(try !fires("duplicate-id", example("call9")))
  }

  // MARK: Instructions

  @Test func `leading instructions of the log are looked after like those of the head`() throws {
    let entries = Entry.list("i1 p1 r1 p2")
    #expect(try fires("instructions-lost", HazardExample(entries, shows: [1, 2, 3])))
    #expect(try fires("instructions-moved", HazardExample(entries, shows: [1, 0, 2, 3])))
    let shown: [HazardExample.Shown] = [
      .edited(0, .truncated, .i(1, tokens: 2)), .entry(1), .entry(2), .entry(3),
    ]
    #expect(try fires("instructions-changed", HazardExample(entries, showing: shown)))
    for rule in ["instructions-lost", "instructions-moved", "instructions-changed"] {
      #expect(try !fires(rule, HazardExample(entries, shows: [0, 1, 2, 3])))
    }
  }

  @Test func `instructions found mid-conversation may go like any entry`() throws {
    #expect(try !fires("instructions-lost", HazardExample(Entry.list("p1 i1 r1 p2"), shows: [3])))
  }

  @Test func `each of several instructions is looked for`() throws {
    func entry(_ text: String) -> Entry { Entry(kind: .instructions, segments: [.text(text)]) }
    let head = Head(instructions: [entry("Be brief."), entry("Be kind.")])
    func rules(_ shown: [String]) throws -> [String] {
      let example = HazardExample(
        Transcript(head: head, entries: HazardExample.plainTurns),
        requests: [
          HazardExample.Request(
            after: 5, shows: (0..<5).map { .entry($0) },
            head: Head(instructions: shown.map(entry)))
        ])
      return try ["instructions-lost", "instructions-moved", "instructions-changed"].filter {
        try fires($0, example)
      }
    }
    #expect(try rules(["Be brief.", "Be kind."]) == [])
    #expect(try rules(["Be kind."]) == ["instructions-lost"])
    #expect(try rules(["Be kind.", "Be brief."]) == ["instructions-moved"])
    #expect(try rules(["Be brief.", "Be kinder."]) == ["instructions-changed"])
    #expect(try rules(["Be brief.", "Be kind.", "Be quick."]) == ["instructions-changed"])
  }

  @Test func `instructions that the record replaces are not the strategy's doing`() throws {
    let transcript = Transcript(
      head: Head("Be brief."), entries: HazardExample.plainTurns,
      changes: [HeadChange(position: 3, instructions: Head("Be kind.").instructions)])
    func example(_ head: Head?) -> HazardExample {
      HazardExample(
        transcript,
        requests: [
          HazardExample.Request(after: 1, shows: [.entry(0)]),
          HazardExample.Request(after: 5, shows: (0..<5).map { .entry($0) }, head: head),
        ])
    }
    #expect(try !fires("instructions-changed", example(nil)))
    // Those in force at the start are no longer.
    #expect(try fires("instructions-changed", example(Head("Be brief."))))
  }

  // MARK: Reasoning

  @Test func `reasoning that the record leaves alone is inherited, what is carried is not gone`()
    throws
  {
    let alone = try findings("reasoning-orphaned", example("p1 t1 p2 r1 p3", [0, 1, 2, 3]))
    #expect(alone.map(\.isInherited) == [true])
    #expect(try fires("reasoning-orphaned", example("p1 t1 t2 c1 o1 r1 p2", [0, 1, 5, 6])))
    #expect(try !fires("reasoning-orphaned", example("p1 t1 t2 c1 o1 r1 p2", [0, 1, 3, 4, 5, 6])))
    let carried = HazardExample(
      Entry.list("p1 t1 r1 p2"),
      showing: [.entry(0), .entry(1), .made(.response("r1"), covers: [], carries: [2]), .entry(3)])
    #expect(try !fires("reasoning-orphaned", carried))
  }

  @Test(arguments: [
    Entry(kind: .reasoning, extra: JSONObject([("signature", "AAEC")])),
    Entry(
      kind: .response,
      segments: [Segment(.opaque(["type": "thinking", "thinking": "x", "signature": "AA"]))]),
    Entry(
      kind: .response, segments: [Segment(.opaque(["type": "redacted_thinking", "data": "x"]))]),
    Entry(
      kind: .response,
      segments: [Segment(.opaque(["type": "reasoning", "encrypted_content": "AA"]))]),
    Entry(
      kind: .toolCalls,
      calls: [
        ToolCall(name: "weigh", arguments: "", extra: JSONObject([("thoughtSignature", "AA")]))
      ]),
    Entry(
      kind: .toolCalls,
      calls: [
        ToolCall(
          name: "weigh", arguments: "",
          extra: JSONObject([("extra_content", ["google": ["thought_signature": "AA"]])]))
      ]),
  ])
  func `signatures are seen wherever recordings have them`(entry: Entry) {
    #expect(entry.isSigned)
    var plain = entry
    plain.extra = JSONObject()
    plain.segments = [.text("signature: AAEC")]
    plain.calls = [ToolCall(name: "weigh", arguments: ["signature": "AAEC"])]
    #expect(!plain.isSigned)
  }

  @Test func `signed reasoning minds what stands before it, itself and the head`() throws {
    var entries = Entry.list("p1 r1 p2 t1 r2 p3")
    entries[3].extra["signature"] = "AAEC"
    let masked = Entry.prompt("gone")
    func example(_ shown: [HazardExample.Shown], head: Head? = nil) -> HazardExample {
      HazardExample(
        Transcript(head: Head("Be brief."), entries: entries),
        requests: [HazardExample.Request(after: 6, shows: shown, head: head)]
      ) { $0.dialect = .anthropic }
    }
    let all = (0..<6).map { HazardExample.Shown.entry($0) }
    let rule = "signed-prefix-changed"
    #expect(try !fires(rule, example(all)))
    #expect(try !fires(rule, example(all, head: Head("Be brief."))))
    #expect(try fires(rule, example(all, head: Head("Be kind."))))
    #expect(try fires(rule, example([.edited(0, .masked, masked)] + Array(all[1...]))))
    #expect(try !fires(rule, example(Array(all[..<5]) + [.edited(5, .masked, masked)])))
    var unsigned = entries[3]
    unsigned.extra = JSONObject()
    #expect(
      try !fires(
        rule, example(Array(all[..<3]) + [.edited(3, .masked, unsigned)] + Array(all[4...]))))
  }

  // MARK: Causes

  @Test(arguments: [
    ("orphan-output", "p1 c1 o1 r1 p2", [0, 2, 3, 4], 1),
    ("orphan-call", "p1 c1 o1 r1 p2", [0, 1, 3, 4], 2),
    ("orphan-response", "p1 r1 p2 r2 p3", [0, 1, 3, 4], 2),
    ("bad-first-entry", "p1 r1 p2 r2 p3", [1, 2, 3, 4], 0),
    ("trailing-response", "p1 r1 p2", [0, 1], 2), ("empty-view", "p1 r1 p2", [], 2),
    ("reasoning-orphaned", "p1 t1 r1 p2", [0, 1, 3], 2), ("prompt-lost", "p1 r1 p2", [0, 1], 2),
  ])
  func `a finding is blamed on the stage that took what it lacks`(
    rule: String, notation: String, shown: [Int], lost: Int
  ) throws {
    let firing = StageFiring(
      stage: 0, moment: .prompt, edits: [StageEdit(.dropped, [lost..<lost + 1])])
    let entries = Entry.list(notation)
    let example = HazardExample(
      Transcript(entries: entries),
      requests: [
        HazardExample.Request(
          after: entries.count, shows: shown.map { .entry($0) }, firings: [firing])
      ])
    let finding = try #require(try findings(rule, example).first { !$0.isInherited })
    #expect(finding.cause?.entries == [lost..<lost + 1])
  }

  // MARK: Arms and forks

  @Test func `rules about structure and tools hold for controls, too`() throws {
    for rule in HazardRules.all where [.structure, .tools].contains(rule.group) {
      var example = rule.examples.fires
      let setting = example.setting
      example.setting = {
        setting(&$0)
        $0.isControl = true
      }
      #expect(example.fires(rule), "\(rule.id)")
    }
  }

  @Test func `a linter that is copied goes on by itself`() {
    let entries = Entry.list("p1 r1 p2 r2 p3")
    let example = HazardExample(entries, shows: [1, 2, 3, 4])
    var linter = HazardLinter(HazardSubject(example.transcript))
    var builder = ViewBuilder(example.transcript)
    let whole = HazardExample(entries, shows: [0, 1, 2]).view
    let first = RequestRecord(number: 1, moment: .prompt, entry: EntryID(2), tokens: 0)
    linter.observe(first, view: whole, change: builder.record(whole, at: 3))
    var fork = linter
    let second = RequestRecord(number: 2, moment: .prompt, entry: EntryID(4), tokens: 0)
    fork.observe(second, view: example.view, change: builder.record(example.view, at: 5))
    #expect(!fork.report.introduced.isEmpty)
    #expect(linter.report.introduced.isEmpty)
    #expect(linter.report.requests == 1)
  }

  @Test func `a history that ended on the model's words may go on so`() throws {
    let ended = try findings("trailing-response", example("p1 r1 p2 r2", [0, 1, 2, 3]))
    #expect(ended.map(\.isInherited) == [true])
  }
}
