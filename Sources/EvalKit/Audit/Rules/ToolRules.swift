extension AuditRule {
  /// More tools than a small model chooses well from.
  static let tooManyTools = AuditRule(
    id: "too-many-tools",
    sentence:
      "More than five tools at once; saved: the definitions of all but the five called most, on every request."
  ) { scene, rule in
    let limit = scene.limits.tools
    let most = scene.heads.map(\.head.tools.count).max() ?? 0
    guard most > limit else { return nil }
    let kept = Set(
      scene.toolNames.enumerated().sorted { left, right in
        let (mine, theirs) = (scene.calls(of: left.element), scene.calls(of: right.element))
        return (theirs, left.offset) < (mine, right.offset)
      }.prefix(limit).map(\.element))
    let saved = scene.sessionTokens { head in
      guard head.tools.count > limit else { return 0 }
      let few = Head(
        instructions: head.instructions, tools: head.tools.filter { kept.contains($0.name) })
      return scene.meter.count(head) - scene.meter.count(few)
    }
    return rule.finding(
      .tools, .warning,
      "\(most) tools are defined, over \(limit); fewer are told apart better", saved: saved)
  }

  /// Tools nobody calls.
  static let unusedTool = AuditRule(
    id: unusedToolID,
    sentence:
      "A tool that the session never calls; saved: its definition, on every request that has it."
  ) { scene, rule in
    let names = scene.toolNames.filter { scene.calls(of: $0) == 0 }
    guard !names.isEmpty, !scene.requests.isEmpty else { return nil }
    return rule.finding(
      .tools, .warning,
      "\(names.count) of \(scene.toolNames.count.of("tool")) \(names.count == 1 ? "is" : "are") "
        + "never called in this session",
      places: names.map { AuditFinding.Place($0, saved: scene.sessionTokens(ofTool: $0)) })
  }

  /// Names and descriptions that could be shorter.
  static let longToolDefinition = AuditRule(
    id: "long-tool-definition",
    sentence:
      "Long names and descriptions in tool definitions; saved: what they have beyond the limit, on every request that has the tool."
  ) { scene, rule in
    var places: [AuditFinding.Place] = []
    for name in scene.toolNames {
      let uses = scene.heads.compactMap { use in
        use.head.tools.first { $0.name == name }.map { (tool: $0, requests: use.requests) }
      }
      guard let tool = uses.first?.tool else { continue }
      let requests = uses.reduce(0) { $0 + $1.requests }
      places += scene.excess(name: tool.name, at: name, times: requests)
      places += scene.excess(
        tool.description, over: scene.limits.toolDescriptionCharacters, at: name, times: requests)
      for key in SchemaKeys(tool.parameters, meter: scene.meter).keys {
        places += scene.excess(key, in: name, times: requests)
      }
    }
    guard !places.isEmpty else { return nil }
    return rule.finding(
      .tools, .note,
      "\(places.count.of("name or description", "names and descriptions")) in tool definitions "
        + "could be shorter",
      places: places)
  }

  /// Tools that are called whatever is asked.
  static let frequentTool = AuditRule(
    id: "frequent-tool",
    sentence:
      "A tool that only reads, called on nearly every prompt: its result could stand in the prompt; saved: its definition on every request and its calls as long as they were carried, not counting the requests themselves that are not made."
  ) { scene, rule in
    let turns = Set(scene.requests.map { scene.structure.turns[$0.entry.index] }.filter { $0 >= 0 })
    guard turns.count >= scene.limits.leastTurns else { return nil }
    var places: [AuditFinding.Place] = []
    for name in scene.callCounts.keys.sorted() where !scene.isKnownToWrite(name) {
      let calling = scene.transcript.entries.indices.filter { place in
        scene.transcript.entries[place].calls.contains { $0.name == name }
      }
      let asked = turns.intersection(calling.map { scene.structure.turns[$0] })
      guard Double(asked.count) >= scene.limits.nearlyEvery * Double(turns.count) else { continue }
      let calls = calling.reduce(0) { sum, place in
        var less = scene.transcript.entries[place]
        less.calls.removeAll { $0.name == name }
        let own =
          less.calls.isEmpty ? scene.tokens[place] : scene.tokens[place] - scene.meter.count(less)
        return sum + own * scene.carried[place]
      }
      places.append(
        AuditFinding.Place(
          name, saved: scene.sessionTokens(ofTool: name) + calls,
          detail: "called in \(asked.count) of \(turns.count) turns"))
    }
    guard !places.isEmpty else { return nil }
    return rule.finding(
      .fetching, .warning,
      "\(places.count.of("tool")) \(places.count == 1 ? "is" : "are") called on nearly every "
        + "prompt, each call a request more; if the result is always needed, fetch it first",
      places: places)
  }
}

extension AuditScene {
  /// How often the session calls a tool.
  func calls(of tool: String) -> Int { callCounts[tool] ?? 0 }

  /// Whether a tool is stated, or named so, that it changes something; of one that is neither it is
  /// not known.
  func isKnownToWrite(_ tool: String) -> Bool {
    effects.effect(of: tool) == .write
      && (effects.states(tool) || effects.write.contains { ToolEffects.fits(tool, $0) })
  }

  /// What a name has beyond the limit.
  func excess(name: String, at place: String, times: Int) -> [AuditFinding.Place] {
    guard name.count > limits.nameCharacters else { return [] }
    return [
      AuditFinding.Place(
        place, saved: meter.excess(name, over: limits.nameCharacters) * times,
        detail: "a name of \(name.count) characters")
    ]
  }

  /// What a description has beyond a limit.
  func excess(_ description: String, over limit: Int, at place: String, times: Int)
    -> [AuditFinding.Place]
  {
    let characters = description.count
    guard characters > limit else { return [] }
    return [
      AuditFinding.Place(
        place, saved: meter.excess(description, over: limit) * times,
        detail: "a description of \(characters) characters")
    ]
  }

  /// What the name and the description of a key have beyond their limits.
  func excess(_ key: SchemaKey, in owner: String, times: Int) -> [AuditFinding.Place] {
    let place = "\(owner) \(key.path)"
    return excess(name: key.name, at: place, times: times)
      + excess(
        key.description ?? "", over: limits.keyDescriptionCharacters, at: place, times: times)
  }
}
