/// What became of a fact's value in a view, by where it comes from.
public enum Survival: String, Hashable, Sendable, CaseIterable {
  /// An entry that says it is in view with the quoted, else the valued, words intact.
  case verbatim
  /// The value is in something a stage made.
  case rewritten
  /// The evidence is gone, a later mention of the value is in view.
  case restated
  /// Something a stage made has a near value, or another fact's value where this one stood.
  case distorted
  /// Only a value it replaced is in view.
  case stale
  /// It was only in the output of a read tool, which is gone and could be fetched again.
  case refetchable
  /// Nothing of it is left.
  case gone

  /// Whether the value is still there for the model to read.
  public var isSurvival: Bool { self == .verbatim || self == .rewritten || self == .restated }

  /// How far it is from verbatim: the fate of a question with several facts is the worst of theirs.
  var loss: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// Where in a view a value stands.
public struct ValuePlace: Hashable, Sendable {
  /// The kind of the item, or `instructions`.
  public var role: String
  /// The item's label; empty where it has none.
  public var entry: String
  /// How many items stand before it; nil for the head.
  public var position: Int?
  /// How many items stand after it, the question left out.
  public var fromEnd: Int
  /// How many tokens those items have; nil where one of them is not an entry as it was recorded.
  public var tokensFromEnd: Int?

  /// Makes a place.
  public init(
    role: String, entry: String, position: Int?, fromEnd: Int, tokensFromEnd: Int? = nil
  ) {
    self.role = role
    self.entry = entry
    self.position = position
    self.fromEnd = fromEnd
    self.tokensFromEnd = tokensFromEnd
  }
}

/// What became of a fact in a view, with what else is to be said of it.
struct FactFate: Hashable, Sendable {
  var survival: Survival
  /// Lost, but the same characters stand somewhere that does not mean the fact.
  var isCoincident = false
  /// Kept, but a value it replaced is in view too.
  var isContested = false
  /// Where it survived, or where its distorted or replaced value stands.
  var place: ValuePlace?
  /// Where, or instead of what.
  var reason: String
}
