/// What a model can do and how it is fed; a model is cheap to make and to copy.
public struct ModelCapabilities: Hashable, Sendable {
  /// The context window in tokens; nil where the model has or states none.
  public var contextSize: Int?
  /// Whether it can be given tools.
  public var tools: Bool
  /// Whether it can be held to a response schema.
  public var constrainedDecoding: Bool
  /// Whether it reasons before it answers.
  public var reasoning: Bool
  /// Whether reasoning of earlier turns is left out when it is rendered again.
  public var stripsEarlierReasoning: Bool
  /// How its cache behaves.
  public var cache: CachePolicy
  /// Whether it can be shown media that is not text.
  public var attachments: Bool
  /// Whether two identical requests may be answered differently.
  public var sampled: Bool
  /// Whether nothing can digest its weights, so that they may change unseen: it is known by id, version
  /// and build alone, and every report says so.
  public var unpinned: Bool

  /// Makes capabilities.
  public init(
    contextSize: Int? = nil, tools: Bool = true, constrainedDecoding: Bool = false,
    reasoning: Bool = false, stripsEarlierReasoning: Bool = false,
    cache: CachePolicy = CachePolicy(), attachments: Bool = true, sampled: Bool = false,
    unpinned: Bool = false
  ) {
    self.contextSize = contextSize
    self.tools = tools
    self.constrainedDecoding = constrainedDecoding
    self.reasoning = reasoning
    self.stripsEarlierReasoning = stripsEarlierReasoning
    self.cache = cache
    self.attachments = attachments
    self.sampled = sampled
    self.unpinned = unpinned
  }
}

/// A language model: what it can do, and the configuration its executor is made from.
public protocol LanguageModel: Sendable {
  /// What runs it.
  associatedtype Executor: ModelExecutor where Executor.Model == Self
  /// The name arms and tables carry.
  var name: String { get }
  /// What it can do.
  var capabilities: ModelCapabilities { get }
  /// Everything that changes what the executor does; equal configurations share an executor.
  var executorConfiguration: Executor.Configuration { get }
}

/// What runs a model. Its initialiser does not fail: availability is checked by the model's own.
public protocol ModelExecutor: Sendable {
  /// The model it runs.
  associatedtype Model: LanguageModel
  /// What it is made from.
  associatedtype Configuration: Hashable & Sendable
  /// Makes an executor.
  init(configuration: Configuration)
  /// Loads what the first request would; may never be called, or more than once.
  ///
  /// Has no default on purpose: a near-miss signature then does not compile.
  func prewarm(model: Model, transcript: [Item]) async
  /// Answers a request. The whole transcript comes each time; the usage is in the reply, a total.
  func respond(to request: ModelRequest, model: Model) async throws -> Reply
}

/// How a model is asked to use tools.
public enum ToolMode: String, Hashable, Sendable {
  /// It may.
  case allowed
  /// It must.
  case required
  /// It must not.
  case disallowed
}

/// Per-request options; none of them is part of an executor's configuration.
public struct RequestOptions: Hashable, Sendable {
  /// Sampling temperature; below 0 is taken as 0, and 0 is greedy.
  public var temperature: Double
  /// The most tokens of an answer; nil is 512, or 2,048 for a reasoning model.
  public var maximumResponseTokens: Int?
  /// Whether tools may be used; nil is allowed.
  public var toolMode: ToolMode?
  /// A schema the answer must hold to.
  public var responseSchema: JSONValue?

  /// Makes options.
  public init(
    temperature: Double = 0, maximumResponseTokens: Int? = nil, toolMode: ToolMode? = nil,
    responseSchema: JSONValue? = nil
  ) {
    self.temperature = temperature
    self.maximumResponseTokens = maximumResponseTokens
    self.toolMode = toolMode
    self.responseSchema = responseSchema
  }

  /// Whether the likeliest token is always taken.
  public var isGreedy: Bool { temperature <= 0 }

  /// The options with every silence filled in and every excess approximated.
  public func resolved(for capabilities: ModelCapabilities) -> RequestOptions {
    RequestOptions(
      temperature: max(0, temperature),
      maximumResponseTokens: maximumResponseTokens ?? (capabilities.reasoning ? 2048 : 512),
      toolMode: toolMode ?? .allowed, responseSchema: responseSchema)
  }
}

/// What a model is asked.
public enum ModelTask: Hashable, Sendable {
  /// Answer the last prompt of the view in a few words, or abstain.
  case answer
  /// Reply to the view as in the session: in prose or by calling tools.
  case act
  /// Fill the arguments of a given tool's call from the view.
  case fill(tool: String)
}

/// One request: the whole view, and what is asked of the model.
public struct ModelRequest: Sendable {
  /// The question it puts, `case/question/task`; nil where it is no question of a run.
  public var id: String?
  /// The head in force.
  public var head: Head
  /// The view's items, the last one usually the prompt.
  public var items: [Item]
  /// The rendered view, one run a part or item.
  public var runs: [TokenRun]
  /// What is asked.
  public var task: ModelTask
  /// Options, resolved.
  public var options: RequestOptions

  /// Makes a request.
  public init(
    id: String? = nil, head: Head, items: [Item], runs: [TokenRun] = [],
    task: ModelTask = .answer, options: RequestOptions = RequestOptions()
  ) {
    self.id = id
    self.head = head
    self.items = items
    self.runs = runs
    self.task = task
    self.options = options
  }
}

/// What a model replied.
public struct Reply: Hashable, Sendable {
  /// The text; empty where it called tools only.
  public var text: String
  /// The calls it made.
  public var calls: [ToolCall]
  /// Whether it declined for want of evidence.
  public var abstained: Bool
  /// Whether a current and a replaced value tied, the later one was taken.
  public var contested: Bool
  /// Token counts of this call, totals.
  public var usage: Usage
  /// Where the answer came from: for the reader, the items it read it in.
  public var sources: [EntryID]
  /// Whether its limit of tokens cut it off.
  public var isTruncated: Bool

  /// Makes a reply.
  public init(
    text: String = "", calls: [ToolCall] = [], abstained: Bool = false, contested: Bool = false,
    usage: Usage = Usage(), sources: [EntryID] = [], isTruncated: Bool = false
  ) {
    self.text = text
    self.calls = calls
    self.abstained = abstained
    self.contested = contested
    self.usage = usage
    self.sources = sources
    self.isTruncated = isTruncated
  }
}
