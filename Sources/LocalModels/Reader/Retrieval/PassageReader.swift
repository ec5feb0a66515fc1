import EvalKit

/// Reads the passages of a view.
struct PassageReader {
  /// The passages so far, in order.
  private(set) var passages: [Passage] = []
  /// For each item: its turn, counted by prompts.
  private(set) var turns: [Int] = []
  private var objects = 0
  private var toolsByCall: [String: String] = [:]
  private var lastTool: String?

  /// Reads instructions and items.
  init(instructions: [Entry], items: some Sequence<Item>) {
    for entry in instructions { read(entry, item: -1) }
    var turn = -1
    for (index, item) in items.enumerated() {
      if item.kind == .prompt { turn += 1 }
      turns.append(turn)
      read(item.entry, item: index)
    }
  }

  private mutating func read(_ entry: Entry, item: Int) {
    var path: [String] = []
    if entry.kind == .toolOutput {
      path = (entry.toolName ?? entry.callID.flatMap { toolsByCall[$0] } ?? lastTool)
        .map { [Self.subject(of: $0)] } ?? []
    }
    for call in entry.calls {
      if let id = call.id { toolsByCall[id] = call.name }
      lastTool = call.name
    }
    for segment in entry.segments {
      switch segment.content {
      case .text(let text): read(text, under: path, kind: entry.kind, item: item)
      case .structure(let value, _): read(value, kind: entry.kind, item: item)
      case .attachment(let attachment): prose(attachment.name, kind: entry.kind, item: item)
      case .opaque(let value): read(value, kind: entry.kind, item: item)
      }
    }
    for call in entry.calls { read(call.arguments, kind: entry.kind, item: item) }
  }

  /// What a tool gives, by its name: `get_users_in_channel` gives users.
  private static func subject(of tool: String) -> String {
    let words = KeyWords.split(tool)
    let end = words.firstIndex { ["by", "in", "for", "from", "of", "to", "at"].contains($0) }
    let subject = words[..<(end ?? words.count)].dropFirst()
    return subject.isEmpty ? tool : subject.joined(separator: "_")
  }

  private static func isBare(_ text: String) -> Bool {
    let bytes = text.utf8
    return bytes.count <= 64 && !bytes.contains { $0 <= 0x20 } && !bytes.isEmpty
  }

  private mutating func read(_ text: String, under path: [String], kind: EntryKind, item: Int) {
    if kind == .toolOutput, Self.isBare(text) {
      return read(.string(text), under: path, kind: kind, item: item)
    }
    for part in LooseJSON.parts(text) {
      switch part {
      case .value(let value): read(value, kind: kind, item: item)
      case .prose(let text):
        if kind == .toolOutput, let value = ListedText.value(text) {
          read(value, under: path, kind: kind, item: item)
        } else {
          prose(text, kind: kind, item: item)
        }
      }
    }
  }

  private mutating func prose(_ text: String, kind: EntryKind, item: Int) {
    let reading = Reading(text)
    for range in reading.sentences {
      passages.append(passage(reading, range, kind: kind, item: item))
    }
  }

  private mutating func read(
    _ value: JSONValue, under path: [String] = [], kind: EntryKind, item: Int
  ) {
    let base = objects + 1
    for leaf in Leaf.leaves(of: value, under: path) {
      let reading = Reading(leaf.text)
      let pathKeys = leaf.path.suffix(4).flatMap(KeyWords.keys)
      for range in reading.sentences {
        var passage = passage(reading, range, kind: kind, item: item)
        passage.pathKeys = pathKeys
        passage.name = leaf.path.last.map(KeyWords.split) ?? []
        passage.object = base + leaf.object
        passage.parent = leaf.parent < 0 ? -1 : base + leaf.parent
        if reading.sentences.count == 1 { passage.value = leaf.value }
        passages.append(passage)
        objects = max(objects, passage.object)
      }
    }
  }

  private func passage(
    _ reading: Reading, _ range: Range<Int>, kind: EntryKind, item: Int
  ) -> Passage {
    let last = reading.folded[range.upperBound - 1]
    let asks = last == 0x3F || (range.count > 1 && reading.folded[range.upperBound - 2] == 0x3F)
    return Passage(
      item: item, kind: kind, reading: reading, range: range, words: reading.wordRange(range),
      isQuestion: asks)
  }
}
