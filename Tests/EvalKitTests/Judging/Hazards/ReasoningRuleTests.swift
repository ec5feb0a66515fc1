import EvalKitTesting
import Testing

@testable import EvalKit

/// The edges of the rules about reasoning.
struct ReasoningRuleTests: RuleChecking {
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
}
