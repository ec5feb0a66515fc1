/// How a strategy asks for summaries, and what it does when none comes: one implementation for all.
///
/// A failed, empty or over-long summary never becomes history, but where a rung says so. The rungs
/// of `fallback` are tried in order; after the last the history stays as it was. Every attempt is
/// recorded with what was wrong with it.
public struct Summarising: Hashable, Sendable {
  /// What is tried when a summary fails.
  public enum Rung: String, Hashable, Sendable, CaseIterable {
    /// Asks again with long tool outputs cut in the middle, three times at most.
    case shrink
    /// Asks again without the oldest entries, more of them each time, where the input was too long;
    /// what is left out is in no summary.
    case oldest
    /// Asks again without a tenth, a fifth, half and all of the tool outputs, from the middle
    /// outwards; a single output is never left out.
    case middleOut = "middle-out"
    /// Takes the beginning of every entry instead, without a model.
    case digest
    /// Lets an empty summary stand: for policies that ship so.
    case empty
    /// Lets an empty summary stand where one came that is not in the form it was to have, and only
    /// there: for policies that ship so.
    case unread
    /// Drops what was to be summarised.
    case drop
  }

  /// What stands in for entries.
  public enum Result: Hashable, Sendable {
    /// A summary.
    case summary(String)
    /// Nothing: they are to be dropped.
    case dropped
    /// The history is to stay as it is.
    case none
  }

  /// Who summarises.
  public var summariser: String
  /// What it is told; nil where the strategy's own text holds.
  public var instructions: String?
  /// The most tokens of a summary, or a share of the context size; nil without a limit.
  public var limit: Target?
  /// The most tokens of entries it is fed, or a share of the context size; nil feeds all.
  public var input: Target?
  /// What stands for a summary where no entry fits `input`; nil where that is a failure.
  public var noInput: String?
  /// Whether it is asked within the session, so that what is cached serves again.
  public var sharesPrefix: Bool
  /// What is tried when a summary fails.
  public var ladder: [Rung]

  /// The parameters, for a definition.
  ///
  /// - Parameters:
  ///   - limit: The default of `summary`.
  ///   - ladder: The default of `fallback`.
  public static func parameters(
    summary limit: ArgumentValue? = nil, fallback ladder: [Rung] = [.shrink]
  ) -> [StrategyParameter] {
    [
      StrategyParameter(
        "summary", .count([.tokens, .percent]), default: limit, isOptional: true, minimum: 1,
        summary: "The most tokens of a summary, or a share of the context size."),
      StrategyParameter(
        "input", .count([.tokens, .percent]), isOptional: true, minimum: 1,
        summary: "The most tokens of entries the summariser is fed: the latest, from a prompt on; "
          + "older ones are left out without a word."),
      StrategyParameter(
        "no-input", .string, isOptional: true,
        summary: "What stands for a summary where no entry fits `input`; else that is a failure."),
      StrategyParameter(
        "instructions", .string, isOptional: true, summary: "What the summariser is told."),
      StrategyParameter(
        "by", .name, default: .string("reader"),
        summary: "Who summarises: reader, arm, scripted or a model."),
      StrategyParameter(
        "session", .word(["own", "shared"]), default: .word("own"),
        summary: "`shared`: the summariser is asked within the session, behind the same "
          + "instructions, tools and entries, so that what is cached serves again."),
      StrategyParameter(
        "fallback", .strings, default: .list(ladder.map { .string($0.rawValue) }),
        summary: "What is tried in turn when a summary fails: shrink, oldest, middle-out, digest, "
          + "empty, unread, drop; after the last the history stays as it was."),
    ]
  }

  /// Reads the arguments.
  ///
  /// - Throws: ``ArgumentError`` for a rung there is none of.
  public init(_ arguments: StrategyArguments) throws {
    summariser = try arguments.text("by")
    instructions = arguments["instructions"] == nil ? nil : try arguments.text("instructions")
    limit = arguments["summary"] == nil ? nil : try arguments.target("summary")
    input = arguments["input"] == nil ? nil : try arguments.target("input")
    noInput = arguments["no-input"] == nil ? nil : try arguments.text("no-input")
    sharesPrefix = arguments["session"] == .word("shared")
    ladder = try arguments.texts("fallback").map { word in
      guard let rung = Rung(rawValue: word) else {
        throw ArgumentError(
          parameter: "fallback",
          problem:
            "'fallback' is a list of \(Rung.allCases.map(\.rawValue).joined(separator: ", "));"
            + " found '\(word)'")
      }
      return rung
    }
  }

  /// Asks for a summary of items.
  ///
  /// - Parameters:
  ///   - items: What it is to stand for.
  ///   - history: The history they are in.
  ///   - told: What the summariser is told unless the spec says otherwise.
  ///   - previous: The summary this one continues.
  ///   - prompt: Makes the prompt of a text that was made of the items, the previous summary with
  ///     it; asked within the session nobody needs it.
  ///   - end: Where in the history the items end: within the session it is shown so far.
  ///   - sections: The sections the summary is to have, for a summariser that is a rule.
  ///   - isFirm: Whether a summary over the limit is a fault; where it is not, only one that is longer
  ///     than what it stands for is.
  ///   - check: What else may be wrong with a summary.
  /// - Returns: what is to stand for the items.
  /// - Throws: ``ModelError/unavailable(_:)``; `CancellationError`; any other failure is met by
  ///   the ladder.
  public func summary(
    of items: [Item], in history: History, told: String, previous: String? = nil,
    prompt: (([Item]) -> String)? = nil, through end: Int? = nil, sections: [String] = [],
    isFirm: Bool = true, check: ((String) -> SummaryFault?)? = nil, context: MomentContext
  ) async throws -> Result {
    let replaced = context.ledger.count(items) + (previous.map { context.tokens($0) } ?? 0)
    var session = history
    if let end { session.keep(0..<min(max(0, end), history.count)) }
    let bound = limit?.tokens(in: context.budget).map { min($0, max(1, replaced)) }
    let told = instructions ?? told
    let attempt = SummaryAttempt(
      summariser: summariser, told: told.isEmpty ? nil : told, previous: previous, limit: bound,
      most: isFirm ? bound ?? max(1, replaced) : max(1, replaced), prompt: prompt,
      sections: sections, check: check,
      context: context)
    let fed = latest(of: items, in: context)
    var first = SummaryAttempt.Outcome.failed(tooLong: true)
    if !fed.isEmpty || items.isEmpty {
      first = try await attempt.ask(fed, session: sharesPrefix ? session : nil)
    } else if let noInput {
      context.record(remedy: "no-input", output: context.tokens(noInput), fed: [])
      return .summary(noInput)
    } else {
      context.record(
        refusalBy: summariser, fault: "no entry fits the input of \(input?.description ?? "")")
    }
    if case .text(let text) = first { return .summary(text) }
    let rest = fed.isEmpty ? items : fed
    for rung in ladder {
      if let result = try await climb(rung, rest, first, attempt, replaced) { return result }
    }
    return .none
  }

  /// Tries one rung; nil where it brought nothing.
  private func climb(
    _ rung: Rung, _ items: [Item], _ first: SummaryAttempt.Outcome, _ attempt: SummaryAttempt,
    _ replaced: Int
  ) async throws -> Result? {
    let context = attempt.context
    switch rung {
    case .shrink:
      for step in 1...3 {
        guard let shrunk = Self.shrunk(items, step: step) else { return nil }
        let smaller = latest(of: shrunk, in: context)
        guard !smaller.isEmpty else { continue }
        if case .text(let text) = try await attempt.ask(smaller) { return .summary(text) }
      }
      return nil
    case .oldest:
      guard case .failed(tooLong: true) = first else { return nil }
      return try await attempt.withoutOldest(items).map { .summary($0) }
    case .middleOut:
      for percent in [10, 20, 50, 100] {
        let smaller = Self.middleOut(items, percent: percent)
        guard smaller.count < items.count else { continue }
        if case .text(let text) = try await attempt.ask(smaller) { return .summary(text) }
      }
      return nil
    case .digest:
      let most = min(attempt.limit ?? .max, max(1, replaced - 1))
      let text = Self.digest(of: items, after: attempt.previous, within: most, context)
      guard !text.isEmpty else { return nil }
      context.record(remedy: "digest", output: context.tokens(text), fed: items)
      return .summary(text)
    case .empty, .unread:
      if rung == .unread, first != .unread { return nil }
      context.record(remedy: rung.rawValue, output: 0, fed: [])
      return .summary("")
    case .drop:
      context.record(remedy: "drop", output: 0, fed: [])
      return .dropped
    }
  }

  /// The latest entries within `input`, from a prompt on; none where no prompt is within.
  private func latest(of items: [Item], in context: MomentContext) -> [Item] {
    guard var left = input?.tokens(in: context.budget) else { return items }
    var start = items.endIndex
    while start > items.startIndex {
      left -= context.tokens(items[start - 1])
      if left < 0 { break }
      start -= 1
    }
    if start == items.startIndex { return items }
    let prompt = items[start...].firstIndex { $0.kind == .prompt } ?? items.endIndex
    return Array(items[prompt...])
  }
}

extension Segment {
  /// The text, or JSON of what is no text.
  public var plainText: String {
    switch content {
    case .text(let text): text
    case .structure(let value, _), .opaque(let value): value.serialised()
    case .attachment(let attachment): "[\(attachment.name)]"
    }
  }
}
