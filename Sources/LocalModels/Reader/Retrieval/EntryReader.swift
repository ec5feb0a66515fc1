import EvalKit

/// Reads the passages of one entry.
struct EntryReader {
  /// The passages, in order.
  private(set) var passages: [Passage] = []
  /// The words met.
  private(set) var known: KnownWords
  /// The ways to leaves met, by their last keys.
  private(set) var labels: [[String]: LeafLabel]
  private let path: [String]
  private var objects = 0

  /// - Parameter tool: The tool an output came from.
  init(tool: String?, known: KnownWords, labels: [[String]: LeafLabel]) {
    self.known = known
    self.labels = labels
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
    for range in reading.sentences {
      passages.append(Passage(content: content(reading, range, kind: kind)))
    }
  }

  private mutating func read(_ value: JSONValue, under path: [String] = [], kind: EntryKind) {
    let base = objects + 1
    for leaf in Leaf.leaves(of: value, under: path) {
      let reading = Reading(leaf.text, known: &known)
      let label = label(Array(leaf.path.suffix(4)))
      for range in reading.sentences {
        let isWhole = reading.sentences.count == 1
        var passage = Passage(
          content: content(
            reading, range, kind: kind, label: label, value: isWhole ? leaf.value : nil,
            isLeaf: true))
        passage.object = base + leaf.object
        passage.parent = leaf.parent < 0 ? -1 : base + leaf.parent
        passages.append(passage)
        objects = max(objects, passage.object)
      }
    }
  }

  private mutating func label(_ path: [String]) -> LeafLabel {
    if let known = labels[path] { return known }
    let label = LeafLabel(
      pathKeys: path.flatMap(KeyWords.keys), name: path.last.map(KeyWords.split) ?? [])
    labels[path] = label
    return label
  }

  private func content(
    _ reading: Reading, _ range: Range<Int>, kind: EntryKind, label: LeafLabel = .none,
    value: JSONValue? = nil, isLeaf: Bool = false
  ) -> PassageContent {
    let last = reading.folded[range.upperBound - 1]
    let asks =
      last == 0x3F || (range.count > 1 && reading.folded[range.upperBound - 2] == 0x3F)
      || (last == 0x3002 && range.count > 1 && reading.folded[range.upperBound - 2] == 0x304B)
    return PassageContent(
      kind: kind, reading: reading, range: range, isQuestion: asks, label: label, value: value,
      isLeaf: isLeaf)
  }
}
