/// The views a control arm shows at questions.
struct ControlViews {
  let control: Control
  let value: PreparedCase
  /// For a placebo, the sizes of the arm it stands beside.
  let sizes: PlaceboSizes
  /// For foreign, the case whose session is shown.
  let other: EvalCase?

  /// The view of a question; a reason where the control has none.
  func view(of index: Int) -> Result<View, Reason> {
    let question = value.questions[index]
    let head = value.value.transcript.head(at: question.count)
    let log = self.log(at: question)
    switch control {
    case .oracle: return .success(View.oracle(log: log, head: head))
    case .null: return .success(View.null(log: log, head: head))
    case .evidence:
      guard let evidence = value.evidence[index] else {
        return .failure(
          Reason(text: "no evidence is known for a decoy", view: View(head: head, items: [])))
      }
      return .success(
        View.evidence(
          log: log, structure: value.value.structure, head: head, evidence: evidence))
    case .placebo:
      let result = value.placebo.view(
        log: log, head: head, target: sizes.questions[question.id] ?? 0, ledger: value.ledger)
      return .success(result.view)
    case .foreign:
      guard let other else {
        return .failure(Reason(text: Plan.noOtherCase, view: View(head: head, items: [])))
      }
      return .success(value.value.foreignView(of: question, in: other, log: value.log))
    }
  }

  private func log(at question: Question) -> [Item] {
    let past = Array(value.log[..<question.count])
    guard let ask = value.value.ask(question) else { return past }
    return past + [value.ledger.item(ask, at: EntryID(question.count))]
  }

  /// Why there is no view.
  struct Reason: Error {
    let text: String
    let view: View
  }
}

/// The sizes of an arm's views, for its placebo to match.
struct PlaceboSizes: Sendable {
  /// By how many entries had been appended at the request.
  var requests: [Int: Int] = [:]
  /// By the question's id.
  var questions: [String: Int] = [:]

  init() {}

  init(of observation: Observation) {
    for request in observation.requests { requests[request.entry.index + 1] = request.tokens }
    for question in observation.questions { questions[question.id] = question.tokens }
  }
}

/// What makes a control's main line: keeps some of the log's items, which it never changes.
struct ControlStage: Strategy {
  static let definition = StrategyDefinition(
    name: "control", summary: "Keeps what a control shows.", persistence: .view)
  private let keep: @Sendable ([Item], MomentContext) -> [Item]

  init(_ arguments: StrategyArguments) { keep = { items, _ in items } }

  init(_ keep: @escaping @Sendable ([Item], MomentContext) -> [Item]) { self.keep = keep }

  func edit(_ history: History, in context: MomentContext, memory: inout JSONValue) async throws
    -> History
  {
    var edited = history
    edited.keep(at: keep(history.items, context).compactMap { $0.id?.index })
    return edited
  }

  /// The pipeline of a control's main line; nil where it has none.
  static func pipeline(of control: Control, _ value: PreparedCase, _ sizes: PlaceboSizes)
    -> Pipeline?
  {
    switch control {
    case .oracle: return Pipeline()
    case .null:
      return Pipeline([Stage(ControlStage { View.null(log: $0, head: $1.head).items })])
    case .placebo:
      let placebo = value.placebo
      return Pipeline([
        Stage(
          ControlStage { items, context in
            placebo.view(
              log: items, head: context.head, target: sizes.requests[items.count] ?? 0,
              ledger: context.ledger
            ).view.items
          })
      ])
    case .evidence, .foreign: return nil
    }
  }
}
