@testable import EvalKit

/// A model judge of three labels, and answers for it.
enum ModelJudgeFixture {
  static let template = """
    Question: {question}
    Expected: {expected}
    Evidence: {evidence}
    Answer: {answer}
    Say correct, partly or wrong on a line of its own.
    """

  static let judge = ModelJudge(
    id: "meaning", model: "scripted", prompt: PromptTemplate(template) { _, _ in },
    scale: JudgementScale(["correct", "partly", "wrong"]),
    examples: [
      .init(question: "Which gate?", expected: "B22", answer: "Gate B 22.", label: "correct"),
      .init(
        question: "Which gate?", expected: "B22", answer: "B21", evidence: "prompt: gate B22",
        label: "wrong"),
    ])

  /// The default judge with the model judge.
  static var withModel: Judge {
    var judge = Judge.default
    judge.modelJudges = [Self.judge]
    return judge
  }

  static func observation(_ arm: String, tag: String, fee: String) -> Observation {
    JudgingFixture.observation(
      arm: "\(arm)|reader|2048",
      replies: ["tag": Reply(text: tag), "fee": Reply(text: fee), "gate": Reply(abstained: true)])
  }

  /// Two arms with one answer in common.
  static let observations = [
    observation("a", tag: "BA4711", fee: "38.40 EUR"),
    observation("b", tag: "BA4711", fee: "40 EUR"),
  ]

  static func verdicts(
    _ judgements: [Judgement] = [], observations: [Observation] = observations,
    judge: Judge = withModel
  ) -> ModelVerdicts {
    ModelVerdicts(
      requests: judge.modelJudges.map { modelJudge in
        var requests = JudgementRequests(modelJudge)
        requests.add(JudgingFixture.judged, observations, strictness: judge.strictness)
        return requests
      }, judgements: Judgements(judgements))
  }

  /// Judgements of all answers, by the text of the answer.
  static func judgements(_ text: (String) -> String) -> [Judgement] {
    verdicts().requests.flatMap(\.elements).map { element in
      Judgement(element.key, .said(text(element.prompt.entries.last?.text ?? "")))
    }
  }
}
