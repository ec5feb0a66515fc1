public import EvalKit

/// Keeps the first entries and the last ones, and drops what stands between.
///
/// - Keeps: the first `first` and the last `last` entries, each once where the two meet.
/// - Drops: the middle, without a marker unless one is asked for.
/// - Costs: no call. The first entries stay in the cache; behind them it breaks on every request.
/// - Leaves alone: a history of at most `first` + `last` entries.
/// - Fails: both edges may cut a turn or a round; the model sees the end follow the beginning; a
///   marker stands as a prompt nobody wrote, and its count changes on every request.
///
/// `overlap: repeat` puts head and tail together without looking whether they meet, as some that
/// ship do: a short history then shows entries twice.
public struct KeepFirstLast: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "keep-first-last",
    summary: "Keeps the first and the last entries and drops the middle.",
    parameters: [
      StrategyParameter(
        "first", .count([.entries]), summary: "How many entries to keep from the beginning."),
      StrategyParameter(
        "last", .count([.entries]), summary: "How many entries to keep from the end."),
      StrategyParameter(
        "marker", .string, isOptional: true,
        summary: "A prompt that stands in the gap; {count} stands for how many entries it hides."),
      StrategyParameter(
        "overlap", .word(["once", "repeat"]), default: .word("once"),
        summary: "`repeat`: where the first and the last entries meet, those in both stand twice."),
      StrategyParameter(
        "head", .word(["kept", "counted"]), default: .word("kept"),
        summary: "`counted`: instructions count as the first entries and fall like them."),
    ])

  private let first: Int
  private let last: Int
  private let marker: String?
  private let repeats: Bool
  private let countsHead: Bool

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    first = try arguments.count("first")
    last = try arguments.count("last")
    marker = arguments["marker"] == nil ? nil : try arguments.text("marker")
    repeats = try arguments.text("overlap") == "repeat"
    countsHead = try arguments.text("head") == "counted"
  }

  /// Drops the middle.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    if history.count <= first + last, !repeats, !countsHead { return history }
    let instructions = countsHead ? Self.distinct(history.head.instructions) : []
    let isPlain = marker == nil && !repeats && !countsHead
    let places = isPlain ? Array(history.items.indices) : own(history)
    let total = instructions.count + places.count
    guard total > first + last || (repeats && first > 0 && last > 0) else { return history }

    // Positions in the instructions, then the entries.
    let front = 0..<min(first, total)
    let back = max(repeats ? 0 : front.upperBound, total - last)..<total
    var shown = Shown(instructions, places)
    shown.add(front)
    let gap = shown.items.count
    shown.add(back)

    var history = history
    let hadMarker = marker != nil && history.items.contains(where: isMarker(in: history))
    if countsHead, shown.instructions != history.head.instructions {
      if shown.instructions.isEmpty {
        history.dropHead()
      } else {
        history.editHead { $0.instructions = shown.instructions }
      }
    }
    if repeats { history.arrange(shown.items) } else { history.keep(at: shown.items) }
    for late in shown.late.reversed() {
      history.replace(late.place..<late.place, with: late.entry)
    }
    let dropped = max(0, total - first - last)
    if let marker, dropped > 0 {
      let before = hadMarker ? memory["skipped"]?.intValue ?? 0 : 0
      memory = ["skipped": JSONValue(before + dropped)]
      let text = marker.replacing("{count}", with: "\(before + dropped)")
      history.replace(gap..<gap, with: .prompt(text))
    }
    return history
  }

  /// What it leaves at most.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  {
    let most = first + last + (marker == nil ? 0 : 1)
    guard marker != nil || repeats || countsHead else { return before.limited(entries: most) }
    // What it makes or repeats may add turns and tokens.
    return HistoryBounds(entries: countsHead ? nil : most)
  }

  /// The positions of entries, each once, what this stage made left out.
  private func own(_ history: History) -> [Int] {
    let isMarker = isMarker(in: history)
    guard repeats else { return history.items.indices.filter { !isMarker(history.items[$0]) } }
    var seen = Set<Item.Source>()
    return history.items.indices.filter { position in
      let item = history.items[position]
      return !isMarker(item) && seen.insert(item.source).inserted
    }
  }

  private func isMarker(in history: History) -> (Item) -> Bool {
    { [stage = history.stage] in $0.isSynthesised(by: stage) }
  }

  private static func distinct(_ entries: [Entry]) -> [Entry] {
    var seen = Set<Entry>()
    return entries.filter { seen.insert($0).inserted }
  }

  /// What is shown, of instructions counted as the first entries.
  private struct Shown {
    let all: [Entry]
    let places: [Int]
    var instructions: [Entry] = []
    var items: [Int] = []
    /// Instructions that come again behind entries.
    var late: [(place: Int, entry: Entry)] = []

    init(_ instructions: [Entry], _ places: [Int]) {
      all = instructions
      self.places = places
    }

    mutating func add(_ range: Range<Int>) {
      for position in range {
        if position >= all.count {
          items.append(places[position - all.count])
        } else if items.isEmpty {
          instructions.append(all[position])
        } else {
          late.append((items.count, all[position]))
        }
      }
    }
  }
}
