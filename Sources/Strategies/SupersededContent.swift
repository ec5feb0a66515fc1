public import EvalKit

/// Replaces outputs that a later one made out of date: of the same call, of the same file, or the
/// same window on a file.
///
/// - Keeps: all entries; the latest output of each call, file or window whole.
/// - Drops: the content of older ones; of a window its numbered lines alone.
/// - Costs: no call. The cache breaks at the older copy each time something is fetched again.
/// - Leaves alone: outputs whose call, file or window was not fetched again; those of other tools
///   than `tools`, where it names some, and of excluded ones.
/// - Fails: with `key: path` a later look at another part of the file takes the first along; what
///   the file said before is gone though the change may be what matters; with `headless: dropped`
///   an entry with numbered lines and no header vanishes.
public struct SupersededContent: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "superseded-content",
    summary: "Replaces tool outputs that a later output of the same call or file made out of date.",
    parameters: [
      StrategyParameter(
        "key", .word(["call", "path", "window"]), default: .word("call"),
        summary: "What makes two outputs the same: tool and arguments, tool and path, or a header "
          + "[File: path (n lines total)] above numbered lines."),
      StrategyParameter(
        "path-arguments", .strings,
        default: .list(["path", "file_path", "filePath", "file", "filename"].map { .string($0) }),
        summary: "The arguments that name a file; the first a call has counts."),
      StrategyParameter(
        "tools", .strings, default: .list([]),
        summary: "Only outputs of these tools; of all where none is named."),
      .excludeTools,
      StrategyParameter(
        "in", .word(["outputs", "prompts"]), default: .word("outputs"),
        summary: "Where windows are looked for."),
      StrategyParameter(
        "headless", .word(["kept", "dropped"]), default: .word("kept"),
        summary: "What becomes of an entry with numbered lines and no header."),
      .placeholder("[Out of date: a later output of the same tool replaces this one.]"),
    ])

  private enum Key { case call, path, window }

  private let key: Key
  private let arguments: [String]
  private let tools: Set<String>
  private let excluded: Set<String>
  private let kind: EntryKind
  private let dropsHeadless: Bool
  private let placeholder: Placeholder
  private let note: UInt64

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    switch try arguments.text("key") {
    case "path": key = .path
    case "window": key = .window
    default: key = .call
    }
    self.arguments = try arguments.texts("path-arguments")
    tools = Set(try arguments.texts("tools"))
    excluded = Set(try arguments.texts("exclude-tools"))
    kind = try arguments.text("in") == "prompts" ? .prompt : .toolOutput
    dropsHeadless = try arguments.text("headless") == "dropped"
    placeholder = try arguments.placeholder()
    guard key == .window || (kind == .toolOutput && !dropsHeadless) else {
      throw ArgumentError(
        parameter: kind == .prompt ? "in" : "headless", problem: "only with key: window")
    }
    var hash = StableHash()
    hash.combine("superseded")
    hash.combine(try arguments.text("key"))
    for name in self.arguments { hash.combine(name) }
    note = hash.value
  }

  /// Replaces what is out of date.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    key == .window ? closed(history) : superseded(history, in: context)
  }

  private func isMeant(_ tool: String?) -> Bool {
    guard let tool else { return tools.isEmpty }
    return (tools.isEmpty || tools.contains(tool)) && !excluded.contains(tool)
  }

  // MARK: calls and paths

  private func superseded(_ history: History, in context: MomentContext) -> History {
    let items = history.items
    var finder = CallFinder(items)
    var seen: Set<String> = []
    var old: [Int] = []
    for position in items.indices.reversed() where items[position].kind == .toolOutput {
      guard let call = finder.call(ofOutputAt: position) else { continue }
      let keys = items[call.entry.index].note(note) { $0.calls.map { name(of: $0) } }
      guard call.index < keys.count, !keys[call.index].isEmpty,
        isMeant(items[call.entry.index].entry.calls[call.index].name)
      else { continue }
      if !seen.insert(keys[call.index]).inserted, items[position].form != .masked {
        old.append(position)
      }
    }
    guard !old.isEmpty else { return history }
    var history = history
    history.mask(old.reversed(), with: placeholder, by: "superseded-content", in: context)
    return history
  }

  /// What tells a call from others; empty where it names no file.
  private func name(of call: ToolCall) -> String {
    guard key == .path else { return "\(call.name) \(call.arguments.serialised())" }
    let path = arguments.lazy.compactMap { call.arguments[$0]?.stringValue }.first
    return path.map { "\(call.name) \($0)" } ?? ""
  }

  // MARK: windows

  private func closed(_ history: History) -> History {
    let items = history.items
    var finder = CallFinder(items)
    var seen: Set<String> = []
    var old: [Int] = []
    var headless = Array(repeating: false, count: items.count)
    for position in items.indices.reversed() where items[position].kind == kind {
      if items[position].form == .masked { continue }
      let found = items[position].note(note) { FileWindow($0.text).map { [$0.file ?? ""] } ?? [] }
      guard let file = found.first else { continue }
      if kind == .toolOutput, !isMeant(finder.tool(ofOutputAt: position)) { continue }
      if file.isEmpty {
        headless[position] = dropsHeadless
      } else if !seen.insert(file).inserted {
        old.append(position)
      }
    }
    var history = history
    if !old.isEmpty {
      history.rewrite(old.reversed(), to: .truncated, by: "closed-window") { item in
        FileWindow(item.entry.text).map {
          Rewriting(segments: [.text($0.closed)] + item.entry.media)
        }
      }
    }
    if headless.contains(true) { history.keep(at: items.indices.filter { !headless[$0] }) }
    return history
  }

  /// As before, but that placeholders may be longer than what they replace.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  { before.withoutTokens }
}
