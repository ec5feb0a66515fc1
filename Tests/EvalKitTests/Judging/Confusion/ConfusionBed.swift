@testable import EvalKit

/// A checkpoint made by hand: what was recorded before a request, what is expected, what was replied.
struct ConfusionBed {
  /// The entries before the request.
  var entries: [Entry]
  /// The tools defined.
  var tools: [ToolDefinition]
  /// What is expected.
  var expectation: TrajectoryExpectation
  var facts: [Fact] = []
  /// The reply that was recorded.
  var recorded: [Entry] = [.response("Done.", label: "recorded")]

  /// Makes a checkpoint at which calls are expected.
  init(
    _ entries: [Entry], tools: [ToolDefinition], expects calls: [ExpectedCall] = [],
    optional: [ExpectedCall] = [], allowsOthers: Bool = false, facts: [Fact] = []
  ) {
    self.entries = entries
    self.tools = tools
    self.facts = facts
    expectation = TrajectoryExpectation(
      id: "next", at: .before(EntryID(entries.count)), ordered: calls, optional: optional,
      allowsAdditionalCalls: allowsOthers)
  }

  var judged: JudgedCase {
    Judge.default.prepare(
      EvalCase(
        id: "bed",
        transcript: Transcript(head: Head("Help.", tools: tools), entries: entries + recorded),
        facts: facts, trajectories: [expectation]))
  }

  /// The items of some entries, by place.
  func items(_ places: [Int]) -> [Item] {
    places.map { Item(recorded: EntryID($0), entry: entries[$0]) }
  }

  /// An entry with its content replaced.
  func masked(_ place: Int, _ text: String = "[cleared]") -> Item {
    var entry = entries[place]
    entry.segments = [.text(text)]
    return Item(source: .recorded(EntryID(place)), form: .masked, entry: entry)
  }

  private func step(_ reply: Reply, _ items: [Item]) -> ConfusionScene.Step {
    ConfusionScene.Step(
      reply: reply, view: View(head: Head("Help.", tools: tools), items: items),
      count: entries.count)
  }

  /// The scene of an arm that is shown some entries, beside an oracle that is shown all.
  func scene(_ reply: Reply, shows places: [Int], oracle: Reply = Reply(text: "Fine."))
    -> ConfusionScene
  {
    scene(reply, items: items(places), oracle: oracle)
  }

  func scene(_ reply: Reply, items shown: [Item], oracle: Reply = Reply(text: "Fine."))
    -> ConfusionScene
  {
    let judged = judged
    return ConfusionScene(
      judged, expectation, questions: judged.questions.filter { $0.subject == .trajectory(0) },
      steps: [step(reply, shown)], oracle: [step(oracle, items(Array(entries.indices)))])
  }

  /// What the first signature that fits finds.
  func hit(_ reply: Reply, shows places: [Int], oracle: Reply = Reply(text: "Fine."))
    -> ConfusionHit?
  {
    ConfusionVerdict.first(in: scene(reply, shows: places, oracle: oracle))
  }

  /// The record of the request.
  var request: RequestRecord {
    RequestRecord(
      number: 1, moment: .prompt, entry: EntryID(entries.count - 1), tokens: 10, cached: 0,
      commonPrefix: 0, held: 0, blocking: 10, overBy: 0)
  }

  /// An observation of the checkpoint.
  func observation(_ arm: String, _ reply: Reply, shows places: [Int]? = nil) -> Observation {
    let judged = judged
    let view = View(
      head: Head("Help.", tools: tools), items: items(places ?? Array(entries.indices)))
    return Observation(
      caseID: "bed", arm: arm, contextSize: 2048, reserve: 512,
      requests: [request],
      questions: judged.questions.map {
        QuestionObservation(id: $0.id, status: .answered, view: view, tokens: 10, reply: reply)
      })
  }
}

extension ToolDefinition {
  static func reading(_ name: String) -> ToolDefinition {
    ToolDefinition(name: name, effect: .read)
  }
  static func writing(_ name: String) -> ToolDefinition {
    ToolDefinition(name: name, effect: .write)
  }
}

extension Reply {
  /// A reply that makes one call.
  static func calling(_ name: String, _ arguments: JSONValue = .object(JSONObject())) -> Reply {
    Reply(calls: [ToolCall(name: name, arguments: arguments)])
  }
}

/// A turn with one exchange: prompt, call, output, response.
func exchange(
  _ prompt: String, _ tool: String, _ arguments: JSONValue, _ output: String, _ response: String,
  id: String
) -> [Entry] {
  [
    .prompt(prompt, label: "p\(id)"),
    .calls([ToolCall(id: id, name: tool, arguments: arguments)], label: "c\(id)"),
    .output(output, callID: id, label: "o\(id)"), .response(response, label: "r\(id)"),
  ]
}
