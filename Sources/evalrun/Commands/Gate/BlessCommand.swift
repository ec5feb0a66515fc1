import EvalKit

/// `evalrun bless`: makes a run the baseline that gates hold later runs against.
enum BlessCommand {
  /// What it is told.
  struct Options: Sendable {
    var runs: [String] = []
    var reason: String?
    var by: String?
    var baseline: String?
    var judge: String?
    var isForced = false
    var isJSON = false
  }

  /// The verb.
  static let command = Command(
    "bless", group: .decide, summary: "Make a run the baseline of its set",
    synopsis: "RUN… --reason TEXT [--by NAME] [--baseline FILE]",
    examples: [
      .init(
        "evalrun bless runs/starter-1a2b3c4d --reason 'first release'",
        "Writes evalsets/starter/baseline.json, to be committed."),
      .init(
        "evalrun bless runs/a runs/b runs/c --reason 'new summariser'",
        "Three repeats of one run: the baseline holds their means and how far they lie apart."),
    ],
    discussion: """
      Says what changes against the baseline before. A run with errors is refused, exit 2, unless \
      --force is given; what errored stays so in the baseline.
      """,
    options: Options(),
    parameters: [
      .arguments(
        "RUN", to: \.runs, isRequired: true, completion: .folders,
        help: "A run's folder, or folders of its repeats."),
      .option(
        "--reason", value: "TEXT", to: \.reason, help: "Why it is found good; must be given."),
      .option(
        "--by", value: "NAME", to: \.by, help: "Who finds it good. Default: the user git knows."),
      .option(
        "--baseline", value: "FILE", to: \.baseline, completion: .files,
        help: "Where it is written. Default: evalsets/SET/baseline.json."),
      .option(
        "--judge", value: "FILE", to: \.judge, completion: .files,
        help: "How answers become scores. Default: the run's own judge."),
      .flag("--force", to: \.isForced, help: "Bless a run with errors, too."),
      .flag("--json", to: \.isJSON, help: "Print what changes as JSON."),
    ]
  ) { options, console in
    let reason = (options.reason ?? "").trimmed
    guard !reason.isEmpty else {
      throw UsageError.conflict("a blessing needs a reason: --reason TEXT")
    }
    guard let by = options.by.map(\.trimmed) ?? GitUser.name(), !by.isEmpty else {
      throw UsageError.conflict("git knows no user here; say who blesses: --by NAME")
    }
    let runs = try options.runs.map {
      try MeasuredRuns.read($0, judge: options.judge, console: console)
    }
    let baseline = try MeasuredRuns.together(
      runs, blessing: .init(by: by, reason: reason, tool: Tool.version))
    guard let first = runs.first else { return .usage }
    let path = try options.baseline ?? Baselines.path(of: first)
    if baseline.hasErrors, !options.isForced {
      BlessReport.errors(baseline).forEach(console.note)
      console.note("\(path): not written: the run has errors; --force blesses it with them")
      return .incomplete
    }
    let change = try old(path, console).map { BaselineChange(from: $0, to: baseline) }
    try Outputs.write(baseline.file, to: path, console: console)
    if options.isJSON {
      try console.print(
        BlessReport.json(baseline, change, path: path).serialised(sortedKeys: true))
    } else {
      try console.print(BlessReport.text(baseline, change, path: path))
    }
    return .done
  }

  /// The baseline before; one that cannot be read is replaced, and said.
  private static func old(_ path: String, _ console: Console) throws -> Baseline? {
    guard Platform.exists(path) else { return nil }
    do {
      return try Baselines.read(path)
    } catch let failure as Failure where failure.code == .badData {
      console.note("\(failure.description); it is replaced")
      return nil
    }
  }
}

extension String {
  /// The text without white space around it.
  fileprivate var trimmed: String {
    let inner = drop(while: \.isWhitespace)
    return String(inner.reversed().drop(while: \.isWhitespace).reversed())
  }
}
