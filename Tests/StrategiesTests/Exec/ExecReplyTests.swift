import EvalKit
import EvalKitTesting
import Testing

@testable import Strategies

/// What is sent to a program and what its replies mean.
struct ExecReplyTests {
  private static let transcript = Transcript(
    head: Head("Be brief.", tools: [ToolDefinition(name: "search"), ToolDefinition(name: "send")]),
    entries: [
      Entry(
        label: "p1", kind: .prompt,
        segments: [.text("look"), Segment(.attachment(Attachment(name: "a.png", recorded: "…")))]),
      .calls([ToolCall(id: "x", name: "search", arguments: ["q": 1])], label: "c1"),
      .output("found", callID: "x", toolName: "search", label: "o1"),
    ])

  private func edit() -> LabelledEdit { LabelledEdit(Bench().history(Self.transcript)) }

  private func reply(_ text: String) throws -> ExecReply {
    try ExecReply(Array(text.utf8), to: edit())
  }

  @Test func `A request is one line with all that a policy may know`() throws {
    let bench = Bench(contextSize: 1000, request: 3)
    let line = ExecRequest.line(edit(), in: bench.context(Self.transcript), memory: ["n": 1])
    #expect(line.last == UInt8(ascii: "\n"))
    #expect(
      String(decoding: line.dropLast(), as: UTF8.self) == """
        {"version":1,"kind":"edit","stage":"stage@0","moment":"prompt","request":3,\
        "budget":{"contextSize":1000,"reserve":512,"tokens":488},\
        "head":{"instructions":"Be brief.","tools":[\
        {"name":"search","description":"","parameters":{}},\
        {"name":"send","description":"","parameters":{}}],"tokens":\
        \(bench.context(Self.transcript).ledger.count(Self.transcript.head))},\
        "items":[{"label":"p1","kind":"prompt","text":"look",\
        "segments":["look",{"attachment":{"name":"a.png"}}],"tokens":\(tokens(0))},\
        {"label":"c1","kind":"toolCalls","text":"",\
        "calls":[{"id":"x","name":"search","arguments":{"q":1}}],"tokens":\(tokens(1))},\
        {"label":"o1","kind":"toolOutput","text":"found","callID":"x","toolName":"search",\
        "tokens":\(tokens(2))}],"memory":{"n":1}}
        """)
  }

  private func tokens(_ index: Int) -> Int {
    let context = Bench().context(Self.transcript)
    return context.tokens(edit().history.items[index])
  }

  @Test func `The request itself is a reply that changes nothing`() throws {
    let line = ExecRequest.line(edit(), in: Bench().context(Self.transcript), memory: ["n": 1])
    let reply = try ExecReply(line, to: edit())
    #expect(History.areSame(reply.history, edit().history))
    #expect(reply.head == Self.transcript.head)
    #expect(reply.memory == ["n": 1])
  }

  @Test func `What a reply leaves out is as it was`() throws {
    let reply = try reply(#"{"version": 1, "items": [{"label": "p1"}, {"label": "o1"}]}"#)
    #expect(reply.history.items.map(\.entry) == [0, 2].map { Self.transcript.entries[$0] })
    #expect(reply.head == nil && reply.memory == nil)
  }

  @Test func `What was not sent of a file is not lost with the text beside it`() throws {
    let reply = try reply(
      #"{"version":1,"items":[{"label":"p1","segments":[{"attachment":{"name":"a.png"}}]}]}"#)
    #expect(reply.history.items[0].entry.segments == [Self.transcript.entries[0].segments[1]])
    #expect(reply.history.items[0].form == .truncated)
  }

  @Test func `A new item stands where it was put`() throws {
    let reply = try reply(
      """
      {"version": 1, "items": [{"kind": "prompt", "text": "They found it.", "covers": ["c1", "o1"]},
      {"label": "p1"}, {"kind": "toolCalls", "calls": [{"name": "send", "arguments": {"to": 1}}]}]}
      """)
    #expect(Shorthand.text(reply.history) == "i S p1 S")
    #expect(reply.history.items[0].standsFor == [EntryID(1), EntryID(2)])
    #expect(reply.history.items[2].entry.calls.map(\.name) == ["send"])
  }

  @Test func `A head is edited by its text and by the names of tools`() throws {
    let reply = try reply(
      #"{"version":1,"items":[],"head":{"instructions":"","tools":[{"name":"send"}]}}"#)
    #expect(reply.head == Head(tools: [ToolDefinition(name: "send")]))
    let other = try self.reply(#"{"version":1,"items":[],"head":{"instructions":"Be kind."}}"#)
    #expect(other.head?.instructionsText == "Be kind.")
    #expect(other.head?.tools == Self.transcript.head.tools)
  }

  @Test func `A head that comes back edited is shown edited`() async throws {
    let stage = try Programs.stage("sed -u 's/Be brief/Be kind/'")
    let bench = Bench()
    let left = try await bench.edited(bench.history(Self.transcript), by: stage, Self.transcript)
    #expect(left.head.instructionsText == "Be kind." && left.isHeadEdited)
  }
}
