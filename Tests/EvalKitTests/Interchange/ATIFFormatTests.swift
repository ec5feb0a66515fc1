import EvalKit
import Testing

struct ATIFFormatTests {
  private func steps(_ steps: String, beside: String = "") throws -> ImportedTranscript {
    try imported(
      #"{"schema_version":"ATIF-v1.8","agent":{"name":"a","version":"1"}\#(beside),"#
        + #""steps":[\#(steps)]}"#)
  }

  private let user = #"{"step_id":1,"source":"user","message":"Go."}"#

  @Test(arguments: (0...8).map { "ATIF-v1.\($0)" })
  func `every version is read`(version: String) throws {
    let read = try imported(#"{"schema_version":"\#(version)","agent":{},"steps":[\#(user)]}"#)
    #expect(read.format == "atif")
    #expect(read.transcript.entries.map(\.text) == ["Go."])
    #expect(read.metadata["schema_version"]?.stringValue == version)
  }

  @Test func `another major version is refused`() {
    #expect(
      refusal(#"{"schema_version":"ATIF-v2.0","agent":{},"steps":[]}"#)
        == "f.json:1:19: version 'ATIF-v2.0'; ATIF-v1.0 to ATIF-v1.8 are read (at schema_version)")
  }

  @Test func `a step makes reasoning, text, calls and outputs`() throws {
    let read = try steps(
      """
      \(user),{"step_id":2,"source":"agent","message":"Looking.","reasoning_content":"Hm.",
      "model_name":"m","metrics":{"prompt_tokens":7},
      "tool_calls":[{"tool_call_id":"a","function_name":"f","arguments":{"x":1}},
      {"tool_call_id":"b","function_name":"g","arguments":["fast"]}],
      "observation":{"results":[{"source_call_id":"b","content":"two"},
      {"source_call_id":"a","content":[{"type":"text","text":"one"},
      {"type":"image","source":{"media_type":"image/png","path":"i.png"}}]}]}}
      """)
    let entries = read.transcript.entries
    #expect(
      entries.map(\.label) == ["m0", "m1.reasoning", "m1.text", "m1.calls", "m1o0", "m1o1"])
    #expect(entries[2].extra["metrics"]?["prompt_tokens"] == 7)
    #expect(entries[3].calls.map(\.arguments) == [["x": 1], ["fast"]])
    #expect(entries[5].segments.count == 2)
    let structure = TranscriptStructure(entries)
    #expect(structure.answers.map { $0?.index } == [nil, nil, nil, nil, 1, 0])
    #expect(read.notes == [])
  }

  @Test func `a result that names no call is an answer while calls wait, then the environment's`()
    throws
  {
    let read = try steps(
      """
      \(user),{"step_id":2,"source":"agent","message":"","tool_calls":[
      {"tool_call_id":"a","function_name":"f","arguments":{}}],
      "observation":{"results":[{"content":"one"},{"content":"Reset."}]}},
      {"step_id":3,"source":"agent","message":"","tool_calls":[
      {"tool_call_id":"b","function_name":"f","arguments":{}}]},
      {"step_id":4,"source":"agent","message":"","observation":{"results":[{"content":"Up."}]}}
      """)
    let structure = TranscriptStructure(read.transcript.entries)
    let outputs = read.transcript.entries.indices.filter {
      read.transcript.entries[$0].kind == .toolOutput
    }
    #expect(outputs.map { structure.answers[$0]?.entry.index } == [1, nil, nil])
    #expect(
      read.notes.map(\.description) == [
        "2 times: an output that answers no call (first at m1o1)",
        "a call that nothing answers (b)",
      ])
  }

  @Test func `a result that names a call of no step is an orphan`() throws {
    let read = try steps(
      """
      \(user),{"step_id":2,"source":"agent","message":"","tool_calls":[
      {"tool_call_id":"a","function_name":"f","arguments":{}}],
      "observation":{"results":[{"source_call_id":"zzz","content":"one"}]}}
      """)
    #expect(read.notes.map(\.kind) == [.unansweredCall, .orphanOutput])
  }

  @Test func `steps copied from the segment before end in a compaction`() throws {
    let read = try steps(
      """
      {"step_id":1,"source":"system","message":"Rules.","is_copied_context":true},
      {"step_id":2,"source":"user","message":"Summary: B12.","is_copied_context":true},
      {"step_id":3,"source":"agent","message":"Understood.","is_copied_context":true},
      {"step_id":4,"source":"user","message":"And now?"}
      """, beside: #","continued_trajectory_ref":"next.json""#)
    let events = read.transcript.compactions
    #expect(events.map(\.position) == [2])
    #expect(events.first?.extra["copied_steps"] == 3)
    #expect(events.first?.takenOut.isEmpty == true)
    #expect(read.transcript.entries[0].extra["is_copied_context"] == true)
    #expect(
      read.notes.map(\.description) == ["it is continued in another file, 'next.json'"])
    #expect(read.metadata["continued_trajectory_ref"] == "next.json")
  }

  @Test func `a session that was copied to its end has its compaction there`() throws {
    let read = try steps(#"{"step_id":1,"source":"user","message":"A","is_copied_context":true}"#)
    #expect(read.transcript.compactions.map(\.position) == [1])
  }

  @Test func `sub-agents are left out and can be selected`() throws {
    let text = """
      {"schema_version":"ATIF-v1.7","agent":{"name":"a"},"steps":[\(user),
      {"step_id":2,"source":"agent","message":"","tool_calls":[
      {"tool_call_id":"d","function_name":"delegate","arguments":{}}],
      "observation":{"results":[{"source_call_id":"d",
      "subagent_trajectory_ref":[{"trajectory_id":"e"}]}]}}],
      "subagent_trajectories":[{"schema_version":"ATIF-v1.7","agent":{},
      "steps":[{"step_id":1,"source":"user","message":"Inspect."}]}]}
      """
    let read = try imported(text)
    #expect(
      read.notes.map(\.description) == [
        "a result that stands in the trajectory of a sub-agent (m1)",
        "a trajectory of a sub-agent, left out; select it to read it (subagent_trajectories[0])",
      ])
    #expect(read.transcript.entries[2].extra["subagent_trajectory_ref"] != nil)
    let inner = try TranscriptImporter.read(
      Array(text.utf8), file: "f", select: "subagent_trajectories[0]")
    #expect(inner.map { $0.transcript.entries.map(\.text) } == [["Inspect."]])
  }

  @Test func `what only an agent may have is left out of other steps, and told`() throws {
    let read = try steps(
      """
      {"step_id":1,"source":"user","message":"A","tool_calls":[{}]},
      {"step_id":2,"source":"critic","message":"B"}
      """)
    #expect(
      read.notes.map(\.description) == [
        "calls in a step that is not the agent's, left out (m0)",
        "a step of unknown source 'critic' (m1)",
      ])
    #expect(read.transcript.entries.map(\.kind) == [.prompt, .opaque])
  }

  @Test(
    arguments: [
      (#"{"step_id":1,"message":"A"}"#, "missing key 'source' (at steps[0])"),
      (
        #"{"source":"user","message":5}"#,
        "expected a string or an array of parts, found a number (at steps[0].message)"
      ),
      (
        #"{"source":"agent","message":"","tool_calls":[{"tool_call_id":"a"}]}"#,
        "missing key 'function_name' (at steps[0].tool_calls[0])"
      ),
      (
        #"{"source":"agent","message":"","observation":{"results":[3]}}"#,
        "expected a result, an object; found a number (at steps[0].observation.results[0])"
      ),
    ])
  func `what does not fit is refused with its place`(step: String, message: String) {
    let text = #"{"schema_version":"ATIF-v1.0","agent":{},"steps":[\#(step)]}"#
    #expect(refusal(text).hasSuffix(message))
  }
}
