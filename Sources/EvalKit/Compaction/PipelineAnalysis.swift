/// Something wrong with a pipeline that shows before anything runs.
public struct AnalysisFinding: Hashable, Sendable, CustomStringConvertible {
  /// How bad it is.
  public enum Severity: String, Hashable, Sendable {
    /// A check fails on it.
    case error
    /// Worth knowing.
    case warning
  }

  /// The rule, in kebab-case.
  public var rule: String
  /// How bad it is.
  public var severity: Severity
  /// The stage it is about, counted from 0 as written.
  public var stage: Int
  /// One line for a user; stages are counted from 1.
  public var message: String

  /// Makes a finding.
  public init(rule: String, severity: Severity, stage: Int, message: String) {
    self.rule = rule
    self.severity = severity
    self.stage = stage
    self.message = message
  }

  /// Severity, rule and message on one line.
  public var description: String { "\(severity.rawValue): \(message) [\(rule)]" }
}

/// Reads a pipeline without running it.
///
/// Follows what each stage leaves at most through one request at each moment, in the order stages
/// run, and asks whether a later stage's trigger can still be met. Only what arguments prove is
/// reported; between two requests a history may grow without limit.
public enum PipelineAnalysis {
  /// What is wrong with a pipeline, in order of stages.
  public static func findings(_ pipeline: Pipeline, budget: ContextBudget) -> [AnalysisFinding] {
    (unreachable(pipeline, budget) + targetsAtTriggers(pipeline, budget) + runsFirst(pipeline)
      + protections(pipeline, budget) + summariserInputs(pipeline, budget) + liveTriggers(pipeline)
      + triggersOverContext(pipeline, budget))
      .sorted { ($0.stage, $0.rule) < ($1.stage, $1.rule) }
  }

  /// Names a stage for a message.
  static func name(_ place: Int, in pipeline: Pipeline) -> String {
    "stage \(place + 1) '\(pipeline.stages[place].definition.name)'"
  }

  // MARK: unreachable-stage

  private static func unreachable(_ pipeline: Pipeline, _ budget: ContextBudget)
    -> [AnalysisFinding]
  {
    var walk = Walk(pipeline: pipeline, budget: budget)
    walk.run()
    // What is left as a rule, not what is proved.
    var usual = Walk(pipeline: pipeline, budget: budget, isUsual: true)
    usual.run()
    return pipeline.stages.indices.compactMap { place in
      guard pipeline.stages[place].whyNeverReplayed == nil else { return nil }
      let isProved = !walk.reached.contains(place)
      guard isProved || !usual.reached.contains(place) else { return nil }
      let reasons =
        (isProved ? walk : usual).obstacles[place] ?? ["none of its moments ever comes"]
      return AnalysisFinding(
        rule: "unreachable-stage", severity: isProved ? .error : .warning, stage: place,
        message: "\(name(place, in: pipeline)) \(isProved ? "never acts" : "may never act"): "
          + reasons.joined(separator: "; ")
          + (isProved ? "" : ", unless a head, a turn or an entry alone is larger"))
    }
  }

  private struct Walk {
    let pipeline: Pipeline
    let budget: ContextBudget
    /// Whether stages leave what they leave as a rule, not what is proved.
    let isUsual: Bool
    var reached: Set<Int> = []
    var obstacles: [Int: [String]] = [:]
    private var bounds = HistoryBounds.none
    /// The stage that set each bound.
    private var entriesBy: Int?
    private var turnsBy: Int?
    private var tokensBy: Int?

    init(pipeline: Pipeline, budget: ContextBudget, isUsual: Bool = false) {
      self.pipeline = pipeline
      self.budget = budget
      self.isUsual = isUsual
    }

    mutating func run() {
      var beforeOverflow: [Walk] = []
      for moment in Moment.allCases where moment != .overflow {
        forget()
        visit(moment) { $0.persistence != .view && $0.moments.contains(moment) }
        guard moment == .prompt || moment == .toolOutput else { continue }
        beforeOverflow.append(self)
        visit(moment) { $0.persistence == .view }
      }
      // Overflow follows the stored stages of a prompt or of a tool output.
      if let first = beforeOverflow.first, let second = beforeOverflow.last {
        entriesBy = first.entriesBy
        turnsBy = first.turnsBy
        tokensBy = first.tokensBy
        bounds = first.bounds.union(second.bounds)
      }
      visit(.overflow) { $0.persistence != .view && $0.moments.contains(.overflow) }
      visit(.overflow) { $0.persistence == .view }
    }

    private mutating func forget() {
      bounds = .none
      entriesBy = nil
      turnsBy = nil
      tokensBy = nil
    }

    private mutating func visit(_ moment: Moment, where runs: (Stage) -> Bool) {
      for (place, stage) in pipeline.stages.enumerated() where runs(stage) {
        if let obstacle = obstacle(to: stage, at: moment) {
          let text = "at \(moment.rawValue) \(obstacle)"
          if obstacles[place]?.contains(text) != true { obstacles[place, default: []].append(text) }
        } else {
          reached.insert(place)
        }
        let after =
          isUsual
          ? stage.strategy.usualBounds(after: bounds, at: moment, in: budget)
          : stage.strategy.bounds(after: bounds, at: moment, in: budget)
        if after.entries != bounds.entries { entriesBy = place }
        if after.turns != bounds.turns { turnsBy = place }
        if after.tokens != bounds.tokens { tokensBy = place }
        bounds = after
      }
    }

    /// Why a stage cannot act at a moment; nil where it can.
    private func obstacle(to stage: Stage, at moment: Moment) -> String? {
      switch stage.strategy.reach(at: moment) {
      case .always: return nil
      case .never(let reason): return reason
      case .when(let trigger): return obstacle(to: trigger, of: stage, at: moment)
      }
    }

    private func obstacle(to trigger: Trigger, of stage: Stage, at moment: Moment) -> String? {
      switch trigger {
      case .always: return nil
      case .prompt:
        return moment == .prompt || moment == .overflow
          ? nil : "it waits for a prompt, and the history does not end on one"
      case .overflow:
        return moment == .overflow && stage.persistence != .view
          ? nil : "it waits for overflow, which comes only to stored stages with that moment"
      case .entries(let n): return obstacle(over: n, "entries", bounds.entries, entriesBy)
      case .uses(let n): return obstacle(over: n, "tool outputs", bounds.entries, entriesBy)
      case .turns(let n):
        return obstacle(over: n, "turns", bounds.turns, turnsBy)
          ?? obstacle(over: n, "turns", bounds.entries, entriesBy)
      case .tokens(let n): return obstacle(reaching: n)
      case .share(let percent):
        // The least whole number of tokens that meets the share.
        return obstacle(reaching: (percent * budget.contextSize + 99) / 100)
      case .live: return trigger.whyNeverReplayed
      case .any(let triggers):
        let obstacles = triggers.map { obstacle(to: $0, of: stage, at: moment) }
        let found = obstacles.compactMap(\.self)
        return found.count < obstacles.count ? nil : found.joined(separator: ", and ")
      }
    }

    private func obstacle(over n: Int, _ unit: String, _ most: Int?, _ by: Int?) -> String? {
      guard let most, let by, most <= n else { return nil }
      return "it needs more than \(n) \(unit), and \(name(by, in: pipeline)) leaves at most \(most)"
    }

    private func obstacle(reaching n: Int) -> String? {
      guard let most = bounds.tokens, let by = tokensBy, most < n else { return nil }
      return "it needs \(n) tokens, and \(name(by, in: pipeline)) leaves at most \(most)"
    }
  }

  // MARK: target-at-trigger

  private static func targetsAtTriggers(_ pipeline: Pipeline, _ budget: ContextBudget)
    -> [AnalysisFinding]
  {
    pipeline.stages.indices.compactMap { place in
      let stage = pipeline.stages[place]
      guard let target = stage.strategy.target else { return nil }
      let triggers = stage.moments.flatMap { moment -> [Trigger] in
        if case .when(let trigger) = stage.strategy.reach(at: moment) {
          trigger.alternatives
        } else {
          []
        }
      }
      guard let trigger = triggers.first(where: { leavesNoRoom(target, below: $0, budget) }) else {
        return nil
      }
      return AnalysisFinding(
        rule: "target-at-trigger", severity: .error, stage: place,
        message: "\(name(place, in: pipeline)) is triggered by \(trigger) and leaves \(target): "
          + "no room below the trigger, so it acts again at once")
    }
  }

  private static func leavesNoRoom(
    _ target: Target, below trigger: Trigger, _ budget: ContextBudget
  ) -> Bool {
    switch (trigger, target) {
    // Counts fire when they exceed the trigger, tokens when they reach it.
    case (.entries(let n), .entries(let left)), (.turns(let n), .turns(let left)): left >= n
    case (.tokens(let n), _): target.tokens(in: budget).map { $0 >= n } ?? false
    case (.share(let percent), _):
      target.tokens(in: budget).map { $0 * 100 >= percent * budget.contextSize } ?? false
    default: false
    }
  }

  // MARK: runs-first

  private static func runsFirst(_ pipeline: Pipeline) -> [AnalysisFinding] {
    pipeline.stages.indices.compactMap { place in
      let stage = pipeline.stages[place]
      // At overflow alone it is the last resort, wherever it is written.
      guard stage.persistence != .view, stage.moments != [.overflow] else { return nil }
      let passed = pipeline.stages.indices.prefix(place).filter {
        pipeline.stages[$0].persistence == .view
      }
      guard !passed.isEmpty else { return nil }
      let names = passed.map { name($0, in: pipeline) }.joined(separator: " and ")
      return AnalysisFinding(
        rule: "runs-first", severity: .warning, stage: place,
        message: "\(name(place, in: pipeline)) is \(stage.persistence.rawValue) and runs before "
          + "\(names), written before it: stored stages run first, then views; "
          + "write it first, or store the others")
    }
  }
}
