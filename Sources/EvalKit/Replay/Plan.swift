/// Every (case, arm) of a run with what is to be done, decided before anything runs.
public struct Plan: Sendable {
  /// What is done with a (case, arm).
  public enum Action: Hashable, Sendable {
    /// It is run.
    case run
    /// It cannot be run: a reason, such as `floor`.
    case notApplicable(String)
    /// The user's own filter left it out: a reason.
    case excluded(String)
  }

  /// A (case, arm).
  public struct Cell: Sendable {
    /// The case, by place.
    public let caseIndex: Int
    /// The arm, by place.
    public let armIndex: Int
    /// The context size in tokens that the arm has in this case.
    public let contextSize: Int
    /// What is done.
    public let action: Action
    /// Whether the model is asked; else views are recorded and nothing is answered.
    public let asksModel: Bool
    /// For `foreign`, the case whose view is shown, by place.
    public let foreignIndex: Int?
    /// For a placebo, the place in the plan of the cell whose sizes it takes.
    public let sizesFrom: Int?
  }

  /// The reason where the head alone exceeds the budget.
  public static let floor = "floor"
  /// The reason where the whole log exceeds the model's window.
  public static let oracleDoesNotFit = "oracle does not fit"
  /// The reason where a set has no case to ask a question of.
  public static let noOtherCase = "no case of another cluster"
  /// The reason where a policy replays compactions and the session recorded none.
  public static let noCompaction = "no compaction was recorded"

  /// The cases, sorted by id.
  public let cases: [PreparedCase]
  /// The arms.
  public let arms: [Arm]
  /// The cells: by case, then by arm.
  public let cells: [Cell]

  /// Plans a run.
  ///
  /// - Parameters:
  ///   - cases: The cases; they are run in order of their ids.
  ///   - arms: The arms, controls included.
  ///   - settings: How tokens are counted, and the models.
  ///   - exclusion: A reason where the user's filter leaves a case out.
  /// - Complexity: O(text of the cases).
  public init(
    cases: [EvalCase], arms: [Arm], settings: RunSettings,
    exclusion: (EvalCase) -> String? = { _ in nil }
  ) {
    let sorted = cases.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    let prepared = sorted.map {
      PreparedCase($0, renderer: settings.renderer, tokenizer: settings.tokenizer)
    }
    self.cases = prepared
    self.arms = arms
    let places = Dictionary(
      arms.enumerated().map { ($0.element.key, $0.offset) }, uniquingKeysWith: { first, _ in first }
    )
    let firstPolicy = Dictionary(
      arms.filter { !$0.isControl }.map { ($0.model, $0.name) },
      uniquingKeysWith: { first, _ in first })
    var cells: [Cell] = []
    cells.reserveCapacity(prepared.count * arms.count)
    for (caseIndex, value) in prepared.enumerated() {
      let excluded = exclusion(value.value)
      for (armIndex, arm) in arms.enumerated() {
        let model = settings.model(arm.model)
        let size = value.size(of: arm.context)
        var sizesFrom: Int?
        var origin: Arm?
        if case .control(.placebo(let name)) = arm.policy {
          var named = arm
          named.name = name
          if let place = places[named.key] {
            sizesFrom = caseIndex * arms.count + place
            origin = arms[place]
          }
        }
        let foreign =
          arm.policy == .control(.foreign) ? Self.stranger(of: caseIndex, in: prepared) : nil
        cells.append(
          Cell(
            caseIndex: caseIndex, armIndex: armIndex, contextSize: size,
            action: excluded.map { .excluded($0) }
              ?? Self.action(value, arm, size, model, foreign: foreign, origin: origin),
            asksModel: Self.asksModel(arm, model, first: firstPolicy[arm.model]),
            foreignIndex: foreign, sizesFrom: sizesFrom))
      }
    }
    self.cells = cells
  }

  /// The case whose view stands in as a stranger's: the next one, in order, of another cluster,
  /// because cases of one cluster share values.
  private static func stranger(of index: Int, in cases: [PreparedCase]) -> Int? {
    (1..<max(1, cases.count)).lazy.map { (index + $0) % cases.count }
      .first { cases[$0].value.cluster != cases[index].value.cluster }
  }

  /// What is done with a (case, arm).
  ///
  /// - Parameter origin: Of a placebo, the arm it takes its sizes from.
  private static func action(
    _ value: PreparedCase, _ arm: Arm, _ size: Int, _ model: ModelRunner?, foreign: Int?,
    origin: Arm?
  ) -> Action {
    let budget = ContextBudget(contextSize: size, reserve: arm.reserve)
    if value.headTokens > budget.tokens { return .notApplicable(floor) }
    guard model != nil else { return .notApplicable("no model '\(arm.model)'") }
    switch arm.policy {
    case .control(.oracle):
      if let window = model?.capabilities.contextSize, value.peak > window {
        return .notApplicable(oracleDoesNotFit)
      }
    case .control(.foreign) where foreign == nil: return .notApplicable(noOtherCase)
    case .control(.placebo(let name)):
      guard let origin else { return .notApplicable("no arm '\(name)' to take sizes from") }
      if let reason = origin.whyNotReplayed(value.value.transcript) {
        return .notApplicable(reason)
      }
    case .pipeline:
      if let reason = arm.whyNotReplayed(value.value.transcript) { return .notApplicable(reason) }
    default: break
    }
    return .run
  }

  /// Whether the model is asked: of one that costs something, only what verdicts need.
  private static func asksModel(_ arm: Arm, _ model: ModelRunner?, first: String?) -> Bool {
    guard let model else { return false }
    if model.isFree { return true }
    switch arm.policy {
    case .pipeline: return true
    case .control(let control): return isAsked(of: control, first: first)
    }
  }

  /// Whether a model that is not free is asked under a control.
  ///
  /// - Parameter first: The first policy of the model: the only one whose placebo is asked.
  static func isAsked(of control: Control, first: String?) -> Bool {
    switch control {
    case .oracle, .null, .evidence: true
    case .placebo(let name): name == first
    case .foreign: false
    }
  }
}

extension Arm {
  /// Why it cannot act in a replay of a session, or of any; nil where it can.
  fileprivate func whyNotReplayed(_ transcript: Transcript) -> String? {
    guard case .pipeline(let pipeline) = policy else { return nil }
    if pipeline.needsCompactions, transcript.compactions.isEmpty { return Plan.noCompaction }
    return pipeline.stages.lazy.compactMap(\.whyNeverReplayed).first
  }
}

extension PreparedCase {
  /// A context size in tokens.
  public func size(of context: ContextSize) -> Int {
    switch context {
    case .tokens(let size): size > 0 ? size : ContextBudget.assumedSize
    case .share(let percent): max(1, peak * percent / 100)
    }
  }
}

extension Arm {
  /// The arms of a run: every policy under every model and context, each with its placebo, and the
  /// other controls once a model, at its largest context.
  ///
  /// - Parameter policies: Names with pipelines.
  public static func panel(
    policies: [(name: String, pipeline: Pipeline)], models: [String], contexts: [ContextSize],
    reserve: Int = ContextBudget.defaultReserve
  ) -> [Arm] {
    let largest = contexts.max { $0.rank < $1.rank } ?? .tokens(ContextBudget.assumedSize)
    return models.flatMap { model in
      var arms: [Arm] = []
      func add(_ control: Control, _ context: ContextSize) {
        arms.append(
          Arm(
            name: control.name, policy: .control(control), model: model, context: context,
            reserve: reserve))
      }
      for context in contexts {
        for policy in policies {
          arms.append(
            Arm(
              name: policy.name, policy: .pipeline(policy.pipeline), model: model,
              context: context, reserve: reserve))
        }
      }
      for control in [Control.oracle, .null, .evidence] { add(control, largest) }
      for context in contexts {
        for policy in policies { add(.placebo(of: policy.name), context) }
      }
      add(.foreign, largest)
      return arms
    }
  }
}

extension ContextSize {
  /// Shares and sizes cannot be compared before a case is known; sizes rank above shares.
  fileprivate var rank: (Int, Int) {
    switch self {
    case .share(let percent): (0, percent)
    case .tokens(let size): (1, size)
    }
  }
}
