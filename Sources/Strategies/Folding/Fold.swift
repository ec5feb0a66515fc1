internal import EvalKit

/// The fold that summarising strategies share: a range, who is asked about it, and what stands in
/// its place.
struct Fold {
  /// How an earlier summary of the same stage is treated.
  enum Earlier {
    /// It is summarised like any text.
    case summarised
    /// It is handed over, and only what was folded since is fed.
    case handed
    /// It stays word for word, and the summary of what was folded since is put behind it.
    case kept
  }

  let range: FoldRange
  let form: SummaryForm
  let feed: SummaryFeed
  let summarising: Summarising
  let listsFiles: Bool
  let splitsTurn: Bool

  /// The parameters of its own, for a definition.
  static let parameters: [StrategyParameter] = [
    StrategyParameter(
      "files", .flag, default: .word("false"),
      summary: "Whether the files that folded calls read and changed are listed below the summary."),
    StrategyParameter(
      "split-turn", .flag, default: .word("false"),
      summary: "Whether the beginning of a turn that is cut is summarised in a call of its own."),
  ]

  /// Reads the arguments; those a strategy does not have are their defaults.
  init(_ arguments: StrategyArguments) throws {
    range = try FoldRange(arguments)
    form = try SummaryForm(arguments)
    feed = try SummaryFeed(arguments)
    summarising = try Summarising(arguments)
    listsFiles = arguments["files"] == .word("true")
    splitsTurn = arguments["split-turn"] == .word("true")
  }

  /// What it brings a history down to.
  var target: Target { range.target(turns: form.kind == .prompt ? 1 : 0) }

  /// Asks for a summary of what is to be folded and puts it in the place.
  func folded(
    _ history: History, in context: MomentContext, earlier: Earlier = .summarised,
    sections: Sections? = nil, verifies: Bool = false
  ) async throws -> History {
    let positions = range.positions(in: history, context)
    guard !positions.isEmpty else { return history }
    let before = earlier == .summarised ? nil : earlierSummary(positions, of: history)
    let parts = parts(
      before == nil ? positions : positions.filter { !isOwn($0, history) }, of: history)
    var texts: [String] = []
    for (place, part) in parts.enumerated() {
      let result = try await summary(
        of: part, in: history, previous: place == 0 && earlier == .handed ? before?.summary : nil,
        sections: sections, context)
      switch result {
      case .none: return history
      case .dropped:
        var history = history
        history.drop(at: positions.filter { before == nil || !isOwn($0, history) })
        return history
      case .summary(let text):
        texts.append(
          verifies
            ? try await verified(text, part, in: history, sections: sections, context) : text)
      }
    }
    var text = texts.joined(separator: "\n\nThe turn that was cut began:\n")
    if earlier == .kept, let before { text = "\(before.summary)\n\(text)" }
    let files =
      listsFiles
      ? FileTrail(
        listed: before?.files ?? ownFiles(positions, of: history),
        items: positions.map { history.items[$0] }, tools: history.head.tools
      ).text : ""
    return put(text, files, positions, history)
  }

  /// Puts a summary in the place of items.
  func put(_ text: String, _ files: String = "", _ positions: [Int], _ history: History) -> History
  {
    var history = history
    history.fold(positions, into: form.entry(text, appended: files))
    if let place = positions.first { form.addFrame(to: &history, at: place) }
    return history
  }

  private func summary(
    of positions: [Int], in history: History, previous: String?, sections: Sections?,
    _ context: MomentContext
  ) async throws -> Summarising.Result {
    let items = feed.items(positions, of: history)
    let told =
      (previous == nil ? SummaryPrompt.instructions : SummaryPrompt.update)
      + (sections.map { "\n\n\($0.instructions)" } ?? "")
    return try await summarising.summary(
      of: items, in: history, told: told, previous: previous,
      prompt: { SummaryPrompt.text(of: $0, after: previous) },
      through: (positions.last ?? 0) + 1, sections: sections?.names ?? [],
      check: sections?.fault(in:), context: context)
  }

  /// The summary after a second look; itself where that fails.
  private func verified(
    _ text: String, _ positions: [Int], in history: History, sections: Sections?,
    _ context: MomentContext
  ) async throws -> String {
    var second = summarising
    second.instructions = nil
    second.ladder = []
    let items = feed.items(positions, of: history)
    let result = try await second.summary(
      of: items, in: history, told: "\(SummaryPrompt.verify)\n\nThe summary:\n\(text)",
      previous: text, prompt: { ChatLog.whole(of: $0) }, through: (positions.last ?? 0) + 1,
      sections: sections?.names ?? [], check: sections?.fault(in:), context: context)
    if case .summary(let better) = result { return better }
    return text
  }

  /// The parts that are summarised apart: the turns before one that is cut, and its beginning.
  private func parts(_ positions: [Int], of history: History) -> [[Int]] {
    guard splitsTurn, let last = positions.last, last + 1 < history.count,
      history.items[last + 1].kind != .prompt,
      let start = positions.last(where: {
        history.items[$0].kind == .prompt && !isOwn($0, history)
      })
    else { return [positions] }
    let whole = positions.filter { $0 < start }
    guard whole.contains(where: { !isOwn($0, history) }) else { return [positions] }
    return [whole, positions.filter { $0 >= start }]
  }

  private func isOwn(_ position: Int, _ history: History) -> Bool {
    history.items[position].isSynthesised(by: history.stage)
  }

  /// The summary the same stage put there before, among the items to be folded.
  private func earlierSummary(_ positions: [Int], of history: History)
    -> (summary: String, files: String)?
  {
    let own = positions.first {
      isOwn($0, history) && history.items[$0].entry.kind == form.kind
        && !history.items[$0].standsFor.isEmpty
    }
    guard let own else { return nil }
    let texts = form.texts(of: history.items[own].entry)
    return (texts.summary, texts.appended)
  }

  private func ownFiles(_ positions: [Int], of history: History) -> String {
    earlierSummary(positions, of: history)?.files ?? ""
  }
}
