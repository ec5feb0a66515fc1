import EvalKit

/// What happens in which turn of a case, and what is asked when: decided before a word is written.
struct CasePlan: Sendable {
  /// A value said.
  struct Tell: Sendable {
    var fact: FactTemplate
    var value: String
    /// The value it replaces.
    var old: String?
    /// What it belongs to: another thing's for a decoy.
    var about: String
    var source: FactTemplate.Source
    var isDecoy: Bool { about != fact.about }
  }

  /// What is done in a turn beside talking.
  enum Work: Sendable {
    case lookup(ToolTemplate)
    case action(ActionTemplate)
    case failure(ToolTemplate)
    case retry(ToolTemplate)
  }

  /// A value said again, and nothing with it.
  struct Mention: Sendable {
    var fact: String
    var value: String
    var isUsers: Bool
  }

  /// A turn.
  struct Turn: Sendable {
    var tells: [Tell] = []
    var work: Work?
    var constraint: ConstraintTemplate?
    var mentions: [Mention] = []
  }

  /// A question, with the turns that were begun when it is asked.
  struct Ask: Sendable {
    var fact: FactTemplate
    var turns: Int
    var isUpdate: Bool
    /// Which question about the fact it is, counted from 1.
    var number = 1
  }

  /// A question nothing answers, with one like it that something does.
  struct Absence: Sendable {
    var absent: AbsentTemplate
    var decoy: FactTemplate
    var turns: Int
  }

  /// The turns.
  var turns: [Turn]
  /// The current value of each fact.
  var values: [String: String] = [:]
  /// The questions.
  var asks: [Ask] = []
  /// Those that nothing answers.
  var absences: [Absence] = []
  /// Where each current value is said.
  var told: [String: Int] = [:]

  /// Every value that is said, current or not.
  var allValues: [String] { turns.flatMap(\.tells).map(\.value) }
}
