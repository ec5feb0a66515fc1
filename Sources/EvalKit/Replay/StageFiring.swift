/// A stage that changed something.
public struct StageFiring: Hashable, Sendable {
  /// The stage's place in the pipeline, counted from 0.
  public var stage: Int
  /// When it ran.
  public var moment: Moment
  /// What it did to which entries, as far as it had not done so at the firing before; recorded where
  /// the session tracks edits.
  public var edits: [StageEdit]

  /// Makes a firing.
  public init(stage: Int, moment: Moment, edits: [StageEdit] = []) {
    self.stage = stage
    self.moment = moment
    self.edits = edits
  }
}

/// What a stage did to some entries, read off the histories before and after it.
public struct StageEdit: Hashable, Sendable {
  /// What became of an entry.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Nothing stands for it any more.
    case dropped
    /// Only something that stands for it is left.
    case summarised
    /// Its content was replaced.
    case masked
    /// Part of its content was cut.
    case truncated
    /// Some of its calls were dropped.
    case callsDropped
    /// It stands elsewhere.
    case moved
    /// It was gone or changed before, and is there whole.
    case restored
  }

  /// What became of them.
  public var kind: Kind
  /// The entries, as ranges by rising position.
  public var entries: [Range<Int>]

  /// Makes an edit.
  public init(_ kind: Kind, _ entries: [Range<Int>]) {
    self.kind = kind
    self.entries = entries
  }

  /// Whether an entry is among them.
  ///
  /// - Complexity: O(log ranges).
  public func contains(_ entry: EntryID) -> Bool {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].upperBound <= entry.index { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].contains(entry.index)
  }
}

/// What each stage's edits came to so far, so that a firing records what is new.
struct EditTracking: Sendable {
  private var known: [[StageEdit.Kind?]]

  /// Tracks so many stages.
  init(stages: Int) { known = Array(repeating: [], count: stages) }

  /// What a stage did, beside what it did at the firing before.
  ///
  /// - Parameter count: How many entries the log has.
  /// - Complexity: O(count + items).
  mutating func edits(
    by stage: Int, from before: [Item], to after: [Item], count: Int
  ) -> [StageEdit] {
    let old = EntryFate.fates(of: count, in: before)
    let new = EntryFate.fates(of: count, in: after)
    var found: [StageEdit.Kind: [Range<Int>]] = [:]
    var kinds = [StageEdit.Kind?](repeating: nil, count: count)
    for entry in 0..<count where old[entry] != new[entry] {
      let kind = StageEdit.Kind(from: old[entry], to: new[entry])
      kinds[entry] = kind
      guard let kind, entry >= known[stage].count || known[stage][entry] != kind else { continue }
      var ranges = found[kind] ?? []
      if let last = ranges.last, last.upperBound == entry {
        ranges[ranges.count - 1] = last.lowerBound..<entry + 1
      } else {
        ranges.append(entry..<entry + 1)
      }
      found[kind] = ranges
    }
    known[stage] = kinds
    return StageEdit.Kind.allCases.compactMap { kind in found[kind].map { StageEdit(kind, $0) } }
  }

  /// A stage did nothing: all that it does next is new.
  mutating func rest(_ stage: Int) { known[stage] = [] }

  /// Takes back what was noted of a stage since: it runs again for the same request.
  mutating func takeBack(_ stage: Int, to earlier: EditTracking) {
    known[stage] = earlier.known[stage]
  }
}

extension StageEdit.Kind {
  /// What made one fate of another; nil where nothing that can be seen did.
  init?(from old: EntryFate, to new: EntryFate) {
    if old.fate != new.fate {
      switch new.fate {
      case .dropped: self = .dropped
      case .summarised: self = .summarised
      case .masked: self = .masked
      case .truncated: self = .truncated
      case .kept: self = .restored
      }
    } else if new.partial, !old.partial {
      self = .callsDropped
    } else if new.moved, !old.moved {
      self = .moved
    } else {
      return nil
    }
  }
}
