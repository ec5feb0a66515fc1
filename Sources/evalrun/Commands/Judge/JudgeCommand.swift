import EvalKit
import Foundation

/// `evalrun judge`: turns what a run recorded into scores again, by its own judge or by another.
enum JudgeCommand {
  /// What it is told.
  struct Options: Sendable {
    var run: String?
    var judge: String?
    var output: String?
    var model: String?
    var prompts: String?
    var format: PromptFormat?
    var only: QuestionFilter?
    var timeLimit: PositiveCount?
    var jobs: PositiveCount?
    var isJSON = false
    var isMarkdown = false
  }

  /// The verb.
  static let command = Command(
    "judge", group: .measure, summary: "Judge a finished run again, by another judge",
    synopsis: "RUN [--judge FILE] [--out DIR] [--model NAME]",
    examples: [
      .init(
        "evalrun judge runs/starter-1a2b3c4d --judge judges/strict.json5",
        "The same answers under a stricter judge; no model is asked."),
      .init(
        "evalrun judge runs/starter-1a2b3c4d", "By the judge it was made with: the same bytes."),
      .init(
        "evalrun judge runs/starter-1a2b3c4d --judge mine.json5 --prompts prompts.jsonl",
        "What a model judge would be asked, for a model that runs elsewhere."),
      .init(
        "evalrun judge runs/starter-1a2b3c4d --judge mine.json5 --model replay:answers.jsonl",
        "Asks the model judge about every answer it has not judged, and keeps what it says."),
    ],
    discussion: """
      Scores of another judge go to RUN/judged/JUDGE-DIGEST or to --out, so the run's own stay. What a \
      model judge says is kept in model-judgements.jsonl and never asked twice; without --model \
      nothing is asked, and what is missing is named. A model judge is a column of its own and \
      changes no other. Exits 2 where something errored.
      """,
    options: Options(),
    parameters: [
      .argument("RUN", to: \.run, isRequired: true, completion: .folders, help: "A run's folder."),
      .option(
        "--judge", value: "FILE", to: \.judge, completion: .files,
        help: "How answers become scores. Default: the judge of the run."),
      .option(
        "-o", "--out", value: "DIR", to: \.output, completion: .folders,
        help: "Where judge, scores and summary go, and judgements: the run is left as it is."),
      .option(
        "--model", value: "NAME", to: \.model, completion: .words(Models.names),
        help: "Ask this model as the model judge that names it: \(Models.help)."),
      .option(
        "--prompts", value: "FILE", to: \.prompts, completion: .files,
        help: "Only write the prompts of missing judgements; - is standard output."),
      .option(
        "--format", value: "NAME", to: \.format,
        help: "How prompts are written: \(Figures.list(PromptFormat.choices)). Default: plain."),
      .option(
        "--only", value: "WHICH", to: \.only,
        help:
          "Questions the table counts: all, or answerable without those that a control flags. Default: all."
      ),
      .option(
        "--time-limit", value: "SECONDS", to: \.timeLimit,
        help: "How long a judgement may take. Default: 120."),
      .option(
        "-j", "--jobs", value: "N", to: \.jobs,
        help: "Calls of the model at a time. Default: as many as processors."),
      .flag("--json", to: \.isJSON, help: "Print JSON: the summary.json that is written."),
      .flag("--markdown", to: \.isMarkdown, help: "Print a table of the policies in Markdown."),
    ]
  ) { options, console in
    guard let path = options.run else { throw UsageError.missingArgument("RUN") }
    try check(options)
    let output = try Rejudging.output(options.output)
    let given = try Judges.named(options.judge)
    let rejudging = try Rejudging(path)
    let judge = try given ?? rejudging.ownJudge()
    if rejudging.missingCells > 0 {
      console.note(
        "\(path): the run is not complete: \(Figures.counted(rejudging.missingCells, "cell")) missing"
      )
    }
    var judged = try rejudging.judged(by: judge, output: output)
    if let prompts = options.prompts {
      return try write(judged.missing, to: prompts, options, console)
    }
    if let name = options.model {
      let model = try JudgementAsking.model(name, of: judge)
      let asking = JudgementAsking(
        rejudging: rejudging, output: output, width: options.jobs?.value ?? console.processors,
        timeLimit: options.timeLimit?.value ?? RunSettings.defaultTimeLimit)
      let requests = judged.missing.filter { $0.key.model == model.name }
      do {
        let count = try await asking.ask(model, about: requests, console: console)
        console.note(
          "\(model.name): asked about \(Figures.counted(count.asked, "answer"))"
            + (count.failed > 0 ? ", \(Figures.grouped(count.failed)) failed" : ""))
      } catch is CancellationError {
        console.note("evalrun: interrupted; the same command asks about the rest")
        return .interrupted
      }
      judged = try rejudging.judged(by: judge, output: output)
    }
    let (folder, replaced) = try rejudging.keep(judged, in: output)
    try report(judged, rejudging.directory.spec, options, console)
    if !replaced.isEmpty {
      console.note("replaced what stood there and differed: \(Figures.list(replaced))")
    }
    console.note("kept in \(folder.path)")
    MissingJudgements(judged.missing, run: path, judge: options.judge)?.lines.forEach(console.note)
    return judged.summary().hasErrors ? .incomplete : .done
  }

  private static func check(_ options: Options) throws(UsageError) {
    if options.isJSON, options.isMarkdown {
      throw UsageError.conflict("--json and --markdown exclude each other")
    }
    if options.prompts != nil, options.model != nil {
      throw UsageError.conflict("--prompts and --model exclude each other: write, then answer")
    }
    if options.format != nil, options.prompts == nil {
      throw UsageError.conflict("--format goes with --prompts")
    }
  }

  private static func report(
    _ judged: JudgedRun, _ spec: RunSpec, _ options: Options, _ console: Console
  ) throws {
    let summary = judged.summary(filter: options.only ?? .all)
    if options.isJSON {
      try console.print(summary.json.serialised(sortedKeys: true))
    } else if options.isMarkdown {
      try console.print(MarkdownTable(summary: summary).text)
    } else {
      let report = RunReport(
        spec: spec, judge: judged.judge, summary: summary, scores: judged.scores,
        filter: options.only ?? .all)
      try console.print(report.text(width: console.width))
    }
  }

  /// Writes the prompts of judgements that are missing.
  private static func write(
    _ requests: [JudgementRequest], to path: String, _ options: Options, _ console: Console
  ) throws -> ExitCode {
    guard !requests.isEmpty else {
      throw Failure(.badData, "no judgement is missing, so there is nothing to ask")
    }
    let format = options.format ?? .plain
    let lines = requests.map { request in
      format.line(request.prompt, arms: request.arms, model: request.key.model)
    }
    try Outputs.write(
      lines.joined(separator: "\n") + (path == "-" ? "" : "\n"), to: path, console: console)
    console.note(
      "\(path == "-" ? "standard output" : path): \(Figures.counted(lines.count, "prompt"))")
    return .done
  }
}
