import EvalKitTesting
import Testing

@testable import EvalKit

/// Tests that run a rule on an example.
protocol RuleChecking {}

extension RuleChecking {
  /// Whether a rule charges the strategy.
  func fires(_ rule: String, _ example: HazardExample) throws -> Bool {
    example.fires(try #require(HazardRules.rule(rule)))
  }

  /// All that a rule finds.
  func findings(_ rule: String, _ example: HazardExample) throws -> [HazardFinding] {
    example.report(try #require(HazardRules.rule(rule))).findings
  }

  /// A session written as `p1 r1` with one request that shows the entries at these places.
  func example(_ notation: String, _ places: [Int], dialect: Dialect? = nil) -> HazardExample {
    HazardExample(Entry.list(notation), showing: places.map { .entry($0) }) {
      $0.dialect = dialect
    }
  }

  /// What a rule finds: the entry, `~` where it is inherited, the words.
  func words(_ rule: String, _ example: HazardExample) throws -> [String] {
    try findings(rule, example).map {
      "\($0.entry.map { "\($0.index)" } ?? "-")\($0.isInherited ? "~" : "") \($0.detail)"
    }
  }
}
