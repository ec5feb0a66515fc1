/// Rounds that can be told without pairing the whole history, as nearly all can.
extension HistoryStructure {
  /// Whether every output stands right behind the calls it answers, and every call has one, but that
  /// those of the last round may still wait where nothing follows.
  ///
  /// Where it says no, the history may be in order all the same.
  ///
  /// - Complexity: O(items + calls), much less than ``pairs()``.
  public var hasOnlyWholeRounds: Bool { adjacentRounds() != nil }

  /// The rounds of a history of whole rounds; nil where pairs have to be worked out.
  func adjacentRounds() -> [Range<Int>]? {
    var rounds: [Range<Int>] = []
    var position = 0
    while position < count {
      let kind = items[position].kind
      if kind == .toolOutput { return nil }
      guard kind == .toolCalls else {
        position += 1
        continue
      }
      var end = position + 1
      while end < count, items[end].kind == .toolOutput { end += 1 }
      guard answer(callsAt: position, position + 1..<end) else { return nil }
      var start = position
      while start > (rounds.last?.upperBound ?? 0), items[start - 1].kind == .reasoning {
        start -= 1
      }
      rounds.append(start..<end)
      position = end
    }
    return rounds
  }

  /// Whether outputs answer the calls right before them, a call each, beyond doubt.
  private func answer(callsAt position: Int, _ outputs: Range<Int>) -> Bool {
    // By position: a call is too large a value to copy for every output of every request.
    let number = items[position].entry.calls.count
    guard outputs.count == number || outputs.count < number && outputs.upperBound == count else {
      return false
    }
    let firstID = outputs.first.flatMap { items[$0].entry.callID } ?? ""
    for (index, output) in outputs.enumerated() {
      let id = items[output].entry.callID ?? ""
      if id.isEmpty != firstID.isEmpty { return false }
      if id.isEmpty {
        let name = items[output].entry.toolName
        if let name, name != items[position].entry.calls[index].name { return false }
      } else if number == 1 {
        if items[position].entry.calls[0].id != id { return false }
      } else {
        // One call has this id, and no other output.
        var found = 0
        for place in 0..<number where items[position].entry.calls[place].id == id { found += 1 }
        for other in outputs where other != output && items[other].entry.callID == id { found = 0 }
        if found != 1 { return false }
      }
    }
    return true
  }
}
