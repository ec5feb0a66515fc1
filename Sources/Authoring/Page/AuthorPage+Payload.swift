import EvalKit

extension AuthorPage {
  /// What the script works on.
  var payload: JSONValue {
    let transcript = value.transcript
    let heads = [transcript.head] + transcript.changes.map { $0.applied(to: Head()) }
    let addresses = transcript.addresses
    let labels = transcript.head.instructions.map(\.label).filter { $0 != "instructions" }
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
      "instructionAddresses": .array((["instructions"] + labels).map { .string($0) }),
      "instructionLeaves": .array(
        heads.flatMap(\.instructions).flatMap(\.leaves).map { .string($0) }),
      "toolLeaves": .array(heads.flatMap(\.tools).flatMap(Self.leaves).map { .string($0) }),
      "notes": .array(notes),
      "trajectories": .array(value.trajectories.map(trajectory)),
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

  private func evidence(_ list: [Evidence]) -> JSONValue {
    let addresses = value.transcript.addresses
    return .array(
      list.map { said in
        let address = said.entry.map { addresses[$0.index] } ?? "instructions"
        return ["entry": .string(address), "quote": .string(said.quote)]
      })
  }

  // MARK: What stays

  /// The texts of what the page does not edit: numbers and the order of keys are as they were.
  private var raw: JSONValue {
    func texts(_ key: String) -> JSONValue {
      .array((written[key]?.arrayValue ?? []).map { .string($0.serialised()) })
    }
    let known: Set = [
      "version", "id", "title", "tags", "source", "cluster", "transcript", "facts", "probes",
      "trajectories", "constraints", "secrets",
    ]
    let others = written.members.filter { !known.contains($0.key) }
    return [
      "source": written["source"].map { .string($0.serialised()) } ?? .null,
      "steps": steps.map { .array($0.map { .string($0.serialised()) }) } ?? .null,
      "transcript": written["transcript"].map { .string($0.serialised()) } ?? .null,
      "trajectories": texts("trajectories"),
      "constraints": texts("constraints"),
      "others": .array(others.map { [.string($0.key), .string($0.value.serialised())] }),
    ]
  }

  /// The facts that a trajectory's arguments name, and how many entries stand before its last
  /// reply: an argument cannot be a value that is said later.
  private func trajectory(_ trajectory: TrajectoryExpectation) -> JSONValue {
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
    return [
      "id": .string(trajectory.id), "place": JSONValue(place), "facts": .array(facts),
    ]
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
    let parts = [
      (value.trajectories.count, "trajectory", "trajectories"),
      (value.constraints.count, "constraint", "constraints"),
    ].filter { $0.0 > 0 }.map { counted($0.0, $0.1, $0.2) }
    if !parts.isEmpty { text += " · \(parts.joined(separator: " and ")) kept as written" }
    if steps == nil { text += " · keep the download beside the transcript's file" }
    return text
  }
}
