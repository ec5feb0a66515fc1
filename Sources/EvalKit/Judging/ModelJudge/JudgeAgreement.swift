/// How far a model judge and the deterministic verdict agree on the answers of a run.
///
/// Each answer counts once, however many arms gave it. Answers to one question are not independent,
/// so the interval is, if anything, too narrow.
public struct JudgeAgreement: Hashable, Sendable {
  /// The model judge's id.
  public let judge: String
  /// The model's name.
  public let model: String
  /// Both say that it is right.
  public private(set) var bothRight = 0
  /// Both say that it is wrong.
  public private(set) var bothWrong = 0
  /// The model says right, the deterministic verdict wrong.
  public private(set) var onlyModel = 0
  /// The deterministic verdict says right, the model wrong.
  public private(set) var onlyDeterministic = 0
  /// Answers that the model said nothing readable about, or failed on.
  public private(set) var unreadable = 0
  /// Answers nobody asked it about.
  public private(set) var missing = 0

  /// Starts counting.
  public init(judge: String, model: String) {
    self.judge = judge
    self.model = model
  }

  /// Counts an answer.
  mutating func count(_ verdict: ModelVerdict, isCorrect: Bool, scale: JudgementScale) {
    switch verdict {
    case .label(let label):
      switch (scale.isRight(label), isCorrect) {
      case (true, true): bothRight += 1
      case (true, false): onlyModel += 1
      case (false, true): onlyDeterministic += 1
      case (false, false): bothWrong += 1
      }
    case .unreadable, .failed: unreadable += 1
    case .missing: missing += 1
    }
  }

  /// Answers both judged.
  public var count: Int { bothRight + bothWrong + onlyModel + onlyDeterministic }

  /// The share of them judged alike; nil where there is none.
  public var share: Double? {
    count == 0 ? nil : Double(bothRight + bothWrong) / Double(count)
  }

  /// κ; nil where it says nothing.
  public var kappa: CohensKappa? {
    CohensKappa([[bothRight, onlyModel], [onlyDeterministic, bothWrong]])
  }

  /// Why there is no κ; nil where there is.
  public var whyNoKappa: String? {
    if count == 0 { return "no answer was judged by both" }
    if bothRight + onlyModel == 0 { return "the model calls every answer wrong" }
    if bothWrong + onlyDeterministic == 0 { return "the model calls every answer right" }
    if bothRight + onlyDeterministic == 0 { return "every answer is wrong by the rules" }
    if bothWrong + onlyModel == 0 { return "every answer is right by the rules" }
    return nil
  }

  /// The agreement as JSON.
  public var json: JSONValue {
    let kappa = kappa
    return .sorted([
      "bothRight": JSONValue(bothRight), "bothWrong": JSONValue(bothWrong),
      "count": JSONValue(count), "judge": .string(judge),
      "kappa": kappa.map { JSONValue($0.value) } ?? .null,
      "kappaInterval": kappa.map {
        [JSONValue($0.interval.lowerBound), JSONValue($0.interval.upperBound)]
      }, "missing": JSONValue(missing), "model": .string(model),
      "onlyDeterministic": JSONValue(onlyDeterministic), "onlyModel": JSONValue(onlyModel),
      "share": share.map { JSONValue($0) } ?? .null, "unreadable": JSONValue(unreadable),
      "why": whyNoKappa.map { .string($0) },
    ])
  }
}
