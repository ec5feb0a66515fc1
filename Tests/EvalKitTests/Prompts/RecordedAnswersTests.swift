import EvalKit
import Testing

@Suite struct `Recorded answers` {
  private func answers(_ lines: String...) throws -> RecordedAnswers {
    try RecordedAnswers(Array(lines.joined(separator: "\n").utf8), file: "a.jsonl")
  }

  private func failure(_ text: String) -> String {
    do throws(RecordedAnswersError) {
      _ = try RecordedAnswers(Array(text.utf8), file: "a.jsonl")
      return "read"
    } catch {
      return error.description
    }
  }

  private func line(_ prompt: Prompt, _ rest: String) -> String {
    #"{"id":"\#(prompt.id)","digest":"\#(prompt.digest)",\#(rest)}"#
  }

  @Test func `are texts, calls or abstentions, with what they cost`() throws {
    let (text, calls, none) = (
      Shown.prompt(), Shown.prompt(task: .act), Shown.prompt("bag/gate/answer")
    )
    let read = try answers(
      line(text, #""text":"BA4711","usage":{"input":90,"output":3,"cached":10,"reasoning":1}"#),
      line(calls, #""calls":[{"name":"find_bag","arguments":{"tag":"BA4711"}}],"text":null"#), "",
      line(none, #""abstained":true,"version":1,"kind":"answer""#))
    #expect(read.count == 3)
    #expect(
      try read.reply(to: text)
        == Reply(
          text: "BA4711", usage: Usage(input: 90, cached: 10, output: 3, reasoning: 1)))
    #expect(
      try read.reply(to: calls)
        == Reply(calls: [ToolCall(name: "find_bag", arguments: ["tag": "BA4711"])]))
    #expect(try read.reply(to: none) == Reply(abstained: true))
  }

  @Test func `may be a prompt's own line with the answer added, calls as chats have them`() throws {
    let prompt = Shown.prompt(task: .act)
    let written = PromptFormat.plain.line(prompt, arms: ["a"])
    let call =
      #"{"id":"k","type":"function","function":{"name":"find_bag","arguments":"{\"tag\":1}"}}"#
    let read = try answers(written.dropLast() + #","text":null,"calls":[\#(call)]}"#)
    let reply = try read.reply(to: prompt)
    #expect(reply.calls.map(\.name) == ["find_bag"])
    #expect(reply.calls.first?.arguments == ["tag": 1])
  }

  @Test func `keep arguments that are no JSON as the text they are`() throws {
    let prompt = Shown.prompt(task: .act)
    let read = try answers(
      line(prompt, #""calls":[{"name":"find_bag","arguments":"{\"tag\":"}]"#))
    #expect(try read.reply(to: prompt).calls.first?.arguments == "{\"tag\":")
  }

  @Test func `are not used for another view of the question`() throws {
    let asked = Shown.prompt()
    let other = Shown.prompt(head: Head("Be very brief.", tools: [Shown.tool]))
    let read = try answers(line(other, #""text":"BA4711""#))
    #expect(
      throws: RecordedAnswerError.stale(
        id: asked.id, file: "a.jsonl", digest: asked.digest,
        answered: String(other.digest.prefix(40)), others: 0)
    ) { try read.reply(to: asked) }
    #expect(
      throws: RecordedAnswerError.missing(id: "bag/gate/answer", file: "a.jsonl")
    ) { try read.reply(to: Shown.prompt("bag/gate/answer")) }
    let text = RecordedAnswerError.stale(
      id: "q", file: "f", digest: "b", answered: "a", others: 2
    ).description
    #expect(text.contains("is for another view: digest a… and 2 more, asked is b…"))
  }

  @Test func `say the same twice, or are refused with both lines`() throws {
    let prompt = Shown.prompt()
    let once = line(prompt, #""text":"BA4711""#)
    let dearer = line(prompt, #""text":"BA4711","usage":{"output":9}"#)
    #expect(try answers(once, once, dearer).count == 1)
    let message = failure(once + "\n\n" + line(prompt, #""text":"BA4117""#))
    #expect(
      message
        == "a.jsonl:3:1: another answer to 'bag/tag/answer', on the same view, stands on line 1; "
        + "leave one")
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    var text: String
    var message: String
    var testDescription: String { message }
    init(_ text: String, _ message: String) {
      self.text = text
      self.message = message
    }
  }

  private static let digest = String(repeating: "0", count: 64)

  static let mistakes: [Mistake] = [
    Mistake("", "a.jsonl:1:1: there is no answer"),
    Mistake("\n \n", "a.jsonl:1:1: there is no answer"),
    Mistake("\n{\"id\": \"x\",", "a.jsonl:2:12: "),
    Mistake("{\n\"id\": \"x\" }", "; an answer is one line"),
    Mistake("[]", "a.jsonl:1:1: expected an object, found an array"),
    Mistake(#"{"id":"x"}"#, "missing key 'digest'"),
    Mistake(#"{"id":"x","digest":"abc","text":"y"}"#, "a.jsonl:1:20: expected the prompt's digest"),
    Mistake(#"{"id":"x","digest":"\#(digest)"}"#, "a.jsonl:1:1: missing 'text' or 'calls'"),
    Mistake(
      #"{"id":"x","digest":"\#(digest)","abstained":false}"#, "missing 'text' or 'calls'"),
    Mistake(#"{"id":"x","digest":"\#(digest)","txt":"y"}"#, "did you mean 'text'?"),
    Mistake(#"{"id":"x","digest":"\#(digest)","text":5}"#, "a.jsonl:1:94: expected a string"),
    Mistake(
      #"{"id":"x","digest":"\#(digest)","calls":[{"arguments":{}}]}"#,
      "missing key 'name' (at calls[0])"),
    Mistake(
      #"{"id":"x","digest":"\#(digest)","text":"y","usage":{"output":-1}}"#,
      "expected 0 or more, found -1 (at usage.output)"),
    Mistake(
      #"{"version":2,"id":"x","digest":"\#(digest)","text":"y"}"#,
      "a.jsonl:1:12: unknown version 2; the newest known is 1"),
    Mistake(
      #"{"kind":"summary","id":"x","digest":"\#(digest)","text":"y"}"#, "expected kind 'answer'"),
    Mistake(
      #"{"custom_id":"request-1","response":{}}"#,
      "a.jsonl:1:14: a custom id that 'evalrun ask' did not write"),
  ]

  @Test(arguments: mistakes) func `name the place of a mistake`(_ mistake: Mistake) {
    #expect(failure(mistake.text).contains(mistake.message), "\(failure(mistake.text))")
  }

  @Test func `report all mistakes at once, the first twenty at length`() {
    let message = failure(String(repeating: "{}\n", count: 30))
    #expect(message.split(separator: "\n").count == 21)
    #expect(message.contains("a.jsonl:2:1: "))
    #expect(message.hasSuffix("more mistakes"))
  }

  @Test func `have a digest of every byte`() throws {
    let line = line(Shown.prompt(), #""text":"BA4711""#)
    #expect(try answers(line).digest != answers(line + " ").digest)
    #expect(try answers(line) == answers(line))
  }
}

@Suite struct `Results of batches` {
  private func reply(_ prompt: Prompt, _ rest: String) throws -> Reply {
    let line = #"{"id":"batch_req_1","custom_id":"\#(prompt.customID)",\#(rest)}"#
    return try RecordedAnswers(Array(line.utf8), file: "b.jsonl").reply(to: prompt)
  }

  private func openAI(_ message: String, end: String = "stop") -> String {
    #""response":{"status_code":200,"request_id":"r","body":{"object":"chat.completion","#
      + #""choices":[{"index":0,"finish_reason":"\#(end)","message":\#(message)}],"#
      + #""usage":{"prompt_tokens":90,"completion_tokens":7,"#
      + #""prompt_tokens_details":{"cached_tokens":64},"#
      + #""completion_tokens_details":{"reasoning_tokens":4}}}},"error":null"#
  }

  private func anthropic(_ content: String) -> String {
    #""result":{"type":"succeeded","message":{"role":"assistant","content":\#(content),"#
      + #""stop_reason":"end_turn","usage":{"input_tokens":20,"cache_read_input_tokens":64,"#
      + #""cache_creation_input_tokens":6,"output_tokens":7}}}"#
  }

  @Test func `of OpenAI are read`() throws {
    let text = try reply(
      Shown.prompt(), openAI(#"{"role":"assistant","content":"BA4711","refusal":null}"#))
    #expect(text.text == "BA4711")
    #expect(text.usage == Usage(input: 90, cached: 64, output: 7, reasoning: 4))
    let call = try reply(
      Shown.prompt(task: .act),
      openAI(
        #"{"role":"assistant","content":null,"tool_calls":[{"id":"k","type":"function","#
          + #""function":{"name":"find_bag","arguments":"{\"tag\":\"BA4711\"}"}}]}"#))
    #expect(call.text.isEmpty)
    #expect(call.calls.first?.arguments == ["tag": "BA4711"])
  }

  @Test func `of Anthropic are read`() throws {
    let reply = try reply(
      Shown.prompt(task: .act),
      anthropic(
        #"[{"type":"thinking","thinking":"hm"},{"type":"text","text":"So: "},"#
          + #"{"type":"tool_use","id":"k","name":"find_bag","input":{"tag":"BA4711"}}]"#))
    #expect(reply.text == "So: ")
    #expect(reply.calls.first?.arguments == ["tag": "BA4711"])
    #expect(reply.usage == Usage(input: 90, cached: 64, output: 7))
  }

  private static let failures: [(String, String)] = [
    (
      #""response":null,"error":{"code":"batch_expired","message":"too late"}"#, "too late"
    ),
    (
      #""response":{"status_code":400,"body":{"error":{"message":"no such tool"}}},"error":null"#,
      "no such tool (status 400)"
    ),
    (
      #""result":{"type":"errored","error":{"type":"error","error":{"#
        + #""type":"invalid_request_error","message":"bad pair"}}}"#, "bad pair"
    ),
    (#""result":{"type":"expired"}"#, "expired"),
    (
      #""response":{"status_code":200,"body":{"choices":[{"finish_reason":"length","message":{"#
        + #""content":""}}]}}"#, "neither text nor calls (it ended by 'length')"
    ),
  ]

  @Test(arguments: failures) func `that failed are errors with their reason`(
    _ rest: String, _ reason: String
  ) throws {
    let error = try #require(throws: RecordedAnswerError.self) {
      try reply(Shown.prompt(), rest)
    }
    #expect(error.description.contains(reason))
  }

  @Test func `that failed give way to a later one that did not`() throws {
    let prompt = Shown.prompt()
    let failed = #"{"custom_id":"\#(prompt.customID)","result":{"type":"expired"}}"#
    let good = #"{"id":"\#(prompt.id)","digest":"\#(prompt.digest)","text":"BA4711"}"#
    for lines in [[failed, good], [good, failed]] {
      let read = try RecordedAnswers(Array(lines.joined(separator: "\n").utf8), file: "b.jsonl")
      #expect(try read.reply(to: prompt).text == "BA4711")
    }
  }

  @Test func `are told from the requests`() throws {
    for format in [PromptFormat.openAIBatch, .anthropic] {
      let line = format.line(Shown.prompt(), arms: [])
      let error = try #require(throws: RecordedAnswersError.self) {
        try RecordedAnswers(Array(line.utf8), file: "b.jsonl")
      }
      #expect(error.description.contains("a request, not its result"))
    }
  }
}

@Suite struct `A replay model` {
  private func model(_ text: String) throws -> ReplayModel {
    ReplayModel(try RecordedAnswers(Array(text.utf8), file: "a.jsonl"), name: "replay:a.jsonl")
  }

  private let prompt = Shown.prompt()
  private var line: String {
    #"{"id":"\#(prompt.id)","digest":"\#(prompt.digest)","text":"BA4711"}"#
  }

  @Test func `answers requests, and refuses those that are no question`() async throws {
    let model = try model(line)
    let executor = ReplayModel.Executor(configuration: model.executorConfiguration)
    let request = Shown.request(prompt)
    #expect(try await executor.respond(to: request, model: model).text == "BA4711")
    var nameless = request
    nameless.id = nil
    await #expect(throws: RecordedAnswerError.unnamed(file: "a.jsonl")) {
      try await executor.respond(to: nameless, model: model)
    }
  }

  @Test func `is told apart by the answers, whatever it is called`() throws {
    let other = try model(line.replacing("BA4711", with: "BA4117"))
    #expect(try model(line).configuration != other.configuration)
    #expect(try model(line).executorConfiguration != other.executorConfiguration)
    #expect(try model(line).executorConfiguration == model(line).executorConfiguration)
  }
}
