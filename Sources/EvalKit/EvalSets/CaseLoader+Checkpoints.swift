/// Where questions are asked: legal places, and the nearest one to a place that is not.
extension CaseLoader {
  /// The checkpoint of a probe: a boundary between turns.
  func probeCheckpoint(_ node: JSONNode, _ path: String) -> Checkpoint? {
    if node.stringValue == "end" { return .end }
    let object = StrictObject(node, path: path, diagnostics: diagnostics)
    defer { object.finish() }
    let keys = ["before", "after", "every", "turn"].filter { object.node($0) != nil }
    switch keys {
    case ["before"]:
      guard let id = entry(object, "before") else { return nil }
      if transcript[id].kind == .prompt { return .before(id) }
      report(
        "a probe is asked between turns, and \(name(id)) does not begin one; the nearest place is ",
        nearestBoundary(id.index), of: object, at: "before")
      return nil
    case ["after"]:
      guard let id = entry(object, "after") else { return nil }
      if boundaries.contains(id.index + 1) { return .after(id) }
      report(
        "a probe is asked between turns, and \(name(id)) does not end one; the nearest place is ",
        nearestBoundary(id.index + 1), of: object, at: "after")
      return nil
    case ["every"]: return every(object)
    case ["turn"]:
      object.error(
        "'turn' is for trajectories; a probe is asked before or after an entry, or every n turns",
        at: "turn")
      return nil
    default:
      object.error("a place has one of before, after, every, or is \"end\"")
      return nil
    }
  }

  private func every(_ object: StrictObject) -> Checkpoint? {
    guard let text = object.required("every", as: String.self) else { return nil }
    let parts = text.split(separator: " ")
    if parts.count == 2, let turns = Int(parts[0]), turns > 0, ["turn", "turns"].contains(parts[1])
    {
      return .every(turns: turns)
    }
    object.error("expected a number of turns such as \"10 turns\", found '\(text)'", at: "every")
    return nil
  }

  /// The checkpoint of a trajectory: a recorded reply, or all those of a turn.
  func trajectoryCheckpoint(_ node: JSONNode, _ path: String) -> Checkpoint? {
    let object = StrictObject(node, path: path, diagnostics: diagnostics)
    defer { object.finish() }
    let keys = ["before", "turn", "after", "every"].filter { object.node($0) != nil }
    switch keys {
    case ["before"]:
      guard let id = entry(object, "before") else { return nil }
      if replies.contains(where: { $0.entries.contains(id.index) }) { return .before(id) }
      report(
        "\(name(id)) is no reply to a recorded request; the nearest is ", nearestReply(id),
        of: object, at: "before")
      return nil
    case ["turn"]:
      guard let id = entry(object, "turn") else { return nil }
      let turn = structure.turns[id.index]
      if replies.contains(where: { structure.turns[$0.input.index] == turn }) { return .turn(id) }
      report(
        "no request was recorded in the turn of \(name(id)); the nearest reply is ",
        nearestReply(id), of: object, at: "turn")
      return nil
    default:
      object.error(
        "a trajectory is judged { before: a reply } or { turn: an entry }"
          + (keys.isEmpty ? "" : ", not \(keys.map { "'\($0)'" }.joined(separator: " and "))"))
      return nil
    }
  }

  // MARK: Nearest places

  /// How many entries stand before each boundary: prompts, and the end.
  private var boundaries: [Int] { structure.turnStarts.map(\.index) + [transcript.entries.count] }

  /// Reports a place that is none, with the nearest legal one, which takes its place if asked to.
  private func report(
    _ message: String, _ nearest: JSONValue?, of object: StrictObject, at key: String
  ) {
    diagnostics.error(
      message + (nearest.map(JSON5Text.inline) ?? "none: the transcript has no reply"),
      at: object.node(key)?.position ?? object.position, path: object.path(of: key),
      fix: nearest.map { MechanicalFix(path: object.path, change: .replace($0)) })
  }

  private func nearestBoundary(_ place: Int) -> JSONValue {
    let nearest = boundaries.min { abs($0 - place) < abs($1 - place) } ?? transcript.entries.count
    return nearest < transcript.entries.count ? before(EntryID(nearest)) : "end"
  }

  private func nearestReply(_ id: EntryID) -> JSONValue? {
    func distance(_ reply: RecordedReply) -> Int {
      min(
        abs(reply.entries.lowerBound - id.index), abs(reply.entries.upperBound - 1 - id.index))
    }
    let nearest = replies.filter { !$0.entries.isEmpty }.min { distance($0) < distance($1) }
    guard let nearest else { return nil }
    // What was called tells a reply apart better than the reasoning it begins with.
    let entry = nearest.entries.first { !transcript.entries[$0].calls.isEmpty }
    return before(EntryID(entry ?? nearest.entries.lowerBound))
  }

  private func before(_ id: EntryID) -> JSONValue {
    .object(JSONObject([("before", .string(address(id)))]))
  }

  private func address(_ id: EntryID) -> String { transcript[id].label }

  private func name(_ id: EntryID) -> String { "'\(address(id))'" }
}
