import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct KeepFirstLastTests {
  @Test(arguments: [
    ("p1 r1 p2 r2 p3", 1, 2, "p1 r2 p3"),
    ("p1 r1 p2 r2 p3", 2, 3, "p1 r1 p2 r2 p3"),
    ("p1 r1 p2 r2 p3", 4, 4, "p1 r1 p2 r2 p3"),
    ("p1 r1 p2 r2 p3", 0, 1, "p3"),
    ("p1 r1 p2 r2 p3", 2, 0, "p1 r1"),
    ("i p1 r1 p2", 0, 0, "i"),
    // When it fails: both edges cut where they fall.
    ("p1 c1 o1 r1 p2 c2 o2", 2, 1, "p1 c1 o2"),
  ])
  func `First and last entries stay, each once`(
    session: String, first: Int, last: Int, left: String
  ) async throws {
    #expect(
      try await Bench().left(
        of: session, by: "keep-first-last(first: \(first), last: \(last))") == left)
  }

  @Test(arguments: [
    ("p1 r1 p2", 1, 3, "p1 p1 r1 p2"),
    ("p1 r1 p2", 2, 2, "p1 r1 r1 p2"),
    ("p1 r1", 1, 2, "p1 p1 r1"),
    ("p1", 2, 2, "p1 p1"),
    ("p1 r1 p2", 1, 2, "p1 r1 p2"),
    ("p1 r1 p2 r2 p3", 1, 2, "p1 r2 p3"),
    ("p1 r1", 1, 0, "p1"),
  ])
  func `Overlapping head and tail repeat what is in both where they are told to`(
    session: String, first: Int, last: Int, left: String
  ) async throws {
    let spec = "keep-first-last(first: \(first), last: \(last), overlap: repeat)"
    #expect(try await Bench().left(of: session, by: spec) == left)
  }

  // N9
  @Test(arguments: [
    ("i p1 r1 p2 r2", "i r2"), ("i p1 c1 o1", "i o1"), ("p1", "p1 p1"), ("", ""),
    ("p1 r1 p2", "p1 p2"),
  ])
  func `Instructions can count as the first entry`(session: String, left: String) async throws {
    #expect(
      try await Bench().left(
        of: session, by: "keep-first-last(first: 1, last: 1, overlap: repeat, head: counted)")
        == left)
  }

  // N9: a lone entry, the instructions, becomes itself twice.
  @Test func `Lone instructions counted as an entry stand twice`() async throws {
    func instructions(_ notation: String, first: Int, last: Int) async throws -> [String] {
      let spec = "keep-first-last(first: \(first), last: \(last), overlap: repeat, head: counted)"
      let bench = Bench()
      let transcript = Shorthand.transcript(notation)
      let stage = try #require(try Strategies.catalog.parse(spec).stages.first)
      let left = try await bench.edited(bench.history(transcript), by: stage, transcript)
      let again = try await bench.edited(left, by: stage, transcript)
      #expect(History.areSame(left, again))
      return left.head.instructions.map(\.text) + left.items.map(\.entry.text)
    }
    let i = "instructions i"
    #expect(try await instructions("i", first: 1, last: 1) == [i, i])
    #expect(try await instructions("i p1", first: 1, last: 2) == [i, i, "p1"])
    #expect(try await instructions("i p1", first: 2, last: 2) == [i, "p1", i, "p1"])
    #expect(try await instructions("i p1 r1", first: 0, last: 2) == ["p1", "r1"])
  }

  @Test func `A marker says how many entries the gap hides`() async throws {
    let spec = "keep-first-last(first: 1, last: 2, marker: 'Skipped {count} messages.')"
    let result = try await Bench().replay(Shorthand.turns(4), spec)
    #expect(result.views == ["p1", "p1 r1 p2", "p1 S r2 p3", "p1 S r3 p4"])
    // Nothing is said to stand for what is gone.
    let view = try await result.session.view(at: .prompt)
    let item = try #require(view.items.first { $0.isSynthesised })
    #expect(item.entry.text == "Skipped 5 messages.")
    #expect(item.standsFor == [])
    #expect(EntryFate.fates(of: 8, in: view.items)[1].fate == .dropped)
  }

  @Test func `A stored marker is replaced by one that counts all`() async throws {
    let spec =
      "keep-first-last(first: 1, last: 2, marker: '{count} gone', persistence: stored)"
    let result = try await Bench().replay(Shorthand.turns(5), spec)
    #expect(result.views.last == "p1 S r4 p5")
    let texts = result.session.history.items.map(\.entry.text)
    #expect(texts == ["p1", "6 gone", "r4", "p5", "r5"])
  }

  // When it fails: the marker changes on every request and breaks the cache where it stands.
  @Test func `A marker that counts breaks the cache at every request`() async throws {
    let transcript = Transcript.plain(turns: 8, head: 40)
    func cached(_ marker: String) async throws -> [Int] {
      let spec = "keep-first-last(first: 1, last: 3, marker: '\(marker)')"
      return try await Bench().replay(transcript, spec).records.suffix(3).map(\.cached)
    }
    #expect(try await cached("some gone") == [52, 52, 52])
    #expect(try await cached("{count} gone") == [50, 50, 50])
  }
}
