import EvalKit
import Foundation

/// `evalrun run`: asks the questions of eval sets under each policy.
enum RunCommand {
  /// The verb.
  static let command = Command(
    "run", group: .measure, summary: "Ask the questions of eval sets under each policy",
    synopsis: "SET… [--strategy SPEC]… [--context N|P%]…",
    examples: [
      .init("evalrun run evalsets/starter", "The set's panel of policies at the set's contexts."),
      .init(
        "evalrun run evalsets/starter -s 'rolling-window(20)' -s 'short = rolling-window(6)' --context 2048",
        "Two policies of your own in one window."),
      .init(
        "evalrun run evalsets/starter --case 'travel-*' --json",
        "Some cases only, for a program to read."),
    ],
    discussion: """
      A run is kept in a folder and goes on where it stopped: the same command again continues it, \
      and prints the report once it is complete. 'evalrun show FOLDER' explains single answers. \
      Exits 2 where something errored.
      """,
    options: RunOptions(), parameters: RunOptions.parameters
  ) { options, console in
    if options.isJSON, options.isMarkdown {
      throw UsageError.conflict("--json and --markdown exclude each other")
    }
    let run = try PreparedRun(options)
    for remark in run.remarks { console.note(remark) }
    let path = options.output ?? RunDirectory.defaultPath(run.spec)
    let execution = RunExecution(
      run: run, url: URL(fileURLWithPath: path), width: options.jobs?.value ?? console.processors)
    let opened = try execution.open(fresh: options.isFresh)
    let cells = run.plan.cells.filter { $0.action == .run }.count
    switch opened.state {
    case .new: break
    case .partial(let done):
      console.note("\(path): going on after \(done) of \(run.plan.cells.count) cells")
    case .complete:
      console.note("\(path): complete already, so only the report is made")
    }
    if opened.state != .complete || options.retriesErrors {
      let progress = Progress("run", total: cells, console: console)
      do {
        defer { progress.finish() }
        let reading = try await execution.observe(
          opened, retryErrors: options.retriesErrors, progress: progress)
        if reading.read > 0 {
          console.note(
            "language models read \(Figures.grouped(reading.read)) tokens and used "
              + "\(Figures.grouped(reading.reused)) again that they held")
        }
      } catch is CancellationError {
        console.note("evalrun: interrupted; the same command goes on from \(path)")
        return .interrupted
      }
    }
    if opened.state != .complete || options.retriesErrors,
      try RunExecution.explaining({ try opened.directory.removeOtherJudgings() })
    {
      console.note("\(path): removed what other judges made of it before: the run has gone on")
    }
    let judged = try await execution.judge(opened.directory)
    let summary = judged.summary()
    let shown = options.only == .answerable ? judged.summary(filter: .answerable) : summary
    if options.isJSON {
      try console.print(shown.json.serialised(sortedKeys: true))
    } else if options.isMarkdown {
      try console.print(MarkdownTable(summary: shown).text)
    } else {
      let report = RunReport(
        spec: run.spec, judge: run.judge, summary: shown, scores: judged.scores,
        filter: options.only ?? .all, breakdowns: options.breakdowns)
      try console.print(report.text(width: console.width))
      if options.prefillsRequests {
        let table = try RunExecution.explaining { try PrefillTable(opened.directory, run.plan) }
        try console.print("\n" + table.text(width: console.width))
      }
      console.note("kept in \(path)")
    }
    MissingJudgements(judged.missing, run: path, judge: options.judge)?.lines.forEach(console.note)
    return summary.hasErrors ? .incomplete : .done
  }
}
