public import EvalKit

/// Drops tool calls and their outputs once they are taken to be done with.
///
/// By default the cut is the last response or round of calls: before it every toolCalls and
/// toolOutput entry goes, after it nothing does.
///
/// - Keeps: prompts and responses; reasoning unless told otherwise; what stands behind the
///   boundary.
/// - Drops: every older round; with the default boundary those of the turn in flight too.
/// - Costs: no call. The cache breaks at the oldest round each time a new one completes.
/// - Leaves alone: a history without tool entries before the boundary. An exchange of which a part
///   stands behind it stays whole, but for the default boundary, which goes by place alone.
/// - Fails: in a tool loop the model loses what it fetched a moment ago; a response that only
///   announces a call moves the cut; the answers that stay show answering without tools; reasoning
///   that led to a call stays without it; with a placeholder a past call reads as prose.
public struct DropCompletedToolCalls: Strategy {
  /// What counts as done with.
  private enum Extent: String, CaseIterable {
    case lastOutputEntry = "last-output-entry"
    case lastPrompt = "last-prompt"
    case lastAnsweredTurn = "last-answered-turn"
    case everything
  }

  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "drop-completed-tool-calls",
    summary: "Drops tool calls and outputs that stand before the last response or calls.",
    parameters: [
      StrategyParameter(
        "boundary", .word(Extent.allCases.map(\.rawValue)),
        default: .word(Extent.lastOutputEntry.rawValue),
        summary: "What goes: all before the last response or calls, all before the last prompt, "
          + "past turns that ended with a response, or everything."),
      StrategyParameter(
        "last-messages", .count([]), default: .number(0),
        summary: "Newest messages left alone; the outputs of a round count as one."),
      .excludeTools,
      StrategyParameter(
        "reasoning", .word(["kept", "dropped"]), default: .word("kept"),
        summary: "What becomes of reasoning that led to calls which go."),
      StrategyParameter(
        "placeholder", .string, isOptional: true,
        summary: "A line that stands where a round went; {tool} stands for the tools called."),
    ])

  private let extent: Extent
  private let lastMessages: Int
  private let excluded: Set<String>
  private let dropsReasoning: Bool
  private let placeholder: String?

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    extent = Extent(rawValue: try arguments.text("boundary")) ?? .lastOutputEntry
    lastMessages = try arguments.count("last-messages")
    excluded = Set(try arguments.texts("exclude-tools"))
    dropsReasoning = try arguments.text("reasoning") == "dropped"
    placeholder = arguments["placeholder"] == nil ? nil : try arguments.text("placeholder")
  }

  /// Drops tool entries within the boundary.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    let items = history.items
    func isTool(_ item: Item) -> Bool { item.kind == .toolCalls || item.kind == .toolOutput }
    let goesByPlace =
      (extent == .lastOutputEntry || extent == .everything) && lastMessages == 0
      && excluded.isEmpty && !dropsReasoning && placeholder == nil
    if goesByPlace {
      let cut = extent == .everything ? items.count : lastOutputEntry(items)
      guard items[..<cut].contains(where: isTool) else { return history }
      var history = history
      history.keep(at: items.indices.filter { $0 >= cut || !isTool(items[$0]) })
      return history
    }
    guard items.contains(where: isTool) else { return history }
    return dropExchanges(of: history, in: region(items))
  }

  private func lastOutputEntry(_ items: [Item]) -> Int {
    items.lastIndex { $0.kind == .response || $0.kind == .toolCalls } ?? 0
  }

  /// For each item, whether it is within the boundary.
  private func region(_ items: [Item]) -> [Bool] {
    let structure = HistoryStructure(items)
    let end = lastMessages == 0 ? items.count : structure.start(ofLast: lastMessages)
    switch extent {
    case .everything: return items.indices.map { $0 < end }
    case .lastOutputEntry:
      let cut = min(end, lastOutputEntry(items))
      return items.indices.map { $0 < cut }
    case .lastPrompt:
      let cut = min(end, structure.inFlightStart)
      return items.indices.map { $0 < cut }
    case .lastAnsweredTurn:
      var region = Array(repeating: false, count: items.count)
      for (place, start) in structure.turnStarts.enumerated().dropLast() {
        let turn = start..<structure.turnStarts[place + 1]
        let last = items[turn].last { $0.kind != .instructions && $0.kind != .opaque }
        guard last?.kind == .response else { continue }
        for position in turn where position < end { region[position] = true }
      }
      return region
    }
  }

  private func dropExchanges(of history: History, in region: [Bool]) -> History {
    let items = history.items
    let exchanges = Exchanges(items)
    func goes(_ round: Exchanges.Round, _ index: Int) -> Bool {
      region[round.calls] && (round.outputs[index].map { region[$0] } ?? true)
        && !excluded.contains(items[round.calls].entry.calls[index].name)
    }
    var history = history
    guard let placeholder else {
      history.drop(exchanges, reasoning: dropsReasoning) { position in
        region[position] && !(items[position].entry.toolName.map(excluded.contains) ?? false)
      } where: {
        goes($0, $1)
      }
      return history
    }
    let groups = exchanges.rounds.filter { round in
      !round.outputs.isEmpty && round.outputs.indices.allSatisfy { goes(round, $0) }
    }.map { round in
      dropsReasoning
        ? round.positions : round.positions.filter { !round.reasoning.contains($0) }
    }
    history.collapse(groups, by: "dropped/\(placeholder)") { members in
      let tools = members.flatMap { $0.entry.calls.map(\.name) }.joined(separator: ", ")
      return .response(placeholder.replacing("{tool}", with: tools))
    }
    return history
  }
}
