import EvalKit

/// `evalrun lint`: what an edit of history breaks, whoever made it.
enum LintCommand {
  /// The verb.
  static let command = Command(
    "lint", group: .look,
    summary: "Find what edits of history break: orphans, lost prompts, silent gaps",
    synopsis: "FILE… [--strategy SPEC]… | RUN | BEFORE AFTER",
    examples: [
      .init(
        "evalrun lint session.json --strategy 'rolling-window(10)' --context 4096",
        "What that policy breaks on a recorded session."),
      .init(
        "evalrun lint before.json after.json --dialect anthropic",
        "What an edit made in production broke, by one provider's rules."),
      .init(
        "evalrun lint session.json --format sarif > lint.sarif", "For code scanning and editors."),
      .init("evalrun lint --rules", "Every rule with its severity."),
    ],
    discussion: """
      A hazard that the recorded session has itself is inherited: it is listed where no policy is \
      named, and never charged to one. The history before an edit is the one the edit was made on, \
      not yet with the next prompt. Exit code 1: an error was found.
      """,
    options: LintOptions(), parameters: LintOptions.parameters
  ) { options, console in
    if options.listsRules {
      try console.print(LintRules.text(options, width: console.width))
      return .done
    }
    guard !options.inputs.isEmpty else { throw UsageError.missingArgument("PATH") }
    let format = try outputFormat(options)
    let judge = try judge(options)
    let intake = try await LintIntake(options, judge: judge, console: console)
    switch format {
    case .json: try console.print(LintReport(intake.results).json.serialised())
    case .sarif:
      try console.print(
        SARIFLog(intake.results, rules: judge.rules, version: Tool.version).json.serialised())
    case .text, .markdown:
      try console.print(
        LintReport(intake.results).text(
          width: console.width, isFull: options.isFull, inherited: options.showsInherited))
    }
    if intake.exitCode != .done { return intake.exitCode }
    return intake.results.contains { $0.count(.error) > 0 } ? .failed : .done
  }

  private static func outputFormat(_ options: LintOptions) throws -> LintOptions.Format {
    if options.isJSON, let format = options.format, format != .json {
      throw Failure(.usage, "--json and --format \(format.rawValue) do not go together")
    }
    let format = options.isJSON ? .json : options.format ?? .text
    if format == .markdown {
      throw Failure(.usage, "--format markdown is for --rules; findings are text, json or sarif")
    }
    return format
  }

  private static func judge(_ options: LintOptions) throws -> Judge {
    var judge = try Judges.named(options.judge) ?? .default
    if let dialect = options.dialect { judge.dialect = dialect }
    return judge
  }
}
