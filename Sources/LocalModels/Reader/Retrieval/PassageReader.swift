import EvalKit

/// The passages of a view, with the turn of each item.
struct PassageReader: Sendable {
  /// An entry of the view.
  struct Part: Sendable {
    let entry: ReadEntry
    /// The item it is; -1 for the instructions of the head.
    let item: Int
    /// The place of its first passage.
    let first: Int
  }

  /// The entries, in order.
  private(set) var parts: [Part] = []
  /// The passages, in order.
  private(set) var passages: [Passage] = []
  /// For each item: its turn, counted by prompts.
  private(set) var turns: [Int] = []
  /// The highest number of an object.
  private(set) var objects = 0
  /// How many words the passages have.
  private(set) var wordCount = 0

  /// Reads instructions and items; what `memory` has read before is taken from it.
  init(
    instructions: [Entry], items: some Sequence<Item>, memory: ReadingMemory = ReadingMemory()
  ) {
    var tools: [String: String] = [:]
    var lastTool: String?
    func read(_ entry: Entry) -> ReadEntry {
      let tool =
        entry.kind == .toolOutput
        ? entry.toolName ?? entry.callID.flatMap { tools[$0] } ?? lastTool : nil
      for call in entry.calls {
        if let id = call.id { tools[id] = call.name }
        lastTool = call.name
      }
      return memory.entry(entry, tool: tool)
    }
    for entry in instructions { append(read(entry), item: -1) }
    var turn = -1
    for (index, item) in items.enumerated() {
      if item.kind == .prompt { turn += 1 }
      turns.append(turn)
      append(read(item.entry), item: index)
    }
  }

  private mutating func append(_ entry: ReadEntry, item: Int) {
    parts.append(Part(entry: entry, item: item, first: passages.count))
    for var passage in entry.passages {
      passage.item = item
      if passage.isLeaf {
        passage.object += objects
        if passage.parent >= 0 { passage.parent += objects }
      }
      passages.append(passage)
    }
    objects += entry.objects
    wordCount += entry.wordCount
  }
}
