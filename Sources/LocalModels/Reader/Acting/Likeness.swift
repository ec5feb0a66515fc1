import EvalKit

/// Finds earlier turns whose prompt is like the active one.
struct Likeness {
  /// An earlier turn: how it was answered.
  struct Precedent: Sendable {
    /// Its place.
    let turn: Int
    /// The tools it called, in order; none where it was answered in prose.
    let tools: [String]
    /// Whether all its calls failed.
    let isFailed: Bool
    /// What it said in the end.
    let response: String
  }

  private let view: ActView

  init(_ view: ActView) { self.view = view }

  /// The like turns in view that were answered, oldest first.
  func precedents(minimum: Int) -> [Precedent] {
    guard let active = view.activePrompt else { return [] }
    let prompts = view.items.indices.filter { view.items[$0].kind == .prompt && $0 < active }
    let sets = prompts.map { view.text($0).terms }
    let target = view.text(active).terms
    var frequency: [UInt64: Int] = [:]
    for set in sets { for key in set { frequency[key, default: 0] += 1 } }
    // A small history counts as one of twelve prompts.
    let size = max(prompts.count, 12)
    let weight = { (key: UInt64) in
      IntegerLog.log2(2 * size + 2, over: 2 * (frequency[key] ?? 0) + 1)
    }
    let whole = target.reduce(0) { $0 + weight($1) }
    return prompts.indices.compactMap { index in
      let shared = target.intersection(sets[index]).reduce(0) { $0 + weight($1) }
      let other = sets[index].reduce(0) { $0 + weight($1) }
      guard whole + other > 0, 2 * shared * 1024 / (whole + other) >= minimum else { return nil }
      return precedent(prompts[index])
    }
  }

  /// Whether the active prompt asks for what the prompt of a turn asked for, names and all: most of
  /// its words that name things were there.
  func isSameRequest(turn: Int) -> Bool {
    guard let active = view.activePrompt,
      let prompt = view.items.indices.first(where: {
        view.items[$0].kind == .prompt && view.turns[$0] == turn
      })
    else { return false }
    let asked = Set(view.text(active).keys)
    let before = Set(view.text(prompt).keys)
    let shared = asked.intersection(before).count
    return 5 * shared >= 2 * min(asked.count, before.count)
  }

  private func precedent(_ prompt: Int) -> Precedent? {
    let turn = view.turns[prompt]
    let calls = view.calls.filter { $0.turn == turn }
    let reply = view.items.indices.last {
      view.turns[$0] == turn && view.items[$0].kind == .response
    }
    guard !calls.isEmpty || reply != nil else { return nil }
    return Precedent(
      turn: turn, tools: calls.map(\.call.name),
      isFailed: !calls.isEmpty && calls.allSatisfy(\.isFailed),
      response: reply.map { view.items[$0].entry.text } ?? "")
  }
}

/// How well a tool's name and description match the active prompt.
struct ToolMatch {
  private let memory: ReadingMemory
  private let prompt: Set<UInt64>
  private let order: [UInt64]
  private let frequency: [UInt64: Int]
  private let size: Int

  init(_ view: ActView) {
    memory = view.memory
    order = memory.text(view.prompt).keys
    prompt = Set(order)
    var frequency: [UInt64: Int] = [:]
    for tool in view.head.tools {
      for key in memory.tool(tool).all { frequency[key, default: 0] += 1 }
    }
    self.frequency = frequency
    size = max(view.head.tools.count, 8)
  }

  /// The share of the tool's name in the prompt and of its description, in 1/1024ths.
  func score(_ tool: ToolDefinition) -> Int {
    let words = memory.tool(tool)
    let name = share(words.name)
    let description = share(words.description)
    return (name * 5 + description * 3) / 8
  }

  /// Where in the prompt a word of the tool's name stands first.
  func firstMention(_ tool: ToolDefinition) -> Int {
    let name = memory.tool(tool).name
    return order.firstIndex { name.contains($0) } ?? order.count
  }

  private func share(_ keys: Set<UInt64>) -> Int {
    let whole = keys.reduce(0) { $0 + weight($1) }
    guard whole > 0 else { return 0 }
    return keys.intersection(prompt).reduce(0) { $0 + weight($1) } * 1024 / whole
  }

  private func weight(_ key: UInt64) -> Int {
    IntegerLog.log2(2 * size + 2, over: 2 * (frequency[key] ?? 0) + 1)
  }
}
