extension TranscriptFormat {
  /// tau2-bench's simulations: a file of `simulations`, or one of them.
  ///
  /// The transcript is what the agent was shown: calls that the simulated user made, and their
  /// outputs, are no part of it. What was expected stands in `tasks`, in the file or beside it.
  public static let tau2 = TranscriptFormat(
    name: "tau2", title: "tau2-bench simulations",
    recognises: { Tau2Format.recognises($0) },
    decodeEach: { unit in try Tau2Format.decodeEach(unit) })
}

/// The simulations of tau2-bench.
enum Tau2Format {
  static func recognises(_ value: JSONValue) -> Bool {
    if let simulations = value["simulations"]?.arrayValue {
      return simulations.first.map(isSimulation) ?? (value["tasks"]?.arrayValue != nil)
    }
    return isSimulation(value)
  }

  private static func isSimulation(_ value: JSONValue) -> Bool {
    guard value["task_id"] != nil, value["traj"] == nil else { return false }
    if value["messages"] == nil { return value["ticks"]?.arrayValue != nil }
    return ["reward_info", "termination_reason", "user_cost", "agent_cost"].contains {
      value[$0] != nil
    }
  }

  static func decodeEach(_ unit: ImportUnit) throws(Refusal) -> [Result<
    DecodedTranscript, Refusal
  >] {
    let file = try unit.value.requiredObject("a file of simulations")
    guard let simulations = try file.array("simulations") else {
      return [.success(try decode(unit.value, info: JSONObject(), tasks: []))]
    }
    let info = try file.object("info") ?? JSONObject()
    let tasks = try file.array("tasks") ?? []
    return simulations.enumerated().map { index, value in
      let steps: [KeyPathStep] = [.key("simulations"), .index(index)]
      do throws(Refusal) {
        var decoded = try decode(value, info: info, tasks: tasks)
        decoded.steps = steps
        return .success(decoded)
      } catch {
        return .failure(error.inside(.key("simulations"), .index(index)))
      }
    }
  }

  private static func decode(_ value: JSONValue, info: JSONObject, tasks: [JSONValue])
    throws(Refusal) -> DecodedTranscript
  {
    let object = try value.requiredObject("a simulation")
    guard let messages = try object.array("messages") else {
      throw Refusal("a simulation in ticks of sound, not in messages; this cannot be read")
    }
    let environment = try info.object("environment_info") ?? JSONObject()
    var shown: [JSONValue] = []
    var places: [[KeyPathStep]] = []
    var hidden = 0
    for (index, message) in messages.enumerated() {
      // Several outputs may come wrapped in one message.
      let parts = message["tool_messages"]?.arrayValue
      for (part, inner) in (parts ?? [message]).enumerated() {
        if isUsers(inner) {
          hidden += 1
          if inner["role"]?.stringValue == "tool" || !saysSomething(inner) {
            continue
          }
        }
        shown.append(isUsers(inner) ? withoutCalls(inner) : inner)
        places.append(
          [.index(index)] + (parts == nil ? [] : [.key("tool_messages"), .index(part)]))
      }
    }
    var decoder = OpenAIChatDecoder()
    var decoded = try decoder.decode(
      .object(try head(environment)), messages: shown, places: places)
    if hidden > 0 {
      decoded.notes.add(
        .skippedRecord, count: hidden, at: "",
        "a call of the simulated user, or its output, which the agent was not shown")
    }
    decoded.metadata = object.others(["messages"])
    SimulatedUser.removeMarks(from: &decoded)
    let task = tasks.first { $0["id"]?.plainText == object["task_id"]?.plainText }
    if let task { try addExpectations(of: task, to: &decoded) }
    return decoded
  }

  /// Whether a message is a call of the user, or the output of one.
  private static func isUsers(_ message: JSONValue) -> Bool {
    if message["requestor"]?.stringValue == "user" { return true }
    return message["role"]?.stringValue == "user"
      && !(message["tool_calls"]?.arrayValue ?? []).isEmpty
  }

  private static func saysSomething(_ message: JSONValue) -> Bool {
    message["content"].map { !$0.isNull && $0 != "" } ?? false
  }

  private static func withoutCalls(_ message: JSONValue) -> JSONValue {
    .object(message.objectValue?.others(["tool_calls"]) ?? JSONObject())
  }

  /// The head: the domain's policy, and the tools where the file has them.
  private static func head(_ environment: JSONObject) throws(Refusal) -> JSONObject {
    var head = JSONObject()
    if let policy = try environment.string("policy") {
      head["messages"] = [["role": "system", "content": .string(policy)]]
    }
    if let tools = environment["tool_defs"], tools.arrayValue != nil { head["tools"] = tools }
    return head
  }

  /// Adds what a task expects of a run of it.
  static func addExpectations(of task: JSONValue, to decoded: inout DecodedTranscript)
    throws(Refusal)
  {
    let object = try task.requiredObject("a task")
    let criteria = try object.object("evaluation_criteria") ?? JSONObject()
    var builder = ExpectationBuilder(
      decoded.transcript, cluster: object["id"].map { "tau2-task-\($0.plainText)" },
      reads: ["calculate", "think"])
    do throws(Refusal) {
      builder.addOutputs(
        try criteria.elements("communicate_info") { value, _ throws(Refusal) in value.plainText })
      var calls: [ExpectationBuilder.Call] = []
      for (index, action) in (try criteria.array("actions") ?? []).enumerated() {
        do throws(Refusal) {
          if action["requestor"]?.stringValue == "user" { continue }
          var call = try ExpectationBuilder.Call(action)
          call.compared = action["compare_args"]?.arrayValue?.compactMap(\.stringValue)
          calls.append(call)
        } catch {
          throw error.inside(.key("actions"), .index(index))
        }
      }
      if let reward = decoded.metadata["reward_info"]?["reward"]?.doubleValue, reward != 1 {
        if !calls.isEmpty {
          builder.refuse("expected calls of a run that did not solve its task", at: "")
        }
      } else {
        builder.addTrajectories(of: calls)
      }
      for _ in try criteria.array("nl_assertions") ?? [] {
        builder.refuse("an assertion in words, which only a model can judge", at: "")
      }
    } catch {
      throw error.inside(.key("evaluation_criteria"))
    }
    builder.finish(&decoded)
  }
}
