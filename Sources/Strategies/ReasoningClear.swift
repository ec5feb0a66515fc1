public import EvalKit

/// Drops old reasoning; calls and responses stay.
///
/// - Keeps: everything else; the reasoning of the newest turns or messages, as `keep` says.
/// - Drops: older reasoning entries, whole.
/// - Costs: no call. The cache breaks at the reasoning that goes, each time the edge moves.
/// - Leaves alone: a history without reasoning; everything until the trigger is met.
/// - Fails: a reply that was nothing but reasoning goes without a trace; providers that sign
///   reasoning refuse what is kept behind an edit; `keep: none` takes the reasoning of the turn in
///   flight.
public struct ReasoningClear: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "reasoning-clear",
    summary: "Drops the reasoning of all but the newest turns or messages.",
    parameters: [
      StrategyParameter(
        "keep", .word(["turns", "messages", "before-last", "none", "all"]),
        default: .word("turns"),
        summary: "What stays: reasoning of the newest turns that have some, of the newest messages "
          + "of the model, of the last message of all, none, or all."),
      StrategyParameter(
        "count", .count([]), default: .number(1),
        summary: "How many turns or messages."),
      .when(.word("always")),
    ])

  private let keep: String
  private let count: Int
  private let trigger: Trigger

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    keep = try arguments.text("keep")
    count = try arguments.count("count")
    trigger = try arguments.trigger("when")
  }

  /// Drops old reasoning.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    let items = history.items
    guard keep != "all", items.contains(where: { $0.kind == .reasoning }),
      trigger.isMet(by: history, in: context)
    else { return history }
    let start = start(in: items)
    let kept = items.indices.filter { $0 >= start || items[$0].kind != .reasoning }
    guard kept.count < items.count else { return history }
    var history = history
    history.keep(at: kept)
    return history
  }

  /// Where reasoning begins to stay.
  private func start(in items: [Item]) -> Int {
    let structure = HistoryStructure(items)
    switch keep {
    case "messages": return structure.start(ofLast: count, isByModel: true)
    case "before-last": return structure.start(ofLast: 1)
    case "turns":
      var found = 0
      var start = items.count
      for turn in structure.units(.turn).reversed() where found < count {
        if items[turn].contains(where: { $0.kind == .reasoning }) {
          found += 1
          start = turn.lowerBound
        }
      }
      return start
    default: return items.count
    }
  }

  /// When it acts, as far as its arguments tell.
  public func reach(at moment: Moment) -> Reach {
    keep == "all" ? .never("it keeps all reasoning") : .when(trigger)
  }
}
