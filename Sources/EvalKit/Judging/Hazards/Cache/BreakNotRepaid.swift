/// Finds edits whose cost the rest of the session does not earn back.
///
/// An edit at request i takes out F tokens and puts I in. It costs what stands behind it and was
/// held, (w − r) · tokens, the I tokens at w, and its summariser calls; it saves r · F at that request
/// and r · (F − I) at each one after it. Edits that kept a view within the budget are not weighed.
struct BreakNotRepaid: HazardRule {
  let id = "break-not-repaid"
  let group = HazardGroup.cache
  let severity = HazardSeverity.warning
  let scope = HazardScope.session
  let needs = [HazardNeed.ledger]
  let sentence =
    "The tokens that edits saved over the remaining requests cost less than breaking the cache did."
  let consequence =
    "The session with the compaction is dearer than without it: compact later, more at once, or not at all."

  private static func example(dropped: Int) -> HazardExample {
    HazardExample(
      Transcript(entries: HazardExample.turns(6)),
      requests: [5, 7, 9, 11].map { count in
        let start = count == 5 ? 0 : dropped
        return HazardExample.Request(
          after: count, shows: (start..<count).map { .entry($0) },
          commonPrefix: 0, held: count == 7 ? 300 : 0)
      }
    ) { $0.price() }
  }

  var examples: (fires: HazardExample, silent: HazardExample) {
    (fires: Self.example(dropped: 1), silent: Self.example(dropped: 5))
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    let prices = scene.subject.prices
    var (cost, saved, count) = (0.0, 0.0, 0)
    var first: Int?
    var last = 0
    for (place, step) in scene.steps.enumerated() {
      guard step.isEdited, step.record.isBreak, step.removedTokens > 0 else { continue }
      if let budget = scene.subject.budget, step.record.tokens + step.freed > budget.tokens {
        continue
      }
      let price = Self.price(of: step, prices)
      let repaid = Self.savings(of: step, over: scene.steps.count - 1 - place, prices)
      guard repaid < price else { continue }
      cost += price
      saved += repaid
      count += 1
      first = first ?? place
      last = place
    }
    guard let first, let entry = scene.steps[first].entry else { return }
    report(
      HazardHit(
        entry,
        "\(count) edits cost \(Int(cost.rounded())) and saved \(Int(saved.rounded())), in "
          + "tokens of fresh input (\(prices.name))",
        requests: scene.steps[first].record.number...scene.steps[last].record.number))
  }

  /// What an edit costs at its request.
  static func price(of step: HazardStep, _ prices: Prices) -> Double {
    let behind = max(0, step.record.held - step.record.commonPrefix - step.removedTokens)
    let calls = step.calls.reduce(0.0) { sum, call in
      sum + Double(call.input - call.cached) + Double(call.cached) * prices.cached
        + (call.isRemedy ? 0 : Double(call.output) * prices.output)
    }
    return Double(behind) * (prices.written - prices.cached)
      + Double(step.insertedTokens) * prices.written + calls
  }

  /// What an edit saves at its request and at those after it.
  static func savings(of step: HazardStep, over requests: Int, _ prices: Prices) -> Double {
    prices.cached * Double(step.removedTokens)
      + prices.cached * Double(step.freed) * Double(requests)
  }
}
