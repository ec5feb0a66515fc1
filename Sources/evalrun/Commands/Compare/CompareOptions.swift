import EvalKit

/// What `evalrun compare` is told.
struct CompareOptions: Sendable {
  var runs: [String] = []
  var arms: [String] = []
  var against: String?
  var metrics: [String] = []
  var factor: ComparisonFactor?
  var margin: Share?
  var level: Share?
  var breakdowns: [ComparisonBreakdown] = []
  var equalCost: EqualCostOption?
  var judge: String?
  var wantsChoice = false
  var wantsAllIntervals = false
  var isStrict = false
  var isJSON = false
  var isMarkdown = false

  /// The table of parameters.
  static let parameters: [Parameter<CompareOptions>] = [
    .arguments(
      "RUN", to: \.runs, isRequired: true, completion: .folders,
      help: "Folders of runs: of one its arms are compared, of several each with the first."),
    .options(
      "--arm", value: "NAME", to: \.arms,
      help: "Compare only these arms: a name or a key, NAME|MODEL|CONTEXT; * stands for any text."),
    .option(
      "--against", value: "NAME", to: \.against,
      help: "What they are compared with. Default: the best arm of the same model and context; of "
        + "several runs, the same arm of the first."),
    .options(
      "--metric", value: "KEY", to: \.metrics, completion: .words(Metric.all.map(\.key)),
      help: "Metrics beside the primary one; 'all' for all. May be repeated."),
    .option(
      "--vary", value: "FACTOR", to: \.factor,
      help: "What the sides are meant to differ in: \(Figures.list(ComparisonFactor.choices)). "
        + "Default: strategy."),
    .option(
      "--margin", value: "X", to: \.margin,
      help: "The largest difference that does not matter, in points of 1. Default: 0.02."),
    .option("--alpha", value: "X", to: \.level, help: "The level of the tests. Default: 0.05."),
    .options(
      "--by", value: "WHAT", to: \.breakdowns,
      help: "Compare within the questions of a kind, age …; may be repeated."),
    .option(
      "--at-equal", value: "tokens[=N]", to: \.equalCost,
      help: "Compare sweeps where they cost the same: at N tokens a task, or in the middle of what "
        + "all reach."),
    .option(
      "--judge", value: "FILE", to: \.judge, completion: .files,
      help: "How answers become scores. Default: each run's own judge."),
    .flag(
      "--choose", to: \.wantsChoice, help: "Say which policy to ship by the judge's 'choose'."),
    .flag(
      "--all-intervals", to: \.wantsAllIntervals,
      help: "Add the bootstrap's interval and Miller's standard error; nothing rests on them."),
    .flag(
      "--strict", to: \.isStrict, help: "Exit 3 where a verdict is inconclusive or incomparable."),
    .flag("--json", to: \.isJSON, help: "Print JSON: everything."),
    .flag("--markdown", to: \.isMarkdown, help: "Print tables in Markdown."),
  ]
}

extension ComparisonFactor: OptionValue {}

/// A share between 0 and 1, or a percentage.
struct Share: OptionValue, Hashable {
  var value: Double
  init?(argument: String) {
    let isPercent = argument.hasSuffix("%")
    guard let number = Double(isPercent ? String(argument.dropLast()) : argument), number.isFinite
    else { return nil }
    value = isPercent ? number / 100 : number
    guard (0..<1).contains(value) else { return nil }
  }
  static var expectation: String { "a share such as 0.02 or 2%, under 1" }
}

/// What questions can be compared within.
enum ComparisonBreakdown: String, CaseIterable, OptionValue {
  case kind, age, mentions, position, `case`, tag, probe, role, tokens

  /// The dimension.
  var dimension: ComparisonDimension {
    switch self {
    case .case: .evalCase
    case .tag: .tag
    case .kind: .stratum(.kind)
    case .age: .stratum(.age)
    case .mentions: .stratum(.mentions)
    case .position: .stratum(.position)
    case .probe: .stratum(.probe)
    case .role: .stratum(.role)
    case .tokens: .stratum(.tokens)
    }
  }

  /// The heading of its table.
  var title: String {
    switch self {
    case .case: "case"
    case .tag: "tag"
    default: Breakdown(rawValue: rawValue)?.title ?? rawValue
    }
  }
}

/// Where sweeps are compared: `tokens` or `tokens=12000`.
struct EqualCostOption: OptionValue, Hashable {
  /// Tokens a task; nil: in the middle of what all reach.
  var tokens: Int?
  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.first == "tokens" else { return nil }
    guard parts.count == 2 else { return }
    guard let count = TokenCount(argument: String(parts[1]))?.value, count > 0 else { return nil }
    tokens = count
  }
  static var expectation: String { "tokens, or tokens=N such as tokens=12k" }
}
