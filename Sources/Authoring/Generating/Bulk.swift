import EvalKit

/// Makes outputs as large as a session is to be.
enum Bulk {
  /// Adds rows to the outputs that hold rows until so many tokens were added.
  ///
  /// Some outputs take many times as many rows as others, as in recorded sessions. No row says a value
  /// of the case.
  static func fill(
    _ draft: inout CaseComposer.Draft, upTo tokens: Int, avoiding values: [String],
    _ prose: inout Prose
  ) {
    guard tokens > 0, !draft.bulky.isEmpty else { return }
    let weights = draft.bulky.map { _ in
      let size = prose.dice.within(1...6)
      return size * size
    }
    var rows = draft.bulky.map { _ in [JSONValue]() }
    let tokenizer = PieceTokenizer()
    var left = tokens
    var attempts = 0
    while left > 0, attempts < 100_000 {
      attempts += 1
      guard let place = prose.dice.place(weights: weights),
        let pattern = draft.bulky[place].tool.rows?.row
      else { return }
      let row = prose.json(pattern)
      if says(row, values) { continue }
      // What a row adds: marks between rows run together.
      let text = row.serialised()
      left -= tokenizer.tokens("\(text),\(text)").count - tokenizer.tokens(text).count
      rows[place].append(row)
    }
    for (place, output) in draft.bulky.enumerated() {
      guard let key = output.tool.rows?.key else { continue }
      var step = draft.steps[output.step].objectValue ?? JSONObject()
      var value = step["json"]?.objectValue ?? JSONObject()
      value[key] = .array(rows[place])
      step["json"] = .object(value)
      draft.steps[output.step] = .object(step)
    }
  }

  private static func says(_ row: JSONValue, _ values: [String]) -> Bool {
    let text = FoldedText([row.serialised()])
    return values.contains { text.says($0) }
  }
}
