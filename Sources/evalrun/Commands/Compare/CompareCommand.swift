import EvalKit

/// `evalrun compare`: arms pair by pair, with what can be told of the difference and what cannot.
enum CompareCommand {
  /// The verb.
  static let command = Command(
    "compare", group: .decide, summary: "Compare policies, or two versions of them, pair by pair",
    synopsis: "RUN… [--arm A --against B] [--metric KEY] [--by WHAT] [--choose]",
    examples: [
      .init(
        "evalrun compare runs/starter-1a2b3c4d",
        "Every policy with the best one of its model and context."),
      .init(
        "evalrun compare runs/starter-1a2b3c4d --arm 'rolling*|2048' --against 'drop*' --metric all",
        "Two policies on every metric."),
      .init("evalrun compare runs/before runs/after", "The same arms of two runs."),
      .init(
        "evalrun compare runs/os-26.0 runs/os-26.1 --vary model",
        "What another version of the model changes."),
    ],
    discussion: """
      Questions are paired, cases of one cluster count as one, and all arms share the level of the \
      primary metric (Holm). Other metrics have intervals and no verdict. Under 8 clusters nothing is \
      concluded; 'detects' is the true difference that would be found in 80 of 100 such sets. \
      docs/statistics.md explains every number.
      """,
    options: CompareOptions(), parameters: CompareOptions.parameters
  ) { options, console in
    if options.isJSON, options.isMarkdown {
      throw UsageError.conflict("--json and --markdown exclude each other")
    }
    let report = try CompareReport(options, console: console)
    if options.isJSON {
      try console.print(report.json.serialised())
    } else if options.isMarkdown {
      try console.print(CompareMarkdown(report: report).text)
    } else {
      try console.print(ComparePage(report: report).text(width: console.width))
    }
    if report.hasErrors { return .incomplete }
    return options.isStrict && report.isUndecided ? .inconclusive : .done
  }
}
