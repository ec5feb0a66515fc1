/// What a control arm shows and what its score says.
public struct ControlDefinition: Hashable, Sendable {
  /// Its name; of `placebo(<arm>)`, the part before the parenthesis.
  public var name: String
  /// One clause: what the model is shown.
  public var summary: String
  /// One clause: what the score says.
  public var meaning: String

  /// The five controls, in the order of tables.
  public static let all: [ControlDefinition] = [
    ControlDefinition(
      name: "oracle", summary: "the whole log, whatever the budget",
      meaning: "how far the model gets when nothing is removed"),
    ControlDefinition(
      name: "null", summary: "the head and the active turn alone",
      meaning: "what doing nothing scores"),
    ControlDefinition(
      name: "evidence", summary: "the head, the question's evidence and the active turn",
      meaning: "the ceiling of any compaction; it always fits"),
    ControlDefinition(
      name: "placebo", summary: "past turns dropped by chance to an arm's size",
      meaning: "what chance scores at equal size"),
    ControlDefinition(
      name: "foreign", summary: "the question asked of another case's view",
      meaning: "what coincidence scores"),
  ]

  /// The control with a name.
  public static func named(_ name: String) -> ControlDefinition? { all.first { $0.name == name } }
}

extension View {
  /// Where the active turn of log items begins: the last prompt; 0 where there is none.
  ///
  /// Of a probe the ask is the last prompt, so the active turn is the ask alone.
  static func activeTurnStart(_ log: [Item]) -> Int {
    log.lastIndex { $0.kind == .prompt } ?? 0
  }
}
