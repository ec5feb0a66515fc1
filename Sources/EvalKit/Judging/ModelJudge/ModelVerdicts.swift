/// What a model judge's judgement of an answer comes to.
public enum ModelVerdict: Hashable, Sendable {
  /// A label of its scale.
  case label(String)
  /// It said something that is no label.
  case unreadable(String)
  /// It failed: a reason.
  case failed(String)
  /// Nobody asked it.
  case missing
}

/// An answer of a run that a model judge is asked about, with the arms that gave it.
public struct JudgementRequest: Sendable {
  /// What the judgement is found by.
  public let key: Judgement.Key
  /// What the model is shown.
  public let prompt: Prompt
  /// The arms that gave the answer, in the run's order.
  public internal(set) var arms: [String]
  /// Whether the deterministic verdict is *correct*.
  let isCorrect: Bool
}

/// The answers of a run that one model judge is asked about, each once.
public struct JudgementRequests: Sendable {
  /// The judge.
  public let judge: ModelJudge
  /// The answers: by case, by question, then in the order of the arms that gave them first.
  public private(set) var elements: [JudgementRequest] = []

  private struct Place: Hashable {
    let caseID: String
    let question: String
    let arm: String
  }

  private var places: [Place: Int] = [:]

  init(_ judge: ModelJudge) { self.judge = judge }

  /// Adds the answers of a case: to every probe that expects one, under every arm that answered.
  ///
  /// - Complexity: O(text of the answers, of their evidence and of the prompts).
  mutating func add(_ judged: JudgedCase, _ observations: [Observation], strictness: Strictness) {
    let asked = observations.map { observation in
      (
        arm: observation.arm,
        outcomes: Dictionary(
          observation.questions.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      )
    }
    for question in judged.questions {
      guard case .probe(let index) = question.subject else { continue }
      let probe = judged.evalCase.probes[index]
      if probe.expectsAbstention { continue }
      let rules = AnswerJudge(probe, facts: judged.facts, strictness: strictness)
      var known: [String: Int] = [:]
      for (arm, outcomes) in asked {
        guard let outcome = outcomes[question.id], outcome.status == .answered,
          let reply = outcome.reply
        else { continue }
        let prompt = judge.prompt(
          about: JudgedAnswer(reply, to: question, of: probe, in: judged))
        let place = known[prompt.digest] ?? elements.count
        if place == elements.count {
          known[prompt.digest] = place
          elements.append(
            JudgementRequest(
              key: Judgement.Key(
                judge: judge.id, caseID: judged.evalCase.id, question: question.id,
                digest: prompt.digest, model: judge.model), prompt: prompt, arms: [],
              isCorrect: rules.judgement(of: reply).verdict == .correct))
        }
        elements[place].arms.append(arm)
        places[Place(caseID: judged.evalCase.id, question: question.id, arm: arm)] = place
      }
    }
  }

  /// Those that have not been judged, failures included: a failure is asked again.
  public func missing(in judgements: Judgements) -> [JudgementRequest] {
    elements.filter { element in
      if case .said? = judgements[element.key] { false } else { true }
    }
  }

  /// What the judge says of an arm's answer; nil where it gave none.
  func verdict(_ caseID: String, _ question: String, _ arm: String, in judgements: Judgements)
    -> ModelVerdict?
  {
    places[Place(caseID: caseID, question: question, arm: arm)].map {
      verdict(of: elements[$0], in: judgements)
    }
  }

  private func verdict(of request: JudgementRequest, in judgements: Judgements) -> ModelVerdict {
    switch judgements[request.key] {
    case .said(let text): judge.scale.label(in: text).map { .label($0) } ?? .unreadable(text)
    case .failed(let reason): .failed(reason)
    case nil: .missing
    }
  }

  /// How far the judge and the deterministic verdict agree.
  public func agreement(in judgements: Judgements) -> JudgeAgreement {
    var agreement = JudgeAgreement(judge: judge.id, model: judge.model)
    for element in elements {
      agreement.count(
        verdict(of: element, in: judgements), isCorrect: element.isCorrect, scale: judge.scale)
    }
    return agreement
  }
}

/// What all model judges of a judge say of the answers of a run.
public struct ModelVerdicts: Sendable {
  /// The answers each is asked about, in the judge's order.
  public let requests: [JudgementRequests]
  /// What is known of them.
  public let judgements: Judgements

  /// Looks up what is known of a run's answers.
  public init(requests: [JudgementRequests] = [], judgements: Judgements = Judgements()) {
    self.requests = requests
    self.judgements = judgements
  }

  func verdict(_ judge: String, _ caseID: String, _ question: String, _ arm: String)
    -> ModelVerdict?
  {
    requests.first { $0.judge.id == judge }?.verdict(caseID, question, arm, in: judgements)
  }
}
