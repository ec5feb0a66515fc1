public import EvalKit

/// Replaces long tool outputs, from the first request they are in, by their two ends and a pointer
/// to where the whole is kept.
///
/// - Keeps: all entries; `head` and `tail` characters of a long output, and its path.
/// - Drops: the middle of outputs over `over`.
/// - Costs: no call. What is cut is cut before the model sees it, so as a view it never breaks the
///   cache. `retrieval-tool` adds a definition to the head, from the first request on.
/// - Leaves alone: outputs of at most `over`, those of excluded tools, and any that the ends and
///   the pointer would not shorten.
/// - Fails: what stood in the middle is gone for a model that does not ask; nothing is written to
///   the path, and nothing calls the tool in a replay: what it would have fetched is not in any
///   view.
public struct OffloadToolOutput: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "offload-tool-output",
    summary: "Replaces long tool outputs by their two ends and a pointer to the whole.",
    parameters: [
      StrategyParameter(
        "over", .count([.tokens, .chars, .percent]), default: .count(2_000, .tokens),
        summary: "The longest output that stays, in tokens, characters or a share of the context."),
      StrategyParameter(
        "head", .count([.chars]), default: .count(250, .chars),
        summary: "How much of the beginning stays."),
      StrategyParameter(
        "tail", .count([.chars]), default: .count(250, .chars),
        summary: "How much of the end stays."),
      StrategyParameter(
        "path", .string, default: .string("outputs/{entry}.txt"),
        summary: "Where the whole is said to be; {entry} and {tool} stand for what it is."),
      StrategyParameter(
        "retrieval-tool", .name, isOptional: true,
        summary: "A tool added to the head that the pointer names; nothing calls it in a replay."),
      .excludeTools,
    ])

  /// What tells a pointer of this strategy.
  private static let pointer = "the whole output is at "

  private let over: ArgumentValue?
  /// The size in characters, which alone is part of what becomes of an item.
  private let limit: Int
  private let head: Int
  private let tail: Int
  private let path: String
  private let retrievalTool: String?
  private let excluded: Set<String>

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    over = arguments["over"]
    if case .count(let n, .chars) = over { limit = n } else { limit = 0 }
    head = try arguments.count("head")
    tail = try arguments.count("tail")
    path = try arguments.text("path")
    retrievalTool = arguments["retrieval-tool"] == nil ? nil : try arguments.text("retrieval-tool")
    excluded = Set(try arguments.texts("exclude-tools"))
  }

  /// Cuts the long outputs.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    let items = history.items
    var finder = CallFinder(items)
    var positions: [Int] = []
    for position in items.indices where items[position].kind == .toolOutput {
      guard items[position].form != .masked, mayBeLong(items[position], in: context) else {
        continue
      }
      if !excluded.isEmpty, finder.tool(ofOutputAt: position).map(excluded.contains) ?? false {
        continue
      }
      positions.append(position)
    }
    var history = history
    if let retrievalTool, !history.head.tools.contains(where: { $0.name == retrievalTool }) {
      history.editHead { $0.tools.append(Self.definition(of: retrievalTool)) }
    }
    // A path may name the tool, which is not the item's alone.
    for (tool, group) in grouped(positions, &finder) {
      let rule = "offload/\(limit)/\(head)/\(tail)/\(path)/\(retrievalTool ?? "")/\(tool)"
      history.rewrite(group, to: .truncated, by: rule) { offloaded($0, tool: tool) }
    }
    return history
  }

  private func grouped(_ positions: [Int], _ finder: inout CallFinder) -> [(String, [Int])] {
    guard path.contains("{tool}") else { return [("", positions)] }
    var groups: [String: [Int]] = [:]
    for position in positions {
      groups[finder.tool(ofOutputAt: position) ?? "tool", default: []].append(position)
    }
    return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Whether an output is too long, as far as its tokens tell; characters are counted once, later.
  private func mayBeLong(_ item: Item, in context: MomentContext) -> Bool {
    switch over {
    case .count(let n, .percent)?:
      context.tokens(item) * 100 > n * context.budget.contextSize
    case .count(let n, .tokens)?: context.tokens(item) > n
    default: true
    }
  }

  private func offloaded(_ item: Item, tool: String) -> Rewriting? {
    let text = item.entry.shownText
    if case .count(let n, .chars) = over, text.utf8.count <= n || text.count <= n { return nil }
    if item.form == .truncated, text.contains(Self.pointer) { return nil }
    let beginning = text.prefix(head)
    let rest = text[beginning.endIndex...]
    let end = rest.suffix(tail)
    let left = rest[..<end.startIndex].count
    let place =
      path.replacing("{entry}", with: item.recordName ?? "?").replacing("{tool}", with: tool)
    let remedy = retrievalTool.map { "; \($0) reads it" } ?? ""
    let marker = "[\(left) characters left out; \(Self.pointer)\(place)\(remedy)]"
    let parts = [String(beginning), marker, String(end)].filter { !$0.isEmpty }
    let shown = parts.joined(separator: "\n")
    guard shown.utf8.count < text.utf8.count else { return nil }
    return Rewriting(segments: [.text(shown)] + item.entry.media)
  }

  private static func definition(of tool: String) -> ToolDefinition {
    ToolDefinition(
      name: tool, description: "Reads a tool output that was left out, by its path.",
      parameters: [
        "type": "object", "properties": ["path": ["type": "string"]], "required": ["path"],
      ], effect: .read)
  }

  /// As before, but that a tool may be added to the head.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  { before.withoutTokens }
}
