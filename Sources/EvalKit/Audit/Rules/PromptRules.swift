extension AuditRule {
  /// Prompts of many paragraphs.
  static let longPrompt = AuditRule(
    id: "long-prompt",
    sentence:
      "A prompt of more than three paragraphs; saved: what follows the third, in every request that carries it."
  ) { scene, rule in
    let limit = scene.limits.paragraphs
    let places = scene.transcript.entries.enumerated().compactMap {
      place, entry -> AuditFinding.Place? in
      guard entry.kind == .prompt else { return nil }
      let count = entry.segments.paragraphCount
      guard count > limit else { return nil }
      var short = entry
      short.segments = entry.segments.keeping(paragraphs: limit)
      return AuditFinding.Place(
        scene.label(place),
        saved: (scene.tokens[place] - scene.meter.count(short)) * scene.carried[place],
        detail: "\(count) paragraphs")
    }
    guard !places.isEmpty else { return nil }
    return rule.finding(
      .prompts, .warning,
      "\(places.count.of("prompt has", "prompts have")) more than \(limit) "
        + "paragraphs", places: places)
  }

  /// Attachments whose cost nobody stated.
  static let unknownAttachment = AuditRule(
    id: "unknown-attachment",
    sentence:
      "An attachment that states no cost in tokens: figures it enters are assumed; nothing is reckoned as saved."
  ) { scene, rule in
    let places = scene.transcript.entries.enumerated().compactMap {
      place, entry -> AuditFinding.Place? in
      let attached = scene.meter.attachments(of: entry)
      guard attached.isAssumed else { return nil }
      return AuditFinding.Place(
        scene.label(place),
        detail:
          "\(attached.tokens.grouped) tokens assumed, in \(scene.carried[place].of("request"))")
    }
    guard !places.isEmpty else { return nil }
    return rule.finding(
      .prompts, .warning,
      "\(places.count.of("entry has", "entries have")) attachments of unknown cost", places: places)
  }
}
