internal import EvalKit

/// Values with the entries they were first said in, as many of each kind as a cap allows.
///
/// Values are added at the end, so the text only grows; past the cap the older half of a kind goes
/// at once, so that what was there before changes seldom.
struct AnchorIndex {
  /// A value.
  struct Anchor: Hashable {
    let kind: AnchorKind
    let value: String
    /// The entry it was first said in.
    let entry: String
  }

  private(set) var anchors: [Anchor] = []
  private let cap: Int
  private let namesEntries: Bool
  private var known: Set<String> = []
  private var counts: [AnchorKind: Int] = [:]

  init(cap: Int, namesEntries: Bool) {
    self.cap = cap
    self.namesEntries = namesEntries
  }

  /// Adds a value, if it is not there.
  mutating func add(_ kind: AnchorKind, _ value: String, of entry: String) {
    guard known.insert("\(kind.rawValue) \(value)").inserted else { return }
    anchors.append(Anchor(kind: kind, value: value, entry: entry))
    counts[kind, default: 0] += 1
    guard counts[kind, default: 0] > cap else { return }
    var surplus = max(1, cap / 2)
    anchors.removeAll { anchor in
      guard anchor.kind == kind, surplus > 0 else { return false }
      surplus -= 1
      known.remove("\(kind.rawValue) \(anchor.value)")
      counts[kind, default: 0] -= 1
      return true
    }
  }

  /// Adds the values of an item.
  mutating func add(_ item: Item, _ scanner: AnchorScanner) {
    guard item.kind != .reasoning else { return }
    let label = item.entry.label.isEmpty ? item.id.map { "#\($0.index)" } ?? "" : item.entry.label
    let texts =
      item.entry.segments.map(\.plainText)
      + item.entry.calls.map { "\($0.argumentsText ?? $0.arguments.serialised())" }
    for text in texts {
      for anchor in scanner.anchors(in: text) { add(anchor.kind, anchor.value, of: label) }
    }
  }

  /// A line an entry: its name, then the values with their kinds.
  var text: String {
    var lines: [String] = []
    var last: String?
    for anchor in anchors {
      let value = "\(anchor.kind.rawValue) \(anchor.value)"
      if anchor.entry == last {
        lines[lines.count - 1] += "; \(value)"
      } else {
        lines.append(namesEntries ? "\(anchor.entry): \(value)" : value)
        last = anchor.entry
      }
    }
    return lines.isEmpty ? "none" : lines.joined(separator: "\n")
  }

  /// Adds what a text of this form says.
  mutating func add(parsing text: String) {
    for line in text.split(separator: "\n") {
      var rest = line
      var entry = ""
      if namesEntries, let colon = line.firstRange(of: ": ") {
        entry = String(line[..<colon.lowerBound])
        rest = line[colon.upperBound...]
      }
      for part in rest.split(separator: "; ") {
        let words = part.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let kind = AnchorKind(rawValue: String(words[0])) else { continue }
        add(kind, String(words[1]), of: entry)
      }
    }
  }
}

extension AnchorIndex {
  /// What it holds, for a stage's memory.
  var json: JSONValue {
    .array(anchors.map { [.string($0.kind.rawValue), .string($0.value), .string($0.entry)] })
  }

  /// Adds what a memory holds.
  mutating func add(json: JSONValue) {
    for case .array(let parts) in json.arrayValue ?? [] where parts.count == 3 {
      guard let kind = parts[0].stringValue.flatMap(AnchorKind.init(rawValue:)),
        let value = parts[1].stringValue, let entry = parts[2].stringValue
      else { continue }
      add(kind, value, of: entry)
    }
  }
}
