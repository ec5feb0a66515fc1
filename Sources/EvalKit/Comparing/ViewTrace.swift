/// What a model was shown under an arm in a case: enough to tell whether another showed it the same.
public struct ViewTrace: Hashable, Sendable {
  /// The digest of every view, of requests and questions, head included.
  public var digest: String
  /// The digest of each question's view, by the question's id.
  public var questions: [String: String]
  /// Requests of the main line.
  public var requests: Int
  /// Of these, requests at which the arm edited its view instead of only appending to it.
  public var edited: Int
  /// The context size in tokens.
  public var contextSize: Int

  /// Makes a trace.
  public init(
    digest: String, questions: [String: String] = [:], requests: Int, edited: Int, contextSize: Int
  ) {
    self.digest = digest
    self.questions = questions
    self.requests = requests
    self.edited = edited
    self.contextSize = contextSize
  }
}

/// Works out traces of observations.
struct ViewTracer {
  private struct Known {
    let log: [Item]
    let asks: [String: Item]
    let counts: [String: Int]
  }

  private let cases: [String: Known]

  /// - Complexity: O(entries).
  init(_ values: [EvalCase]) {
    var cases: [String: Known] = [:]
    for value in values {
      var asks: [String: Item] = [:]
      var counts: [String: Int] = [:]
      for question in value.questions {
        counts[question.id] = question.count
        asks[question.id] = value.ask(question).map {
          Item(recorded: EntryID(question.count), entry: $0)
        }
      }
      cases[value.id] = Known(log: ViewBuilder(value.transcript).log, asks: asks, counts: counts)
    }
    self.cases = cases
  }

  /// The trace of what happened in a case.
  ///
  /// - Complexity: O(text that stages made + items of questions' views).
  func trace(_ observation: Observation) -> ViewTrace {
    var digest = SHA256()
    func add(_ text: String) { digest.update(Array(text.utf8) + [0x0A]) }
    let known = cases[observation.caseID]
    let encoding = EncodedView(log: known?.log ?? [])
    for (record, change) in zip(observation.requests, observation.changes) {
      add("\(record.entry.index) \(encoding.json(change)?.serialised() ?? "")")
    }
    var questions: [String: String] = [:]
    for outcome in observation.questions {
      let text = view(of: outcome, known)
      questions[outcome.id] = String(SHA256.hexadecimal(text).prefix(16))
      add("\(outcome.id) \(text)")
    }
    let bytes = digest.finished()
    return ViewTrace(
      digest: SHA256.hexadecimal(bytes), questions: questions,
      requests: observation.requests.count, edited: observation.changes.count { !$0.isEmpty },
      contextSize: observation.contextSize)
  }

  private func view(of outcome: QuestionObservation, _ known: Known?) -> String {
    if let foreign = outcome.foreignCase { return "foreign \(foreign)" }
    let log = known?.log ?? []
    var own = log
    if let ask = known?.asks[outcome.id], let count = known?.counts[outcome.id] {
      own = Array(log.prefix(count)) + [ask]
    }
    let change = ViewChange(
      splices: [ViewChange.Splice(at: 0, remove: 0, insert: outcome.view.items)],
      editedHead: outcome.view.isHeadEdited ? outcome.view.head : nil)
    return EncodedView(log: own).json(change)?.serialised() ?? ""
  }
}
