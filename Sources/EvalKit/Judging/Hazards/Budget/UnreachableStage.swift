/// Finds stages that never act.
///
/// Reading the policy proves some; of the others, one that changed nothing in the whole session
/// though views were over the budget is told as a warning.
struct UnreachableStage: HazardRule {
  let id = "unreachable-stage"
  let group = HazardGroup.budget
  let severity = HazardSeverity.error
  let scope = HazardScope.session
  let needs = [HazardNeed.pipeline, .budget]
  let sentence =
    "A stage never acts: an earlier one makes its trigger impossible, or it changed nothing though the budget was exceeded."
  let consequence =
    "The policy that runs is another than the one that was written: no summary is ever made."

  private static func example(leaves: Int) -> HazardExample {
    HazardExample(HazardExample.plainTurns, showing: (0..<5).map { .entry($0) }) { subject in
      subject.budget = ContextBudget(contextSize: 4096)
      subject.pipeline = Pipeline([
        ExamplePolicy.stage { $0.leaves = leaves },
        ExamplePolicy.stage(when: .count(10, .entries)),
      ])
    }
  }

  var examples: (fires: HazardExample, silent: HazardExample) {
    (fires: Self.example(leaves: 10), silent: Self.example(leaves: 11))
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    let known = scene.analysis(id)
    if let known { report(HazardHit(nil, known.detail, severity: known.severity)) }
    guard known?.severity != .error, let pipeline = scene.subject.pipeline else { return }
    let over = scene.steps.count { $0.record.overBy > 0 }
    guard over > 0 else { return }
    let fired = Set(scene.steps.flatMap { $0.record.firings.map(\.stage) })
    let idle = pipeline.stages.indices.filter {
      !fired.contains($0) && pipeline.stages[$0].whyNeverReplayed == nil
        && pipeline.stages[$0].waits
    }
    guard !idle.isEmpty else { return }
    let names = idle.map { PipelineAnalysis.name($0, in: pipeline) }.joined(separator: " and ")
    report(
      HazardHit(
        nil,
        "\(names) changed nothing in \(scene.steps.count) of \(scene.steps.count) requests, "
          + "and \(over) of their views are over the budget", severity: .warning))
  }
}

extension Stage {
  /// Whether it waits for something: one that acts whenever it can may find nothing to do.
  fileprivate var waits: Bool {
    Moment.allCases.contains { moment in
      if case .when = strategy.reach(at: moment) { true } else { false }
    }
  }
}
