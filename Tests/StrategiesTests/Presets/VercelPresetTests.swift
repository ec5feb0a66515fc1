import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct VercelPresetTests {
  private func left(_ session: String) async throws -> String {
    let transcript = Shorthand.transcript(session)
    return try await Bench().replay(transcript, "vercel.prune-messages").views.last ?? ""
  }

  @Test func `The exchange in flight stays, older ones go without a marker`() async throws {
    #expect(try await left("p1 c1 o1 c2 o2 r1") == "p1 c2 o2")
  }

  // Flaw: the last two messages are the answer and the prompt.
  @Test func `At a prompt no exchange is left`() async throws {
    #expect(try await left("p1 c1 o1 r1 p2 r2") == "p1 r1 p2")
  }

  // Flaw: the last message is the tool's, so the reasoning before it is not the last message's.
  @Test func `Reasoning of the turn in flight goes as soon as a tool has answered`() async throws {
    #expect(try await left("p1 t1 c1 o1 r1") == "p1 c1 o1")
  }

  // Parallel outputs are one message.
  @Test func `A round of many outputs is two messages`() async throws {
    let calls = (0..<4).map { ("search", ["q": JSONValue($0)] as JSONValue) }
    let transcript = Transcript(
      entries: [.prompt("p1", label: "p1")]
        + ToolSession.round(1, calls, outputs: (0..<4).map { "result \($0)" })
        + [.response("r1", label: "r1")])
    let views = try await Bench().replay(transcript, "vercel.prune-messages").views
    #expect(views.last == "p1 c1 o1.0 o1.1 o1.2 o1.3")
  }
}
