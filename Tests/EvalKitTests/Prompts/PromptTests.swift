import EvalKit
import Testing

@Suite struct `A prompt` {
  @Test func `has a digest of what is shown, whatever entries are called`() {
    var renamed = Shown.entries
    for place in renamed.indices where renamed[place].kind != .toolCalls {
      renamed[place].label = "x\(place)"
      renamed[place].recordedID = "id\(place)"
      renamed[place].extra = JSONObject([("kept", true)])
    }
    #expect(Shown.prompt(entries: renamed).digest == Shown.prompt().digest)
    #expect(Shown.prompt("other/id/answer").digest == Shown.prompt().digest)
  }

  struct Change: Sendable, CustomTestStringConvertible {
    var name: String
    var prompt: Prompt
    var testDescription: String { name }
  }

  static let changes: [Change] = [
    Change(
      name: "a word", prompt: Shown.prompt(entries: Shown.entries.dropLast() + [.prompt("?")])),
    Change(name: "an entry less", prompt: Shown.prompt(entries: Array(Shown.entries.dropFirst()))),
    Change(name: "the instructions", prompt: Shown.prompt(head: Head("B.", tools: [Shown.tool]))),
    Change(name: "the tools", prompt: Shown.prompt(head: Head("Be brief."))),
    Change(name: "the reasoning", prompt: Shown.prompt(entries: without(.reasoning))),
    Change(name: "the task", prompt: Shown.prompt(task: .act)),
    Change(name: "the tool to fill", prompt: Shown.prompt(task: .fill(tool: "find_bag"))),
    Change(
      name: "the limit",
      prompt: Shown.prompt(
        options: RequestOptions(maximumResponseTokens: 9, toolMode: .disallowed))),
    Change(
      name: "the temperature",
      prompt: Shown.prompt(options: RequestOptions(temperature: 1, toolMode: .disallowed))),
    Change(
      name: "the schema",
      prompt: Shown.prompt(
        options: RequestOptions(toolMode: .disallowed, responseSchema: ["type": "string"]))),
  ]

  private static func without(_ kind: EntryKind) -> [Entry] {
    Shown.entries.filter { $0.kind != kind }
  }

  @Test(arguments: changes) func `has another digest where something shown or asked differs`(
    _ change: Change
  ) {
    #expect(change.prompt.digest != Shown.prompt().digest)
  }

  @Test func `has the digest of a request for it`() throws {
    for task in [ModelTask.answer, .act, .fill(tool: "find_bag")] {
      let prompt = Shown.prompt(task: task)
      #expect(try #require(Prompt(Shown.request(prompt))).digest == prompt.digest)
    }
    #expect(Prompt(ModelRequest(head: Shown.head, items: [])) == nil)
  }

  @Test func `is named by case, question and task`() {
    func id(_ task: ModelTask, _ call: Int? = nil) -> String {
      Prompt.id(caseID: "bag", question: "tag@t2", task: task, call: call)
    }
    #expect(id(.answer) == "bag/tag@t2/answer")
    #expect(id(.act) == "bag/tag@t2/act")
    #expect(id(.fill(tool: "find_bag"), 2) == "bag/tag@t2/fill:find_bag#2")
  }

  @Test func `has an id that services take, of question and view`() {
    let prompt = Shown.prompt()
    let custom = prompt.customID
    #expect(custom.utf8.count == 61)
    #expect(custom.hasSuffix("-" + prompt.digest.prefix(40)))
    #expect(Shown.prompt("bag/owner/answer").customID != custom)
    #expect(Shown.prompt(task: .act).customID != custom)
  }

  @Test func `tells calls and outputs that stand alone`() {
    #expect(!Shown.prompt().hasSplitPairs)
    #expect(Shown.prompt(entries: Shown.entries.filter { $0.kind != .toolCalls }).hasSplitPairs)
    #expect(Shown.prompt(entries: Shown.entries.filter { $0.kind != .toolOutput }).hasSplitPairs)
  }

  @Test func `tells where the model speaks first`() {
    #expect(!Shown.prompt().beginsWithReply)
    #expect(Shown.prompt(entries: Array(Shown.entries.dropFirst(3))).beginsWithReply)
  }

  @Test func `gives every call an id of its own, also where recorded ones repeat`() throws {
    let entries = (0..<3).flatMap { _ in
      [
        Entry.calls([ToolCall(id: "call:0", name: "find_bag", arguments: [:])]),
        Entry.output("x", callID: "call:0"),
      ]
    }
    let messages = try #require(
      try PromptFormat.plain.value(Shown.prompt(entries: entries))["messages"]?.arrayValue)
    let called = messages.compactMap {
      $0["tool_calls"]?.arrayValue?.first?["id"]?.stringValue
    }
    #expect(called == ["call_0", "call_0_2", "call_0_3"])
    #expect(messages.compactMap { $0["tool_call_id"]?.stringValue } == called)
  }
}
