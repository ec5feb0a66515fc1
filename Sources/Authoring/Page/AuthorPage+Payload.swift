import EvalKit

extension AuthorPage {
  /// What the script works on.
  var payload: JSONValue {
    let transcript = value.transcript
    let heads = [transcript.head] + transcript.changes.map { $0.applied(to: Head()) }
    let addresses = transcript.addresses
    let labels = heads.flatMap(\.instructions).map(\.label)
    return [
      "state": state,
      "entries": .array(
        transcript.entries.indices.map { index in
          [
            "address": .string(addresses[index]),
            "kind": .string(transcript.entries[index].kind.rawValue),
            "turn": JSONValue(value.structure.turns[index]),
            "parts": .array(PageParts(transcript.entries[index]).parts),
          ]
        }),
      // The first is what a selection in the instructions is said to be in.
      "instructionAddresses": .array(
        ((transcript.head.instructions.isEmpty ? [] : ["instructions"]) + labels)
          .map { .string($0) }),
      "instructionLeaves": .array(
        heads.flatMap(\.instructions).flatMap(\.leaves).map { .string($0) }),
      "toolLeaves": .array(heads.flatMap(\.tools).flatMap(Self.leaves).map { .string($0) }),
      "notes": .array(notes),
      "findings": .array(findings.map(finding)),
      "kept": .string(kept),
      "raw": raw,
    ]
  }

  private static func leaves(_ tool: ToolDefinition) -> [String] {
    var leaves = [tool.name, tool.description]
    tool.parameters.appendLeaves(to: &leaves)
    return leaves
  }

  // MARK: What is edited

  private var state: JSONValue {
    [
      "id": .string(value.id), "title": .string(value.title),
      "tags": .array(value.tags.map { .string($0) }),
      "cluster": .string(written["cluster"]?.stringValue ?? ""),
      "facts": .array(value.facts.map(fact)),
      "probes": .array(
        (written["probes"]?.arrayValue ?? []).enumerated().map { index, probe in
          // A probe without id is called by its place, which the page can change.
          var object = JSONObject([("id", .string("p\(index + 1)"))])
          for member in probe.objectValue?.members ?? [] { object[member.key] = member.value }
          return .object(object)
        }),
      "secrets": .array(
        value.secrets.map { secret in
          let object = JSONObject([
            ("id", .string(secret.id)), ("value", .string(secret.value)),
            ("evidence", evidence(secret.evidence)),
          ])
          return .object(completed(object, from: "secrets"))
        }),
      "trajectories": .array(
        rules("trajectories", named: "t").enumerated().map { index, rule in
          // What cannot be read is refused before there is a page, so both lists are as long.
          guard value.trajectories.indices.contains(index) else { return .object(rule) }
          return .object(self.rule(rule, with: value.trajectories[index]))
        }),
      "constraints": .array(rules("constraints", named: "c").map { .object($0) }),
    ]
  }

  private func fact(_ fact: Fact) -> JSONValue {
    let object = JSONObject([
      ("id", .string(fact.id)), ("kind", .string(fact.kind)), ("value", .string(fact.value)),
      ("aliases", .array(fact.aliases.map { .string($0) })),
      ("derived", .bool(fact.isDerived)), ("evidence", evidence(fact.evidence)),
      (
        "supersedes",
        .array(
          fact.supersedes.map {
            ["value": .string($0.value), "evidence": evidence($0.evidence)]
          })
      ),
    ])
    return .object(completed(object, from: "facts"))
  }

  /// An item with the keys that were written of it and that it has no field for.
  private func completed(_ object: JSONObject, from key: String) -> JSONObject {
    var object = object
    let recorded = written[key]?.arrayValue?.first { $0["id"] == object["id"] }
    for member in recorded?.objectValue?.members ?? [] where object[member.key] == nil {
      object[member.key] = member.value
    }
    return object
  }

  /// Expected calls or constraints: how they are shown, and the text they are in the download, as
  /// they came and without being a draft.
  private func rules(_ key: String, named letter: String) -> [JSONObject] {
    (written[key]?.arrayValue ?? []).enumerated().map { index, item in
      // One without id is called by its place, which deleting another changes.
      var object = item.objectValue ?? JSONObject()
      let id = object["id"] ?? .string("\(letter)\(index + 1)")
      if object["id"] == nil { object = JSONObject([("id", id)] + object.pairs) }
      var accepted = object
      accepted["draft"] = nil
      var shown = accepted
      shown["id"] = nil
      var rule = JSONObject([
        ("id", id), ("rows", .array(PageParts.rows(.object(shown)))),
        ("written", .string(JSONValue.object(object).serialised())),
        ("accepted", .string(JSONValue.object(accepted).serialised())),
      ])
      rule["draft"] = object["draft"]
      return rule
    }
  }

  private func evidence(_ list: [Evidence]) -> JSONValue {
    let addresses = value.transcript.addresses
    return .array(
      list.map { said in
        let address = said.entry.map { addresses[$0.index] } ?? instructions(saying: said.quote)
        return ["entry": .string(address), "quote": .string(said.quote)]
      })
  }

  /// The name of the instructions that say something: those of the head, else of a change.
  private func instructions(saying quote: String) -> String {
    let transcript = value.transcript
    if !transcript.head.instructions.isEmpty { return "instructions" }
    let others = transcript.changes.flatMap { $0.instructions ?? [] }
    return (others.first { FoldedText($0).says(quote) } ?? others.first)?.label ?? "instructions"
  }

  // MARK: What stays

  /// The texts of what the page does not edit: numbers and the order of keys are as they were.
  private var raw: JSONValue {
    let known: Set = [
      "version", "id", "title", "tags", "source", "cluster", "transcript", "facts", "probes",
      "trajectories", "constraints", "secrets",
    ]
    let others = written.members.filter { !known.contains($0.key) }
    return [
      "source": written["source"].map { .string($0.serialised()) } ?? .null,
      "steps": steps.map { .array($0.map { .string($0.serialised()) }) } ?? .null,
      "transcript": written["transcript"].map { .string($0.serialised()) } ?? .null,
      "others": .array(others.map { [.string($0.key), .string($0.value.serialised())] }),
    ]
  }

  /// The facts that a trajectory's arguments name, and how many entries stand before its last
  /// reply: an argument cannot be a value that is said later.
  private func rule(_ rule: JSONObject, with trajectory: TrajectoryExpectation) -> JSONObject {
    var facts: [JSONValue] = []
    for (calls, isExpected) in [
      (trajectory.ordered + trajectory.unordered, true),
      (trajectory.optional + trajectory.disallowed, false),
    ] {
      for call in calls {
        for key in call.arguments.keys.sorted() {
          guard case .fact(let id)? = call.arguments[key] else { continue }
          let argument = isExpected ? JSONValue.string("\(call.tool).\(key)") : .null
          facts.append(["argument": argument, "fact": .string(id)])
        }
      }
    }
    let replies = Replay(value.transcript, structure: value.structure).replies
    let judged = replies.filter { reply in
      switch trajectory.at {
      case .before(let id): reply.entries.contains(id.index)
      case .turn(let id):
        value.structure.turns[reply.input.index] == value.structure.turns[id.index]
      case .end, .after, .every: false
      }
    }
    let place = judged.map(\.start.index).max() ?? value.transcript.entries.count
    var rule = rule
    rule["place"] = JSONValue(place)
    rule["facts"] = .array(facts)
    return rule
  }

  // MARK: What is told

  private func finding(_ finding: Diagnostic) -> JSONValue {
    let place = "\(finding.position)" + (finding.path.isEmpty ? "" : ", \(finding.path)")
    return [
      "severity": .string(finding.severity.rawValue), "message": .string(finding.message),
      "place": .string(place),
    ]
  }

  /// Changes of the head and compactions, told between the entries.
  private var notes: [JSONValue] {
    var notes: [(position: Int, text: String)] = []
    for change in value.transcript.changes {
      if change.instructions != nil {
        notes.append((change.position, "From here on the session has other instructions."))
      }
      if let tools = change.tools {
        let names = tools.isEmpty ? "none" : tools.map(\.name).joined(separator: ", ")
        notes.append((change.position, "From here on the session has these tools: \(names)."))
      }
    }
    for event in value.transcript.compactions {
      let count = event.takenOut.ranges.reduce(0) { $0 + $1.count }
      let entries = count == 1 ? "one entry" : "\(count) entries"
      notes.append((event.position, "The session's own compaction took out \(entries) here."))
    }
    return notes.sorted { $0.position < $1.position }.map {
      ["position": JSONValue($0.position), "text": .string($0.text)]
    }
  }

  /// The line under the title.
  private var kept: String {
    func counted(_ count: Int, _ word: String, _ words: String) -> String {
      count == 1 ? "1 \(word)" : "\(count) \(words)"
    }
    var text =
      "\(file) · \(counted(value.structure.turnStarts.count, "turn", "turns")), "
      + counted(value.transcript.entries.count, "entry", "entries")
    if steps == nil { text += " · keep the download beside the transcript's file" }
    return text
  }
}

extension JSONObject {
  /// The members as pairs.
  fileprivate var pairs: [(String, JSONValue)] { members.map { ($0.key, $0.value) } }
}
