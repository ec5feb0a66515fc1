import EvalKit
import Strategies

/// `evalrun strategies`: what there is, one of them at length, and a check of a spec.
enum StrategiesCommand {
  /// What it is told.
  struct Options: Sendable {
    var name: String?
    var isJSON = false
  }

  /// The verb.
  static let command = Command(
    "strategies", group: .look, summary: "List the compaction policies, or explain one",
    synopsis: "[NAME] [--json]",
    examples: [
      .init("evalrun strategies", "Every strategy with one sentence, and the presets."),
      .init("evalrun strategies rolling-window", "Its parameters, defaults and moments."),
      .init(
        "evalrun strategies check 'rolling-window(10, persistence: stored) | summarize-history(entries: 50)'",
        "Finds stages that can never act."),
    ],
    discussion: """
      A spec is stages separated by '|', run left to right: stored stages first, at their moments, \
      then view stages on every request. Name an arm with 'NAME = SPEC'.
      """,
    options: Options(),
    parameters: [
      .argument(
        "NAME", to: \.name, completion: .words(Strategies.catalog.names),
        help: "A strategy or a preset."),
      .flag("--json", to: \.isJSON, help: "Print JSON."),
    ],
    subcommands: [StrategiesCheckCommand.command]
  ) { options, console in
    let catalog = Strategies.catalog
    guard let name = options.name else {
      try console.print(
        options.isJSON ? StrategyPages.json(catalog).serialised() : StrategyPages.list(catalog))
      return .done
    }
    if let type = catalog.strategy(named: name) {
      try console.print(
        options.isJSON
          ? StrategyPages.json(type.definition).serialised() : StrategyPages.page(type.definition))
    } else if let preset = catalog.preset(named: name) {
      try console.print(
        options.isJSON
          ? StrategyPages.json(preset, catalog).serialised() : StrategyPages.page(preset, catalog))
    } else if let control = ControlDefinition.named(name) {
      try console.print(
        options.isJSON
          ? StrategyPages.json(control).serialised() : StrategyPages.page(control))
    } else {
      throw Failure(
        .usage,
        "unknown strategy '\(name)'"
          + EditDistance.suggestion(for: name, in: catalog.names + ["check"])
          + "\n'evalrun strategies' lists them")
    }
    return .done
  }
}

/// `evalrun strategies check`: what is wrong with a spec before anything runs.
enum StrategiesCheckCommand {
  /// What it is told.
  struct Options: Sendable {
    var spec: String?
    var context: ContextSize?
    var reserve: TokenCount?
    var allowsPrograms = false
    var isJSON = false
  }

  /// The verb.
  static let command = Command(
    "check", group: .look, summary: "Find what is wrong with a pipeline before it runs",
    synopsis: "SPEC [--context N] [--reserve N] [--allow-exec] [--json]",
    examples: [
      .init(
        "evalrun strategies check 'rolling-window(10, persistence: stored) | summarize-history(entries: 50)'",
        "The summary waits for 50 entries that the window never leaves it."),
      .init(
        "evalrun strategies check 'rolling-window(entries: [4, 8, 16])'",
        "Three arms, each by itself."),
    ],
    discussion: """
      Where a list stands for one value, every arm it makes is checked. First what the arguments prove; then the pipeline is tried on short made-up sessions, and what \
      those show is said with "may" where it is no proof. Exits 1 where an error is found, 0 where \
      there are warnings at most.
      """,
    options: Options(),
    parameters: [
      .argument("SPEC", to: \.spec, isRequired: true, help: "Stages separated by '|'."),
      .option(
        "--context", value: "N", to: \.context,
        help: "Context size in tokens. Default: 4096."),
      .option(
        "--reserve", value: "N", to: \.reserve,
        help: "Tokens kept free for the answer. Default: 512."),
      .allowPrograms(to: \.allowsPrograms),
      .flag("--json", to: \.isJSON, help: "Print JSON."),
    ]
  ) { options, console in
    guard let spec = options.spec else { throw UsageError.missingArgument("SPEC") }
    let arms = try Specs.arms([spec], allowsPrograms: options.allowsPrograms)
    let size: Int
    switch options.context {
    case .tokens(let tokens)?: size = tokens
    case .share?:
      throw UsageError.conflict(
        "a check knows no session; give --context in tokens, not in percent")
    case nil: size = ContextBudget.assumedSize
    }
    let budget = ContextBudget(
      contextSize: size, reserve: options.reserve?.value ?? ContextBudget.defaultReserve)
    var checks: [JSONValue] = []
    var hasError = false
    for arm in arms {
      let findings =
        PipelineAnalysis.findings(arm.pipeline, budget: budget)
        + (await PipelineTrials.findings(arm.pipeline, budget: budget))
      hasError = hasError || findings.contains { $0.severity == .error }
      if options.isJSON {
        checks.append(json(arm, budget, findings))
        continue
      }
      try console.print(arm.canonical)
      for finding in findings { try console.print("  \(finding)") }
      if findings.isEmpty {
        try console.print("  nothing found at a context of \(Figures.grouped(size)) tokens")
      }
    }
    if options.isJSON {
      let whole: JSONValue =
        ["checks": .array(checks), "kind": "strategyChecks", "version": 1]
      try console.print((checks.count == 1 ? checks[0] : whole).serialised())
    }
    return hasError ? .failed : .done
  }

  private static func json(_ arm: ArmSpec, _ budget: ContextBudget, _ findings: [AnalysisFinding])
    -> JSONValue
  {
    let list = findings.map { finding -> JSONValue in
      [
        "message": .string(finding.message), "rule": .string(finding.rule),
        "severity": .string(finding.severity.rawValue), "stage": JSONValue(finding.stage),
      ]
    }
    return [
      "context": JSONValue(budget.contextSize), "findings": .array(list),
      "kind": "strategyCheck", "reserve": JSONValue(budget.reserve),
      "spec": .string(arm.canonical), "version": 1,
    ]
  }
}
