import EvalKit

/// `evalrun export`: transcripts and runs in the formats of other tools.
enum ExportCommand {
  /// What there is to export to.
  enum Target: Hashable, Sendable, OptionValue {
    /// A transcript in a format.
    case transcript(ExportFormat)
    /// A run's scores as comma-separated values.
    case csv
    /// A run's arms as logs of Inspect.
    case inspect

    init?(argument: String) {
      switch argument {
      case "csv": self = .csv
      case "inspect": self = .inspect
      default:
        guard let format = ExportFormat(rawValue: argument) else { return nil }
        self = .transcript(format)
      }
    }

    static var choices: [String] {
      ExportFormat.allCases.map(\.rawValue) + ["csv", "inspect"]
    }

    static var expectation: String { "one of \(choices.joined(separator: ", "))" }
  }

  /// What it is told.
  struct Options: Sendable {
    var input: String?
    var target: Target?
    var out: String?
    var caseID: String?
    var arm: String?
    var format: String?
    var select: String?
  }

  /// The verb.
  static let command = Command(
    "export", group: .write, summary: "Write a transcript or a run in another tool's format",
    synopsis: "CASE|TRANSCRIPT|RUN --to NAME [--out FILE]",
    examples: [
      .init(
        "evalrun export session.json --to anthropic --out session.anthropic.json",
        "A transcript; what the format has no place for is counted."),
      .init(
        "evalrun export runs/starter-1a2b3c4d --to csv --out scores.csv",
        "One row a score of every case, question and arm."),
      .init(
        "evalrun export runs/starter-1a2b3c4d --to inspect --out logs",
        "One log an arm, for 'inspect view --log-dir logs'."),
    ],
    discussion: """
      Transcripts, also those of cases, go to \
      \(ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")); runs to csv and inspect. \
      Nothing is left out in silence: what a format cannot carry is counted on standard error. \
      What is written holds the transcript, or answers and views: treat it as you treat the \
      recording. docs/exporting.md says what becomes of what.
      """,
    options: Options(),
    parameters: [
      .argument(
        "PATH", to: \.input, isRequired: true, completion: .files,
        help: "A transcript (- is standard input), a case, a set with --case, or a run's folder."),
      .option("--to", value: "NAME", to: \.target, help: "What to write."),
      .option(
        "--out", value: "FILE", to: \.out, completion: .files,
        help:
          "The file, which is replaced if it is there; of inspect the folder. Default: standard "
          + "output."),
      .option("--case", value: "ID", to: \.caseID, help: "The case of a set, or only it of a run."),
      .option("--arm", value: "NAME", to: \.arm, help: "Only this arm of a run."),
      .inputFormat(to: \.format),
      .select(to: \.select),
    ]
  ) { options, console in
    guard let input = options.input else { throw UsageError.missingArgument("PATH") }
    guard let target = options.target else {
      throw Failure(.usage, "what is it to be written as? --to takes \(Target.expectation)")
    }
    switch target {
    case .transcript(let format):
      if RunBrowser.isRun(input) {
        throw Failure(
          .usage, "\(input) is a run, which goes to csv or inspect; export its cases' transcripts")
      }
      try exportTranscript(input, format, options, console)
    case .csv, .inspect:
      guard RunBrowser.isRun(input) else {
        throw Failure(
          Platform.exists(input) ? .usage : .missingInput,
          "\(input) is no run's folder; csv and inspect are made of what 'evalrun run' wrote")
      }
      let export = try RunExport(input, options)
      if target == .csv {
        try Outputs.write(export.csv, to: options.out ?? "-", console: console)
      } else {
        try export.writeInspectLogs(to: options.out, console: console)
      }
    }
    return .done
  }

  // MARK: Transcripts

  private static func exportTranscript(
    _ input: String, _ format: ExportFormat, _ options: Options, _ console: Console
  ) throws {
    let exported = ExportedTranscript(
      try transcript(input, options, console), as: format)
    if !exported.losses.isEmpty {
      console.note("\(format.rawValue) has no place of its own for:")
      for loss in exported.losses { console.note("  \(loss)") }
    }
    // A last line feed is printed on standard output.
    let text = exported.value.serialised()
    let out = options.out ?? "-"
    try Outputs.write(out == "-" ? text : text + "\n", to: out, console: console)
  }

  private static func transcript(_ input: String, _ options: Options, _ console: Console) throws
    -> Transcript
  {
    if let cases = try Inputs.cases(input) {
      return try chosen(cases, options.caseID, of: input).transcript
    }
    if options.caseID != nil {
      throw Failure(
        .usage, "\(Inputs.name(input)) is no set; --case chooses one of its cases")
    }
    let read = try Inputs.transcripts(
      input, format: try Inputs.format(options.format), select: options.select)
    guard let only = read.first, read.count == 1 else {
      throw Failure(
        .usage,
        "\(Inputs.name(input)) holds \(read.count) transcripts; choose one, such as --select '[0]'")
    }
    for note in only.notes { console.note("note: \(only.label): \(note)") }
    return only.transcript
  }

  private static func chosen(_ cases: [EvalCase], _ id: String?, of input: String) throws
    -> EvalCase
  {
    let ids = cases.map(\.id)
    if let id {
      if let found = cases.first(where: { $0.id == id }) { return found }
      throw Failure(
        .usage, "\(input): there is no case '\(id)'" + EditDistance.suggestion(for: id, in: ids))
    }
    guard let only = cases.first, cases.count == 1 else {
      throw Failure(
        .usage,
        "\(input) has \(cases.count) cases; choose one with --case\nthere is: "
          + ids.prefix(20).joined(separator: ", "))
    }
    return only
  }
}
