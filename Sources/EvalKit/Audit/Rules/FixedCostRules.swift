extension AuditRule {
  /// A head that leaves history no room.
  static let incompressibleFloor = AuditRule(
    id: "incompressible-floor",
    sentence:
      "Instructions and tools alone exceed the budget, so that no policy can fit a request into it; saved: what is over it, on every request."
  ) { scene, rule in
    let budget = scene.budget
    let tokens = scene.meter.count(scene.largestHead)
    guard tokens > budget.tokens else { return nil }
    let consequence =
      tokens >= budget.contextSize
      ? "every request fails, whatever the policy" : "every answer takes from its reserve"
    return rule.finding(
      scene.largestPart, .error,
      "instructions and tools take \(tokens.grouped) of the \(budget.tokens.grouped) tokens that are free for "
        + "requests: \(consequence)",
      saved: scene.sessionTokens { max(0, scene.meter.count($0) - budget.tokens) })
  }

  /// A head that takes a large share of the window.
  static let fixedCost = AuditRule(
    id: "fixed-cost",
    sentence:
      "What every request pays takes more than a quarter of the window, which no trimming of history mends; saved: what is over the quarter, on every request."
  ) { scene, rule in
    let budget = scene.budget
    let fixed = FixedCosts(scene)
    let limit = budget.share(percent: scene.limits.fixedShare * 100)
    guard fixed.total > limit, fixed.head <= budget.tokens else { return nil }
    let extra = fixed.total - fixed.head
    return rule.finding(
      scene.largestPart, .warning,
      "every request pays \(fixed.total.grouped) of \(budget.contextSize.grouped) tokens before anyone speaks, "
        + "\(percent(fixed.share(of: budget))) %, over \(percent(scene.limits.fixedShare)) %: a "
        + "problem of design, not of trimming",
      saved: scene.sessionTokens { max(0, scene.meter.count($0) + extra - limit) })
  }

  /// A share in percent with one decimal, none where it is zero.
  static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

extension AuditScene {
  /// Whether instructions or tools are the larger part of the head.
  var largestPart: AuditRecommendation {
    let head = largestHead
    return meter.count(Head(instructions: head.instructions)) < meter.count(Head(tools: head.tools))
      ? .tools : .instructions
  }
}
