import EvalKit

/// A view read for acting: its passages, its turns, the calls made in it.
struct ActView: Sendable {
  /// A call that was made, with its place and whether its output is in view.
  struct Past: Sendable {
    let item: Int
    let turn: Int
    let call: ToolCall
    let hasOutput: Bool
    /// Whether the output in view says that the call failed.
    let isFailed: Bool

    /// Whether a call is the same again.
    func makes(_ other: ToolCall) -> Bool {
      call.name == other.name && Self.leaves(call) == Self.leaves(other)
    }

    private static func leaves(_ call: ToolCall) -> Set<String> {
      Set(
        Leaf.leaves(of: call.arguments).map {
          $0.path.joined(separator: ".") + "=" + Folding.fold($0.text)
        })
    }
  }

  let head: Head
  let items: [Item]
  /// What the view says.
  let reader: PassageReader
  let memory: ReadingMemory
  /// The turn the request is in.
  let activeTurn: Int
  /// The item of its prompt.
  let activePrompt: Int?
  let calls: [Past]

  /// Reads a request.
  init(_ request: ModelRequest, memory: ReadingMemory = ReadingMemory()) {
    head = request.head
    items = request.items
    let reader = PassageReader(
      instructions: head.instructions, items: items, memory: memory)
    self.reader = reader
    self.memory = memory
    activePrompt = items.lastIndex { $0.kind == .prompt }
    activeTurn = activePrompt.map { reader.turns[$0] } ?? -1
    let structure = TranscriptStructure(items.map(\.entry))
    var calls: [Past] = []
    for (index, item) in items.enumerated() where item.kind == .toolCalls {
      for (place, call) in item.entry.calls.enumerated() {
        let outputs = structure.outputs[index]
        let output = outputs.indices.contains(place) ? outputs[place] : nil
        calls.append(
          Past(
            item: index, turn: reader.turns[index], call: call, hasOutput: output != nil,
            isFailed: output.map { FailedOutput.isFailed(request.items[$0.index]) } ?? false))
      }
    }
    self.calls = calls
  }

  var passages: [Passage] { reader.passages }
  /// For each item: its turn, counted by prompts.
  var turns: [Int] { reader.turns }

  /// The text of an item, read.
  func text(_ item: Int) -> ReadText { memory.text(items[item].entry.text) }

  /// The text of the active prompt.
  var prompt: String { activePrompt.map { items[$0].entry.text } ?? "" }

  /// The definition of a tool, where it is defined.
  func definition(_ tool: String) -> ToolDefinition? { head.tools.first { $0.name == tool } }

  /// Whether a tool only reads: as stated, else by the verb of its name.
  func isRead(_ tool: String) -> Bool {
    if let effect = definition(tool)?.effect { return effect == .read }
    return KeyWords.split(tool).first.map(Self.readVerbs.contains) ?? false
  }

  private static let readVerbs: Set<String> = [
    "get", "find", "search", "list", "read", "check", "lookup", "look", "fetch", "show", "count",
    "view", "query", "describe", "load", "calculate", "compute", "retrieve", "select", "inspect",
    "stat", "cat", "ls", "grep", "browse", "open",
  ]
}
