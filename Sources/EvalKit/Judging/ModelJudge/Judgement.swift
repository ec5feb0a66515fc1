/// What a model judge said of an answer, or why it said nothing: a line of `model-judgements.jsonl`.
///
/// It belongs to a question and to what the judge was shown, not to an arm: two arms that gave one
/// answer are judged once, so that a judge in two minds cannot set them apart.
public struct Judgement: Hashable, Sendable {
  /// What a judgement is found by.
  public struct Key: Hashable, Sendable {
    /// The model judge's id.
    public var judge: String
    /// The case's id.
    public var caseID: String
    /// The question's id.
    public var question: String
    /// The digest of what the model was shown and how it was asked.
    public var digest: String
    /// The model's name.
    public var model: String

    /// Makes a key.
    public init(judge: String, caseID: String, question: String, digest: String, model: String) {
      self.judge = judge
      self.caseID = caseID
      self.question = question
      self.digest = digest
      self.model = model
    }
  }

  /// What came of asking.
  public enum Outcome: Hashable, Sendable {
    /// What the model said, as it said it.
    case said(String)
    /// Why it said nothing.
    case failed(String)
  }

  /// What it is found by.
  public var key: Key
  /// What came of asking.
  public var outcome: Outcome

  /// Makes a judgement.
  public init(_ key: Key, _ outcome: Outcome) {
    self.key = key
    self.outcome = outcome
  }

  /// The line, without its line feed.
  public var line: String {
    var (text, failure): (String?, String?)
    switch outcome {
    case .said(let said): text = said
    case .failed(let reason): failure = reason
    }
    return JSONValue.sorted([
      "case": .string(key.caseID), "digest": .string(key.digest),
      "failure": failure.map { .string($0) }, "judge": .string(key.judge), "kind": "judgement",
      "model": .string(key.model), "question": .string(key.question),
      "text": text.map { .string($0) }, "version": 1,
    ]).serialised()
  }

  /// Reads a parsed line.
  ///
  /// - Throws: ``RecordError`` for what cannot be read.
  public init(line: JSONValue) throws {
    let fields = try RecordFields(line: line, kind: "judgement")
    key = Key(
      judge: try fields.string("judge"), caseID: try fields.string("case"),
      question: try fields.string("question"), digest: try fields.string("digest"),
      model: try fields.string("model"))
    if let reason = try fields.optionalString("failure") {
      outcome = .failed(reason)
    } else {
      outcome = .said(try fields.string("text"))
    }
  }
}

/// Judgements by what they are about.
public struct Judgements: Sendable, Hashable {
  private var known: [Judgement.Key: Judgement.Outcome] = [:]

  /// Makes a collection.
  public init(_ judgements: some Sequence<Judgement> = []) {
    for judgement in judgements { add(judgement) }
  }

  /// Adds one; a failure never takes the place of what was said.
  public mutating func add(_ judgement: Judgement) {
    if case .failed = judgement.outcome, case .said? = known[judgement.key] { return }
    known[judgement.key] = judgement.outcome
  }

  /// What came of asking; nil where nobody asked.
  public subscript(key: Judgement.Key) -> Judgement.Outcome? { known[key] }

  /// All of them, in an order that does not depend on when they were made.
  public var sorted: [Judgement] {
    func text(_ key: Judgement.Key) -> [String] {
      [key.judge, key.caseID, key.question, key.digest, key.model]
    }
    return known.map { Judgement($0.key, $0.value) }
      .sorted { text($0.key).lexicographicallyPrecedes(text($1.key)) }
  }

  /// How many there are.
  public var count: Int { known.count }
}
