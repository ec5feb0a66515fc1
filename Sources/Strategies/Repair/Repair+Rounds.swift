internal import EvalKit

extension Repair {
  /// What a pass found to be wrong.
  private struct Faults {
    var dropped = Set<Int>()
    /// Calls without an output, by the position of their entry.
    var openCalls: [(position: Int, calls: [Int])] = []
    /// Outputs without a call that are to be mended.
    var outputs: [Int] = []
    var isEmpty: Bool { dropped.isEmpty && openCalls.isEmpty && outputs.isEmpty }
  }

  /// Mends rounds once.
  ///
  /// - Returns: whether anything was changed.
  func repairRounds(of history: inout History) -> Bool {
    if HistoryStructure(history.items).hasOnlyWholeRounds,
      !wholeRounds || !history.items.contains(where: \.isPartial)
    {
      return false
    }
    let faults = faults(in: history)
    if faults.isEmpty { return false }
    // From the end, so that positions before it stay as they are.
    var open = faults.openCalls
    var orphans = faults.outputs
    while let position = [open.last?.position, orphans.last].compactMap({ $0 }).max() {
      if position == orphans.last {
        orphans.removeLast()
        mend(outputAt: position, in: &history)
      } else if let (position, calls) = open.popLast() {
        mend(calls, at: position, in: &history)
      }
    }
    // Mending inserts, so what falls is found again by the next pass.
    if faults.openCalls.isEmpty, faults.outputs.isEmpty {
      history.keep(at: history.items.indices.filter { !faults.dropped.contains($0) })
    }
    return true
  }

  private func faults(in history: History) -> Faults {
    let items = history.items
    let pairs = HistoryStructure(items).pairs()
    var faults = Faults()
    var isLeading = true
    // Behind the last entry that is no output, calls may still wait.
    let waiting = items.lastIndex { $0.kind != .toolOutput } ?? 0
    for position in items.indices {
      switch items[position].kind {
      case .toolOutput where pairs.answers[position] == nil:
        switch outputs {
        case .drop: faults.dropped.insert(position)
        case .leading: if isLeading { faults.dropped.insert(position) }
        case .stub, .text: faults.outputs.append(position)
        case .keep: break
        }
      case .toolOutput: isLeading = false
      case .toolCalls:
        isLeading = false
        guard position < waiting else { continue }
        add(items[position], at: position, pairs.outputs[position], to: &faults, items)
      default: isLeading = false
      }
    }
    return faults
  }

  private func add(
    _ item: Item, at position: Int, _ answers: [EntryID?], to faults: inout Faults, _ items: [Item]
  ) {
    let open = answers.indices.filter { answers[$0] == nil }
    let loses = !open.isEmpty && calls == .drop
    if loses && open.count == answers.count || wholeRounds && (loses || item.isPartial) {
      faults.dropped.insert(position)
      faults.dropped.formUnion(answers.compactMap { $0?.index })
      var before = position - 1
      while before >= 0, items[before].kind == .reasoning {
        faults.dropped.insert(before)
        before -= 1
      }
    } else if !open.isEmpty, calls != .keep {
      faults.openCalls.append((position, open))
    }
  }

  private func mend(outputAt position: Int, in history: inout History) {
    let item = history.items[position]
    let name = item.entry.toolName
    if outputs == .stub {
      let call = ToolCall(
        id: item.entry.callID, name: name ?? "unknown", arguments: .object(JSONObject()))
      // It covers the output, so that every stub has an id of its own.
      history.replace(position..<position, with: .calls([call]), covering: item.standsFor)
      return
    }
    let text = item.entry.segments.map(\.plainText).joined(separator: "\n")
    let isVerbatim = item.entry.segments.allSatisfy { $0.text != nil }
    history.replace(
      position..<position + 1, with: .prompt("Output of \(name ?? "a tool"):\n\(text)"),
      carrying: isVerbatim ? item.verbatim : [])
  }

  private func mend(_ open: [Int], at position: Int, in history: inout History) {
    if calls == .drop {
      drop(open, at: position, in: &history)
      return
    }
    let item = history.items[position]
    let answers = HistoryStructure(history.items).pairs().outputs[position]
    // Behind the outputs the round has.
    var place = (answers.compactMap { $0?.index }.max() ?? position) + 1
    for index in open {
      let call = item.entry.calls[index]
      let number = item.entry.calls.count > 1 ? " (call \(index + 1))" : ""
      history.replace(
        place..<place,
        with: .output(result + number, callID: call.id, toolName: call.name),
        covering: item.standsFor)
      place += 1
    }
  }

  /// Drops calls of an entry by their places in it.
  private func drop(_ open: [Int], at position: Int, in history: inout History) {
    var index = -1
    history.dropCalls(at: position) { _ in
      index += 1
      return open.contains(index)
    }
  }
}

extension History {
  /// Drops what stands a second time.
  mutating func dropRepeated() {
    // Mostly the log's own order says that nothing does.
    var latest = -1
    var made = 0
    let isRising = items.allSatisfy { item in
      guard let index = item.id?.index else {
        made += 1
        return made < 2
      }
      defer { latest = index }
      return index > latest
    }
    if isRising { return }
    var seen = Set<Item.Source>()
    let kept = items.indices.filter { seen.insert(items[$0].source).inserted }
    keep(at: kept)
  }

  /// Drops entries without content; outputs stay, since calls need them, and so does the last prompt.
  mutating func dropEmpty() {
    let last = items.lastIndex { $0.kind == .prompt }
    let kept = items.indices.filter { position in
      let item = items[position]
      return position == last || item.kind == .toolOutput || item.hasContent
    }
    keep(at: kept)
  }

  /// Makes one entry of prompts in a row, and of responses in a row.
  mutating func mergeRoles() {
    var end = items.count
    while end > 1 {
      let kind = items[end - 1].kind
      var start = end - 1
      if kind == .prompt || kind == .response {
        while start > 0, items[start - 1].kind == kind { start -= 1 }
      }
      if end - start > 1 {
        var entry = items[end - 1].entry
        entry.segments = items[start..<end].flatMap(\.entry.segments)
        replace(start..<end, with: entry, carrying: items[start..<end].flatMap(\.verbatim))
      }
      end = start
    }
  }
}

extension Item {
  /// Whether it says anything.
  var hasContent: Bool {
    if kind == .toolCalls { return !entry.calls.isEmpty }
    return !entry.segments.allSatisfy { $0.text?.isEmpty ?? false }
  }

  /// The entries of the log whose text it holds whole.
  var verbatim: [EntryID] { isSynthesised || form == .whole ? carried : [] }
}
