public import EvalKit

/// Replaces all but the newest tool outputs by a placeholder, in steps of `polling`.
///
/// Of the observations all are masked that stand before the last `last`, counted at the latest
/// multiple of `polling`; the first of them stays unless told otherwise. In `uses` observations are
/// counted, in `entries` everything is: that many entries from the end are left alone.
///
/// - Keeps: all entries; between `last` and `last` + `polling` − 1 of the newest outputs whole.
/// - Drops: the content of older outputs.
/// - Costs: no call. With `polling: 1` the cache breaks at the edge with every output, else once in
///   `polling` outputs.
/// - Leaves alone: a history of at most `last` observations; outputs that are masked already, of
///   excluded tools, and with a tag to keep.
/// - Fails: an output shorter than its placeholder grows; a count of entries knows nothing of how
///   many of them are outputs; with `metadata: lost` the call is left without an output.
public struct ObservationMask: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "observation-mask",
    summary: "Replaces all but the newest tool outputs by a placeholder, in steps.",
    parameters: [
      StrategyParameter(
        "last", .count([.uses, .entries]), default: .count(5, .uses),
        summary: "The newest outputs that stay, or the newest entries among which none is masked."),
      StrategyParameter(
        "polling", .count([]), default: .number(1), minimum: 1,
        summary: "The edge moves once in so many."),
      StrategyParameter(
        "keep-first-observation", .word(["true", "false", "task"]), default: .word("true"),
        summary: "Whether the first output stays; `task`: the first prompt counts as the first."),
      StrategyParameter(
        "tools", .strings, default: .list([]),
        summary: "Only outputs of these tools count and are masked; all where none is named."),
      .excludeTools,
      StrategyParameter(
        "keep-tags", .strings, default: .list([]),
        summary: "Recorded tags of outputs that stay."),
      StrategyParameter(
        "remove-tags", .strings, default: .list([]),
        summary: "Recorded tags of outputs that are masked wherever they stand."),
      .placeholder("Old environment output: ({lines} lines omitted)"),
      StrategyParameter(
        "metadata", .word(["kept", "lost"]), default: .word("kept"),
        summary: "`lost`: the placeholder is a prompt and no longer answers the call."),
    ])

  private let last: Int
  private let countsEntries: Bool
  private let polling: Int
  private let first: String
  private let tools: Set<String>
  private let excluded: Set<String>
  private let keptTags: Set<String>
  private let removedTags: Set<String>
  private let placeholder: Placeholder
  private let losesMetadata: Bool

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    last = try arguments.count("last")
    if case .count(_, .entries) = arguments["last"] {
      countsEntries = true
    } else {
      countsEntries = false
    }
    polling = try arguments.count("polling")
    first = try arguments.text("keep-first-observation")
    tools = Set(try arguments.texts("tools"))
    excluded = Set(try arguments.texts("exclude-tools"))
    keptTags = Set(try arguments.texts("keep-tags"))
    removedTags = Set(try arguments.texts("remove-tags"))
    placeholder = try arguments.placeholder()
    losesMetadata = try arguments.text("metadata") == "lost"
  }

  /// Masks the old outputs.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    if tools.isEmpty, keptTags.isEmpty, removedTags.isEmpty, !losesMetadata {
      return masking(history, in: context)
    }
    let items = history.items
    let stage = history.stage
    // What it made of an output earlier is an observation still.
    func isOwn(_ position: Int) -> Bool {
      losesMetadata && items[position].isSynthesised(by: stage)
    }
    var outputs = items.indices.filter { items[$0].kind == .toolOutput || isOwn($0) }
    var finder = CallFinder(items)
    if !tools.isEmpty {
      outputs = outputs.filter {
        isOwn($0) || finder.tool(ofOutputAt: $0).map(tools.contains) ?? false
      }
    }
    // The task stands before the first output and is never masked.
    let task = first == "task" && items.contains { $0.kind == .prompt } ? 1 : 0
    let count = countsEntries ? items.count : outputs.count + task
    let edge = max(0, count / polling * polling - last)
    let skipped = first == "true" ? 1 : 0
    let isTagged = !keptTags.isEmpty || !removedTags.isEmpty
    var old: [Int] = []
    for (place, position) in outputs.enumerated()
    where items[position].form != .masked && !isOwn(position) {
      let tags = isTagged ? items[position].entry.tags : []
      let isOld = place >= skipped && (countsEntries ? position < edge : place + task < edge)
      guard isOld && keptTags.isDisjoint(with: tags) || !removedTags.isDisjoint(with: tags) else {
        continue
      }
      if !excluded.isEmpty, finder.tool(ofOutputAt: position).map(excluded.contains) ?? false {
        continue
      }
      old.append(position)
    }
    guard !old.isEmpty else { return history }
    var history = history
    if losesMetadata {
      history.collapse(old.map { [$0] }, by: "observation-mask/\(placeholder.rule)") { members in
        .prompt(members.map { placeholder.text(for: $0) }.joined())
      }
    } else {
      history.mask(old, with: placeholder, by: "observation-mask", in: context)
    }
    return history
  }

  /// Masks the old outputs where nothing but their place decides.
  private func masking(_ history: History, in context: MomentContext) -> History {
    let items = history.items
    var outputs = 0
    for position in items.indices where items[position].kind == .toolOutput { outputs += 1 }
    let task = first == "task" && items.contains { $0.kind == .prompt } ? 1 : 0
    let count = countsEntries ? items.count : outputs + task
    let edge = max(0, count / polling * polling - last)
    var end = min(edge, items.count)
    if !countsEntries {
      end = items.count
      // How many outputs stay at the end.
      var left = max(0, outputs + task - edge)
      while end > 0, left > 0 {
        end -= 1
        if items[end].kind == .toolOutput { left -= 1 }
      }
    }
    var start = 0
    if first == "true", let place = items.firstIndex(where: { $0.kind == .toolOutput }) {
      start = place + 1
    }
    guard start < end else { return history }
    var history = history
    history.maskOutputs(
      in: start..<end, with: placeholder, by: "observation-mask", excluding: excluded, in: context)
    return history
  }

  /// As before, but that placeholders may be longer than what they replace.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  {
    // A lost output reads as a prompt, so that turns are more.
    losesMetadata ? HistoryBounds(entries: before.entries) : before.withoutTokens
  }
}

extension Entry {
  /// The tags recorded beside its role.
  fileprivate var tags: [String] {
    extra["tags"]?.arrayValue?.compactMap(\.stringValue) ?? []
  }
}
