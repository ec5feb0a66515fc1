/// What became of an entry of the log in a view; the first that applies.
public enum Fate: String, Hashable, Sendable, CaseIterable {
  /// Neither it nor anything that stands for it is in view.
  case dropped
  /// Only something that stands for it is in view.
  case summarised
  /// It is in view, its content replaced.
  case masked
  /// It is in view, part of its content cut.
  case truncated
  /// It is in view, whole.
  case kept
}

/// The fate of an entry, with what else is to be said of it.
public struct EntryFate: Hashable, Sendable {
  /// What became of it.
  public var fate: Fate
  /// It stands elsewhere than the record has it.
  public var moved = false
  /// Its text is in view verbatim within something a stage made.
  public var carried = false
  /// Some of its calls are gone.
  public var partial = false

  /// Makes a fate.
  public init(_ fate: Fate) { self.fate = fate }
}

extension EntryFate {
  /// Reads the fates of the first `count` entries of a log off a view.
  ///
  /// - Returns: one fate an entry, so that every entry is accounted for exactly once.
  /// - Complexity: O(count + items + coverage).
  public static func fates(of count: Int, in items: [Item]) -> [EntryFate] {
    var fates = Array(repeating: EntryFate(.dropped), count: count)
    var latest = -1
    for item in items {
      switch item.source {
      case .recorded(let id):
        guard id.index < count else { continue }
        switch item.form {
        case .whole: fates[id.index].fate = .kept
        case .masked: fates[id.index].fate = .masked
        case .truncated: fates[id.index].fate = .truncated
        }
        if item.isPartial { fates[id.index].partial = true }
        if id.index < latest { fates[id.index].moved = true }
        latest = max(latest, id.index)
      case .synthesised(_, let covers, let carries):
        for id in covers where id.index < count && fates[id.index].fate == .dropped {
          fates[id.index].fate = .summarised
        }
        for id in carries where id.index < count {
          if fates[id.index].fate == .dropped || fates[id.index].fate == .summarised {
            fates[id.index].fate = .kept
          }
          fates[id.index].carried = true
        }
      }
    }
    return fates
  }
}
