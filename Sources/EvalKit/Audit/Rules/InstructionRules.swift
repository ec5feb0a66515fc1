extension AuditRule {
  /// Instructions of many paragraphs.
  static let longInstructions = AuditRule(
    id: "long-instructions",
    sentence:
      "Instructions of more than three paragraphs, which blank lines part; saved: what follows the third, on every request."
  ) { scene, rule in
    let limit = scene.limits.paragraphs
    let most = scene.heads.map { $0.head.instructions.flatMap(\.segments).paragraphCount }.max()
    guard let most, most > limit else { return nil }
    let saved = scene.sessionTokens { head in
      var short = head
      var left = limit
      short.instructions = head.instructions.map { entry in
        var entry = entry
        let count = entry.segments.paragraphCount
        entry.segments = entry.segments.keeping(paragraphs: left)
        left = max(0, left - count)
        return entry
      }
      return scene.meter.count(head) - scene.meter.count(short)
    }
    return rule.finding(
      .instructions, .warning, "the instructions have \(most) paragraphs, over \(limit)",
      places: [AuditFinding.Place("instructions", saved: saved)])
  }

  /// What makes a cache useless on another day or request.
  static let volatilePrefix = AuditRule(
    id: "volatile-prefix",
    sentence:
      "A date, a counter, an id made anew or another order in instructions or tools: whatever follows is read again each time it changes; saved: what was read again in this session."
  ) { scene, rule in
    var places: [AuditFinding.Place] = []
    for change in scene.volatileChanges {
      places.append(
        AuditFinding.Place(
          "request \(change.request)", saved: change.reread, detail: "\(change.what) changed"))
    }
    let texts = Set(scene.heads.flatMap { $0.head.instructions.map(\.text) }).sorted()
    var seen = Set<VolatileText.Mention>()
    for mention in texts.flatMap(VolatileText.mentions) where seen.insert(mention).inserted {
      places.append(
        AuditFinding.Place(
          "instructions", detail: "\(mention.what): '\(mention.sentence.cut(to: 60))'"))
    }
    guard !places.isEmpty else { return nil }
    return rule.finding(
      .instructions, .warning,
      "the text before the conversation changes by itself; put what changes in the prompt, or last",
      places: places)
  }

  /// Tools that the model is told of and cannot call.
  static let toolInProseOnly = AuditRule(
    id: "tool-in-prose-only",
    sentence:
      "Instructions name a tool that the request does not define, so the model may call it all the same; saved: the sentences that name it, on every request."
  ) { scene, rule in
    guard scene.definesTools else { return nil }
    let known = Set(scene.callCounts.keys).union(scene.toolNames)
    var places: [String: AuditFinding.Place] = [:]
    for use in scene.heads {
      let prose = ProseTools(head: use.head, known: known)
      for mention in prose.mentions(in: use.head.instructionsText) {
        let saved = scene.meter.count(mention.sentence) * use.requests
        places[
          mention.name,
          default: AuditFinding.Place(
            mention.name, detail: "'\(mention.sentence.cut(to: 60))'")
        ].saved += saved
      }
    }
    guard !places.isEmpty else { return nil }
    return rule.finding(
      .instructions, .warning,
      "the instructions name \(places.count.of("tool")) that \(places.count == 1 ? "is" : "are") "
        + "not defined",
      places: places.values.sorted { $0.name < $1.name })
  }
}

extension AuditScene {
  /// A change of the head in which nothing changed but what is volatile.
  struct VolatileChange {
    let request: Int
    let what: String
    let reread: Int
  }

  var volatileChanges: [VolatileChange] {
    zip(heads, heads.dropFirst()).compactMap { old, new in
      guard let what = Self.volatile(from: old.head, to: new.head) else { return nil }
      let record = requests[new.firstRequest - 1]
      return VolatileChange(
        request: new.firstRequest, what: what, reread: max(0, record.held - record.commonPrefix))
    }
  }

  private static func volatile(from old: Head, to new: Head) -> String? {
    let texts = (old.instructionsText, new.instructionsText)
    if old.tools == new.tools {
      if VolatileText.masked(texts.0) == VolatileText.masked(texts.1) {
        return "a date, a counter or an id"
      }
      let lines = [texts.0, texts.1].map { $0.split(whereSeparator: \.isNewline).sorted() }
      return lines[0] == lines[1] ? "the order of lines" : nil
    }
    guard texts.0 == texts.1, old.tools.count == new.tools.count else { return nil }
    let sorted = [old.tools, new.tools].map { $0.sorted { $0.name < $1.name } }
    if sorted[0] == sorted[1] { return "the order of tools" }
    let isSame = zip(sorted[0], sorted[1]).allSatisfy { left, right in
      left.name == right.name && left.description == right.description
        && left.parameters.isEquivalent(to: right.parameters)
    }
    return isSame ? "the order of keys in tools" : nil
  }
}

extension String {
  /// The text without white space at its ends, cut to so many characters.
  func cut(to limit: Int) -> String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text.count > limit ? text.prefix(limit - 1) + "…" : String(text)
  }
}
