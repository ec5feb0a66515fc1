import EvalKit

/// A pattern for arms: a name or a key, `NAME|MODEL|CONTEXT`, of which the model may be left out; `*` stands
/// for any text.
struct ArmPattern: Sendable {
  private let text: String
  private let pattern: CasePattern

  /// Reads a pattern.
  init(_ text: String) {
    self.text = text
    pattern = CasePattern(text)
  }

  /// Whether an arm fits.
  func matches(_ arm: ArmIdentity) -> Bool {
    if arm.name == text || arm.key == text { return true }
    return pattern.matches(arm.name) || pattern.matches(arm.key)
      || pattern.matches("\(arm.name)|\(arm.context)")
  }

  /// The arms that a pattern fits: those of that very name or key, where there are any, else policies,
  /// else controls.
  ///
  /// - Throws: ``Failure`` where it fits none.
  static func all(_ arms: [ArmIdentity], _ text: String, _ option: String) throws -> [ArmIdentity] {
    let exact = arms.filter { $0.name == text || $0.key == text }
    let pattern = ArmPattern(text)
    let fitting = arms.filter(pattern.matches)
    let policies = fitting.filter { $0.control == nil }
    let found = !exact.isEmpty ? exact : policies.isEmpty ? fitting : policies
    if !found.isEmpty { return found }
    throw Failure(
      .usage,
      "\(option): no arm fits '\(text)'"
        + EditDistance.suggestion(for: text, in: arms.map(\.name)) + list(arms))
  }

  /// The one arm that a pattern fits.
  ///
  /// - Throws: ``Failure`` where it fits none, or several.
  static func only(_ arms: [ArmIdentity], _ text: String, _ option: String) throws -> ArmIdentity {
    let found = try all(arms, text, option)
    if found.count == 1 { return found[0] }
    throw Failure(
      .usage,
      "\(option): \(found.count) arms fit '\(text)'; name one by its key" + list(found))
  }

  private static func list(_ arms: [ArmIdentity]) -> String {
    "\nthere is: \(arms.map(\.key).prefix(20).joined(separator: ", "))"
  }
}
