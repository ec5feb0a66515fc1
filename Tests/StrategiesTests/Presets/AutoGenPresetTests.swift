import EvalKit
import EvalKitTesting
import Strategies
import Testing

/// AutoGen's model contexts: each note a test.
struct AutoGenPresetTests {
  private let loop = Transcript(
    entries: [.p(1, tokens: 1)] + (1...12).flatMap { [Entry.c($0, tokens: 1), .o($0, tokens: 1)] }
      + [.r(1, tokens: 1)])

  private let leading =
    "repair(orphan-output: leading, orphan-call: keep, whole-rounds: false, "
    + "non-empty: false, dedup-ids: false)"

  @Test func `The buffer drops outputs it begins with, and in a loop the prompt`() async throws {
    let views = try await Bench().replay(loop, "autogen.buffered").views
    #expect(views.last == "c8 o8 c9 o9 c10 o10 c11 o11 c12 o12")
    let odd = "rolling-window(entries: 9) | " + leading
    #expect(try await Bench().replay(loop, odd).views.last == "c9 o9 c10 o10 c11 o11 c12 o12")
    #expect(Strategies.catalog.preset(named: "autogen.buffered")?.spec.hasSuffix(leading) == true)
    let plain = try await Bench().hazards(Shorthand.turns(8), "autogen.buffered")
    #expect(plain == ["bad-first-entry", "orphan-response"])
  }

  @Test func `Head and tail lose the halves of rounds at their edges`() async throws {
    let spec = "keep-first-last(first: 2, last: 3, marker: 'Skipped {count} messages.') | repair"
    #expect(try await Bench().replay(loop, spec).views.last == "p1 S c12 o12")
  }

  @Test func `The marker counts what is skipped and changes on every request`() async throws {
    let transcript = Transcript.plain(turns: 12, head: 30)
    var texts: [String] = []
    let start = Bench().session(transcript, try Strategies.catalog.parse("autogen.head-tail"))
    let result = try await Replay(transcript).run(start) { _, place in
      guard case .request(_, let view) = place else { return }
      texts += view.items.filter(\.isSynthesised).map(\.entry.text)
    }
    #expect(
      texts == [1, 3, 5, 7, 9, 11, 13].map { "Skipped \($0) messages." })
    // The head, the first entry and the word before the number.
    #expect(result.requests.last?.cached == 30 + 10 + 1)
  }

  @Test func `The marker says nothing of outputs that fall beside it`() async throws {
    let transcript = Transcript(entries: Array(loop.entries.prefix(13)))
    let bench = Bench()
    let pipeline = try Strategies.catalog.parse("autogen.head-tail")
    var view = View(head: Head(), items: [])
    _ = try await Replay(transcript).run(bench.session(transcript, pipeline)) { _, place in
      if case .request(_, let shown) = place { view = shown }
    }
    // Eleven entries at the last request: one is skipped, its output falls beside.
    #expect(Shorthand.text(view) == "p1 S c2 o2 c3 o3 c4 o4 c5 o5")
    #expect(view.items[1].entry.text == "Skipped 1 messages.")
  }

  @Test func `Popping the middle leaves halves of rounds there`() async throws {
    let bench = Bench(contextSize: 512 + 12)
    let found = try await bench.hazards(loop, "autogen.token-limited")
    #expect(found.contains("orphan-output") || found.contains("orphan-call"))
    let views = try await bench.replay(loop, "autogen.token-limited").views
    #expect(views.last?.hasPrefix("p1 c1 o1") == true && views.last?.hasSuffix("c12 o12") == true)
  }

  @Test func `The prompt is popped, too, if the rest is too large`() async throws {
    let transcript = Transcript(entries: [.p(1, tokens: 30), .r(1)])
    let views = try await Bench(contextSize: 512 + 20).replay(transcript, "autogen.token-limited")
      .views
    #expect(views == [""])
  }
}
