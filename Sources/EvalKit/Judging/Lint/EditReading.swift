/// An edit made by anyone, read off the history before it and the one after.
///
/// What stands for what is inferred, in this order: an entry of the same kind and content is kept;
/// one that answers the same call, has some of the same calls or the same recorded id is edited; one
/// whose text is a part of another's, or begins or ends like it, is cut; anything else was made, and
/// stands for what vanished from the place where it stands. Labels do not count: they are made on
/// import. An entry that is there more often than before is there twice.
public struct EditReading: Sendable {
  /// What the history after the edit shows, in terms of the one before.
  public let view: View

  /// Reads an edit.
  ///
  /// - Complexity: O(entries + text), and O(edited × vanished) for entries whose text changed.
  public init(before: Transcript, after: Transcript) {
    var reading = Alignment(before, after)
    reading.keep()
    reading.edit()
    reading.cut()
    let head = after.head(at: after.entries.count)
    let known = before.head(at: before.entries.count)
    view = View(
      head: head, isHeadEdited: !Self.areSame(head, known), items: reading.items())
  }

  private static func areSame(_ left: Head, _ right: Head) -> Bool {
    left.tools == right.tools
      && left.instructions.map { ContentKey($0) } == right.instructions.map { ContentKey($0) }
  }
}

/// What an entry says, whatever it is called.
private struct ContentKey: Hashable {
  let kind: EntryKind
  let segments: [Segment.Content]
  let calls: [CallKey]
  let callID: String?

  struct CallKey: Hashable {
    let id: String?
    let name: String
    let arguments: JSONValue
  }

  init(_ entry: Entry) {
    kind = entry.kind
    segments = entry.segments.map(\.content)
    calls = entry.calls.map { CallKey(id: $0.id, name: $0.name, arguments: $0.arguments) }
    callID = entry.callID
  }
}

private struct Alignment {
  /// The shortest text that is taken for a part of another, in characters.
  private static let least = 16

  let before: [Entry]
  let after: [Entry]
  /// For each entry after: the entry it was, and what was done to it.
  var matches: [(entry: Int, form: Item.Form, isPartial: Bool)?]
  var used: [Bool]

  init(_ before: Transcript, _ after: Transcript) {
    self.before = before.entries
    self.after = after.entries
    matches = Array(repeating: nil, count: after.entries.count)
    used = Array(repeating: false, count: before.entries.count)
  }

  mutating func match(_ place: Int, _ entry: Int, _ form: Item.Form, isPartial: Bool = false) {
    matches[place] = (entry, form, isPartial)
    used[entry] = true
  }

  /// Entries of the same kind and content, like ones paired from the end: histories keep their tails.
  mutating func keep() {
    var places: [ContentKey: [Int]] = [:]
    for (place, entry) in before.enumerated() {
      places[ContentKey(entry), default: []].append(place)
    }
    var left = places
    for place in after.indices.reversed() {
      let key = ContentKey(after[place])
      if let found = left[key]?.popLast() {
        match(place, found, .whole)
      } else if let first = places[key]?.first {
        match(place, first, .whole)
      }
    }
  }

  /// Entries with other content that are told by the call they answer, by their calls or by their id.
  mutating func edit() {
    for place in after.indices where matches[place] == nil {
      let entry = after[place]
      let found = before.indices.last { candidate in
        guard !used[candidate], before[candidate].kind == entry.kind else { return false }
        switch entry.kind {
        case .toolOutput: return entry.callID != nil && entry.callID == before[candidate].callID
        case .toolCalls: return Self.isPart(entry.calls, of: before[candidate].calls)
        default: return entry.recordedID != nil && entry.recordedID == before[candidate].recordedID
        }
      }
      guard let found else { continue }
      let isPartial = entry.calls.count < before[found].calls.count
      let isWhole =
        entry.kind == .toolCalls
        && entry.calls.allSatisfy { call in
          before[found].calls.contains { $0.name == call.name && $0.arguments == call.arguments }
        }
      match(
        place, found, isWhole ? .whole : Self.form(of: entry, from: before[found]),
        isPartial: isPartial)
    }
  }

  /// Whether calls are some of others, told by their ids, or by tool and arguments without ids.
  private static func isPart(_ calls: [ToolCall], of all: [ToolCall]) -> Bool {
    !calls.isEmpty
      && calls.allSatisfy { call in
        all.contains { other in
          other.name == call.name
            && (call.id != nil ? call.id == other.id : call.arguments == other.arguments)
        }
      }
  }

  /// Entries whose text was shortened.
  mutating func cut() {
    for place in after.indices where matches[place] == nil && after[place].calls.isEmpty {
      let text = after[place].text
      guard text.count >= Self.least else { continue }
      let found = before.indices.last { candidate in
        !used[candidate] && before[candidate].kind == after[place].kind
          && Self.isCut(text, from: before[candidate].text)
      }
      if let found { match(place, found, .truncated) }
    }
  }

  private static func isCut(_ text: String, from whole: String) -> Bool {
    guard whole.count > text.count / 2 else { return false }
    return whole.contains(text)
      || (whole.hasPrefix(text.prefix(least)) && shares(text, whole))
  }

  /// Whether at least half of a text is the beginning and the end of another.
  private static func shares(_ text: String, _ whole: String) -> Bool {
    let head = text.commonPrefix(with: whole).count
    let tail = String(text.reversed()).commonPrefix(with: String(whole.reversed())).count
    return (head + tail) * 2 >= text.count
  }

  private static func form(of entry: Entry, from whole: Entry) -> Item.Form {
    if entry.kind == .toolCalls { return .truncated }
    return isCut(entry.text, from: whole.text) && !entry.text.isEmpty ? .truncated : .masked
  }

  /// The items of the view.
  func items() -> [Item] {
    let gone = before.indices.filter { !used[$0] }
    return after.indices.map { place in
      if let match = matches[place] {
        return Item(
          source: .recorded(EntryID(match.entry)), form: match.form, isPartial: match.isPartial,
          entry: after[place])
      }
      return made(place, gone)
    }
  }

  /// An entry that was made: it stands for what vanished between its neighbours, else for all.
  private func made(_ place: Int, _ gone: [Int]) -> Item {
    let low = matches[..<place].reversed().lazy.compactMap { $0?.entry }.first ?? -1
    let high = matches[place...].lazy.compactMap { $0?.entry }.first ?? before.count
    let between = gone.filter { $0 > low && $0 < high }
    let covered = between.isEmpty ? gone : between
    let text = after[place].text
    let carried = covered.filter { candidate in
      let whole = before[candidate].text
      return whole.count >= Self.least && text.contains(whole)
    }
    let carries = Set(carried)
    var digest = StableHash()
    digest.combine(place)
    digest.combine(text)
    return Item(
      source: .synthesised(
        SynthesisedID(digest: digest.value, stage: "edit"),
        covers: covered.filter { !carries.contains($0) }.map { EntryID($0) },
        carries: carried.map { EntryID($0) }), form: .whole, entry: after[place])
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> Substring {
    var (left, right) = (startIndex, other.startIndex)
    while left < endIndex, right < other.endIndex, self[left] == other[right] {
      left = index(after: left)
      right = other.index(after: right)
    }
    return self[..<left]
  }
}
