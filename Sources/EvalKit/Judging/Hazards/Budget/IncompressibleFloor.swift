/// Finds requests at which nothing could be freed.
///
/// What is fixed: the head; the first entries, the last ones and the turn in flight where a stage
/// protects them. What was edited already is not counted.
struct IncompressibleFloor: HazardRule {
  let id = "incompressible-floor"
  let group = HazardGroup.budget
  let severity = HazardSeverity.error
  let scope = HazardScope.requests
  let needs = [HazardNeed.budget, .ledger]
  let sentence =
    "What may not be touched, the head and what the policy protects, alone reaches the trigger."
  let consequence =
    "The policy acts on every request and frees nothing; with the head over the budget no policy helps."

  private static func example(words: Int) -> HazardExample {
    HazardExample(
      Transcript(
        head: Head((0..<words).map { "rule \($0)" }.joined(separator: " ")),
        entries: [.prompt("Weigh it.")]),
      requests: [HazardExample.Request(after: 1, shows: [.entry(0)])]
    ) { $0.price(window: 200) }
  }

  var examples: (fires: HazardExample, silent: HazardExample) {
    (fires: Self.example(words: 200), silent: Self.example(words: 10))
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    guard let budget = scene.subject.budget, let ledger = scene.subject.ledger else { return }
    let head = ledger.count(scene.headInForce)
    if head > budget.tokens {
      return report(
        HazardHit(nil, "the head alone takes \(head) tokens of a budget of \(budget.tokens)"))
    }
    for (place, stage) in (scene.subject.pipeline?.stages ?? []).enumerated() {
      let limits = stage.triggers.compactMap { trigger -> Int? in
        if case .overflow = trigger { return nil }
        return trigger.tokens(in: budget)
      }
      guard let trigger = limits.min(), limits.count == stage.triggers.count else { continue }
      let kept = stage.strategy.protection.map { protectedTokens($0, budget, scene) } ?? 0
      guard head + kept >= trigger else { continue }
      report(
        HazardHit(
          nil,
          "stage \(place + 1) '\(stage.definition.name)' acts at \(trigger) tokens; the head "
            + "takes \(head) and what it protects \(kept)"))
    }
  }

  /// Tokens of the entries a stage leaves alone, as far as they are in view whole.
  ///
  /// - Complexity: O(1), or O(entries protected) where their number is given.
  private func protectedTokens(
    _ protection: Protection, _ budget: ContextBudget, _ scene: HazardScene
  ) -> Int {
    let count = scene.count
    let ends = scene.plan.ends
    guard count > 0, count < ends.count else { return 0 }
    let turns = scene.structure.turns
    var start = count
    if protection.inFlight, let active = scene.activePrompt { start = active.index }
    switch protection.last {
    case .entries(let n)?: start = min(start, max(0, count - n))
    case .turns(let n)? where n > 0 && turns[count - 1] >= 0:
      start = min(start, scene.structure.turnStarts[max(0, turns[count - 1] - n + 1)].index)
    case .tokens?, .share?:
      let most = protection.last?.tokens(in: budget) ?? 0
      var (low, high) = (0, count)
      while low < high {
        let middle = (low + high) / 2
        if ends[count] - ends[middle] <= most { high = middle } else { low = middle + 1 }
      }
      start = min(start, low)
    default: break
    }
    // Only where the tail of the view is the tail of the log, whole.
    var tail = 0
    if start < count {
      guard let place = scene.shown.place(of: start),
        scene.items.count - place == count - start, (scene.shown.made.last ?? -1) < place
      else { return 0 }
      tail = ends[count] - ends[start]
    }
    let first = (0..<min(protection.first, start)).filter(scene.shown.showsWhole)
    return tail + first.reduce(0) { $0 + ends[$1 + 1] - ends[$1] }
  }
}
