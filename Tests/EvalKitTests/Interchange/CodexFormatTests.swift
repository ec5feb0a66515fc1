import EvalKit
import Testing

struct CodexFormatTests {
  private func item(_ payload: String) -> String {
    #"{"type":"response_item","payload":\#(payload)}"#
  }

  private func message(_ role: String, _ text: String) -> String {
    let type = role == "assistant" ? "output_text" : "input_text"
    return
      #"{"type":"message","role":"\#(role)","content":[{"type":"\#(type)","text":"\#(text)"}]}"#
  }

  private func read(_ rows: [String]) throws -> ImportedTranscript {
    let read = try imported(rows.joined(separator: "\n"))
    #expect(read.format == "codex")
    return read
  }

  @Test func `context that Codex puts in is instructions, and noted`() throws {
    let read = try read([
      #"{"type":"session_meta","payload":{"id":"s","cwd":"/lab","base_instructions":{"text":"Base"}}}"#,
      item(message("developer", "Dev")),
      item(message("user", "# AGENTS.md instructions for /lab")),
      item(message("user", "<environment_context>x</environment_context>")),
      item(message("user", "go")), item(message("user", "<turn_aborted>")),
    ])
    #expect(
      read.transcript.head.instructions.map(\.text) == [
        "Base", "Dev", "# AGENTS.md instructions for /lab",
        "<environment_context>x</environment_context>",
      ])
    #expect(read.transcript.entries.map(\.kind) == [.prompt, .instructions])
    #expect(read.metadata == JSONObject([("id", "s"), ("cwd", "/lab")]))
    #expect(
      read.notes.map(\.description) == [
        "3 times: a message that no user wrote, kept as instructions (first at m2)"
      ])
  }

  @Test func `events that say again what items say are left out, others are not`() throws {
    let read = try read([
      #"{"type":"event_msg","payload":{"type":"task_started"}}"#, item(message("user", "go")),
      #"{"type":"event_msg","payload":{"type":"user_message","message":"go"}}"#,
      #"{"type":"event_msg","payload":{"type":"agent_reasoning","text":"only here"}}"#,
      item(#"{"type":"reasoning","summary":[{"type":"summary_text","text":"both"}]}"#),
      #"{"type":"event_msg","payload":{"type":"agent_reasoning","text":"both"}}"#,
      item(#"{"role":"assistant","content":"done"}"#),
      #"{"type":"world_state","payload":{"x":1}}"#,
    ])
    #expect(read.transcript.entries.map(\.text) == ["go", "only here", "both", "done"])
    #expect(
      read.transcript.entries.map(\.kind) == [.prompt, .reasoning, .reasoning, .response])
    #expect(
      read.notes.map(\.description) == [
        "an event of type 'task_started', no part of the conversation (m0)",
        "2 times: an event that says again what an item says (first at m2)",
        "a row of type 'world_state', no part of the conversation (m7)",
      ])
  }

  @Test func `arguments may be an object or missing, and an id may come again`() throws {
    let read = try read([
      item(#"{"type":"function_call","name":"n","call_id":"k","arguments":{"a":1}}"#),
      item(
        #"{"type":"function_call_output","call_id":"k","output":{"content":"A","success":true}}"#),
      item(#"{"type":"function_call","name":"n","call_id":"k"}"#),
      #"{"type":"event_msg","payload":{"type":"token_count"}}"#,
      item(#"{"type":"tool_search_call","call_id":"t","arguments":{"query":"q"}}"#),
      item(#"{"type":"tool_search_output","call_id":"t","tools":[{"name":"read_file"}]}"#),
      item(#"{"type":"function_call_output","call_id":"k","output":"B"}"#),
    ])
    let entries = read.transcript.entries
    #expect(
      entries.map(\.kind) == [
        .toolCalls, .toolOutput, .toolCalls, .toolOutput, .toolOutput,
      ])
    #expect(entries[0].calls[0].arguments == ["a": 1])
    #expect(entries[2].calls.map(\.name) == ["n", "tool_search"])
    #expect(entries[2].calls[0].arguments == [:])
    #expect(entries[1].text == "A")
    #expect(entries[1].extra == JSONObject([("success", true)]))
    let answers = TranscriptStructure(entries).answers
    #expect(answers.map { $0?.entry.index } == [nil, 0, nil, 2, 2])
    #expect(read.notes.map(\.kind) == [.skippedRecord, .repeatedCallID])
  }

  @Test func `a fork keeps its parent's rows, which its model was sent`() throws {
    let read = try read([
      #"{"type":"session_meta","payload":{"id":"child","forked_from_id":"parent"}}"#,
      #"{"type":"session_meta","payload":{"id":"parent"}}"#, item(message("user", "old")),
      item(message("assistant", "old answer")), item(message("user", "new")),
    ])
    #expect(read.transcript.entries.map(\.text) == ["old", "old answer", "new"])
    #expect(read.metadata["forked_from_id"] == "parent")
    #expect(
      read.notes.map(\.description) == [
        "the row of another session, whose rows a fork repeats (m1)"
      ])
  }

  @Test func `turns that are taken back are left out and counted`() throws {
    let read = try read([
      item(message("user", "a")), item(message("assistant", "A")), item(message("user", "b")),
      item(message("assistant", "B")),
      #"{"type":"event_msg","payload":{"type":"thread_rolled_back","num_turns":1}}"#,
      item(message("user", "c")),
    ])
    #expect(read.transcript.entries.map(\.text) == ["a", "A", "c"])
    #expect(
      read.notes.map(\.description) == [
        "2 times: a row of a turn that was taken back, left out (first at row 2)",
        "an event of type 'thread_rolled_back', no part of the conversation (m4)",
      ])
  }

  @Test func `a compacted history tells what stayed, what went and what was put in`() throws {
    let read = try read([
      item(message("developer", "Dev")), item(message("user", "a")),
      item(message("assistant", "A")), item(message("user", "b")), item(message("assistant", "B")),
      #"""
      {"type":"compacted","payload":{"message":"","replacement_history":[\#(message("developer", "Dev")),\#(message("user", "a")),\#(message("user", "b")),\#(message("user", "Summary: A and B"))]}}
      """#, item(message("user", "c")),
    ])
    #expect(read.transcript.entries.map(\.text) == ["a", "A", "b", "B", "c"])
    let event = try #require(read.transcript.compactions.first)
    #expect(event.position == 4)
    #expect(event.dropped == RangeSet())
    #expect(event.summaries.map(\.segments) == [[.text("Summary: A and B")]])
    #expect(event.summaries.map(\.covers) == [RangeSet([1..<2, 3..<4])])
    #expect(event.summaries.map(\.place) == [4])
    #expect(read.notes == [])
  }

  @Test func `a history that lost entries and gained none has dropped them`() throws {
    let read = try read([
      item(message("user", "a")), item(message("assistant", "A")), item(message("user", "b")),
      #"{"type":"compacted","payload":{"message":"","replacement_history":[\#(message("user", "b"))]}}"#,
    ])
    #expect(read.transcript.compactions.map(\.dropped) == [RangeSet(0..<2)])
    #expect(read.transcript.compactions.map(\.summaries) == [[]])
  }

  @Test func `a compacted message stands for all before it`() throws {
    let read = try read([
      item(message("user", "a")), #"{"type":"compacted","payload":{"message":"Sum"}}"#,
      item(message("user", "b")),
    ])
    let event = try #require(read.transcript.compactions.first)
    #expect(event.summaries.map(\.segments) == [[.text("Sum")]])
    #expect(event.takenOut == RangeSet(0..<1))
  }

  @Test func `the first releases wrote items without rows, others events alone`() throws {
    let bare = try read([
      #"{"id":"s","timestamp":"t","instructions":"Base"}"#, message("user", "a"),
      #"{"record_type":"state"}"#, message("assistant", "A"),
    ])
    #expect(bare.transcript.head.instructions.map(\.text) == ["Base"])
    #expect(bare.transcript.entries.map(\.text) == ["a", "A"])
    let events = try read([
      #"{"type":"session_meta","payload":{"id":"s"}}"#,
      #"{"type":"event_msg","payload":{"type":"user_message","message":"a"}}"#,
      #"{"type":"event_msg","payload":{"type":"agent_message","message":"A"}}"#,
    ])
    #expect(events.transcript.entries.map(\.kind) == [.prompt, .response])
  }

  @Test func `a rollout without a conversation is refused`() {
    #expect(
      refusal(
        """
        {"type":"session_meta","payload":{"id":"s"}}
        {"type":"event_msg","payload":{"type":"token_count"}}
        """)
        == "f.json:1:1: none of the 2 rows is part of a conversation; "
        + "expected 'response_item' rows")
  }

  @Test func `what does not fit is refused with its place`() {
    #expect(
      refusal(item(message("user", "a")) + "\n" + item(#"{"type":"function_call","call_id":"k"}"#))
        == "f.json:2:35: missing key 'name' (at [1].payload)")
  }
}
