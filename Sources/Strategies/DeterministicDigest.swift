public import EvalKit

/// Puts an index of values in the place of everything but the first entries and the tail; no model.
///
/// - Keeps: the first `first` entries, the last ones as `keep` says, and by default the turn in
///   flight; of the rest paths, hashes, identifiers, numbers, lines of errors and addresses, each with
///   the entry it was first said in.
/// - Drops: everything else that was said, and what connects a value with its meaning.
/// - Costs: no call. The index grows at its end, so the cache holds up to there; past the cap of a
///   kind the older half of it goes at once, and the cache breaks within the index.
/// - Leaves alone: a history whose trigger is not met or that the tail holds whole; its own index
///   while nothing new stands behind it.
/// - Fails: names, wishes and decisions in plain words are gone; a corrected value stands beside the
///   one it replaced.
public struct DeterministicDigest: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "deterministic-digest",
    summary: "Puts an index of paths, numbers and other values in the place of old entries.",
    parameters: FoldRange.parameters() + [
      StrategyParameter(
        "kinds", .strings, default: .list(AnchorKind.allCases.map { .string($0.rawValue) }),
        summary: "The kinds of values: path, sha, id, number, error, url."),
      StrategyParameter(
        "cap", .count([]), default: .number(40), minimum: 1,
        summary: "The most values of each kind; past it the older half goes."),
      StrategyParameter(
        "provenance", .flag, default: .word("true"),
        summary: "Whether each value stands behind the entry it was first said in."),
    ] + SummaryForm.parameters(heading: "Values said in entries that are not shown:"))

  private let range: FoldRange
  private let form: SummaryForm
  private let scanner: AnchorScanner
  private let empty: AnchorIndex

  /// Reads the arguments.
  ///
  /// - Throws: ``ArgumentError`` for a kind there is none of.
  public init(_ arguments: StrategyArguments) throws {
    range = try FoldRange(arguments)
    form = try SummaryForm(arguments)
    let kinds = try arguments.texts("kinds").map { word in
      guard let kind = AnchorKind(rawValue: word) else {
        throw ArgumentError(
          parameter: "kinds",
          problem:
            "'kinds' is a list of \(AnchorKind.allCases.map(\.rawValue).joined(separator: ", "));"
            + " found '\(word)'")
      }
      return kind
    }
    scanner = AnchorScanner(Set(kinds))
    empty = AnchorIndex(
      cap: try arguments.count("cap"), namesEntries: try arguments.flag("provenance"))
  }

  /// Puts the index in the place.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    let positions = range.positions(in: history, context)
    guard !positions.isEmpty else { return history }
    var index = empty
    var start = 0
    let own = positions.filter { history.items[$0].isSynthesised(by: history.stage) }
    for position in own {
      index.add(parsing: form.texts(of: history.items[position].entry).summary)
    }
    if own.isEmpty { start = recall(&index, positions, of: history, memory, context) }
    for position in positions[start...]
    where !history.items[position].isSynthesised(by: history.stage) {
      index.add(history.items[position], scanner)
    }
    if own.isEmpty, start < positions.count {
      memory = [
        "count": JSONValue(positions.count),
        "items": .string(Self.digest(positions[...], of: history, context)),
        "index": index.json,
      ]
    }
    var history = history
    history.fold(positions, into: form.entry(index.text))
    form.addFrame(to: &history, at: positions[0])
    return history
  }

  /// Takes what the last request's index was made of, if the same items come first again.
  ///
  /// - Returns: how many of the positions are in it.
  private func recall(
    _ index: inout AnchorIndex, _ positions: [Int], of history: History, _ memory: JSONValue,
    _ context: MomentContext
  ) -> Int {
    guard let count = memory["count"]?.intValue, count <= positions.count, count > 0,
      let items = memory["items"]?.stringValue, let anchors = memory["index"],
      items == Self.digest(positions[..<count], of: history, context)
    else { return 0 }
    index.add(json: anchors)
    return count
  }

  /// What tells items from others: which entry each is, in what form and of what size.
  private static func digest(
    _ positions: ArraySlice<Int>, of history: History, _ context: MomentContext
  ) -> String {
    var hash = StableHash()
    // A word at a time: this is done for every item of every request.
    var value: UInt64 = 1
    for position in positions {
      let item = history.items[position]
      let form: UInt64 = item.form == .whole ? 0 : item.form == .masked ? 1 : 2
      let place = UInt64(bitPattern: Int64(item.id?.index ?? -1))
      value = (value ^ place &* 4 &+ form) &* 0x100_0000_01b3
      value = (value ^ UInt64(bitPattern: Int64(context.tokens(item)))) &* 0x100_0000_01b3
      if item.isSynthesised { hash.combine(item.entry.label) }
    }
    hash.combine(Int(truncatingIfNeeded: value))
    return hash.hexadecimal
  }

  /// When it acts, as far as its arguments tell.
  public func reach(at moment: Moment) -> Reach { .when(range.trigger) }

  /// What it leaves at most.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  { form.bounds(after: before) }

  /// What it brings a history down to.
  public var target: Target? { range.target(turns: form.kind == .prompt ? 1 : 0) }
}
