/// Finds policies that count entries of very different sizes.
struct CountsEntries: HazardRule {
  let id = "counts-entries"
  let group = HazardGroup.budget
  let severity = HazardSeverity.warning
  let scope = HazardScope.session
  let needs = [HazardNeed.pipeline, .ledger]
  let sentence =
    "A trigger or a size counts entries, and the largest entry has more than 20 times the tokens of the middle one."
  let consequence =
    "One long tool output weighs as much as a \"thanks\": the window overflows with few entries, or is cut with room left."

  private static func example(words: Int) -> HazardExample {
    var entries = HazardExample.plainTurns
    entries[1] = .response((0..<words).map { "word \($0)" }.joined(separator: " "))
    return HazardExample(entries, showing: (0..<5).map { .entry($0) }) { subject in
      subject.price()
      subject.pipeline = Pipeline([ExamplePolicy.stage(when: .count(20, .entries))])
    }
  }

  var examples: (fires: HazardExample, silent: HazardExample) {
    (fires: Self.example(words: 200), silent: Self.example(words: 5))
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    guard let pipeline = scene.subject.pipeline else { return }
    let counting = pipeline.stages.indices.filter { pipeline.stages[$0].countsEntries }
    let ends = scene.plan.ends
    guard !counting.isEmpty, ends.count > 3 else { return }
    let sizes = zip(ends, ends.dropFirst()).map { $1 - $0 }
    let middle = max(1, sizes.sorted()[sizes.count / 2])
    guard let largest = sizes.indices.max(by: { sizes[$0] < sizes[$1] }),
      sizes[largest] > 20 * middle
    else { return }
    let names = counting.map { PipelineAnalysis.name($0, in: pipeline) }
    report(
      HazardHit(
        EntryID(largest),
        "\(names.joined(separator: " and ")) counts entries; this one has "
          + "\(sizes[largest]) tokens, the middle one \(middle)"))
  }
}

extension Stage {
  /// Whether it acts on a number of entries or keeps one.
  fileprivate var countsEntries: Bool {
    var reached = triggers
    for moment in Moment.allCases {
      if case .when(let trigger) = strategy.reach(at: moment) { reached += trigger.alternatives }
    }
    let isTrigger = reached.contains { if case .entries = $0 { true } else { false } }
    if case .entries? = strategy.target { return true }
    return isTrigger
  }
}
