internal import EvalKit

/// How a conversation is written for a model: the families whose templates are known, in Swift.
///
/// A file's own template is a program; it is recognised by what it writes, not run. Markers are
/// written so that they cannot be mistaken for content that reads the same: see
/// ``TemplateTokenizer``.
struct ChatTemplate: Renderer, Hashable {
  /// A family of templates.
  enum Family: String, Hashable, Sendable, CaseIterable {
    case chatML = "chatml"
    case llama3
    case mistral
    case zephyr
    /// ChatML with tools as Hermes and Qwen have them.
    case qwen
  }

  let family: Family
  /// What is said in place of instructions where there are none.
  let defaultInstructions: String?
  /// Whether the template tells the model tools, and reads their calls.
  let hasTools: Bool
  /// The text of the token a sequence begins with.
  let beginning: String
  /// Whether the model thinks before it answers.
  let reasons: Bool
  /// What stands before instructions: Llama 3.1 and later state their dates, always the same ones.
  let preamble: String

  let name: String
  let dependsOnNeighbours: Bool

  /// Recognises a template.
  ///
  /// - Parameters:
  ///   - text: The file's template; nil where it has none.
  ///   - named: The family, where the user says it.
  ///   - beginning: The text of the token a sequence begins with; empty where there is none.
  /// - Returns: nil where the template is of no known family.
  init?(_ text: String?, named: Family? = nil, beginning: String) {
    guard let family = named ?? text.flatMap(Self.family) else { return nil }
    self.family = family
    let known = text.map { Self.family(of: $0) == family } == true ? text ?? "" : ""
    self.beginning = family == .llama3 && beginning.isEmpty ? "<|begin_of_text|>" : beginning
    switch family {
    case .chatML, .zephyr: hasTools = false
    case .qwen: hasTools = true
    case .llama3: hasTools = known.contains("ipython")
    case .mistral: hasTools = known.contains("[AVAILABLE_TOOLS]")
    }
    defaultInstructions =
      family == .chatML || family == .qwen ? Self.defaultInstructions(in: known) : nil
    reasons = known.contains("<think>")
    preamble =
      known.contains("Cutting Knowledge Date")
      ? "Cutting Knowledge Date: December 2023\nToday Date: 26 Jul 2024\n\n" : ""
    dependsOnNeighbours = family == .mistral
    name = "template(\(family.rawValue))"
  }

  /// The family a template's text is of; nil where it is none of these.
  static func family(of text: String) -> Family? {
    if text.contains("<|start_header_id|>") { return .llama3 }
    if text.contains("<|im_start|>") { return text.contains("<tool_call>") ? .qwen : .chatML }
    if text.contains("[INST]") { return .mistral }
    return text.contains("<|user|>") && text.contains("<|assistant|>") ? .zephyr : nil
  }

  /// The literal after the first `<|im_start|>system` of a template, up to its end.
  private static func defaultInstructions(in text: String) -> String? {
    for opening in ["<|im_start|>system\n", "<|im_start|>system\\n"] {
      for start in text.ranges(of: opening) {
        let rest = text[start.upperBound...]
        guard let end = rest.firstRange(of: "<|im_end|>") else { continue }
        let literal = rest[..<end.lowerBound]
        if !literal.isEmpty, !literal.contains(where: { "'\"{}".contains($0) }) {
          return String(literal)
        }
      }
    }
    return nil
  }
}

extension ChatTemplate {
  /// A marker, told from content that reads the same.
  static func marker(_ text: String) -> String { "\(TemplateTokenizer.escape)\(text)" }

  /// Content, in which nothing is a marker.
  static func content(_ text: String) -> String {
    guard text.unicodeScalars.contains(TemplateTokenizer.escape) else { return text }
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == TemplateTokenizer.escape { escaped.append(scalar) }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  /// The instructions, then the tools, as one part or two.
  func head(_ head: Head) -> [RenderedText] {
    var texts: [String] = head.instructions.map(\.readText)
    if texts.isEmpty, let defaultInstructions { texts = [defaultInstructions] }
    let instructions = texts.joined(separator: "\n")
    switch family {
    case .chatML, .qwen: return chatMLHead(instructions, head.tools)
    case .llama3: return llama3Head(instructions, head.tools)
    case .mistral: return mistralHead(instructions, head.tools)
    case .zephyr: return zephyrHead(instructions, head.tools)
    }
  }

  /// An entry, as a message of its own; reasoning of earlier turns is not shown again.
  func entry(_ entry: Entry, after previous: Entry?) -> RenderedText {
    if entry.kind == .reasoning { return RenderedText("") }
    switch family {
    case .chatML: return RenderedText(chatML(role(of: entry), neutralText(of: entry)))
    case .qwen: return RenderedText(qwen(entry))
    case .llama3: return RenderedText(llama3(entry))
    case .mistral: return RenderedText(mistral(entry, isFirst: previous == nil))
    case .zephyr: return RenderedText(zephyr(role(of: entry), neutralText(of: entry)))
    }
  }

  /// What stands before the model's reply.
  ///
  /// - Parameter tool: The tool a call of which is wanted; nil for any reply.
  func opening(calling tool: String? = nil) -> String {
    let opening =
      switch family {
      case .chatML, .qwen: Self.marker("<|im_start|>") + "assistant\n"
      case .llama3:
        Self.marker("<|start_header_id|>") + "assistant" + Self.marker("<|end_header_id|>") + "\n\n"
      case .mistral: ""
      case .zephyr: Self.marker("<|assistant|>") + "\n"
      }
    guard let tool else {
      // A reasoning model that is asked for a few words is not to think about them.
      return opening
    }
    return opening + callOpening(tool)
  }

  func role(of entry: Entry) -> String {
    switch entry.kind {
    case .prompt, .opaque: "user"
    case .response, .reasoning, .toolCalls: "assistant"
    case .toolOutput: "tool"
    case .instructions: "system"
    }
  }

  /// An entry's content in no model's own form: text as it is, calls a line each.
  func neutralText(of entry: Entry) -> String {
    let calls = entry.calls.map { "\($0.name) \($0.writtenArguments)" }
    let text = entry.readText
    return Self.content((text.isEmpty ? calls : [text] + calls).joined(separator: "\n"))
  }

  /// Tools in no model's own form.
  func neutralText(of tools: [ToolDefinition]) -> String {
    tools.map { "\n\ntool \($0.name): \($0.description)\n\($0.parameters.serialised())" }.joined()
  }
}

extension Entry {
  /// Everything of it that can be read; what is no text is named.
  var readText: String {
    segments.map { segment in
      switch segment.content {
      case .text(let text): text
      case .structure(let value, _), .opaque(let value): value.serialised()
      case .attachment(let attachment): "[\(attachment.name)]"
      }
    }.joined(separator: "\n")
  }
}

extension ToolCall {
  /// The arguments as they were written.
  var writtenArguments: String { argumentsText ?? arguments.serialised() }
}
