public import EvalKit

/// Says again, verbatim and in one place, what other stages took out of view though it was pinned.
///
/// An entry of the log is pinned if one of the texts stands in it, or is its label. Pinned entries
/// that are not in view, nor carried verbatim by something a stage made, are put together in one
/// made entry of instructions.
///
/// - Keeps: everything that is there.
/// - Adds: one entry, at `head` before all others, at `tail` before the turn in flight.
/// - Costs: no call; the tokens of what is said again. At `head` the cache breaks there whenever
///   another pinned entry falls; at `tail` the entry moves with every turn and the cache breaks at
///   its old place.
/// - Leaves alone: a history in which everything pinned is in view.
/// - Fails: what was pinned and is out of date is said again beside what replaced it, unless
///   `which: latest`; what the user or a tool said now stands as instructions; without a `limit` it
///   can fill the window by itself.
public struct PinnedState: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "pinned-state",
    summary: "Carries pinned entries that are out of view in one entry, verbatim.",
    parameters: [
      StrategyParameter(
        "pinned", .strings,
        summary: "Entries in which one of these texts stands, or that have it as label, are pinned."
      ),
      StrategyParameter(
        "position", .word(["head", "tail"]), default: .word("head"),
        summary: "Where they are said again: before everything, or before the turn in flight."),
      StrategyParameter(
        "which", .word(["all", "latest"]), default: .word("all"),
        summary: "`latest`: of each text only the latest entry is pinned."),
      StrategyParameter(
        "limit", .count([.tokens, .percent]), isOptional: true, minimum: 1,
        summary: "The most tokens said again, or a share of the context size; the newest first."),
      StrategyParameter(
        "warning", .count([.percent]), isOptional: true, minimum: 1,
        summary: "From this share of the context size on it is also said that room is short."),
    ], readsLog: true)

  /// What stands before what is said again.
  static let heading = "Said earlier in this conversation, and still in force:"
  /// What is said where room is short.
  static let notice =
    "The context is nearly full: write down what must not be lost before it is shortened."

  private let pinned: [String]
  private let isAtHead: Bool
  private let latestOnly: Bool
  private let limit: Target?
  private let warning: Trigger?

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    pinned = try arguments.texts("pinned")
    guard !pinned.isEmpty, !pinned.contains("") else {
      throw ArgumentError(
        parameter: "pinned", problem: "expected texts to look for, such as ['Plan:', 'Rule:']")
    }
    isAtHead = try arguments.text("position") == "head"
    latestOnly = try arguments.text("which") == "latest"
    limit = arguments["limit"] == nil ? nil : try arguments.target("limit")
    warning = arguments["warning"] == nil ? nil : try arguments.trigger("warning")
  }

  /// Says again what is gone.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    guard let log = context.log else { return history }
    let stage = history.stage
    let wanted = found(in: log, &memory)
    let mine = history.items.indices.filter { history.items[$0].isSynthesised(by: stage) }
    if wanted.isEmpty, mine.isEmpty, warning == nil { return history }

    var rest = history
    if !mine.isEmpty { rest.drop { $0.isSynthesised(by: stage) } }
    let lost = within(limit, Self.missing(wanted, in: rest), of: log, context)
    let isTight = warning?.isMet(by: rest, in: context) ?? false
    guard !lost.isEmpty || isTight else { return rest }
    let texts = lost.map { Self.text(of: log[$0]) }
    let entry = Entry(
      kind: .instructions,
      segments: [
        .text(
          ((texts.isEmpty ? [] : [Self.heading]) + texts + (isTight ? [Self.notice] : []))
            .joined(separator: "\n\n"))
      ])
    let place = isAtHead ? 0 : HistoryStructure(rest.items).inFlightStart
    let verbatim = lost.filter { log[$0].segments.allSatisfy { $0.text != nil } }
    let others = Set(lost).subtracting(verbatim).sorted()
    rest.replace(
      place..<place, with: entry, carrying: verbatim.map { EntryID($0) },
      covering: others.map { EntryID($0) })
    if mine == [place], Item.areSame(history.items[place], rest.items[place]) { return history }
    return rest
  }

  /// What it leaves at most: an entry more.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  { HistoryBounds(entries: before.entries.map { $0 + 1 }, turns: before.turns) }

  // MARK: looking

  /// The pinned entries of the log, in order; the part looked through before is remembered.
  private func found(in log: [Entry], _ memory: inout JSONValue) -> [Int] {
    var seen = memory["seen"]?.intValue ?? 0
    var found = (memory["found"]?.arrayValue ?? []).map { list in
      (list.arrayValue ?? []).compactMap(\.intValue)
    }
    if found.count != pinned.count || seen > log.count {
      seen = 0
      found = pinned.map { _ in [] }
    }
    if seen < log.count {
      for position in seen..<log.count {
        for (index, text) in pinned.enumerated() where Self.has(log[position], text) {
          if latestOnly { found[index] = [position] } else { found[index].append(position) }
        }
      }
      memory = .object(
        JSONObject([
          ("seen", JSONValue(log.count)),
          ("found", .array(found.map { .array($0.map { JSONValue($0) }) })),
        ]))
    }
    return Set(found.joined()).sorted()
  }

  private static func has(_ entry: Entry, _ text: String) -> Bool {
    !entry.segments.isEmpty
      && (entry.label == text || entry.segments.contains { $0.text?.contains(text) ?? false })
  }

  /// Those entries that no item is and none carries.
  private static func missing(_ wanted: [Int], in history: History) -> [Int] {
    if wanted.isEmpty { return [] }
    var missing = Set(wanted)
    for item in history.items {
      if let id = item.id {
        missing.remove(id.index)
      } else {
        for id in item.carried { missing.remove(id.index) }
      }
    }
    return wanted.filter(missing.contains)
  }

  /// The newest that fit a limit, in order.
  private func within(_ limit: Target?, _ lost: [Int], of log: [Entry], _ context: MomentContext)
    -> [Int]
  {
    guard let limit else { return lost }
    var left = limit.limit(in: context.budget)
    let kept = lost.reversed().prefix { position in
      left -= context.tokens(Self.text(of: log[position]))
      return left >= 0
    }
    return kept.reversed()
  }

  private static func text(of entry: Entry) -> String {
    entry.segments.map(\.plainText).joined(separator: "\n")
  }
}
