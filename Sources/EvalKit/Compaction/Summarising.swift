/// How a strategy asks for summaries, and what it does when none comes: one implementation for all.
///
/// A failed, empty or over-long summary never becomes history. The rungs of `fallback` are tried in
/// order; after the last the history stays as it was. Every attempt is recorded.
public struct Summarising: Hashable, Sendable {
  /// What is tried when a summary fails.
  public enum Rung: String, Hashable, Sendable, CaseIterable {
    /// Asks again with long tool outputs cut in the middle, three times at most.
    case shrink
    /// Takes the beginning of every entry instead, without a model.
    case digest
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
  /// Whether it is asked within the session, so that what is cached serves again.
  public var sharesPrefix: Bool
  /// What is tried when a summary fails.
  public var ladder: [Rung]

  /// The parameters, for a definition.
  public static func parameters(summary limit: ArgumentValue? = nil) -> [StrategyParameter] {
    [
      StrategyParameter(
        "summary", .count([.tokens, .percent]), default: limit, isOptional: true, minimum: 1,
        summary: "The most tokens of a summary, or a share of the context size."),
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
        "fallback", .strings, default: .list([.string(Rung.shrink.rawValue)]),
        summary: "What is tried in turn when a summary fails: shrink, digest, drop; "
          + "after the last the history stays as it was."),
    ]
  }

  /// Reads the arguments.
  ///
  /// - Throws: ``ArgumentError`` for a rung there is none of.
  public init(_ arguments: StrategyArguments) throws {
    summariser = try arguments.text("by")
    instructions = arguments["instructions"] == nil ? nil : try arguments.text("instructions")
    limit = arguments["summary"] == nil ? nil : try arguments.target("summary")
    sharesPrefix = try arguments.text("session") == "shared"
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
  ///   - prompt: Makes the prompt of a text that was made of the items.
  ///   - told: What the summariser is told unless the spec says otherwise.
  ///   - previous: The summary this one continues.
  /// - Returns: what is to stand for the items.
  /// - Throws: ``ModelError/unavailable(_:)``; `CancellationError`; any other failure is met by
  ///   the ladder.
  public func summary(
    of items: [Item], in history: History, told: String, previous: String? = nil,
    prompt: (([Item]) -> String)? = nil, context: MomentContext
  ) async throws -> Result {
    var request = SummaryRequest(
      items: items, prompt: prompt?(items), instructions: instructions ?? told, previous: previous,
      limit: limit?.tokens(in: context.budget), session: sharesPrefix ? history : nil)
    if request.instructions?.isEmpty == true { request.instructions = nil }
    let replaced = context.ledger.count(items)
    if let text = try await attempt(request, replaced, context) { return .summary(text) }
    for rung in ladder {
      switch rung {
      case .shrink:
        for step in 1...3 {
          guard let smaller = Self.shrunk(items, step: step) else { break }
          request.items = smaller
          request.prompt = prompt?(smaller)
          request.session = nil
          if let text = try await attempt(request, replaced, context) { return .summary(text) }
        }
      case .digest:
        let most = min(request.limit ?? .max, max(1, replaced - 1))
        let text = Self.digest(of: items, within: most, context)
        guard !text.isEmpty else { continue }
        context.record(remedy: "digest", output: context.tokens(text), fed: items)
        return .summary(text)
      case .drop:
        context.record(remedy: "drop", output: 0, fed: [])
        return .dropped
      }
    }
    return .none
  }

  private func attempt(_ request: SummaryRequest, _ replaced: Int, _ context: MomentContext)
    async throws -> String?
  {
    do {
      return try await context.summary(by: summariser, of: request) { reply, tokens in
        if !reply.calls.isEmpty { return .calledTool }
        if !reply.text.contains(where: { !$0.isWhitespace }) { return .empty }
        let limit = request.limit ?? max(1, replaced)
        return tokens > limit ? .tooLong(tokens: tokens, limit: limit) : nil
      }
    } catch let error as CancellationError {
      throw error
    } catch ModelError.unavailable(let reason) {
      throw ModelError.unavailable(reason)
    } catch {
      return nil
    }
  }

  /// Items with every tool output longer than a bound cut in the middle; nil where none is.
  static func shrunk(_ items: [Item], step: Int) -> [Item]? {
    let most = 4000 >> (2 * step)
    var changed = false
    let smaller = items.map { item -> Item in
      guard item.kind == .toolOutput else { return item }
      let text = item.entry.segments.map(\.plainText).joined(separator: "\n")
      guard text.count > most else { return item }
      changed = true
      var entry = item.entry
      let half = most / 2
      entry.segments = [.text("\(text.prefix(half))\n…\n\(text.suffix(half))")]
      return Item(source: item.source, form: .truncated, isPartial: item.isPartial, entry: entry)
    }
    return changed ? smaller : nil
  }

  /// The beginning of every entry, a line each, as many characters as fit; the latest entries first
  /// where not all do.
  static func digest(of items: [Item], within tokens: Int, _ context: MomentContext) -> String {
    for width in [160, 80, 40] {
      let lines = items.compactMap { line(of: $0.entry, width: width) }
      let text = lines.joined(separator: "\n")
      if context.tokens(text) <= tokens { return text }
    }
    var lines: [String] = []
    for item in items.reversed() {
      guard let line = line(of: item.entry, width: 40) else { continue }
      guard context.tokens(([line] + lines).joined(separator: "\n")) <= tokens else { break }
      lines.insert(line, at: 0)
      if lines.count >= 200 { break }
    }
    return lines.joined(separator: "\n")
  }

  private static func line(of entry: Entry, width: Int) -> String? {
    let text =
      entry.kind == .toolCalls
      ? entry.calls.map(\.name).joined(separator: ", ")
      : entry.segments.map(\.plainText).joined(separator: " ")
    let flat = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !flat.isEmpty else { return nil }
    return "\(entry.kind.rawValue): \(flat.count > width ? flat.prefix(width) + "…" : flat[...])"
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
