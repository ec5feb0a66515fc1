public import EvalKit

/// Shows again what the last prompt seems to ask for and the view no longer holds.
///
/// - Keeps: everything that is in view.
/// - Drops: nothing. It adds up to `k` entries of the log that are not in view, word for word, found
///   by the words and identifiers they share with the last prompt.
/// - Costs: no call of a model; up to `limit` tokens a request. It stands at the tail, so the cache
///   holds up to there; what it adds for one prompt is not there for the next.
/// - Leaves alone: a history that holds the whole log; one in which nothing shares enough with the
///   prompt; one that holds what it added already. Entries of the turn in flight are never added.
/// - Fails: a question in other words than the answer finds nothing or the wrong entry; where a value
///   was corrected the older entry may come back. In mode `tool` only a definition is added, and in a
///   replay nobody calls it.
public struct RetrieveOverHistory: Strategy {
  private enum Mode: String, CaseIterable { case auto, tool, forced }

  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "retrieve-over-history",
    summary: "Adds entries that fell out of view and share words with the last prompt.",
    parameters: [
      StrategyParameter(
        "k", .count([]), default: .number(3), minimum: 1,
        summary: "The most entries that are added."),
      StrategyParameter(
        "limit", .count([.tokens, .percent]), default: .count(1000, .tokens), minimum: 1,
        summary: "The most tokens that are added; what does not fit is cut."),
      StrategyParameter(
        "mode", .word(Mode.allCases.map(\.rawValue)), default: .word("auto"),
        summary:
          "`auto` adds instructions before the prompt; `tool` defines `search_history` only; "
          + "`forced` adds a call of it and its output after the prompt."),
    ], readsLog: true)

  /// The name of the tool that the modes `tool` and `forced` define.
  public static let toolName = "search_history"

  private let k: Int
  private let limit: Target
  private let mode: Mode
  private let indexes = SearchIndexes()

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    k = try arguments.count("k")
    limit = try arguments.target("limit")
    mode = Mode(rawValue: try arguments.text("mode")) ?? .auto
  }

  /// Adds what is found.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    guard let log = context.log else { return history }
    var history = history
    if mode != .auto { define(in: &history) }
    guard mode != .tool, let asked = log.lastIndex(where: { $0.kind == .prompt }) else {
      return history
    }
    let stage = history.stage
    var place = self.place(in: history)
    let neighbour = mode == .auto ? place - 1 : place
    if history.items.indices.contains(neighbour),
      history.items[neighbour].isSynthesised(by: stage)
    {
      return history
    }
    let hits = try search(log, asked, history, context, &memory)
    if history.items.contains(where: { $0.isSynthesised(by: stage) }) {
      // Stored: what was added for an earlier prompt.
      history.drop { $0.isSynthesised(by: stage) }
      place = self.place(in: history)
    }
    let passage = Self.passage(
      of: hits, in: log, within: limit.tokens(in: context.budget) ?? 0,
      terms: SearchTerms.terms(of: log[asked].text), context)
    guard let passage else { return history }
    add(passage, for: log[asked], asked, at: place, to: &history)
    return history
  }

  /// Where what is found goes: before the active prompt, or right after it.
  private func place(in history: History) -> Int {
    let prompt = history.items.lastIndex {
      $0.kind == .prompt && !$0.isSynthesised(by: history.stage)
    }
    guard let prompt else { return mode == .auto ? 0 : history.count }
    return mode == .auto ? prompt : prompt + 1
  }

  /// The entries to add; those of the same prompt stay the same while its turn lasts.
  private func search(
    _ log: [Entry], _ asked: Int, _ history: History, _ context: MomentContext,
    _ memory: inout JSONValue
  ) throws -> [Int] {
    var isLive = Array(repeating: false, count: log.count)
    var live = 0
    for item in history.items {
      if let id = item.id {
        guard item.form == .whole, id.index < log.count else { continue }
        isLive[id.index] = true
        live += 1
      } else if !item.isSynthesised(by: history.stage),
        case .synthesised(_, _, let carries) = item.source
      {
        for id in carries where id.index < log.count { isLive[id.index] = true }
      }
    }
    if live == log.count { return [] }
    if memory["prompt"]?.intValue == asked, let found = memory["found"]?.arrayValue {
      return found.compactMap(\.intValue).filter { $0 < asked && !isLive[$0] }
    }
    let hits = indexes.search(
      log[asked].text, in: log[..<asked], of: context.ledger, most: k
    ) { isLive[$0] }
    let found = hits.map(\.entry).sorted()
    memory = ["prompt": JSONValue(asked), "found": .array(found.map { JSONValue($0) })]
    return found
  }

  private func define(in history: inout History) {
    guard !history.head.tools.contains(where: { $0.name == Self.toolName }) else { return }
    history.editHead { head in
      head.tools.append(
        ToolDefinition(
          name: Self.toolName,
          description: "Finds earlier entries of this session that are no longer shown.",
          parameters: [
            "type": "object", "properties": ["query": ["type": "string"]], "required": ["query"],
          ], effect: .read))
    }
  }

  private func add(
    _ passage: Passage, for prompt: Entry, _ asked: Int, at place: Int, to history: inout History
  ) {
    if mode == .auto {
      let text = "From earlier in this session, no longer shown:\n\(passage.text)"
      history.replace(
        place..<place, with: Entry(kind: .instructions, segments: [.text(text)]),
        carrying: passage.carried, covering: passage.covered)
      return
    }
    let id = "search-history-\(asked)"
    let call = ToolCall(id: id, name: Self.toolName, arguments: ["query": .string(prompt.text)])
    history.replace(place..<place, with: .calls([call]))
    history.replace(
      place + 1..<place + 1,
      with: .output(passage.text, callID: id, toolName: Self.toolName),
      carrying: passage.carried, covering: passage.covered)
  }

  // MARK: what is added

  /// Entries as text, with those that are in it whole and those in part.
  private struct Passage {
    var text = ""
    var carried: [EntryID] = []
    var covered: [EntryID] = []
  }

  private static func passage(
    of entries: [Int], in log: [Entry], within tokens: Int, terms: [UInt64: Int],
    _ context: MomentContext
  ) -> Passage? {
    var passage = Passage()
    for position in entries {
      let entry = log[position]
      let name = entry.label.isEmpty ? "#\(position)" : entry.label
      let body = entry.segments.map(\.plainText).joined(separator: "\n")
      func with(_ body: String) -> String {
        "\(passage.text.isEmpty ? "" : "\(passage.text)\n")[\(name)] \(body)"
      }
      if context.tokens(with(body)) <= tokens {
        passage.text = with(body)
        passage.carried.append(EntryID(position))
      } else if let part = excerpt(of: body, terms, fits: { context.tokens(with($0)) <= tokens }) {
        passage.text = with(part)
        passage.covered.append(EntryID(position))
      }
    }
    return passage.text.isEmpty ? nil : passage
  }

  /// The lines that share a term with the query, as many as fit, else the beginning; nil where not
  /// even a little fits.
  private static func excerpt(
    of body: String, _ terms: [UInt64: Int], fits: (String) -> Bool
  ) -> String? {
    var lines: [Substring] = []
    for line in body.split(whereSeparator: \.isNewline) {
      guard SearchTerms.terms(of: String(line)).keys.contains(where: { terms[$0] != nil }) else {
        continue
      }
      guard fits((lines + [line]).joined(separator: "\n") + "…") else { break }
      lines.append(line)
    }
    if !lines.isEmpty { return lines.joined(separator: "\n") + "…" }
    var length = body.count / 2
    while length >= 16 {
      let part = body.prefix(length) + "…"
      if fits(String(part)) { return String(part) }
      length /= 2
    }
    return nil
  }

  /// The most that is left: what was there and what is added.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  {
    let added = mode == .auto ? 1 : mode == .forced ? 2 : 0
    return HistoryBounds(
      entries: before.entries.map { $0 + added }, turns: before.turns, tokens: nil)
  }
}
