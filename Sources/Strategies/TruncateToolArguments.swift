public import EvalKit

/// Cuts long arguments of old calls of some tools, such as the text of a file that was written.
///
/// - Keeps: all entries; the names of arguments, and the first characters of a long one.
/// - Drops: the rest of long text arguments, in calls older than `last`.
/// - Costs: no call. As a view the edge moves with every entry and the cache breaks at the first
///   call it reaches; `every` moves it in steps.
/// - Leaves alone: other tools, arguments that are no text or short, and any that would not get
///   shorter.
/// - Fails: what was written is nowhere else in the history, so the model no longer knows it; an
///   argument nested in another value is not looked at.
public struct TruncateToolArguments: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "truncate-tool-arguments",
    summary: "Cuts long text arguments of old calls of some tools.",
    parameters: [
      .when(.word("always")),
      StrategyParameter(
        "tools", .strings,
        default: .list([.string("write_file"), .string("edit_file")]),
        summary: "The tools whose arguments are cut."),
      StrategyParameter(
        "max", .count([.chars]), default: .count(2_000, .chars),
        summary: "The longest argument that stays."),
      .size(
        "last", .count(20, .entries), summary: "How much of the end is left alone."),
      StrategyParameter(
        "every", .count([.entries]), default: .count(1, .entries), minimum: 1,
        summary: "The edge moves once in so many entries."),
      StrategyParameter(
        "head", .count([.chars]), default: .count(20, .chars),
        summary: "How much of the beginning of an argument stays."),
      StrategyParameter(
        "text", .string, default: .string("...(argument truncated)"),
        summary: "What follows the beginning."),
    ])

  private let trigger: Trigger
  private let tools: Set<String>
  private let limit: Int
  private let last: Target
  private let every: Int
  private let head: Int
  private let text: String

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    trigger = try arguments.trigger("when")
    tools = Set(try arguments.texts("tools"))
    limit = try arguments.count("max")
    last = try arguments.target("last")
    every = try arguments.count("every")
    head = try arguments.count("head")
    text = try arguments.text("text")
  }

  /// Cuts the long arguments of old calls.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    let items = history.items
    guard trigger.isMet(by: history, in: context) else { return history }
    let structure = HistoryStructure(items)
    let start = last.tailStart(
      of: history, structure: structure, boundary: last.boundary, in: context)
    let edge = start / every * every
    var calls: [Int] = []
    for position in 0..<edge where items[position].kind == .toolCalls { calls.append(position) }
    guard !calls.isEmpty else { return history }
    var history = history
    let rule = "truncate-arguments/\(tools.sorted())/\(limit)/\(head)/\(text)"
    history.rewrite(calls, to: .truncated, by: rule) { item in
      var arguments: [Int: JSONValue] = [:]
      for (place, call) in item.entry.calls.enumerated() where tools.contains(call.name) {
        arguments[place] = truncated(call.arguments)
      }
      return Rewriting(arguments: arguments)
    }
    return history
  }

  /// The arguments with their long texts cut; nil where none is.
  private func truncated(_ arguments: JSONValue) -> JSONValue? {
    guard case .object(var object) = arguments else { return nil }
    var isCut = false
    for member in object.members {
      guard case .string(let value) = member.value, value.utf8.count > limit, value.count > limit
      else { continue }
      let short = value.prefix(head) + text
      guard short.utf8.count < value.utf8.count else { continue }
      object[member.key] = .string(String(short))
      isCut = true
    }
    return isCut ? .object(object) : nil
  }

  /// When it acts, as far as its arguments tell.
  public func reach(at moment: Moment) -> Reach { .when(trigger) }
}

extension Target {
  /// Where a tail of this size may begin: at turns where it counts those, else anywhere.
  var boundary: Boundary { if case .turns = self { .turn } else { .entry } }
}
