/// What became of an entry that a policy returned, told from what it was.
enum EntryChange {
  /// It shows what it showed.
  case none
  /// Its content was edited: an operation of ``History`` does the same.
  case edited(segments: [Segment]?, calls: Calls?)
  /// Nothing of it is left.
  case emptied
  /// It is another entry.
  case remade

  /// What became of the calls.
  enum Calls {
    /// These are left, by index.
    case kept([Int])
    /// All are left, some with other arguments.
    case rewritten([ToolCall])
  }

  /// Compares two entries; labels, recorded ids and keys without a field do not count.
  init(from old: Entry, to new: Entry) {
    guard new.kind == old.kind, Self.areSame(new.callID, old.callID),
      Self.areSame(new.toolName, old.toolName), Self.areSame(new.speaker, old.speaker),
      Self.areSame(new.responseSchema, old.responseSchema)
    else {
      self = .remade
      return
    }
    let segments = Self.showSame(new.segments, old.segments) ? nil : new.segments
    guard !Self.areSame(new.calls, old.calls, by: Self.areSame) else {
      self = segments == nil ? .none : .edited(segments: segments, calls: nil)
      return
    }
    if new.calls.isEmpty {
      self = .emptied
    } else if let kept = Self.places(of: new.calls, in: old.calls) {
      self = .edited(segments: segments, calls: .kept(kept))
    } else if Self.areSame(
      new.calls, old.calls, by: { Self.areSame($0.id, $1.id) && Self.areSame($0.name, $1.name) })
    {
      self = .edited(segments: segments, calls: .rewritten(new.calls))
    } else {
      self = .remade
    }
  }

  /// Whether segments hold the same, byte by byte; ids do not count.
  static func showSame(_ left: [Segment], _ right: [Segment]) -> Bool {
    areSame(left, right) { left, right in
      switch (left.content, right.content) {
      case (.text(let left), .text(let right)): areSame(left, right)
      case (.structure(let left, _), .structure(let right, _)): areSame(left, right)
      default: left.content == right.content
      }
    }
  }

  /// Whether segments are what a cut left of others: some of them, or a part of their text.
  static func isCut(_ new: [Segment], of old: [Segment]) -> Bool {
    var wanted = new[...]
    for segment in old {
      guard let first = wanted.first else { break }
      if showSame([segment], [first]) { wanted = wanted.dropFirst() }
    }
    if wanted.isEmpty { return !new.isEmpty }
    guard new.allSatisfy({ $0.text != nil }) else { return false }
    return TextCut.isCut(text(new), of: text(old))
  }

  private static func text(_ segments: [Segment]) -> [UInt8] {
    Array(segments.compactMap(\.text).joined(separator: "\n").utf8)
  }

  /// Where each call stands among others, in order; nil if one does not.
  private static func places(of calls: [ToolCall], in others: [ToolCall]) -> [Int]? {
    var places: [Int] = []
    for (index, other) in others.enumerated()
    where places.count < calls.count && areSame(other, calls[places.count]) {
      places.append(index)
    }
    return places.count == calls.count ? places : nil
  }

  private static func areSame(_ left: ToolCall, _ right: ToolCall) -> Bool {
    areSame(left.id, right.id) && areSame(left.name, right.name)
      && areSame(left.arguments, right.arguments)
  }

  private static func areSame(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.utf8.elementsEqual(right.utf8)
  }

  /// By what is written: strings that only look the same are different.
  private static func areSame(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left == right && areSame(left.serialised(), right.serialised())
  }

  private static func areSame<Value>(
    _ left: [Value], _ right: [Value], by areSame: (Value, Value) -> Bool
  ) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy(areSame)
  }
}
