/// Something an audit looks for: a rule is a value, so that the list of them is a table.
public struct AuditRule: Sendable {
  /// The id, kebab-case.
  public let id: String
  /// What it looks for and how the tokens saved are reckoned, in one sentence for a user.
  public let sentence: String
  let find: @Sendable (AuditScene, AuditRule) -> AuditFinding?

  /// The id of the rule about tools that are never called.
  ///
  /// One session says little about that: where there are several, they are to be looked at together.
  public static let unusedToolID = "unused-tool"

  /// All rules, in the order of the recommendations.
  public static let all: [AuditRule] = [
    .incompressibleFloor, .fixedCost,
    .longInstructions, .volatilePrefix, .toolInProseOnly,
    .tooManyTools, .unusedTool, .longToolDefinition,
    .frequentTool,
    .longPrompt, .unknownAttachment,
    .unboundedArray, .repeatedSchema, .longResponseSchema,
    .overflow, .overBudget, .windowAlarm, .cacheAlarm, .heavyEntry, .reasoningCarried,
  ]

  func finding(
    _ recommendation: AuditRecommendation, _ severity: AuditSeverity, _ detail: String,
    places: [AuditFinding.Place] = [], saved: Int? = nil
  ) -> AuditFinding {
    AuditFinding(
      rule: id, recommendation: recommendation, severity: severity, detail: detail, places: places,
      saved: saved)
  }
}

extension Int {
  /// The number with its noun: `1 tool`, `2 tools`.
  func of(_ noun: String, _ plural: String? = nil) -> String {
    "\(grouped) \(self == 1 ? noun : plural ?? noun + "s")"
  }

  /// The number with its thousands set apart.
  var grouped: String {
    let digits = String(magnitude)
    var text = self < 0 ? "-" : ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }
}
