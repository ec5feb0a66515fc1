import EvalKit

/// Fills an argument the way an earlier call filled it: from the same place in a like prompt.
struct Analogy {
  private let view: ActView

  init(_ view: ActView) { self.view = view }

  /// The value standing where the value of the latest such call stood in its prompt.
  func value(_ slot: Slot, tool: String) -> String? {
    guard let active = view.activePrompt else { return nil }
    let target = view.text(active).reading
    for past in view.calls.reversed() where past.call.name == tool && past.turn < view.activeTurn {
      guard let value = past.call.arguments[slot.name]?.stringValue,
        let prompt = view.items[..<past.item].lastIndex(where: { $0.kind == .prompt })
      else { continue }
      let source = view.text(prompt).reading
      if let found = transfer(value, from: source, to: target) { return found }
    }
    return nil
  }

  private func transfer(_ value: String, from source: Reading, to target: Reading) -> String? {
    let wanted = view.memory.text(value).reading.words.map(\.key)
    let keys = source.words.map(\.key)
    guard !wanted.isEmpty, wanted.count <= 6,
      let place = keys.indices.first(where: { keys[$0...].starts(with: wanted) })
    else { return nil }
    let end = place + wanted.count
    // One word on each side must be the same, and on one side two.
    let left = Array(keys[max(0, place - 2)..<place])
    let right = Array(keys[end..<min(keys.count, end + 2)])
    let words = target.words
    let targetKeys = words.map(\.key)
    for start in words.indices {
      guard let before = left.last, start > 0, targetKeys[start - 1] == before else { continue }
      let isLongLeft = left.count < 2 || (start > 1 && targetKeys[start - 2] == left[0])
      for stop in (start + 1)...min(start + wanted.count + 2, words.count) where stop <= words.count
      {
        let follows = Array(targetKeys[stop..<min(words.count, stop + 2)])
        let matches =
          right.isEmpty ? follows.isEmpty : follows.first == right[0]
        let isLongRight = right.count < 2 || follows == right
        guard matches, isLongLeft || isLongRight else { continue }
        var first = start
        while first < stop, words[first].isFunctionWord { first += 1 }
        guard first < stop else { continue }
        return target.text(Int(words[first].start)..<Int(words[stop - 1].end))
      }
    }
    return nil
  }
}
