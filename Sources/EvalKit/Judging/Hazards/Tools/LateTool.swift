/// Finds tools that come after turns which did without them.
struct LateTool: HazardRule {
  let id = "late-tool"
  let group = HazardGroup.tools
  let severity = HazardSeverity.warning
  let scope = HazardScope.requests
  let needs: [HazardNeed] = [.toolDefinitions]
  let sentence =
    "A tool is first defined after turns in view that asked for the same as the turn it is for and were answered without a call."
  let consequence =
    "The model follows the precedent and goes on answering in prose; the more such turns are in view, the surer."

  var examples: (fires: HazardExample, silent: HazardExample) {
    let entries: [Entry] = [
      .prompt("Make a title for this."), .response("Autumn."), .prompt("Make a title for that."),
    ]
    let tool = ToolDefinition(name: "make_title")
    func example(_ first: Head?) -> HazardExample {
      HazardExample(
        Transcript(head: Head("Be brief.", tools: [tool]), entries: entries),
        requests: [
          HazardExample.Request(after: 1, shows: [.entry(0)], head: first),
          HazardExample.Request(after: 3, shows: (0..<3).map { .entry($0) }),
        ])
    }
    return (fires: example(Head("Be brief.")), silent: example(nil))
  }

  /// - Complexity: O(1) but where a tool is first defined, then O(entries in view and their text).
  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    for tool in scene.heads.added {
      let job = Self.words(tool)
      let wanted = prompts(for: tool, scene)
      if job.isEmpty || wanted.isEmpty { continue }
      let turns = scene.structure.turnStarts.indices.filter { turn in
        isPrecedent(turn, of: job, like: wanted, scene)
      }
      for isInherited in [true, false] {
        let found = turns.filter { hadTool($0, tool, scene) != isInherited }
        guard let last = found.last else { continue }
        let count = found.count == 1 ? "this turn was" : "\(found.count) turns like this were"
        report(
          HazardHit(
            scene.structure.turnStarts[last], "\(count) answered before \(tool) was defined",
            isInherited: isInherited))
      }
    }
  }

  /// The words of the prompts that the tool is for: those of the turn that calls it first and, where
  /// it speaks of the tool's job, of the active one.
  private func prompts(for tool: String, _ scene: HazardScene) -> [Set<String>] {
    let callers = scene.recorded.callers.first { $0.tool == tool }?.entries ?? []
    let caller = callers.first { $0.index >= scene.count - 1 }
    let turn = caller.map { scene.structure.turns[$0.index] } ?? -1
    let prompts = [scene.activePrompt, turn >= 0 ? scene.structure.turnStarts[turn] : nil]
    return prompts.compactMap { $0 }.map { Self.words(scene.transcript[$0].text) }
  }

  /// Whether a turn is over, in view, asked for the job and was answered without any call.
  private func isPrecedent(
    _ turn: Int, of job: Set<String>, like wanted: [Set<String>], _ scene: HazardScene
  ) -> Bool {
    let range = scene.structure.range(ofTurn: turn)
    guard range.upperBound < scene.count, scene.shows(scene.structure.turnStarts[turn]),
      range.contains(where: {
        scene.transcript.entries[$0].kind == .response && scene.shows(EntryID($0))
      }), !range.contains(where: { scene.transcript.entries[$0].kind == .toolCalls })
    else { return false }
    let words = Self.words(scene.transcript[scene.structure.turnStarts[turn]].text)
    // A prompt may name the thing in passing: alike are those with the same words beside it.
    return job.isSubset(of: words)
      && wanted.contains { other in
        job.isSubset(of: other)
          && Double(words.intersection(other).count)
            >= Self.leastOverlap * Double(words.union(other).count)
      }
  }

  /// The least share of all words of two prompts that both have for them to ask for the same.
  private static let leastOverlap = 0.3

  /// Whether the record had the tool defined in a turn, so that a stage kept it away.
  private func hadTool(_ turn: Int, _ tool: String, _ scene: HazardScene) -> Bool {
    let end = scene.structure.range(ofTurn: turn).upperBound
    return scene.transcript.head(at: end - 1).tools.contains { $0.name == tool }
  }

  /// What tool names say beside what they are about.
  private static let common: Set<String> = [
    "add", "all", "and", "apply", "book", "call", "check", "compute", "create", "delete", "do",
    "fetch", "find", "for", "from", "function", "get", "give", "info", "list", "look", "lookup",
    "make", "new", "of", "read", "run", "search", "send", "set", "show", "the", "to", "tool",
    "update", "use", "with", "write", "id", "by", "in", "on", "a", "an",
  ]

  /// The words of a text or a name, in small letters, without a plural's `s` and without such as
  /// say nothing of the job.
  static func words(_ text: String) -> Set<String> {
    var words = Set<String>()
    var word = ""
    var wasSmall = false
    func close() {
      defer { word = "" }
      guard word.count > 1, !common.contains(word) else { return }
      words.insert(word.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : word)
    }
    for character in text {
      if character.isUppercase, wasSmall { close() }
      wasSmall = character.isLowercase
      if character.isLetter || character.isNumber {
        word += character.lowercased()
      } else {
        close()
      }
    }
    close()
    return words
  }
}
