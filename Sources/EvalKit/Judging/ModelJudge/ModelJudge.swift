/// A model that judges answers: a metric of its own, beside the deterministic one and never instead.
///
/// It is asked about each answer to a probe that expects one, one probe a call, at temperature 0. What
/// it says is recorded, so that a run is judged again without it.
public struct ModelJudge: Hashable, Sendable {
  /// An answer that was judged before, shown to the model as an earlier exchange.
  public struct Example: Hashable, Sendable {
    /// What was asked.
    public var question: String
    /// What an answer had to say.
    public var expected: String
    /// What was answered.
    public var answer: String
    /// What the session said of it.
    public var evidence: String
    /// The label it is given.
    public var label: String

    /// Makes an example.
    public init(
      question: String, expected: String, answer: String, evidence: String = "", label: String
    ) {
      self.question = question
      self.expected = expected
      self.answer = answer
      self.evidence = evidence
      self.label = label
    }
  }

  /// The id, unique in its judge.
  public var id: String
  /// The name of the model that is asked, as `--model` has it.
  public var model: String
  /// What it is asked with.
  public var prompt: PromptTemplate
  /// What it may say.
  public var scale: JudgementScale
  /// Answers it is shown first, with their labels.
  public var examples: [Example]

  /// Makes a model judge.
  init(
    id: String, model: String, prompt: PromptTemplate, scale: JudgementScale,
    examples: [Example] = []
  ) {
    self.id = id
    self.model = model
    self.prompt = prompt
    self.scale = scale
    self.examples = examples
  }

  /// The key of its metric, `modelJudge(<id>)`.
  public var metric: String { Metric.modelJudge(id) }

  /// How it is asked: greedily, without tools, and with a limit of its own, so that what is asked is
  /// the same whatever the model's defaults are.
  static let options = RequestOptions(
    temperature: 0, maximumResponseTokens: 512, toolMode: .disallowed)

  /// What the model is shown about an answer.
  ///
  /// - Returns: the examples as earlier exchanges, then the question; its digest is of all of it.
  /// - Complexity: O(text).
  public func prompt(about answer: JudgedAnswer) -> Prompt {
    var entries: [Entry] = []
    for example in examples {
      entries.append(
        .prompt(
          prompt.filled {
            switch $0 {
            case .question: example.question
            case .expected: example.expected
            case .answer: example.answer
            case .evidence: example.evidence
            }
          }))
      entries.append(.response(example.label))
    }
    entries.append(
      .prompt(
        prompt.filled {
          switch $0 {
          case .question: answer.question
          case .expected: answer.expected
          case .answer: answer.answer
          case .evidence: answer.evidence
          }
        }))
    return Prompt(
      id: "\(answer.caseID)/\(answer.questionID)/judge:\(id)", head: Head(), entries: entries,
      task: .answer, options: Self.options)
  }

  /// The judge as JSON, its prompt in full.
  var json: JSONValue {
    .sorted([
      "examples": JSONValue.array(examples.map(\.json)).unlessEmpty, "id": .string(id),
      "kind": "model", "model": .string(model), "promptText": .string(prompt.text),
      "scale": scale.json,
    ])
  }
}

extension ModelJudge.Example {
  var json: JSONValue {
    .sorted([
      "answer": .string(answer), "evidence": evidence.isEmpty ? nil : .string(evidence),
      "expected": .string(expected), "label": .string(label), "question": .string(question),
    ])
  }
}

extension Metric {
  /// The key of a model judge's metric.
  static func modelJudge(_ id: String) -> String { "modelJudge(\(id))" }

  /// The metric of a model judge by its key; nil where the key is none.
  static func modelJudge(key: String) -> Metric? {
    guard key.hasPrefix("modelJudge("), key.hasSuffix(")") else { return nil }
    return Metric(
      key, "judge \(key.dropFirst(11).dropLast())", .share, better: true, worst: 0)
  }
}
