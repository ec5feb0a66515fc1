import EvalKit
import EvalKitTesting
import Strategies
import Testing

/// The condensers of OpenHands that summarise nothing: each note a test.
struct OpenHandsWindowPresetTests {
  @Test func `In a short history the first event stands twice`() async throws {
    let views = try await Bench().replay(Shorthand.turns(2), "openhands.recent").views
    #expect(views == ["p1 p1", "p1 p1 r1 p2"])
    #expect(
      try await Bench().hazards(Shorthand.turns(2), "openhands.recent").contains("duplicate-entry"))
  }

  @Test func `Once full the front moves and cuts calls from outputs`() async throws {
    let loop = (1...60).flatMap { [Entry.c($0), .o($0)] }
    let transcript = Transcript(entries: [.p(1)] + loop + [.r(1)])
    let result = try await Bench(contextSize: 1_000_000).replay(transcript, "openhands.recent")
    #expect(result.views.last?.split(separator: " ").count == 100)
    #expect(result.views.last?.hasPrefix("p1 o11 c12") == true)
    // Whole at 100 entries, so only then is the first no longer repeated.
    #expect(result.views[49].split(separator: " ").count == 100)
    #expect(result.records.suffix(10).allSatisfy { $0.isBreak && $0.cached == 10 })
  }

  @Test func `The configuration keeps 100 events, the class can be given 10`() throws {
    let spec = try Strategies.catalog.parse("openhands.recent(last: 9)").description
    #expect(spec == "keep-first-last(first: 1 entry, last: 9 entries, overlap: repeat)")
  }

  @Test func `Amortised, it forgets half at a stroke, apart from pairs`() async throws {
    let loop = (1...60).flatMap { [Entry.c($0), .o($0)] }
    let transcript = Transcript(entries: [.p(1)] + loop + [.r(1)])
    let bench = Bench(contextSize: 1_000_000)
    let result = try await bench.replay(transcript, "openhands.amortized")
    let sizes = result.views.map { $0.split(separator: " ").count }
    #expect(sizes[49] == 99 && sizes[50] == 50 && sizes[51] == 52)
    #expect(result.views[50].hasPrefix("p1 o26 c27"))
    let found = try await bench.hazards(transcript, "openhands.amortized")
    #expect(found == ["effect-forgotten", "in-flight-edited", "orphan-output"])
    #expect(result.records.filter(\.isBreak).map(\.number) == [51])
    // The class's own default keeps no first event.
    let view = try await bench.replay(transcript, "openhands.amortized(first: 0)").views[50]
    #expect(view.hasPrefix("c26 o26"))
  }

  @Test func `After an overflow the first prompt and the last half stay`() async throws {
    let bench = Bench(contextSize: 512 + 80)
    let loop = (1...5).flatMap { [Entry.c($0), .o($0)] }
    let transcript = Transcript(entries: [.p(1)] + loop + [.r(1)])
    let result = try await bench.replay(transcript, "openhands.conversation-window")
    #expect(result.views.prefix(4) == ["p1", "p1 c1 o1", "p1 c1 o1 c2 o2", "p1 c1 o1 c2 o2 c3 o3"])
    // Nine entries, of eight behind the first four go.
    #expect(result.views[4] == "p1 c3 o3 c4 o4")
  }

  @Test(arguments: [
    ("p1 t1 c1 o1 p2", "p1 p2"), ("p1 t1 c1 o1 r1 p2", "p1 r1 p2"), ("p1 r1", "p1 r1"),
    ("p1 r1 p2", "p1 p2"),
  ])
  func `Observations that the last half begins with are stripped`(session: String, left: String)
    async throws
  {
    #expect(
      try await Bench(moment: .overflow).left(
        of: session, by: "openhands.conversation-window(when: always)") == left)
  }

  @Test func `What a model picks is scattered over pairs`() async throws {
    let bench = Bench(
      contextSize: 1_000_000,
      summariser: ScriptedSummariser(name: "reader") { _, _ in
        stride(from: 1, through: 99, by: 2).map(String.init).joined(separator: ", ")
      })
    let loop = (1...49).flatMap { [Entry.c($0), .o($0)] }
    let transcript = Transcript(
      entries: [.p(1)] + loop + [.r(1), .p(2), .r(2), .p(3), .r(3)])
    let spec = "openhands.llm-attention(by: reader)"
    let result = try await bench.replay(transcript, spec)
    let view = result.views[50]
    #expect(view.split(separator: " ").count == 50)
    #expect(view.hasPrefix("p1 c1 c2 c3"))
    #expect(try await bench.hazards(transcript, spec).contains("orphan-call"))
    // Kept here, whatever the model says.
    #expect(view.hasSuffix(" p2"))
  }
}
