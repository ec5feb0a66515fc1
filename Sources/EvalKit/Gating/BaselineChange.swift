/// What blessing a run changes against the baseline before: a policy at a time.
public struct BaselineChange: Hashable, Sendable {
  /// A metric whose value differs.
  public struct Metric: Hashable, Sendable {
    /// The metric's key.
    public var key: String
    /// The value before; nil where there was none.
    public var before: Double?
    /// The value now; nil where there is none.
    public var after: Double?

    /// The values in words.
    public var sentence: String {
      func text(_ value: Double?) -> String { value.map { GateText.value($0, key) } ?? "–" }
      let change = before.flatMap { before in
        after.map { " (\(GateText.change($0 - before, of: before, key)))" }
      }
      return "\(key) \(text(before)) → \(text(after))\(change ?? "")"
    }
  }

  /// A policy that is on both sides.
  public struct Arm: Hashable, Sendable {
    /// The arm.
    public var arm: ArmIdentity
    /// The metrics that differ, in the order of reports.
    public var metrics: [Metric]
    /// What came out better: questions of metrics that are shares.
    public var fixed: [GateChange]
    /// What came out worse.
    public var broken: [GateChange]

    /// Whether nothing changed.
    public var isEmpty: Bool { metrics.isEmpty && fixed.isEmpty && broken.isEmpty }
  }

  /// The policies on both sides, in the new baseline's order.
  public var arms: [Arm] = []
  /// Policies that are new.
  public var newArms: [ArmIdentity] = []
  /// Policies that are gone.
  public var goneArms: [ArmIdentity] = []
  /// Cases that are new.
  public var newCases: [String] = []
  /// Cases that are gone.
  public var goneCases: [String] = []
  /// Cases that were changed.
  public var changedCases: [String] = []

  /// Compares two baselines.
  ///
  /// - Complexity: O(results).
  public init(from old: Baseline, to new: Baseline) {
    newCases = new.cases.keys.filter { old.cases[$0] == nil }.sorted()
    goneCases = old.cases.keys.filter { new.cases[$0] == nil }.sorted()
    let common = Set(new.cases.keys.filter { old.cases[$0] == new.cases[$0] })
    changedCases = new.cases.keys.filter { old.cases[$0] != nil && !common.contains($0) }.sorted()
    newArms = new.policies.filter { old[arm: $0.key] == nil }.map(\.identity)
    goneArms = old.policies.filter { new[arm: $0.key] == nil }.map(\.identity)
    for arm in new.policies {
      guard let before = old[arm: arm.key] else { continue }
      let pairs = ArmPairs(
        before, arm, common: common, gone: [], metrics: Set(before.results.map(\.metric)))
      var entry = Arm(arm: arm.identity, metrics: [], fixed: [], broken: [])
      for metric in EvalKit.Metric.all {
        let values = (
          before.metrics[metric.key]?.metric.value, arm.metrics[metric.key]?.metric.value
        )
        if values.0 != values.1 {
          entry.metrics.append(Metric(key: metric.key, before: values.0, after: values.1))
        }
        guard metric.unit == .share, metric.higherIsBetter != nil else { continue }
        for pair in pairs.pairs[metric.key] ?? [] where pair.before != pair.after {
          if pair.isWorse(metric) {
            entry.broken.append(pair.change)
          } else {
            entry.fixed.append(pair.change)
          }
        }
      }
      arms.append(entry)
    }
  }

  /// Whether nothing changed.
  public var isEmpty: Bool {
    arms.allSatisfy(\.isEmpty) && newArms.isEmpty && goneArms.isEmpty && newCases.isEmpty
      && goneCases.isEmpty && changedCases.isEmpty
  }

  /// The change for a program.
  public var json: JSONValue {
    func changes(_ changes: [GateChange]) -> JSONValue {
      .array(
        changes.map {
          [
            "case": .string($0.caseID), "metric": .string($0.metric),
            "question": .string($0.question), "before": JSONValue($0.before),
            "after": JSONValue($0.after),
          ]
        })
    }
    return [
      "arms": .array(
        arms.map { entry in
          .object(
            JSONObject(
              Summary.members(of: entry.arm) + [
                (
                  "metrics",
                  .object(
                    JSONObject(
                      entry.metrics.map { metric in
                        (
                          metric.key,
                          [
                            "before": metric.before.map { JSONValue($0) } ?? .null,
                            "after": metric.after.map { JSONValue($0) } ?? .null,
                          ]
                        )
                      }))
                ),
                ("better", changes(entry.fixed)), ("worse", changes(entry.broken)),
              ]))
        }),
      "newArms": .strings(newArms.map(\.key)), "goneArms": .strings(goneArms.map(\.key)),
      "newCases": .strings(newCases), "goneCases": .strings(goneCases),
      "changedCases": .strings(changedCases),
    ]
  }
}
