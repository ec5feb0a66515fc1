/// How bad a hazard is.
public enum HazardSeverity: String, Hashable, Sendable, CaseIterable {
  /// Providers reject it, or the model is shown an impossible world.
  case error
  /// It misleads or costs.
  case warning
}

/// What a rule is about.
public enum HazardGroup: String, Hashable, Sendable, CaseIterable {
  /// The shape of the view.
  case structure
  /// Something vanished in silence.
  case coverage
  /// Tools and their effects.
  case tools
  /// Budget and triggers.
  case budget
  /// The prefix cache.
  case cache

  /// Whether rules of the group are about the policy itself, and so not applied to control arms.
  public var isAboutPolicy: Bool { self == .budget }

  /// Whether rules of the group look only at which entries are shown and in what order, so that there
  /// is nothing to find where all are.
  var isAboutShape: Bool { self == .structure || self == .tools }
}

/// One way of editing history that goes wrong, and how to see it in a view.
///
/// Rules see the main line only, and no model. What the record itself has is reported as inherited
/// and never charged to the strategy: a rule says so, since it knows what the record looks like.
public protocol HazardRule: Sendable {
  /// The id, kebab-case; also the SARIF rule id.
  var id: String { get }
  /// What it is about.
  var group: HazardGroup { get }
  /// How bad it is unless the judge says otherwise.
  var severity: HazardSeverity { get }
  /// What is wrong, in one sentence for a user.
  var sentence: String { get }
  /// What breaks in practice.
  var consequence: String { get }
  /// A minimal view that fires, and one that does not.
  var examples: (fires: HazardExample, silent: HazardExample) { get }
  /// Reports every place of the rule in a request's view.
  ///
  /// - Complexity: O(view) or O(calls), without looking at text.
  func check(_ scene: HazardScene, report: (HazardHit) -> Void)
}

/// A place where a rule fires.
public struct HazardHit: Hashable, Sendable {
  /// The entry it is about; nil where it is about the view.
  public var entry: EntryID?
  /// What exactly, in words.
  public var detail: String
  /// Whether the record has it too, so that no strategy is to blame.
  public var isInherited: Bool

  /// Makes a hit.
  public init(_ entry: EntryID?, _ detail: String = "", isInherited: Bool = false) {
    self.entry = entry
    self.detail = detail
    self.isInherited = isInherited
  }
}

/// The rules there are.
public enum HazardRules {
  /// All rules, in the order of the documentation.
  public static let all: [any HazardRule] = [
    OrphanOutput(), OrphanCall(), PendingCallRemoved(), SplitBatch(), OutputBeforeCall(),
    DuplicateID(), OrphanResponse(), BadFirstEntry(), TrailingResponse(), EmptyView(),
    EffectForgotten(), OverBudget(),
  ]

  /// The rule with an id.
  public static func rule(_ id: String) -> (any HazardRule)? { all.first { $0.id == id } }
}
