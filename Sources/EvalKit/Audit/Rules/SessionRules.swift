extension AuditRule {
  /// Requests that fail.
  static let overflow = AuditRule(
    id: "overflow",
    sentence:
      "A request that, with its recorded reply, is over the context size; saved: what is over it, in all such requests."
  ) { scene, rule in
    let size = scene.budget.contextSize
    let use = WindowUse(scene)
    guard let first = use.firstOverflow else { return nil }
    return rule.finding(
      .sessions, .error,
      "\(use.overflows.grouped) of \(scene.requests.count.of("request")) "
        + "\(use.overflows == 1 ? "overflows" : "overflow") the window; the first is request "
        + "\(first.number) (\(first.label)): \(first.tokens.grouped) and a reply of \(first.reply.grouped) are over "
        + "\(size.grouped)",
      saved: scene.requests.reduce(0) { $0 + max(0, $1.tokens + $1.replyTokens - size) })
  }

  /// Requests that leave too little for the answer.
  static let overBudget = AuditRule(
    id: "over-budget",
    sentence:
      "A request that takes from the reserve kept for the answer; saved: what is over the budget, in all such requests."
  ) { scene, rule in
    let use = WindowUse(scene)
    guard let first = use.firstOverBudget else { return nil }
    let over = first.tokens - scene.budget.tokens
    return rule.finding(
      .sessions, .warning,
      "\(use.overBudget.grouped) of \(scene.requests.count.of("request")) "
        + "\(use.overBudget == 1 ? "takes" : "take") from the reserve of \(scene.budget.reserve.grouped); "
        + "the first is request \(first.number) (\(first.label)), over the budget by \(over.grouped): "
        + "\(first.left.grouped) tokens are left",
      saved: scene.requests.reduce(0) { $0 + $1.overBy })
  }

  /// The alarm before that.
  static let windowAlarm = AuditRule(
    id: "window-alarm",
    sentence:
      "The first request that fills three quarters of the window: the time to compact or to start anew; nothing is reckoned as saved."
  ) { scene, rule in
    guard let first = WindowUse(scene).firstAlarm else { return nil }
    return rule.finding(
      .sessions, .note,
      "from request \(first.number) (\(first.label)) of \(scene.requests.count) on, "
        + "\(percent(scene.limits.windowAlarm)) % of the window "
        + "is full")
  }

  /// The alarm of the cache.
  static let cacheAlarm = AuditRule(
    id: "cache-alarm",
    sentence:
      "A request, other than the first, of which the cache serves less than half; saved: what had been held and was read again."
  ) { scene, rule in
    let alarms = CacheAlarm.all(scene)
    guard !alarms.isEmpty else { return nil }
    let places = alarms.map { alarm in
      let requests =
        alarm.firstRequest == alarm.lastRequest
        ? "request \(alarm.firstRequest)"
        : "requests \(alarm.firstRequest) to \(alarm.lastRequest)"
      let cause = alarm.cause == .prefixBreak ? "the text changed here" : "this was added"
      return AuditFinding.Place(
        alarm.place, saved: alarm.reread,
        detail: "\(requests): \(percent(alarm.rate)) % was held, \(cause)")
    }
    return rule.finding(
      .sessions, .warning,
      "the cache served less than \(percent(scene.limits.cacheAlarm)) % "
        + "\(alarms.count == 1 ? "once" : "\(alarms.count) times")", places: places)
  }

  /// Large entries that outlive their turn.
  static let heavyEntry = AuditRule(
    id: "heavy-entry",
    sentence:
      "An entry of more than a twentieth of the window that is carried on after its turn; saved: its tokens in every later request."
  ) { scene, rule in
    let limit = scene.budget.share(percent: scene.limits.heavyShare * 100)
    let places = scene.tokens.indices.compactMap { place -> AuditFinding.Place? in
      let beyond = scene.carriedBeyondTurn(place)
      guard scene.tokens[place] > limit, beyond > 0 else { return nil }
      return AuditFinding.Place(
        scene.label(place), saved: scene.tokens[place] * beyond,
        detail: "\(scene.tokens[place].grouped) tokens, in \(beyond.of("request")) after its turn")
    }
    guard !places.isEmpty else { return nil }
    return rule.finding(
      .sessions, .warning,
      "\(places.count.of("entry", "entries")) of over \(percent(scene.limits.heavyShare)) % of the "
        + "window \(places.count == 1 ? "is" : "are") carried on after the turn", places: places)
  }

  /// Thoughts that outlive their turn.
  static let reasoningCarried = AuditRule(
    id: "reasoning-carried",
    sentence:
      "Reasoning that is carried on after its turn; saved: its tokens in every later request. Where the model's own template leaves earlier reasoning out, nothing is."
  ) { scene, rule in
    let places = scene.transcript.entries.indices.compactMap { place -> AuditFinding.Place? in
      let beyond = scene.carriedBeyondTurn(place)
      guard scene.transcript.entries[place].kind == .reasoning, beyond > 0 else { return nil }
      return AuditFinding.Place(
        scene.label(place), saved: scene.tokens[place] * beyond,
        detail: "\(scene.tokens[place].grouped) tokens, in \(beyond.of("request")) after its turn")
    }
    guard !places.isEmpty else { return nil }
    return rule.finding(
      .sessions, .note,
      "\(places.count.of("entry", "entries")) of reasoning \(places.count == 1 ? "is" : "are") "
        + "carried on after the turn", places: places)
  }
}
