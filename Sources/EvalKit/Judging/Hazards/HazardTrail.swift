/// What an edit took out of and put into a view, against the view before it with what was appended.
public struct HazardEdit: Sendable {
  /// The first place in the view that differs.
  public let place: Int
  /// The items left out.
  public let removed: [Item]
  /// The items that stand there instead.
  public let inserted: [Item]
  /// The entries removed of which nothing is left in any form.
  public let vanished: [EntryID]

  /// The first entry it is about: one left out, else one that something put in stands for.
  public var first: EntryID? {
    removed.lazy.compactMap(\.standsFor.first).first
      ?? inserted.lazy.compactMap(\.standsFor.first).first
  }

  /// Reads a change off the list it is against, which is not handed over: whoever has it goes on to
  /// change it, and must not have to copy it first.
  ///
  /// - Parameters:
  ///   - count: How long the list is.
  ///   - item: The item at a place of it.
  /// - Complexity: O(items removed and inserted).
  init(_ change: ViewChange, count: Int, item: (Int) -> Item) {
    place = change.splices.first?.at ?? count
    removed = change.splices.flatMap { splice in
      (min(splice.at, count)..<min(splice.at + splice.remove, count)).map(item)
    }
    inserted = change.splices.flatMap(\.insert)
    let left = Set(inserted.flatMap(\.standsFor))
    vanished = removed.flatMap(\.standsFor).filter { !left.contains($0) }
  }
}

/// What rules remember of a request once the next one is looked at.
public struct HazardStep: Sendable {
  /// The request; at the end of the session with what ran after its reply.
  public internal(set) var record: RequestRecord
  /// Whether the view is other than the one before with what was appended.
  public let isEdited: Bool
  /// The first place that differs; nil where nothing does.
  public let place: Int?
  /// The first entry that the edit is about; nil where there is none.
  public let entry: EntryID?
  /// Tokens of the items left out; 0 where tokens are not counted.
  public let removedTokens: Int
  /// Tokens of the items put in their stead; 0 where tokens are not counted.
  public let insertedTokens: Int
  /// The summariser calls made since the request before.
  public let calls: [SummaryCall]
  /// Whether a stage edited the head.
  public let isHeadEdited: Bool
}
