import EvalKit
import LocalModels

/// How often a model calls what the record calls next, asked at recorded calls.
struct NextCallTally: Hashable, Sendable {
  /// Recorded replies that make calls.
  var recorded = 0
  /// Of these, those at which the model was asked.
  var asked = 0
  /// Of these, those at which it calls a tool that the record calls there.
  var sameTool = 0
  /// Of these, those at which the arguments are equal in meaning, too.
  var sameCall = 0
  /// Sessions that define no tools: those they call are taken for defined.
  var undefined = 0
  /// Of those asked, those with no answer: the request or the model failed. They agree in nothing.
  var errored = 0

  /// The share of askings that agree in the tool; nil where nothing was asked.
  var toolShare: Double? { asked == 0 ? nil : Double(sameTool) / Double(asked) }
  /// The share of askings that agree in tool and arguments.
  var callShare: Double? { asked == 0 ? nil : Double(sameCall) / Double(asked) }

  /// Adds another tally.
  static func += (left: inout NextCallTally, right: NextCallTally) {
    left.recorded += right.recorded
    left.asked += right.asked
    left.sameTool += right.sameTool
    left.sameCall += right.sameCall
    left.errored += right.errored
    left.undefined += right.undefined
  }
}

/// Asks the default model, at recorded calls, what it would call on a policy's view.
///
/// The checkpoints come from the record itself: nothing has to be annotated. At most so many are asked,
/// evenly spaced over the session, because one asking reads the whole view.
struct NextCallAsking: Sendable {
  /// The calls recorded after each input that is asked at.
  private let checkpoints: [EntryID: [ToolCall]]
  /// The tools of a session that defines none: the model chooses among tools it is told of.
  private let tools: [ToolDefinition]
  private let executors = ExecutorStore()
  private let model = ModelRunner(Reader(), isFree: true)
  private let timeLimit = 120
  private(set) var tally = NextCallTally()

  /// - Parameter limit: The most calls of the session that are asked at.
  init(_ session: RecordedSession, limit: Int) {
    let replies = Replay(session.transcript, structure: session.structure).replies
      .map { (input: $0.input, calls: $0.calls(in: session.transcript).map(\.call)) }
      .filter { !$0.calls.isEmpty }
    let asked = min(limit, replies.count)
    checkpoints = Dictionary(
      (0..<asked).map { replies[$0 * replies.count / asked] }.map { ($0.input, $0.calls) },
      uniquingKeysWith: { first, _ in first })
    tally.recorded = replies.count
    let heads = [session.transcript.head.tools] + session.transcript.changes.map { $0.tools ?? [] }
    tools = heads.allSatisfy(\.isEmpty) ? Self.tools(of: replies.flatMap(\.calls)) : []
    if !tools.isEmpty { tally.undefined = 1 }
  }

  /// The tools of calls, in the order they are first called, each with the arguments it is ever given.
  private static func tools(of calls: [ToolCall]) -> [ToolDefinition] {
    var names: [String] = []
    var arguments: [String: JSONObject] = [:]
    for call in calls {
      if arguments[call.name] == nil { names.append(call.name) }
      var known = arguments[call.name] ?? JSONObject()
      for member in call.arguments.objectValue?.members ?? [] where known[member.key] == nil {
        known[member.key] = ["type": .string(type(of: member.value))]
      }
      arguments[call.name] = known
    }
    return names.map { name in
      let properties = arguments[name] ?? JSONObject()
      return ToolDefinition(
        name: name,
        parameters: [
          "type": "object", "properties": .object(properties),
          "required": .array(properties.keys.map(JSONValue.string)),
        ])
    }
  }

  private static func type(of value: JSONValue) -> String {
    switch value {
    case .string, .null: "string"
    case .bool: "boolean"
    case .number(let number): number.intValue == nil ? "number" : "integer"
    case .array: "array"
    case .object: "object"
    }
  }

  /// Asks, if a request is one that is asked at.
  ///
  /// - Throws: `CancellationError`.
  mutating func observe(_ record: RequestRecord, view: View) async throws {
    guard let recorded = checkpoints[record.entry] else { return }
    tally.asked += 1
    guard record.error == nil, let reply = try await reply(to: view) else {
      tally.errored += 1
      return
    }
    guard let call = reply.calls.first, recorded.contains(where: { $0.name == call.name }) else {
      return
    }
    tally.sameTool += 1
    if recorded.contains(where: { $0.makesSameCall(as: call) }) { tally.sameCall += 1 }
  }

  private func reply(to view: View) async throws -> Reply? {
    var head = view.head
    if !tools.isEmpty { head.tools = tools }
    let request = ModelRequest(head: head, items: view.items, task: .act)
    do {
      return try await model.respond(to: request, executors: executors, timeLimit: timeLimit)
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      try Task.checkCancellation()
      return nil
    }
  }
}
