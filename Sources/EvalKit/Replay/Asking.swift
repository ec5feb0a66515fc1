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
    let tokens = outcome.tokens
    let runs = runs()
    let recorded = value.recordedCalls(at: question)
    do {
      if question.asksForCalls, !model.capabilities.tools {
        outcome.likelihoods = try await likelihoods(question, value, outcome.view)
        outcome.status = .notApplicable("no tool calling: \(model.name) cannot be given tools")
        return
      }
      for (task, number) in question.tasks(recorded) {
        let id = Prompt.id(
          caseID: value.value.id, question: question.id, task: task, call: number)
        let reply = try await reply(id, outcome.view, task, runs, tokens)
        if case .fill(let tool) = task {
          outcome.filled.append(
            reply.calls.first ?? ToolCall(name: tool, arguments: .object(JSONObject())))
        } else {
          outcome.reply = reply
        }
      }
      outcome.likelihoods = try await likelihoods(question, value, outcome.view)
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      try Task.checkCancellation()
      outcome.status = .unanswered("\(error)")
      outcome.filled = []
    }
  }

  private func reply(
    _ id: String, _ view: View, _ task: ModelTask, _ runs: [TokenRun], _ tokens: Int
  ) async throws -> Reply {
    let request = ModelRequest(
      id: id, head: view.head, items: view.items, runs: runs, task: task,
      options: RequestOptions.asking(task).resolved(for: model.capabilities))
    var reply = try await model.respond(to: request, executors: executors, timeLimit: timeLimit)
    if reply.usage.input == 0 { reply.usage.input = tokens }
    if reply.usage.output == 0 {
      reply.usage.output = reply.entries.reduce(0) { $0 + ledger.run(of: $1).count }
    }
    return reply
  }

  /// How likely the model holds what may answer a probe, after the beginning of the sentence it
  /// completes, or what may be done at a checkpoint.
  private func likelihoods(_ question: Question, _ value: PreparedCase, _ view: View) async throws
    -> [ValueLikelihood]
  {
    guard model.weighs else { return [] }
    switch question.subject {
    case .probe(let index):
      let values = value.value.values(of: value.value.probes[index]) ?? []
      let lead = value.value.probes[index].cloze ?? ""
      let texts = values.map { (role: $0.role, text: lead.isEmpty ? $0.text : " \($0.text)") }
      let found = try await likelihoods(texts.map { ($0, .value($1)) }, lead: lead, view)
      return zip(values, found).map {
        ValueLikelihood(text: $0.text, role: $0.role, logLikelihood: $1.logLikelihood)
      }
    case .trajectory:
      guard let choices = value.actionChoices(at: question) else { return [] }
      return try await likelihoods(choices.all, lead: "", view)
    case .decoy, .fill: return []
    }
  }

  private func likelihoods(
    _ choices: [(role: ValueLikelihood.Role, continuation: Continuation)], lead: String,
    _ view: View
  ) async throws -> [ValueLikelihood] {
    if choices.isEmpty { return [] }
    let found = try await model.logLikelihoods(
      of: LikelihoodRequest(
        head: view.head, items: view.items, lead: lead,
        continuations: choices.map(\.continuation)),
      executors: executors, timeLimit: timeLimit)
    return zip(choices, found).map {
      ValueLikelihood(text: $0.continuation.text, role: $0.role, logLikelihood: $1)
    }
  }
}

extension Question {
  /// Whether its answer is a call.
  fileprivate var asksForCalls: Bool {
    switch subject {
    case .trajectory, .fill: true
    case .probe, .decoy: false
    }
  }
}
