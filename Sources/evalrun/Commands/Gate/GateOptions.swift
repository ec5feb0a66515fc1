import EvalKit

/// What `evalrun gate` is told.
struct GateOptions: Sendable {
  var targets: [String] = []
  var baseline: String?
  var factor: ComparisonFactor?
  var isStrict = false
  var run = RunOptions()
  var junit: String?
  var sarif: String?
  var markdown: String?
  var isJSON = false

  /// The table of parameters.
  static let parameters: [Parameter<GateOptions>] = [
    .arguments(
      "TARGET", to: \.targets, isRequired: true,
      help: "A run's folder, or folders of its repeats; or eval sets, which are run first."),
    .option(
      "--baseline", value: "FILE", to: \.baseline, completion: .files,
      help: "The baseline. Default: baseline.json of the set's folder, evalsets/SET for a run."),
    .option(
      "--judge", value: "FILE", to: \.run.judge, completion: .files,
      help:
        "How answers become scores, and what is demanded. Default: the run's own, else the default judge."
    ),
    .option(
      "--vary", value: "FACTOR", to: \.factor,
      help:
        "What the run is meant to differ in: \(Figures.list(ComparisonFactor.choices)). Default: strategy."
    ),
    .flag(
      "--strict", to: \.isStrict,
      help: "Exit 3 where only part could be compared or decided."),
    .options(
      "-s", "--strategy", value: "SPEC", to: \.run.strategies,
      help: "A policy, where a set is run; give it the baseline's name: 'NAME = SPEC'."),
    .options(
      "--context", value: "N|P%", to: \.run.contexts,
      help: "Context size, where a set is run. Default: the set's."),
    .option(
      "--reserve", value: "N", to: \.run.reserve,
      help: "Tokens kept free for the answer, where a set is run. Default: the set's, else 512."),
    .options(
      "--model", value: "NAME", to: \.run.models, completion: .words(Models.names),
      help: "The model that answers, where a set is run. Default: reader."),
    .option(
      "-o", "--out", value: "DIR", to: \.run.output, completion: .folders,
      help: "The run's folder, where a set is run. Default: runs/SET-DIGEST."),
    .jobs(to: \.run.jobs),
    .allowPrograms(to: \.run.allowsPrograms),
    .option(
      "--junit", value: "FILE", to: \.junit, completion: .files,
      help: "Write JUnit XML: failures are gates, errors what was not measured."),
    .option(
      "--sarif", value: "FILE", to: \.sarif, completion: .files,
      help: "Write a SARIF log for code scanning."),
    .option(
      "--markdown", value: "FILE", to: \.markdown, completion: .files,
      help: "Write a page in Markdown; it is added to $GITHUB_STEP_SUMMARY, too, where that is set."
    ),
    .flag("--json", to: \.isJSON, help: "Print JSON."),
  ]
}
