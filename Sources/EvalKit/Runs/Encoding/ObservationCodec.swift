/// Turns observations into lines of JSON and back, given the cases they are about.
///
/// Views are written as changes: the main line's against the request before, a question's against
/// the main line at its place (or the log, where the arm has no main line).
public struct ObservationCodec: Sendable {
  private struct Known {
    let value: EvalCase
    let questions: [String: Question]
    let log: [Item]
  }

  private let cases: [String: Known]

  /// Makes a codec for observations of these cases.
  public init(_ cases: [EvalCase]) {
    self.cases = Dictionary(
      cases.map { value in
        let log = ViewBuilder(value.transcript).log
        let questions = Dictionary(
          value.questions.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return (value.id, Known(value: value, questions: questions, log: log))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The line of an observation, without its line feed.
  ///
  /// - Throws: ``RecordError`` if its case is not known.
  public func line(_ observation: Observation) throws -> String {
    let known = try known(observation.caseID)
    var builder = ViewBuilder(known.value.transcript)
    let requests = zip(observation.requests, observation.changes).map { request, change in
      _ = builder.next(change, at: request.entry.index + 1)
      return EncodedRequest.json(
        request, change: EncodedView(log: known.log).json(change))
    }
    let bases = bases(of: observation, known)
    let questions = try observation.questions.map { outcome in
      try json(outcome, known, bases)
    }
    return JSONValue.sorted([
      "arm": .string(observation.arm), "case": .string(observation.caseID),
      "contextSize": JSONValue(observation.contextSize),
      "excluded": observation.excluded.map { .string($0) }, "kind": "observation",
      "notApplicable": observation.notApplicable.map { .string($0) },
      "questions": JSONValue.array(questions).unlessEmpty,
      "requests": JSONValue.array(requests).unlessEmpty,
      "reserve": JSONValue(observation.reserve),
      "stages": JSONValue.strings(observation.stages).unlessEmpty,
      "summaries": EncodedRequest.json(observation.summaries).unlessEmpty, "version": 1,
    ]).serialised()
  }

  /// The observation of a line.
  ///
  /// - Throws: ``RecordError`` for what cannot be read, ``JSONError`` for what is no JSON.
  public func observation(_ line: String) throws -> Observation {
    try observation(JSONValue.parse(line))
  }

  /// The observation of a parsed line.
  ///
  /// - Throws: ``RecordError`` for what cannot be read.
  public func observation(_ line: JSONValue) throws -> Observation {
    let fields = try RecordFields(line: line, kind: "observation")
    let known = try known(try fields.string("case"))
    var result = Observation(
      caseID: known.value.id, arm: try fields.string("arm"),
      contextSize: try fields.integer("contextSize"), reserve: try fields.integer("reserve"),
      notApplicable: try fields.optionalString("notApplicable"),
      excluded: try fields.optionalString("excluded"), stages: try fields.strings("stages"),
      summaries: try fields.list("summaries", EncodedRequest.summary))
    let views = EncodedView(log: known.log)
    for (record, change) in try fields.list(
      "requests",
      { value, path in
        let fields = try RecordFields(value, path: path)
        let change = try views.change(fields.object["change"], path: fields.path(of: "change"))
        return (try EncodedRequest.record(fields), change)
      })
    {
      result.requests.append(record)
      result.changes.append(change)
    }
    let bases = bases(of: result, known)
    result.questions = try fields.list("questions") { try question($0, $1, known, bases) }
    return result
  }

  private func known(_ id: String) throws -> Known {
    if let known = cases[id] { return known }
    throw RecordError(
      path: "case",
      message: "unknown case '\(id)'" + EditDistance.suggestion(for: id, in: cases.keys))
  }

  /// The main line as it was at each question's place.
  private func bases(of observation: Observation, _ known: Known) -> [Int: [Item]] {
    var bases: [Int: [Item]] = [:]
    var builder = ViewBuilder(known.value.transcript)
    var next = 0
    for count in Set(known.questions.values.map(\.count)).sorted() {
      while next < observation.requests.count, next < observation.changes.count,
        observation.requests[next].entry.index < count
      {
        _ = builder.next(
          observation.changes[next], at: observation.requests[next].entry.index + 1)
        next += 1
      }
      bases[count] = builder.base(at: count)
    }
    return bases
  }
}

// MARK: Questions

extension ObservationCodec {
  private func json(_ outcome: QuestionObservation, _ known: Known, _ bases: [Int: [Item]]) throws
    -> JSONValue
  {
    let place = try place(of: outcome.id, known, path: "questions")
    let (log, base) = material(place, known, bases)
    var view: JSONValue?
    var foreign: JSONValue?
    if let other = outcome.foreignCase {
      foreign = .string(other)
    } else {
      let edited = outcome.view.isHeadEdited ? outcome.view.head : nil
      view = EncodedView(log: log).json(
        ViewChange(from: base, to: outcome.view.items, editedHead: edited))
    }
    var reason: String?
    let status: String
    switch outcome.status {
    case .answered: status = "answered"
    case .overflow: status = "overflow"
    case .errored(let text): (status, reason) = ("errored", text)
    case .unanswered(let text): (status, reason) = ("unanswered", text)
    case .notApplicable(let text): (status, reason) = ("notApplicable", text)
    }
    return .sorted([
      "filled": EncodedEntry.calls(outcome.filled).unlessEmpty,
      "firings": EncodedRequest.json(outcome.firings).unlessEmpty, "foreign": foreign,
      "id": .string(outcome.id), "likelihoods": Self.json(outcome.likelihoods).unlessEmpty,
      "reason": reason.map { .string($0) },
      "reply": outcome.reply.map(EncodedRequest.json), "status": .string(status),
      "summaries": EncodedRequest.json(outcome.summaries).unlessEmpty,
      "tokens": JSONValue(outcome.tokens), "view": view,
    ])
  }

  private func question(
    _ value: JSONValue, _ path: String, _ known: Known, _ bases: [Int: [Item]]
  ) throws -> QuestionObservation {
    let fields = try RecordFields(value, path: path)
    let place = try place(of: try fields.string("id"), known, path: fields.path(of: "id"))
    let (log, base) = material(place, known, bases)
    let foreign = try fields.optionalString("foreign")
    let view: View
    if let foreign {
      view = known.value.foreignView(
        of: place, in: try self.known(foreign).value, log: known.log)
    } else {
      let change = try EncodedView(log: log).change(
        fields.object["view"], path: fields.path(of: "view"))
      guard let items = change.applied(to: base) else {
        throw RecordError(
          path: fields.path(of: "view"), message: "the change does not fit the view it is against")
      }
      view = View(
        head: change.editedHead ?? known.value.transcript.head(at: place.count),
        isHeadEdited: change.editedHead != nil, items: items)
    }
    return QuestionObservation(
      id: place.id, status: try status(fields), view: view, tokens: try fields.integer("tokens"),
      firings: try fields.list("firings", EncodedRequest.firing),
      summaries: try fields.list("summaries", EncodedRequest.summary),
      reply: try fields.object["reply"].map {
        try EncodedRequest.reply($0, path: fields.path(of: "reply"))
      },
      filled: try fields.list("filled", EncodedEntry.call), foreignCase: foreign,
      likelihoods: try fields.list("likelihoods", Self.likelihood))
  }

  private static func json(_ likelihoods: [ValueLikelihood]) -> JSONValue {
    .array(
      likelihoods.map { likelihood in
        .sorted([
          "logLikelihood": JSONValue(likelihood.logLikelihood),
          "role": .string(likelihood.role.rawValue), "text": .string(likelihood.text),
        ])
      })
  }

  private static func likelihood(_ value: JSONValue, path: String) throws -> ValueLikelihood {
    let fields = try RecordFields(value, path: path)
    return ValueLikelihood(
      text: try fields.string("text"),
      role: try fields.word("role", as: ValueLikelihood.Role.self),
      logLikelihood: try fields.number("logLikelihood"))
  }

  private func status(_ fields: RecordFields) throws -> QuestionObservation.Status {
    let reason = try fields.optionalString("reason") ?? ""
    switch try fields.string("status") {
    case "answered": return .answered
    case "overflow": return .overflow
    case "errored": return .errored(reason)
    case "unanswered": return .unanswered(reason)
    case "notApplicable": return .notApplicable(reason)
    case let word:
      throw RecordError(path: fields.path(of: "status"), message: "unknown word '\(word)'")
    }
  }

  private func place(of id: String, _ known: Known, path: String) throws -> Question {
    if let question = known.questions[id] { return question }
    throw RecordError(path: path, message: "case '\(known.value.id)' has no question '\(id)'")
  }

  /// The log a question's view is made of, its ask included, and what the view is measured against.
  private func material(_ question: Question, _ known: Known, _ bases: [Int: [Item]])
    -> (log: [Item], base: [Item])
  {
    let base = bases[question.count] ?? []
    guard let ask = known.value.ask(question) else { return (known.log, base) }
    let item = Item(recorded: EntryID(question.count), entry: ask)
    return (Array(known.log[..<question.count]) + [item], base + [item])
  }
}
