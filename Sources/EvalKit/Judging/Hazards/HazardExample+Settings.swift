extension HazardExample {
  /// Three plain turns of which the first two became a summary.
  ///
  /// - Parameters:
  ///   - text: The summary.
  ///   - entries: What was recorded.
  ///   - covers: The entries it stands for.
  ///   - fed: The entries the summariser was fed; those covered unless said.
  ///   - shows: The entries that are in view behind it.
  static func summarised(
    _ text: String, of entries: [Entry] = plainTurns, covers: [Int] = [0, 1, 2, 3],
    fed: [Int]? = nil, shows: [Int] = [4],
    setting: @escaping @Sendable (inout HazardSubject) -> Void = { _ in }
  ) -> HazardExample {
    HazardExample(
      Transcript(entries: entries),
      requests: [
        Request(
          after: entries.count,
          shows: [.made(.prompt(text), covers: covers)] + shows.map { .entry($0) },
          summaries: [.example(fed: fed ?? covers)])
      ], setting: setting)
  }

  /// So many plain turns, each prompt and response of about so many tokens.
  static func turns(_ count: Int, words: Int = 20) -> [Entry] {
    (0..<count).flatMap { turn -> [Entry] in
      func text(_ name: String) -> String {
        (0..<words).map { "\(name)\(turn) word \($0)" }.joined(separator: " ")
      }
      return [.prompt(text("ask")), .response(text("say"))]
    }
  }
}

extension SummaryCall {
  /// A call for an example.
  static func example(fed: [Int], request: Int = 1) -> SummaryCall {
    SummaryCall(
      by: "example", request: request, moment: .prompt, input: 40, output: 10,
      fed: fed.map { EntryID($0) })
  }
}

extension HazardSubject {
  /// Counts tokens, in a window of so many.
  mutating func price(window: Int = 4096, reserve: Int = 0) {
    ledger = TokenLedger(
      entries: transcript.entries, renderer: NeutralRenderer(), tokenizer: PieceTokenizer())
    budget = ContextBudget(contextSize: window, reserve: reserve)
  }
}

/// A stage for examples: it says what it would do and does nothing.
struct ExamplePolicy: Strategy {
  static let definition = StrategyDefinition(
    name: "example", summary: "Does nothing.",
    parameters: [
      StrategyParameter("when", .trigger, isOptional: true, summary: "When it acts.")
    ], persistence: .stored, moments: [.prompt, .toolOutput])

  var trigger: Trigger?
  var target: Target?
  var protection: Protection?
  var summarising: Summarising?
  /// The most entries it leaves.
  var leaves: Int?

  init(_ arguments: StrategyArguments = StrategyArguments()) throws {
    trigger = arguments["when"].flatMap { Trigger($0) }
  }

  private init(trigger: Trigger?) { self.trigger = trigger }

  func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History { history }

  var asksModel: Bool { summarising != nil }

  func reach(at moment: Moment) -> Reach { trigger.map { .when($0) } ?? .always }

  func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  { before.limited(entries: leaves) }

  /// A pipeline's stage.
  static func stage(
    when: ArgumentValue? = nil, persistence: Persistence = .stored,
    moments: Set<Moment> = [.prompt, .toolOutput],
    _ change: (inout ExamplePolicy) -> Void = { _ in }
  ) -> Stage {
    var policy = ExamplePolicy(trigger: when.flatMap { Trigger($0) })
    change(&policy)
    return Stage(
      policy, arguments: StrategyArguments(when.map { ["when": $0] } ?? [:]),
      persistence: persistence, moments: moments)
  }
}
