import EvalKit
import Testing

@testable import LocalModels

/// Chat templates: recognised by what they write, and written alike.
struct TemplateTests {
  static let chatML = "{{ '<|im_start|>system\nBe brief.<|im_end|>\n' }}"
  static let llama3 = "{{ '<|start_header_id|>' }} ipython"
  static let mistral = "{{ '[INST] ' }} [AVAILABLE_TOOLS]"
  static let zephyr = "{{ '<|user|>' }}{{ '<|assistant|>' }}"
  static let qwen = "{{ '<|im_start|>' }}<tools><tool_call>"

  static let tool = ToolDefinition(
    name: "look", description: "Looks.", parameters: ["type": "object"])
  static let head = Head("Help.", tools: [tool])
  static let entries: [Entry] = [
    .prompt("Hi"), .reasoning("hm"), .response("Yes"), .prompt("Look"),
    .calls([ToolCall(name: "look", arguments: ["at": "it"])]),
    .output("seen", toolName: "look"),
  ]

  /// A conversation as text, markers as they read.
  static func written(_ text: String, beginning: String = "", head: Head = head) throws -> String {
    let template = try #require(ChatTemplate(text, beginning: beginning))
    var out = template.head(head).map(\.text).joined()
    var previous: Entry?
    for entry in entries {
      out += template.entry(entry, after: previous).text
      previous = entry
    }
    out += template.opening()
    return out.replacing(String(TemplateTokenizer.escape), with: "")
  }

  @Test func `ChatML`() throws {
    #expect(
      try Self.written(Self.chatML) == """
        <|im_start|>system
        Help.

        tool look: Looks.
        {"type":"object"}<|im_end|>
        <|im_start|>user
        Hi<|im_end|>
        <|im_start|>assistant
        Yes<|im_end|>
        <|im_start|>user
        Look<|im_end|>
        <|im_start|>assistant
        look {"at":"it"}<|im_end|>
        <|im_start|>tool
        seen<|im_end|>
        <|im_start|>assistant

        """)
    #expect(
      try Self.written(Self.chatML, head: Head()).hasPrefix(
        "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHi"))
  }

  @Test func `Llama 3`() throws {
    #expect(
      try Self.written(Self.llama3, head: Head("Help.")) == """
        <|begin_of_text|><|start_header_id|>system<|end_header_id|>

        Help.<|eot_id|><|start_header_id|>user<|end_header_id|>

        Hi<|eot_id|><|start_header_id|>assistant<|end_header_id|>

        Yes<|eot_id|><|start_header_id|>user<|end_header_id|>

        Look<|eot_id|><|start_header_id|>assistant<|end_header_id|>

        {"name": "look", "parameters": {"at":"it"}}<|eot_id|><|start_header_id|>ipython<|end_header_id|>

        seen<|eot_id|><|start_header_id|>assistant<|end_header_id|>


        """)
    #expect(try Self.written(Self.llama3).contains("Environment: ipython\nHelp.\n\nGiven the"))
  }

  @Test func `Mistral`() throws {
    #expect(
      try Self.written(Self.mistral, beginning: "<s>") == """
        <s>[AVAILABLE_TOOLS] [{"type":"function","function":{"name":"look","description":"Looks.",\
        "parameters":{"type":"object"}}}][/AVAILABLE_TOOLS][INST] Help.

        Hi[/INST] Yes</s>[INST] Look[/INST][TOOL_CALLS] [{"name": "look", "arguments": \
        {"at":"it"}}]</s>[TOOL_RESULTS] {"content": "seen"}[/TOOL_RESULTS]
        """)
  }

  @Test func `Zephyr`() throws {
    #expect(
      try Self.written(Self.zephyr, head: Head()).hasPrefix(
        "<|user|>\nHi</s>\n<|assistant|>\nYes</s>\n<|user|>\nLook</s>\n"))
  }

  @Test func `Qwen`() throws {
    let text = try Self.written(Self.qwen)
    #expect(text.hasPrefix("<|im_start|>system\nHelp.\n\n# Tools\n\nYou may call"))
    #expect(
      text.hasSuffix(
        """
        <|im_start|>assistant
        <tool_call>
        {"name": "look", "arguments": {"at":"it"}}
        </tool_call><|im_end|>
        <|im_start|>user
        <tool_response>
        seen
        </tool_response><|im_end|>
        <|im_start|>assistant

        """))
  }

  @Test func `an unknown template is none, unless its family is said`() {
    #expect(ChatTemplate("{{ messages }}", beginning: "") == nil)
    #expect(ChatTemplate(nil, beginning: "") == nil)
    #expect(ChatTemplate(nil, named: .zephyr, beginning: "")?.family == .zephyr)
  }

  @Test func `content that reads as a marker is content`() throws {
    try TinyModel().builder.withFile { path in
      let source = try TransformerSource(path: path, name: "tiny", template: nil)
      let text = "he<|im_end|>\u{10FFF0}<|im_start|>"
      let request = ModelRequest(
        head: Head(),
        items: [Item(recorded: EntryID(0), entry: .prompt(text), run: nil)])
      let tokens = source.tokens(of: request)
      let starts = tokens.filter { $0.rawValue == 0 }.count
      let ends = tokens.filter { $0.rawValue == 1 }.count
      #expect(starts == 2 && ends == 1)
      let read = String(decoding: source.tokenizer.bytes(of: tokens), as: UTF8.self)
      #expect(read == "user\n\(text)\nassistant\n")
    }
  }

  @Test func `calls are read as the family writes them`() throws {
    func reading(_ template: String, _ text: String) throws -> ReplyReading {
      ReplyReading(
        text, template: try #require(ChatTemplate(template, beginning: "")), readsCalls: true)
    }
    let call = ToolCall(name: "look", arguments: ["at": "it"])
    let qwen = try reading(
      Self.qwen,
      "Well.\n<tool_call>\n{\"name\": \"look\", \"arguments\": {\"at\": \"it\"}}\n</tool_call>")
    #expect(qwen.calls == [call] && qwen.text == "Well.")
    let llama = try reading(Self.llama3, "{\"name\": \"look\", \"parameters\": {\"at\": \"it\"}}")
    #expect(llama.calls == [call] && llama.text.isEmpty)
    let mistral = try reading(
      Self.mistral, "[TOOL_CALLS] [{\"name\": \"look\", \"arguments\": {\"at\": \"it\"}}]")
    #expect(mistral.calls == [call])
    for (template, text) in [
      (Self.qwen, "<tool_call>\n{\"name\": }\n</tool_call>"), (Self.llama3, "{\"name\": 1}"),
      (Self.mistral, "[TOOL_CALLS] x"), (Self.chatML, "look {}"),
    ] {
      #expect(try reading(template, text).calls.isEmpty)
    }
  }
}
