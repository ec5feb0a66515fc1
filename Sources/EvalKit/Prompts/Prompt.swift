/// A question as it is put to a model that runs elsewhere: what it is shown, and what is asked of it.
///
/// Two arms whose views show the same give prompts with the same digest.
public struct Prompt: Sendable {
  /// What is asked, within a run: `case/question/task`.
  public let id: String
  /// The head shown.
  public let head: Head
  /// The entries shown, in order.
  public let entries: [Entry]
  /// What is asked of the model.
  public let task: ModelTask
  /// How it is asked, resolved.
  public let options: RequestOptions
  /// SHA-256 of everything the model is shown and asked, as 64 hexadecimal digits.
  ///
  /// Labels and recorded ids of entries are left out: no model is shown them.
  public let digest: String
  /// What is shown, as a chat.
  let chat: PromptChat

  /// Makes a prompt.
  ///
  /// - Complexity: O(text shown).
  public init(
    id: String, head: Head, entries: [Entry], task: ModelTask, options: RequestOptions
  ) {
    self.id = id
    self.head = head
    self.entries = entries
    self.task = task
    self.options = options
    chat = PromptChat(head: head, entries: entries)
    digest = SHA256.hexadecimal(
      JSONValue.object(JSONObject(Self.asked(chat, task, options))).serialised())
  }

  /// The prompt of a request; nil where the request names no question.
  public init?(_ request: ModelRequest) {
    guard let id = request.id else { return nil }
    self.init(
      id: id, head: request.head, entries: request.items.map(\.entry), task: request.task,
      options: request.options)
  }

  /// The id of a question put in one way.
  ///
  /// - Parameters:
  ///   - caseID: The case's id.
  ///   - question: The question's id.
  ///   - task: What is asked.
  ///   - call: Which of the recorded calls is to be filled, counted from 1; nil for other tasks.
  public static func id(caseID: String, question: String, task: ModelTask, call: Int? = nil)
    -> String
  {
    let word =
      switch task {
      case .answer: "answer"
      case .act: "act"
      case .fill(let tool): "fill:\(tool)" + (call.map { "#\($0)" } ?? "")
      }
    return "\(caseID)/\(question)/\(word)"
  }

  /// The id for services whose ids have at most 64 letters, digits, `-` and `_`: the first 20 digits
  /// of the id's SHA-256, and the first 40 of the digest.
  public var customID: String { AnswerKey(id: id, digest: digest).description }

  /// Whether a call stands without its output or an output without its call, which hosted models
  /// refuse to be shown.
  public var hasSplitPairs: Bool { chat.hasSplitPairs }

  /// Whether the conversation begins with the model, which some hosted models refuse.
  public var beginsWithReply: Bool {
    chat.messages.first { $0.role != .system }.map { $0.role == .assistant } ?? false
  }

  /// What the digest is of, and what every line of prompts says; sorted.
  static func asked(_ chat: PromptChat, _ task: ModelTask, _ options: RequestOptions)
    -> [(String, JSONValue)]
  {
    var pairs: [(String, JSONValue)] = [
      ("maximumTokens", JSONValue(options.maximumResponseTokens ?? 0)),
      ("messages", .array(chat.messages.map { $0.openAI(isStrict: false) })),
    ]
    if let schema = options.responseSchema { pairs.append(("responseSchema", schema)) }
    pairs.append(("task", .string(task.word)))
    pairs.append(("temperature", JSONValue(options.temperature)))
    if case .fill(let tool) = task { pairs.append(("tool", .string(tool))) }
    pairs.append(("toolMode", .string(task.toolMode(options).rawValue)))
    pairs.append(("tools", .array(chat.tools.map(\.openAI))))
    return pairs
  }
}

extension ModelTask {
  /// `answer`, `act` or `fill`.
  var word: String {
    switch self {
    case .answer: "answer"
    case .act: "act"
    case .fill: "fill"
    }
  }

  /// How tools are to be used: to fill a call, one has to be made.
  func toolMode(_ options: RequestOptions) -> ToolMode {
    if case .fill = self { .required } else { options.toolMode ?? .allowed }
  }
}

extension RequestOptions {
  /// What a question is asked with, before the model's own defaults: an answer calls no tool.
  static func asking(_ task: ModelTask) -> RequestOptions {
    RequestOptions(toolMode: task == .answer ? .disallowed : nil)
  }
}

/// What an answer is found by: a question, and what was shown.
struct AnswerKey: Hashable, Sendable, CustomStringConvertible {
  /// The first 20 digits of the id's SHA-256.
  let question: String
  /// The first 40 digits of the digest.
  let view: String

  init(id: String, digest: String) {
    question = String(SHA256.hexadecimal(id).prefix(20))
    view = String(digest.prefix(40))
  }

  /// Reads a custom id; nil where it is none that was written here.
  init?(_ customID: String) {
    let parts = customID.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count == 20, parts[1].count == 40,
      parts.allSatisfy({ $0.allSatisfy(Self.isDigit) })
    else { return nil }
    question = String(customID.prefix(20))
    view = String(customID.suffix(40))
  }

  /// The custom id.
  var description: String { "\(question)-\(view)" }

  /// Whether a byte is a lower-case hexadecimal digit.
  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}
