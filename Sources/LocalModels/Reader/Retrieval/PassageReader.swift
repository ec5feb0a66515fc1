import EvalKit
import Synchronization

/// The passages of a view, with the turn of each item.
struct PassageReader: Sendable {
  /// The passages, in order.
  private(set) var passages: [Passage] = []
  /// For each item: its turn, counted by prompts.
  private(set) var turns: [Int] = []

  /// Reads instructions and items; what `memory` has read before is taken from it.
  init(
    instructions: [Entry], items: some Sequence<Item>, memory: ReadingMemory = ReadingMemory()
  ) {
    var objects = 0
    var tools: [String: String] = [:]
    var lastTool: String?
    func append(_ entry: Entry, item: Int) {
      let tool =
        entry.kind == .toolOutput
        ? entry.toolName ?? entry.callID.flatMap { tools[$0] } ?? lastTool : nil
      var highest = objects
      for var passage in memory.passages(of: entry, tool: tool) {
        passage.item = item
        if passage.isLeaf {
          passage.object += objects
          if passage.parent >= 0 { passage.parent += objects }
          highest = max(highest, passage.object)
        }
        passages.append(passage)
      }
      objects = highest
      for call in entry.calls {
        if let id = call.id { tools[id] = call.name }
        lastTool = call.name
      }
    }
    for entry in instructions { append(entry, item: -1) }
    var turn = -1
    for (index, item) in items.enumerated() {
      if item.kind == .prompt { turn += 1 }
      turns.append(turn)
      append(item.entry, item: index)
    }
  }
}

/// Entries read before: views of one session share most of theirs.
///
/// Sharing changes time, never a result: what is remembered is a function of the entry alone.
final class ReadingMemory: Sendable {
  private struct Key: Hashable {
    let entry: Entry
    let tool: String?
  }

  private struct State {
    var known = KnownWords()
    var entries: [Key: [Passage]] = [:]
    var size = 0
  }

  private static let largest = 4 << 20
  private let state = Mutex(State())

  /// The passages of an entry, its item 0, its objects numbered from 1.
  func passages(of entry: Entry, tool: String?) -> [Passage] {
    let key = Key(entry: entry, tool: tool)
    return state.withLock { state in
      if let passages = state.entries[key] { return passages }
      // Moved out and back, so that the table is not copied.
      let known = state.known
      state.known = KnownWords()
      var reader = EntryReader(tool: tool, known: consume known)
      reader.read(entry)
      state.known = reader.known
      state.size += reader.passages.reduce(64) { $0 + $1.range.count }
      if state.size > Self.largest {
        state.entries.removeAll()
        state.size = 0
      }
      state.entries[key] = reader.passages
      return reader.passages
    }
  }
}
