import Testing

@testable import EvalKit

/// What benchmarks expect of a session, as facts, questions and calls of its transcript.
struct BenchmarkFormatsTests {
  private func unusable(_ imported: ImportedTranscript) -> [String] {
    imported.notes.filter { $0.kind == .unusableExpectation }.map(\.message)
  }

  // MARK: tau-bench

  private func tau(
    reward: String = "1.0", actions: String = "[]", outputs: String = "[]", _ turns: String...
  ) -> String {
    #"[{"task_id": 7, "reward": \#(reward), "info": {"task": {"actions": \#(actions), "#
      + #""outputs": \#(outputs)}}, "traj": [\#(turns.joined(separator: ", "))]}]"#
  }

  private let ask = #"{"role": "user", "content": "What do I owe for order 81?"}"#
  private let look =
    #"{"role": "assistant", "content": null, "tool_calls": [{"id": "c1", "type": "function", "#
    + #""function": {"name": "get_order", "arguments": "{\"order\": \"81\"}"}}]}"#
  private let found = #"{"role": "tool", "tool_call_id": "c1", "content": "total 1200"}"#
  private let told = #"{"role": "assistant", "content": "You owe 1,200 dollars."}"#
  private let agree = #"{"role": "user", "content": "Pay it, and say thanks."}"#
  private let pay =
    #"{"role": "assistant", "content": null, "tool_calls": [{"id": "c2", "type": "function", "#
    + #""function": {"name": "pay", "arguments": "{\"order\": \"81\", \"note\": \"Many thanks\", "#
    + #"\"parts\": [{\"sum\": 1200, \"card\": \"visa\"}]}"}}]}"#
  private let paid = #"{"role": "tool", "tool_call_id": "c2", "content": "done"}"#

  private let actions =
    #"[{"name": "get_order", "kwargs": {"order": "81"}}, {"name": "pay", "kwargs": "#
    + #"{"order": "81", "note": "With many thanks", "parts": [{"sum": 1200.0}]}}]"#

  @Test func `expected calls are placed where a run that solved its task made them`() throws {
    let run = try imported(tau(actions: actions, ask, look, found, told, agree, pay, paid))
    #expect(run.format == "tau-bench")
    #expect(run.expectations.cluster == "tau-task-7")
    // The call that only looks is in a turn without any that changes something.
    #expect(
      run.expectations.trajectories == [
        TrajectoryExpectation(
          id: "turn-2", at: .turn(EntryID(4)),
          unordered: [
            ExpectedCall(
              tool: "pay",
              arguments: [
                "order": .exact("81"), "note": .keyOnly,
                "parts": .oneOf([
                  [["sum": .number(JSONNumber(literal: "1200.0"))]],
                  [["sum": 1200, "card": "visa"]],
                ]),
              ])
          ])
      ])
    #expect(run.notes == [])
  }

  @Test func `a call that only looks is optional in the turn of one that changes something`() throws
  {
    let run = try imported(tau(actions: actions, ask, look, found, pay, paid))
    #expect(run.expectations.trajectories.map(\.id) == ["turn-1"])
    #expect(
      run.expectations.trajectories.first?.optional == [
        ExpectedCall(tool: "get_order", arguments: ["order": .exact("81")])
      ])
  }

  @Test func `a run that failed is no reference, and a call it lacks is noted`() throws {
    let failed = try imported(tau(reward: "0.0", actions: actions, ask, look, found))
    #expect(failed.expectations.trajectories == [])
    #expect(unusable(failed) == ["expected calls of a run that did not solve its task"])
    let lacking = try imported(tau(actions: actions, ask, look, found))
    #expect(unusable(lacking) == ["an expected call of 'pay' that the run does not make"])
  }

  @Test func `what had to be told is a fact where a response says it`() throws {
    let run = try imported(tau(outputs: #"["1200", "77", "4"]"#, ask, look, found, told))
    #expect(
      run.expectations.facts == [
        Fact(
          id: "told-1", kind: "number", value: "1,200", aliases: ["1200"],
          evidence: [Evidence(entry: EntryID(3), quote: "1,200")])
      ])
    #expect(
      run.expectations.probes == [
        Probe(id: "told-1", ask: "What do I owe for order 81?", facts: ["told-1"])
      ])
    #expect(
      unusable(run) == [
        "a value that no response says",
        "a value too short to be told from others, such as '4'",
      ])
  }

  @Test func `the simulated user's last word is taken out`() throws {
    let word = "###STOP###"
    let stop = ##"{"role": "user", "content": "\##(word)"}"##
    let thanks = ##"{"role": "user", "content": "Thank you! \##(word)"}"##
    let alone = try imported(tau(ask, told, stop))
    #expect(alone.transcript.entries.map(\.kind) == [.prompt, .response])
    let polite = try imported(tau(ask, told, thanks))
    #expect(polite.transcript.entries.last?.text == "Thank you!")
    #expect(polite.notes.map(\.kind) == [.writersMark])
  }

  // MARK: tau2

  private let simulations = ###"""
    {"timestamp": "t", "info": {"environment_info": {"domain_name": "lab", "policy": "Be brief."}},
     "tasks": [{"id": "5", "user_scenario": {}, "evaluation_criteria": {
       "actions": [
         {"action_id": "5_0", "requestor": "user", "name": "toggle", "arguments": {}},
         {"action_id": "5_1", "name": "pay", "arguments": {"order": "81", "note": "x"}, "compare_args": ["order"]}],
       "communicate_info": ["1200"], "nl_assertions": ["Is polite."]}}],
     "simulations": [{"id": "s", "task_id": "5", "reward_info": {"reward": 1.0}, "messages": [
       {"role": "user", "content": "What do I owe?", "turn_idx": 0},
       {"role": "assistant", "content": "It is 1,200.", "turn_idx": 1},
       {"role": "user", "content": null, "tool_calls": [{"id": "", "name": "toggle", "arguments": {}, "requestor": "user"}]},
       {"role": "tool", "id": "", "content": "on", "requestor": "user"},
       {"role": "user", "content": "Pay it."},
       {"role": "assistant", "content": null, "tool_calls": [
         {"id": "a", "name": "pay", "arguments": {"order": "81"}, "requestor": "assistant"},
         {"id": "b", "name": "log", "arguments": {}, "requestor": "assistant"}]},
       {"role": "tool", "tool_messages": [
         {"id": "b", "role": "tool", "content": "logged", "requestor": "assistant"},
         {"id": "a", "role": "tool", "content": "paid", "requestor": "assistant"}]},
       {"role": "user", "content": "###STOP###"}]}]}
    """###

  @Test func `a simulation is what the agent was shown, with what its task expects`() throws {
    let run = try imported(simulations)
    #expect(run.label == "f.json#simulations[0]")
    #expect(run.transcript.head.instructionsText == "Be brief.")
    #expect(
      outline(of: run.transcript).dropFirst() == [
        "prompt: What do I owe?", "response: It is 1,200.", "prompt: Pay it.",
        #"toolCalls: pay({"order":"81"}) log({}) "#, "toolOutput: logged <- call 1",
        "toolOutput: paid <- call 0",
      ])
    #expect(run.expectations.facts.map(\.value) == ["1,200"])
    #expect(
      run.expectations.trajectories.map(\.unordered) == [
        [ExpectedCall(tool: "pay", arguments: ["order": .exact("81")])]
      ])
    #expect(
      run.notes.map(\.count) == [2, 1, 1]
        && run.notes.map(\.kind) == [.skippedRecord, .writersMark, .unusableExpectation])
  }

  @Test func `a simulation in sound is refused`() {
    #expect(
      refusal(#"{"task_id": "1", "ticks": [], "reward_info": null}"#)
        .contains("in ticks of sound, not in messages"))
  }

  // MARK: BFCL

  @Test func `a run's calls are expected turn by turn`() throws {
    let call =
      #"{"role": "assistant", "content": null, "tool_calls": [{"id": "k", "function": "#
      + #"{"name": "cd", "arguments": "{\"folder\": \"a b\"}"}}]}"#
    let user = #"{"role": "user", "content": "Go to 'a b'."}"#
    let run = try imported(
      #"{"id": "r1", "messages": [\#(user), \#(call), \#(user)], "expected": "#
        + #"{"trajectory_by_turn": [[], [{"name": "cd", "arguments": {"folder": "a b"}}], []]}}"#)
    #expect(run.format == "bfcl")
    #expect(run.expectations.cluster == "r1")
    // What was said in these words is expected in them, though it is two words.
    #expect(
      run.expectations.trajectories == [
        TrajectoryExpectation(
          id: "turn-1", at: .turn(EntryID(0)),
          ordered: [ExpectedCall(tool: "cd", arguments: ["folder": .exact("a b")])])
      ])
    #expect(
      unusable(run) == [
        "a turn in which no call was right, recorded as one with the next",
        "calls expected in a turn without a recorded request",
      ])
  }

  @Test func `facts of memory have their answers as values and aliases`() throws {
    let run = try imported(
      #"""
      {"id": "m", "messages": [{"role": "user", "content": "I am Michael, thirty five."}, {"role": "user", "content": "My dog is two years older. Bye."}],
       "facts": [{"id": "f 1", "question": "How old am I?", "answers": ["35", "thirty five"], "evidence": [0]},
                 {"id": "f2", "question": "How old is the dog?", "answers": ["37"], "evidence": [1]},
                 {"id": "f3", "question": "Am I Michael?", "answers": ["Michael"], "evidence": [0]}]}
      """#)
    #expect(run.format == "facts")
    #expect(
      run.expectations.facts == [
        Fact(
          id: "f-1", kind: "text", value: "thirty five", aliases: ["35"],
          evidence: [Evidence(entry: EntryID(0), quote: "thirty five")]),
        Fact(
          id: "f2", kind: "number", value: "37", isDerived: true,
          evidence: [Evidence(entry: EntryID(1), quote: "My dog is two years older")]),
      ])
    #expect(unusable(run) == ["a question that gives its answer away, such as 'Michael'"])
    #expect(
      refusal(
        #"{"messages": [{"role": "user", "content": "a"}], "facts": [{"question": "q", "answers": ["a"], "evidence": [4]}]}"#
      ).contains("expected the place of a message, from 0 to 0 (at facts[0].evidence[0])"))
  }

  // MARK: agentdojo

  @Test func `tasks that were chained are told apart by their messages`() throws {
    func turn(_ ask: String, _ tool: String, _ output: String, _ answer: String) -> String {
      #"{"role": "user", "content": "\#(ask)"}, {"role": "assistant", "content": null, "tool_calls": "#
        + #"[{"id": "\#(tool)", "function": {"name": "\#(tool)", "arguments": "{}"}}]}, "#
        + #"{"role": "tool", "tool_call_id": "\#(tool)", "content": "\#(output)"}, "#
        + #"{"role": "assistant", "content": "\#(answer)"}"#
    }
    let run = try imported(
      #"""
      {"id": "chain", "messages": [\#(turn("Total in 2022?", "sum", "840", "It was 1,050 pounds.")), \#(turn("And then?", "next", "x", "Nothing."))],
       "expected": [
        {"task": "t0", "answer": "It was 1,050 pounds.", "evidence_messages": [0, 3], "trajectory": [{"name": "sum", "arguments": {}}]},
        {"task": "t1", "answer": "Nothing.", "evidence_messages": [4, 7], "trajectory": [{"name": "next", "arguments": {}}]}]}
      """#)
    #expect(run.format == "agentdojo")
    #expect(
      run.expectations.trajectories.map(\.at) == [.turn(EntryID(0)), .turn(EntryID(4))])
    #expect(run.expectations.facts.map(\.value) == ["1,050"])
    #expect(run.expectations.facts.first?.evidence.map(\.entry) == [EntryID(3)])
    #expect(unusable(run) == ["an answer without one figure to look for"])
  }

  // MARK: ADK

  @Test func `tool uses are calls, and what is expected; unused keys are null`() throws {
    let set = try imported(
      #"""
      {"eval_set_id": "s", "eval_cases": [{"eval_id": "c", "conversation": [
        {"user_content": {"parts": [{"text": "Off.", "thought": null}]},
         "intermediate_data": {"tool_uses": [{"id": null, "name": "set", "args": {"device": "d1", "on": false}}],
            "intermediate_responses": [["helper", [{"text": "Working."}]]]},
         "final_response": {"parts": [{"text": "Done."}]}},
        {"user_content": {"parts": [{"text": "Thanks."}]}, "intermediate_data": null,
         "final_response": {"parts": [{"text": "Sure."}]}}], "session_input": null}]}
      """#)
    #expect(set.format == "adk-evalset")
    #expect(
      outline(of: set.transcript) == [
        "prompt: Off.", #"toolCalls: set({"device":"d1","on":false}) "#, "response: Working.",
        "response: Done.", "prompt: Thanks.", "response: Sure.",
      ])
    #expect(set.transcript.entries[2].speaker == "helper")
    #expect(
      set.expectations.trajectories.map(\.ordered) == [
        [ExpectedCall(tool: "set", arguments: ["device": .exact("d1"), "on": .exact(false)])], [],
      ])
    #expect(set.expectations.trajectories.map(\.allowsAdditionalCalls) == [true, false])
    #expect(set.expectations.cluster == "c")
  }

  @Test func `older eval files are one conversation`() throws {
    let file = try imported(
      #"[{"query": "Off.", "expected_tool_use": [{"tool_name": "set", "tool_input": {"d": 1}}], "reference": "Done."}]"#
    )
    #expect(
      outline(of: file.transcript) == [
        "prompt: Off.", #"toolCalls: set({"d":1}) "#, "response: Done.",
      ])
    #expect(file.expectations.trajectories.count == 1)
  }

  // MARK: LoCoMo

  private let locomo = #"""
    [{"sample_id": "s", "conversation": {"speaker_a": "Ana", "speaker_b": "Ben",
      "session_10": [{"speaker": "Ben", "dia_id": "D10:1", "text": "I moved to Porto.", "blip_caption": "a red tram", "img_url": ["u"], "query": "tram"}],
      "session_10_date_time": "9 May", "session_2_date_time": "2 May",
      "session_2": [{"speaker": "Ana", "dia_id": "D2:1", "text": "Yesterday I ran."}, {"speaker": "Ana", "dia_id": "D2:2", "text": "And swam."}],
      "session_3_date_time": "3 May"},
     "qa": [{"question": "Where is Ben?", "answer": "Porto", "evidence": ["D10:1"], "category": 4},
            {"question": "When did Ana run?", "answer": "1 May", "evidence": ["D:2:1; D2:2", "D9:9"], "category": 2},
            {"question": "How many?", "answer": 2, "evidence": [], "category": 1},
            {"question": "Did Ben swim?", "adversarial_answer": "yes", "evidence": ["D2:2"], "category": 5}]}]
    """#

  @Test func `sessions stand in order of number, with their dates and speakers`() throws {
    let sample = try imported(locomo)
    #expect(
      outline(of: sample.transcript) == [
        "head: Session 2: 2 May", "prompt: Yesterday I ran.", "prompt: And swam.",
        "instructions: Session 10: 9 May", "response: I moved to Porto.",
      ])
    #expect(sample.transcript.entries.map(\.speaker) == ["Ana", "Ana", nil, "Ben"])
    let picture = try #require(sample.transcript.entries.last?.segments.last)
    guard case .attachment(let attachment) = picture.content else {
      Issue.record("no attachment")
      return
    }
    #expect(attachment.name == "a red tram")
    #expect(attachment.recorded?["query"] == "tram")
    #expect(sample.notes.map(\.kind) == [.missingContent, .unusableExpectation])
  }

  @Test func `questions have their evidence, whatever way it is written`() throws {
    let expectations = try imported(locomo).expectations
    #expect(
      expectations.facts == [
        Fact(
          id: "qa-1", kind: "text", value: "Porto",
          evidence: [Evidence(entry: EntryID(3), quote: "Porto")]),
        Fact(
          id: "qa-2", kind: "text", value: "1 May", isDerived: true,
          evidence: [
            Evidence(entry: EntryID(0), quote: "Yesterday I ran"),
            Evidence(entry: EntryID(1), quote: "And swam"),
          ]),
      ])
    #expect(
      expectations.probes.map(\.kind) == ["recall", "temporal", "multi-hop", "abstention"])
    #expect(expectations.probes[2].expect == .answer("2", aliases: [], kind: "number"))
    #expect(expectations.probes[3].expect == .abstain)
    #expect(
      LoCoMoFormat.names(in: "D8:6; D9:17,D:11:26 D30:05 D") == [
        "D8:6", "D9:17", "D11:26", "D30:5", "D",
      ])
  }

  // MARK: LongMemEval

  private func longMem(id: String = "q", type: String, answer: String) -> String {
    #"""
    [{"question_id": "\#(id)", "question_type": "\#(type)", "question": "Which badge?", "answer": \#(answer), "question_date": "2026/01/09",
      "haystack_dates": ["2026/01/05", "2026/01/01"], "haystack_session_ids": ["b", "a"],
      "haystack_sessions": [[{"role": "user", "content": "Now it is K-9.", "has_answer": true}],
                            [{"role": "user", "content": "It is K-4.", "has_answer": true}, {"role": "assistant", "content": "Noted.", "has_answer": false}]]}]
    """#
  }

  @Test func `sessions stand in order of date, and the last has what is true now`() throws {
    let question = try imported(longMem(type: "knowledge-update", answer: #""K-9""#))
    #expect(
      outline(of: question.transcript) == [
        "head: Session 1: 2026/01/01", "prompt: It is K-4.", "response: Noted.",
        "instructions: Session 2: 2026/01/05", "prompt: Now it is K-9.",
      ])
    #expect(
      question.expectations.facts == [
        Fact(
          id: "q", kind: "identifier", value: "K-9",
          evidence: [Evidence(entry: EntryID(3), quote: "K-9")])
      ])
    #expect(question.expectations.probes.map(\.kind) == ["update"])
  }

  @Test(
    arguments: [
      ("q_abs", "multi-session", "abstention", 0), ("q", "temporal-reasoning", "temporal", 0),
      ("q", "multi-session", "multi-hop", 0), ("q", "single-session-user", "recall", 0),
      ("q", "single-session-preference", "", 1),
    ])
  func `the type of a question is the kind of its probe`(
    id: String, type: String, kind: String, unusable: Int
  ) throws {
    let question = try imported(longMem(id: id, type: type, answer: "4"))
    #expect(question.expectations.probes.map(\.kind) == (kind.isEmpty ? [] : [kind]))
    #expect(self.unusable(question).count == unusable)
    if kind == "temporal" {
      #expect(question.expectations.probes.first?.ask == "It is 2026/01/09. Which badge?")
    }
  }

  // MARK: compactbench, BEAM, MultiChallenge

  @Test func `items that ask for a text are probes`() throws {
    let item = try imported(
      #"""
      {"case_id": "c", "template_key": "k", "transcript": {"turns": [{"id": 0, "role": "user", "content": "Never skip code review.", "tags": []}]},
       "ground_truth": {}, "evaluation_items": [
        {"key": "a", "item_type": "x", "prompt": "What must not happen?", "expected": {"check": "contains_normalized", "value": "skip code review"}},
        {"key": "b", "item_type": "x", "prompt": "Is it the plan?", "expected": {"check": "forbidden_absent", "value": "y"}}]}
      """#)
    #expect(item.format == "compactbench")
    #expect(item.expectations.facts.map(\.value) == ["skip code review"])
    #expect(item.expectations.cluster == "k")
    #expect(unusable(item) == ["an item of the check 'forbidden_absent', which no probe can make"])
  }

  @Test func `markers at the end of messages are taken out`() throws {
    let chat = try imported(
      #"""
      [{"batch_number": 1, "time_anchor": "t", "turns": [[{"role": "user", "id": 3, "content": "Plan it. ->-> 1,1"}, {"role": "assistant", "id": 4, "content": "A -> B ->-> C"}]]}]
      """#)
    #expect(chat.format == "beam")
    #expect(chat.transcript.entries.map(\.text) == ["Plan it. ", "A -> B ->-> C"])
    #expect(chat.transcript.entries.map(\.recordedID) == ["3", "4"])
    #expect(chat.notes.map(\.kind) == [.writersMark])
  }

  @Test func `a criterion in words is noted`() throws {
    let row = try imported(
      #"{"QUESTION_ID": "1", "AXIS": "SELF_COHERENCE", "CONVERSATION": [{"role": "user", "content": "Hi"}], "TARGET_QUESTION": "q", "PASS_CRITERIA": "YES"}"#
    )
    #expect(row.format == "multichallenge")
    #expect(row.metadata["AXIS"] == "SELF_COHERENCE")
    #expect(unusable(row).count == 1)
  }
}
