import Testing

@testable import EvalKit

extension HazardExample {
  /// What the rule with an id finds that is not the record's own.
  func introduced(_ id: String) throws -> [HazardFinding] {
    report(try #require(HazardRules.rule(id), "no rule '\(id)'")).introduced
  }

  /// Whether the rule with an id charges the policy.
  func fires(_ id: String) throws -> Bool { try !introduced(id).isEmpty }

  /// Why the rule with an id does not apply.
  func reason(_ id: String) throws -> String? {
    report(try #require(HazardRules.rule(id))).notApplicable.first?.reason
  }
}
