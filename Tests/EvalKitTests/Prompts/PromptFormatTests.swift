import EvalKit
import Testing

@Suite struct `A line of prompts` {
  @Test func `is in plain form id, digest, chat messages, tools and limits, keys sorted`() {
    let prompt = Shown.prompt()
    let expected =
      #"{"arms":["a|reader|2048"],"digest":"\#(prompt.digest)","id":"bag/tag/answer","#
      + #""kind":"prompt","maximumTokens":512,"messages":["#
      + #"{"content":"Be brief.","role":"system"},"#
      + #"{"content":"Where is my bag?","role":"user"},"#
      + #"{"content":"One moment.","reasoning_content":"Look it up.","role":"assistant","#
      + #""tool_calls":[{"function":{"arguments":"{\"tag\":\"BA4711\"}","name":"find_bag"},"#
      + #""id":"m2c0","type":"function"}]},"#
      + #"{"content":"in Porto","name":"find_bag","role":"tool","tool_call_id":"m2c0"},"#
      + #"{"content":"It is in Porto.","role":"assistant"},"#
      + #"{"content":"Which tag?","role":"user"}],"#
      + #""task":"answer","temperature":0,"toolMode":"disallowed","tools":[{"function":{"#
      + #""description":"Looks a bag up.","name":"find_bag","parameters":{"type":"object","#
      + #""properties":{"tag":{"type":"string"}}}},"type":"function"}],"version":1}"#
    #expect(PromptFormat.plain.line(prompt, arms: ["a|reader|2048"]) == expected)
  }

  @Test func `is for OpenAI's batches a request of chat completions`() throws {
    let prompt = Shown.prompt()
    let line = try PromptFormat.openAIBatch.value(prompt)
    #expect(line.objectValue?.keys == ["body", "custom_id", "method", "url"])
    #expect(line["custom_id"]?.stringValue == prompt.customID)
    #expect(line["method"] == "POST")
    #expect(line["url"] == "/v1/chat/completions")
    let body = try #require(line["body"])
    #expect(body["model"] == "m-1")
    #expect(body["max_completion_tokens"] == 512)
    #expect(body["tool_choice"] == "none")
    #expect(body["tools"]?.arrayValue?.first?["function"]?["name"] == "find_bag")
    let messages = try #require(body["messages"]?.arrayValue)
    #expect(
      messages.map { $0["role"]?.stringValue } == [
        "system", "user", "assistant", "tool", "assistant", "user",
      ])
    // Keys its service does not know are refused there.
    #expect(messages[2].objectValue?.keys == ["content", "role", "tool_calls"])
    #expect(messages[3].objectValue?.keys == ["content", "role", "tool_call_id"])
  }

  @Test func `is for Anthropic's batches a request of messages`() throws {
    let prompt = Shown.prompt()
    let line = try PromptFormat.anthropic.value(prompt)
    #expect(line.objectValue?.keys == ["custom_id", "params"])
    #expect(line["custom_id"]?.stringValue == prompt.customID)
    let params = try #require(line["params"])
    #expect(params["model"] == "m-1")
    #expect(params["max_tokens"] == 512)
    #expect(params["system"] == "Be brief.")
    #expect(params["tool_choice"] == ["type": "none"])
    #expect(params["tools"]?.arrayValue?.first?["input_schema"]?["type"] == "object")
    #expect(
      params["messages"] == [
        ["content": [["text": "Where is my bag?", "type": "text"]], "role": "user"],
        [
          "content": [
            ["text": "One moment.", "type": "text"],
            ["id": "m2c0", "input": ["tag": "BA4711"], "name": "find_bag", "type": "tool_use"],
          ], "role": "assistant",
        ],
        [
          "content": [["content": "in Porto", "tool_use_id": "m2c0", "type": "tool_result"]],
          "role": "user",
        ],
        ["content": [["text": "It is in Porto.", "type": "text"]], "role": "assistant"],
        ["content": [["text": "Which tag?", "type": "text"]], "role": "user"],
      ])
  }

  @Test func `is for FoundationModels a transcript that can be read back`() throws {
    let prompt = Shown.prompt()
    let text = PromptFormat.foundationModels.line(prompt, arms: [])
    let line = try JSONValue.parse(text)
    #expect(line["id"] == "bag/tag/answer")
    #expect(line["digest"]?.stringValue == prompt.digest)
    #expect(line["maximumTokens"] == 512)
    #expect(line["messages"] == nil)
    #expect(line["transcript"]?["type"] == "FoundationModels.Transcript")
    let read = try #require(try TranscriptImporter.read(Array(text.utf8)).first)
    #expect(read.format == "foundation-models")
    #expect(read.transcript.entries.map(\.kind) == Shown.entries.map(\.kind))
    #expect(read.transcript.entries.map(\.text) == Shown.entries.map(\.text))
    #expect(read.transcript.head.tools.map(\.name) == ["find_bag"])
  }

  @Test func `forces the call that is to be filled, and defines its tool by name at least`() throws
  {
    let prompt = Shown.prompt(task: .fill(tool: "file_claim"))
    let plain = try PromptFormat.plain.value(prompt)
    #expect(plain["task"] == "fill")
    #expect(plain["tool"] == "file_claim")
    #expect(plain["toolMode"] == "required")
    let openAI = try #require(try PromptFormat.openAIBatch.value(prompt)["body"])
    #expect(openAI["tool_choice"]?["function"]?["name"] == "file_claim")
    #expect(
      openAI["tools"]?.arrayValue?.map { $0["function"]?["name"] } == ["find_bag", "file_claim"])
    let anthropic = try #require(try PromptFormat.anthropic.value(prompt)["params"])
    #expect(anthropic["tool_choice"]?["name"] == "file_claim")
    #expect(anthropic["tools"]?.arrayValue?.map { $0["name"] } == ["find_bag", "file_claim"])
  }

  @Test func `leaves the choice of tools open where an action is asked for`() throws {
    let prompt = Shown.prompt(task: .act)
    #expect(try PromptFormat.plain.value(prompt)["toolMode"] == "allowed")
    #expect(try PromptFormat.openAIBatch.value(prompt)["body"]?["tool_choice"] == nil)
    #expect(try PromptFormat.anthropic.value(prompt)["params"]?["tool_choice"] == nil)
  }

  @Test func `offers no tool that the view does not define, though Anthropic wants it named`()
    throws
  {
    let prompt = Shown.prompt(head: Head("Be brief."), task: .act)
    #expect(try PromptFormat.openAIBatch.value(prompt)["body"]?["tools"] == nil)
    let params = try #require(try PromptFormat.anthropic.value(prompt)["params"])
    #expect(params["tools"]?.arrayValue?.map { $0["name"] } == ["find_bag"])
    #expect(params["tool_choice"] == ["type": "none"])
  }

  @Test func `shows pictures of a prompt, and names them elsewhere`() throws {
    let url = "data:image/png;base64,AAAA"
    let picture = Segment(
      .attachment(
        Attachment(
          name: "image", mediaType: "image/png", byteCount: 3,
          recorded: ["type": "image_url", "image_url": ["url": .string(url)]])))
    let prompt = Shown.prompt(entries: [
      Entry(kind: .prompt, segments: [.text("What is it?"), picture]),
      Entry(kind: .response, segments: [picture]),
    ])
    let messages = try #require(
      try PromptFormat.openAIBatch.value(prompt)["body"]?["messages"]?.arrayValue)
    #expect(messages[1]["content"]?.arrayValue?.last?["image_url"]?["url"]?.stringValue == url)
    #expect(messages[2]["content"] == "[attachment: image, image/png, 3 bytes]")
    let blocks = try PromptFormat.anthropic.value(prompt)["params"]?["messages"]?.arrayValue?.first
    #expect(
      blocks?["content"]?.arrayValue?.last?["source"] == [
        "data": "AAAA", "media_type": "image/png", "type": "base64",
      ])
  }

  @Test func `keeps the order of recorded keys, and one line whatever is said`() throws {
    let schema: JSONValue = ["type": "object", "properties": ["z": [:], "a": [:]]]
    let prompt = Shown.prompt(
      head: Head("a\nb", tools: [ToolDefinition(name: "t", parameters: schema)]),
      entries: [.prompt("x\r\ny \u{2028} z")])
    for format in PromptFormat.allCases {
      let line = format.line(prompt, arms: [])
      #expect(!line.utf8.contains(0x0A) && !line.utf8.contains(0x0D))
      #expect(line.contains(#""properties":{"z":{}"#) || format == .foundationModels)
    }
  }
}
