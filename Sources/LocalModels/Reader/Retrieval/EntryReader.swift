import EvalKit

/// Reads the passages of one entry.
struct EntryReader {
  /// The passages, in order.
  private(set) var passages: [Passage] = []
  /// The words met.
  private(set) var known: KnownWords
  private let path: [String]
  private var objects = 0

  /// - Parameter tool: The tool an output came from.
  init(tool: String?, known: KnownWords) {
    self.known = known
    path = tool.map { [Self.subject(of: $0)] } ?? []
  }

  /// Reads an entry.
  mutating func read(_ entry: Entry) {
    for segment in entry.segments {
      switch segment.content {
      case .text(let text): read(text, kind: entry.kind)
      case .structure(let value, _): read(value, kind: entry.kind)
      case .attachment(let attachment): prose(attachment.name, kind: entry.kind)
      case .opaque(let value): read(value, kind: entry.kind)
      }
    }
    for call in entry.calls { read(call.arguments, kind: entry.kind) }
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

  private mutating func read(_ text: String, kind: EntryKind) {
    if kind == .toolOutput, Self.isBare(text) {
      return read(.string(text), under: path, kind: kind)
    }
    for part in LooseJSON.parts(text) {
      switch part {
      case .value(let value): read(value, kind: kind)
      case .prose(let text):
        if kind == .toolOutput, let value = ListedText.value(text) {
          read(value, under: path, kind: kind)
        } else {
          prose(text, kind: kind)
        }
      }
    }
  }

  private mutating func prose(_ text: String, kind: EntryKind) {
    let reading = Reading(text, known: &known)
    for range in reading.sentences { passages.append(passage(reading, range, kind: kind)) }
  }

  private mutating func read(_ value: JSONValue, under path: [String] = [], kind: EntryKind) {
    let base = objects + 1
    var keys: [String: [UInt64]] = [:]
    for leaf in Leaf.leaves(of: value, under: path) {
      let reading = Reading(leaf.text, known: &known)
      var pathKeys: [UInt64] = []
      for key in leaf.path.suffix(4) {
        let found = keys[key] ?? KeyWords.keys(key)
        keys[key] = found
        pathKeys += found
      }
      for range in reading.sentences {
        var passage = passage(reading, range, kind: kind)
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

  private func passage(_ reading: Reading, _ range: Range<Int>, kind: EntryKind) -> Passage {
    let last = reading.folded[range.upperBound - 1]
    let asks =
      last == 0x3F || (range.count > 1 && reading.folded[range.upperBound - 2] == 0x3F)
      || (last == 0x3002 && range.count > 1 && reading.folded[range.upperBound - 2] == 0x304B)
    return Passage(item: 0, kind: kind, reading: reading, range: range, isQuestion: asks)
  }
}
