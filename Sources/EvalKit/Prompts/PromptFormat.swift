/// How prompts are written for whoever answers them: one line of JSON each.
public enum PromptFormat: String, Hashable, Sendable, CaseIterable {
  /// This package's own: id, digest, messages and tools as chat completions have them, the limit.
  case plain
  /// A line of an input file for OpenAI's batches.
  case openAIBatch = "openai-batch"
  /// A request of an Anthropic message batch.
  case anthropic
  /// The id, the digest, and a transcript as Apple's FoundationModels decode it.
  case foundationModels = "foundation-models"

  /// What stands for the model's name where none is given.
  public static let unnamedModel = "MODEL"

  /// Whether a line names the model that is to answer.
  public var namesModel: Bool { self == .openAIBatch || self == .anthropic }

  /// The line of a prompt, without its line feed; keys that are ours are sorted.
  ///
  /// - Parameters:
  ///   - prompt: The prompt.
  ///   - arms: The keys of the arms that put it, for formats with a place for them.
  ///   - model: The model's name, for formats that carry one.
  public func line(_ prompt: Prompt, arms: [String], model: String = PromptFormat.unnamedModel)
    -> String
  {
    switch self {
    case .plain: plain(prompt, arms)
    case .openAIBatch: prompt.openAIBatch(model: model)
    case .anthropic: prompt.anthropicBatch(model: model)
    case .foundationModels: foundationModels(prompt, arms)
    }
  }

  private func plain(_ prompt: Prompt, _ arms: [String]) -> String {
    sorted(prompt, arms, Prompt.asked(prompt.chat, prompt.task, prompt.options))
  }

  private func foundationModels(_ prompt: Prompt, _ arms: [String]) -> String {
    let transcript = Transcript(head: prompt.head, entries: prompt.entries)
    let beside = Prompt.asked(prompt.chat, prompt.task, prompt.options)
      .filter { $0.0 != "messages" && $0.0 != "tools" }
    return sorted(
      prompt, arms, beside + [("transcript", FoundationModelsFormat.encode(transcript))])
  }

  private func sorted(_ prompt: Prompt, _ arms: [String], _ asked: [(String, JSONValue)])
    -> String
  {
    let pairs =
      asked + [
        ("arms", .strings(arms)), ("digest", .string(prompt.digest)), ("id", .string(prompt.id)),
        ("kind", "prompt"), ("version", 1),
      ]
    return JSONValue.object(JSONObject(pairs.sorted { $0.0 < $1.0 })).serialised()
  }
}
