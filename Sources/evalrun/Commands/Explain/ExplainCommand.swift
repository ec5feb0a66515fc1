import EvalKit

/// `evalrun explain`: why a policy's answers differ from those with nothing removed.
enum ExplainCommand {
  /// What it is told.
  struct Options: Sendable {
    var run: String?
    var arm: String?
    var against: String?
    var judge: String?
    var limit: PositiveCount?
    var isJSON = false
  }

  /// How many flips of a group are printed unless said.
  static let defaultLimit = 3

  /// The verb.
  static let command = Command(
    "explain", group: .measure,
    summary: "Trace what a policy broke to the edits that broke it",
    synopsis: "RUN --arm NAME [--against NAME]",
    examples: [
      .init(
        "evalrun explain runs/starter-1a2b3c4d --arm 'rolling-window*|2048'",
        "What comes out otherwise than with the whole log, by cause, worst first."),
      .init(
        "evalrun explain runs/starter-1a2b3c4d --arm 'summarize*|4096' --against 'drop*|4096'",
        "What one policy loses, and gains, over another."),
    ],
    discussion: """
      Looks at answers, abstentions, calls in order and filled arguments. Each that is worse under the \
      one arm is traced: which stage, at which request, did what to the entries it stood in. An arm is \
      its name or its key, NAME|MODEL|CONTEXT; * stands for any text.
      """,
    options: Options(),
    parameters: [
      .argument("RUN", to: \.run, isRequired: true, completion: .folders, help: "A run's folder."),
      .option("--arm", value: "NAME", to: \.arm, help: "The arm that is explained."),
      .option(
        "--against", value: "NAME", to: \.against,
        help: "What it is compared with. Default: oracle of the same model."),
      .option(
        "--judge", value: "FILE", to: \.judge, completion: .files,
        help: "How answers become scores. Default: the judge of the run."),
      .option(
        "--limit", value: "N", to: \.limit,
        help: "Print at most N of each cause. Default: \(defaultLimit)."),
      .flag("--json", to: \.isJSON, help: "Print JSON: all of them."),
    ]
  ) { options, console in
    guard let path = options.run else { throw UsageError.missingArgument("RUN") }
    let given = try Judges.named(options.judge)
    let rejudging = try Rejudging(path)
    let arms = rejudging.run.arms
    guard let name = options.arm else {
      let policies = arms.filter { $0.control == nil }.map(\.key)
      throw UsageError.conflict(
        "which arm? name one with --arm\nthere is: \(policies.joined(separator: ", "))")
    }
    let arm = try ArmPattern.only(arms, name, "--arm")
    let reference =
      try options.against.map { try ArmPattern.only(arms, $0, "--against") } ?? oracle(arms, arm)
    if reference.key == arm.key {
      throw UsageError.conflict("'\(arm.key)' is compared with itself; name another with --against")
    }
    let report = rejudging.run.flips(
      of: arm, against: reference,
      in: try rejudging.judged(by: given ?? rejudging.ownJudge()))
    if options.isJSON {
      try console.print(report.json.serialised())
    } else {
      let page = ExplainPage(
        report: report, run: path, limit: options.limit?.value ?? defaultLimit)
      try console.print(page.text(width: console.width))
    }
    return .done
  }

  /// The oracle of an arm's model: at its own context, else at any.
  private static func oracle(_ arms: [ArmIdentity], _ arm: ArmIdentity) throws -> ArmIdentity {
    let oracles = arms.filter { $0.control == .oracle && $0.model == arm.model }
    let found = oracles.first { $0.context == arm.context } ?? oracles.first
    guard let found else {
      throw Failure(
        .badData, "the run has no oracle of '\(arm.model)'; name an arm with --against")
    }
    return found
  }
}
