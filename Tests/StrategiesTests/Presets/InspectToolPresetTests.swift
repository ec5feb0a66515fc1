import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct InspectToolPresetTests {
  private func session(_ transcript: Transcript, size: Int) async throws -> (
    views: [String], firings: [Int]
  ) {
    let result = try await Bench(contextSize: size).replay(transcript, "inspect.edit")
    return (result.views, result.records.flatMap(\.firings).map(\.stage))
  }

  @Test func `Nothing happens under nine tenths of the window`() async throws {
    let transcript = Shorthand.transcript("p1 t1 c1 o1 t2 c2 o2 t3 c3 o3 t4 c4 o4 r1")
    #expect(try await session(transcript, size: 4096).firings == [])
  }

  // Flaw: a turn is taken to be a message of the model.
  @Test func `In a tool loop all but the last reasoning goes`() async throws {
    let transcript = Shorthand.transcript("p1 t1 c1 o1 t2 c2 o2 r1")
    let tokens = Bench().context(transcript).tokens(Bench().history(transcript))
    let views = try await session(transcript, size: tokens).views
    #expect(views.last == "p1 c1 o1 t2 c2 o2")
  }

  // One policy there, two stages here.
  @Test func `Where dropping reasoning gets under the trigger the results stay`() async throws {
    var transcript = Shorthand.transcript("p1 t1 c1 o1 c2 o2 c3 o3 c4 o4 r1")
    transcript.entries[1].segments = [.text(ToolSession.words(100))]
    let result = try await session(transcript, size: 120)
    #expect(result.firings == [0])
    #expect(result.views.last == "p1 c1 o1 c2 o2 c3 o3 c4 o4")
  }

  // Flaw
  @Test func `A wider round than three loses results the model has not seen`() async throws {
    let calls = (0..<5).map { ("search", ["q": JSONValue($0)] as JSONValue) }
    let transcript = Transcript(
      entries: [.prompt("p1", label: "p1")]
        + ToolSession.round(1, calls, outputs: (0..<5).map { ToolSession.words(20, from: $0) })
        + [.response("r1", label: "r1")])
    let bench = Bench(contextSize: 120)
    let result = try await bench.replay(transcript, "inspect.edit")
    #expect(result.views.last == "p1 c1 o1.0* o1.1* o1.2 o1.3 o1.4")
    #expect(result.session.history.items[2].entry.text == "(Tool result removed)")
  }
}
