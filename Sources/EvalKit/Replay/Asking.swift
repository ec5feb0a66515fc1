/// Asks a model one question: an answer, an action, or the arguments of recorded calls.
struct Asking: Sendable {
  let model: ModelRunner
  let asksModel: Bool
  let timeLimit: Int
  let executors: ExecutorStore
  let ledger: TokenLedger

  /// Asks on the outcome's view and puts reply and status in it.
  ///
  /// - Throws: `CancellationError` only.
  func ask(
    _ question: Question, _ value: PreparedCase, _ outcome: inout QuestionObservation,
    runs: () -> [TokenRun]
  ) async throws {
    guard asksModel else {
      outcome.status = .notApplicable("model-free: this control is not asked of \(model.name)")
      return
    }
    let view = outcome.view
    let tokens = outcome.tokens
    let runs = runs()
    do {
      switch question.subject {
      case .probe, .decoy:
        outcome.reply = try await reply(view, .answer, runs, tokens)
      case .trajectory:
        if !model.capabilities.tools, !view.head.tools.isEmpty {
          throw ModelError.unsupportedCapability("tools (\(model.name))")
        }
        outcome.reply = try await reply(view, .act, runs, tokens)
      case .fill: break
      }
      for call in value.recordedCalls(at: question) {
        let filled = try await reply(view, .fill(tool: call.name), runs, tokens)
        outcome.filled.append(
          filled.calls.first ?? ToolCall(name: call.name, arguments: .object(JSONObject())))
      }
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      try Task.checkCancellation()
      outcome.status = .errored("\(error)")
      outcome.filled = []
    }
  }

  private func reply(_ view: View, _ task: ModelTask, _ runs: [TokenRun], _ tokens: Int)
    async throws -> Reply
  {
    var options = RequestOptions()
    if task == .answer { options.toolMode = .disallowed }
    let request = ModelRequest(
      head: view.head, items: view.items, runs: runs, task: task,
      options: options.resolved(for: model.capabilities))
    var reply = try await model.respond(to: request, executors: executors, timeLimit: timeLimit)
    if reply.usage.input == 0 { reply.usage.input = tokens }
    if reply.usage.output == 0 {
      reply.usage.output = reply.entries.reduce(0) { $0 + ledger.run(of: $1).count }
    }
    return reply
  }
}
