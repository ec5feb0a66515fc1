/// An edit told by its result: a policy that knows nothing of operations returns what is left, and
/// what became of each item follows from its label.
///
/// An item that comes back as it was is kept, or moved where the order differs. One whose content
/// changed is truncated if that is a cut of the old content, else masked. One that does not come
/// back is dropped. What has no label of the history is made: it covers what it says, and carries
/// those entries whose whole text stands in it verbatim, which are looked for among what it covers,
/// else among what did not come back. An item that comes back as another kind of entry, standing for
/// others beside, or a second time with other content, is made too, and covers what it came from.
public struct LabelledEdit: Sendable {
  /// Something that is left.
  public struct Part: Hashable, Sendable {
    /// The label of the item it was, if it was one.
    public var label: String?
    /// What it shows; nil as it was.
    public var entry: Entry?
    /// The labels of the items it stands for beside.
    public var covers: [String]

    /// Makes a part.
    public init(label: String? = nil, entry: Entry? = nil, covers: [String] = []) {
      self.label = label
      self.entry = entry
      self.covers = covers
    }
  }

  /// The history that is edited.
  public let history: History
  /// A label for each item, unique in this history: its entry's, with `#2`, `#3` … behind it where
  /// that repeats, or `#` and the place in the log where it has none.
  public let labels: [String]
  let positions: [String: Int]

  /// Names the items of a history.
  ///
  /// - Complexity: O(items).
  public init(_ history: History) {
    self.history = history
    let plain = history.items.map { item in
      item.entry.label.isEmpty ? "#\(item.id.map { "\($0.index)" } ?? "made")" : item.entry.label
    }
    var taken = Set(plain)
    var seen: [String: Int] = [:]
    var labels: [String] = []
    for label in plain {
      var number = seen[label, default: 0] + 1
      var unique = label
      if number > 1 {
        unique = "\(label)#\(number)"
        while taken.contains(unique) {
          number += 1
          unique = "\(label)#\(number)"
        }
        taken.insert(unique)
      }
      seen[label] = number
      labels.append(unique)
    }
    self.labels = labels
    positions = Dictionary(
      zip(labels, labels.indices), uniquingKeysWith: { first, _ in first })
  }

  /// The item with a label.
  public func item(labelled label: String) -> Item? {
    positions[label].map { history.items[$0] }
  }

  /// The entries, each with its label here.
  public var entries: [Entry] {
    zip(history.items, labels).map { item, label in
      var entry = item.entry
      entry.label = label
      return entry
    }
  }

  /// Entries as parts, each the item with its label, else the first that shows the same and was not
  /// named; else it is made.
  ///
  /// - Complexity: O(entries).
  public func parts(from entries: [Entry]) -> [Part] {
    var parts = entries.map { Part(label: nil, entry: $0) }
    var open = Set(labels.indices)
    for (index, entry) in entries.enumerated() {
      guard let position = positions[entry.label], open.remove(position) != nil else { continue }
      parts[index].label = labels[position]
    }
    guard parts.contains(where: { $0.label == nil }) else { return parts }
    var alike: [Entry: [Int]] = [:]
    for position in open.sorted(by: >) {
      alike[Self.content(of: history.items[position].entry), default: []].append(position)
    }
    for index in parts.indices where parts[index].label == nil {
      let known = positions[entries[index].label]
      let place = alike[Self.content(of: entries[index])]?.popLast() ?? known
      parts[index].label = place.map { labels[$0] }
    }
    return parts
  }

  private static func content(of entry: Entry) -> Entry {
    var content = entry
    content.label = ""
    content.recordedID = nil
    content.extra = JSONObject()
    for index in content.segments.indices { content.segments[index].id = nil }
    return content
  }
}

/// A result of an edit that does not fit its history.
public enum LabelledEditError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Something stands for an item that is not there.
  case unknownCover(String)
  /// Something is neither an item of the history nor an entry.
  case nothingToShow(String?)

  /// The message.
  public var description: String {
    switch self {
    case .unknownCover(let label): "covers '\(label)', which is no label of the history"
    case .nothingToShow(let label?):
      "'\(label)' is no label of the history, and nothing says what it shows"
    case .nothingToShow(nil): "something has neither a label nor an entry"
    }
  }
}
