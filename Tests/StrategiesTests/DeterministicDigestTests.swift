import EvalKit
import EvalKitTesting
import Testing

@testable import Strategies

struct DeterministicDigestTests {
  @Test(arguments: [
    ("see src/a.swift, README.md and ./run", ["path src/a.swift", "path README.md", "path ./run"]),
    ("at /usr/lib and ~/notes.", ["path /usr/lib", "path ~/notes"]),
    ("and/or, read/write, 3/4", []),
    (
      "main.swift:12:5: error: no such type",
      [
        "error main.swift:12:5: error: no such type", "path main.swift:12:5",
      ]
    ),
    ("commit 9f3ab21c of deadbeef", ["sha 9f3ab21c"]),
    ("order BA4711, desk FD-2217-P, x1", ["id BA4711", "id FD-2217-P"]),
    ("4,711 of 12 on 2026-03-21 at 10:30.", ["number 4,711", "number 2026-03-21", "number 10:30"]),
    ("mail renske@example.org", ["id renske@example.org"]),
    ("open https://example.org/a?b=1.", ["url https://example.org/a?b"]),
    ("ValueError: bad", ["error ValueError: bad"]),
    ("nothing to terrorise here", []),
    ("{\"id\":\"TP-1203\",\"n\":40100}", ["id TP-1203", "number 40100"]),
    ("注文番号はAB1234です", ["id AB1234"]),
    ("", []),
  ])
  func `Values are found by their shape`(text: String, values: [String]) {
    let found = AnchorScanner(Set(AnchorKind.allCases)).anchors(in: text)
    #expect(found.map { "\($0.kind.rawValue) \($0.value)" } == values)
  }

  private func session(_ turns: Int) -> Transcript {
    Transcript(
      entries: (1...turns).flatMap { turn in
        [
          Entry.prompt("Where is BA47\(10 + turn)?", label: "p\(turn)"),
          .response("At desk FD-22\(10 + turn).", label: "r\(turn)"),
        ]
      } + [.prompt("Thanks.", label: "p")])
  }

  @Test func `Each value stands behind the entry it was first said in`() async throws {
    let bench = Bench()
    var transcript = session(2)
    transcript.entries[3].segments.append(.text("and BA4711 again"))
    let stage = try #require(
      try Strategies.catalog.parse("deterministic-digest(when: always, keep: 1 turn)").stages.first)
    let left = try await bench.edited(bench.history(transcript), by: stage, transcript)
    #expect(Shorthand.text(left) == "S p")
    #expect(
      left.items[0].entry.segments == [
        .text("Values said in entries that are not shown:"),
        .text("p1: id BA4711\nr1: id FD-2211\np2: id BA4712\nr2: id FD-2212"),
      ])
    #expect(left.items[0].standsFor == (0..<4).map { EntryID($0) })
    #expect(bench.summariser.requests.isEmpty)
  }

  @Test(arguments: ["view", "stored"])
  func `The index only grows at its end`(persistence: String) async throws {
    let bench = Bench()
    var texts: [String] = []
    let start = bench.session(
      session(15),
      try Strategies.catalog.parse(
        "deterministic-digest(when: 4 entries, keep: 1 turn, persistence: \(persistence))"))
    _ = try await Replay(session(15)).run(start) { _, place in
      if case .request(_, let view) = place, let first = view.items.first, first.isSynthesised {
        texts.append(first.entry.segments[1].plainText)
      }
    }
    #expect(texts.count > 10)
    #expect(zip(texts, texts.dropFirst()).allSatisfy { $1.hasPrefix($0) })
    #expect(texts.last?.hasPrefix("p1: id BA4711\nr1: id FD-2211") == true)
  }

  @Test func `As a view and stored it comes to the same index`() async throws {
    var indexes: [String] = []
    for persistence in ["view", "stored"] {
      let bench = Bench()
      var last = ""
      let start = bench.session(
        session(25),
        try Strategies.catalog.parse(
          "deterministic-digest(when: always, keep: 1 turn, cap: 6, persistence: \(persistence))"))
      _ = try await Replay(session(25)).run(start) { _, place in
        if case .request(_, let view) = place, let first = view.items.first, first.isSynthesised {
          last = first.entry.text
        }
      }
      indexes.append(last)
    }
    #expect(indexes[0] == indexes[1])
  }

  @Test func `What is remembered never shows`() async throws {
    let transcript = session(20)
    let bench = Bench()
    let stage = try #require(
      try Strategies.catalog.parse("deterministic-digest(when: always, keep: 1 turn, cap: 5)")
        .stages.first)
    var memory = JSONValue.null
    var input = bench.history(transcript)
    input.stage = "digest@0"
    // Remembers the first ten entries, then goes on.
    var short = input
    short.keep(0..<11)
    _ = try await stage.strategy.edit(short, in: bench.context(transcript), memory: &memory)
    #expect(!memory.isNull)
    let resumed = try await stage.strategy.edit(
      input, in: bench.context(transcript), memory: &memory)
    var none = JSONValue.null
    let fresh = try await stage.strategy.edit(input, in: bench.context(transcript), memory: &none)
    #expect(resumed.items[0].entry == fresh.items[0].entry)
    #expect(memory == none)
    // Of other items nothing is remembered.
    var other = input
    other.drop { $0.entry.label == "p1" }
    let changed = try await stage.strategy.edit(
      other, in: bench.context(transcript), memory: &memory)
    #expect(!changed.items[0].entry.text.contains("BA4711"))
  }

  @Test func `Past the cap the older half of a kind goes at once`() {
    var index = AnchorIndex(cap: 4, namesEntries: false)
    for number in 1...4 { index.add(.id, "ID-\(number)", of: "e") }
    index.add(.path, "a/b", of: "e")
    #expect(index.anchors.map(\.value) == ["ID-1", "ID-2", "ID-3", "ID-4", "a/b"])
    index.add(.id, "ID-5", of: "e")
    #expect(index.anchors.map(\.value) == ["ID-3", "ID-4", "a/b", "ID-5"])
    index.add(.id, "ID-4", of: "f")
    #expect(index.anchors.count == 4)
  }

  @Test func `An index is read back as it was written`() {
    var index = AnchorIndex(cap: 9, namesEntries: true)
    index.add(.error, "error: no such file, stop", of: "m4.out")
    index.add(.path, "src/a.swift", of: "m4.out")
    index.add(.id, "BA4711", of: "m5")
    var parsed = AnchorIndex(cap: 9, namesEntries: true)
    parsed.add(parsing: index.text)
    #expect(parsed.anchors == index.anchors)
    var remembered = AnchorIndex(cap: 9, namesEntries: true)
    remembered.add(json: index.json)
    #expect(remembered.anchors == index.anchors)
    #expect(AnchorIndex(cap: 1, namesEntries: true).text == "none")
  }

  // The failure of its page.
  @Test func `Wishes in plain words are gone and a corrected value stands beside the new one`()
    async throws
  {
    let bench = Bench()
    let transcript = Transcript(entries: [
      .prompt("I prefer a window seat. My tag is BA4117."), .prompt("Sorry, BA4711."),
      .prompt("Go on."),
    ])
    let stage = try #require(
      try Strategies.catalog.parse("deterministic-digest(when: always, keep: 1 turn)").stages.first)
    let left = try await bench.edited(bench.history(transcript), by: stage, transcript)
    let text = left.items[0].entry.text
    #expect(!text.contains("window") && text.contains("BA4117") && text.contains("BA4711"))
  }

  @Test func `A kind there is none of is refused`() {
    #expect(throws: SpecError.self) {
      try Strategies.catalog.parse("deterministic-digest(kinds: [name])")
    }
  }
}
