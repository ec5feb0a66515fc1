import EvalKit
import LocalModels
import Strategies

/// `evalrun replay`: what policies cost and break on recorded sessions, without a model.
enum ReplayCommand {
  /// The verb.
  static let command = Command(
    "replay", group: .look,
    summary: "Price compaction policies on recorded sessions, nothing annotated",
    synopsis: "FILE… [--strategy SPEC]… [--context N|P%]",
    examples: [
      .init("evalrun session.json", "The default policies at half the session's own size."),
      .init(
        "evalrun replay session.json --strategy 'rolling-window(20)' --context 4096",
        "One policy in a window of 4,096 tokens."),
      .init(
        "evalrun replay logs/*.jsonl --each",
        "Many sessions, one table each; without --each, one for all."),
    ],
    discussion: """
      Every request of the recording is made again under each policy, and what the model would have \
      been shown is looked at: no model is asked, unless --next-call says so. Recorded replies \
      follow whatever a policy did, so a difference between two rows is the policies'.
      """,
    options: ReplayOptions(), parameters: ReplayOptions.parameters
  ) { options, console in
    let plan = try ReplayPlan(options)
    let intake = try ReplayIntake(options, console: console)
    let results = try await plan.run(intake.sessions, console: console)
    let report = ReplayReport(plan: plan, intake: intake, results: results)
    if let path = options.profile {
      try Outputs.write(ReplayProfile.json(report).serialised() + "\n", to: path, console: console)
    }
    try console.print(
      options.isJSON
        ? report.json.serialised() : report.text(width: console.width, each: options.isEach))
    let hasErrors = results.contains { $0.contains { $0.errored > 0 } }
    return intake.exitCode == .done && hasErrors ? .incomplete : intake.exitCode
  }
}
