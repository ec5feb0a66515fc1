import EvalKit
import Foundation

/// `evalrun gate`: holds a run against the baseline of its set.
enum GateCommand {
  /// The verb.
  static let command = Command(
    "gate", group: .decide, summary: "Hold a run against the baseline of its set",
    synopsis: "TARGET… [--baseline FILE] [--vary FACTOR] [--junit FILE]",
    examples: [
      .init(
        "evalrun gate evalsets/starter --junit gate.xml",
        "Runs the set and holds it against evalsets/starter/baseline.json."),
      .init(
        "evalrun gate runs/starter-1a2b3c4d --baseline ours.json --strict",
        "A run that was made before; what cannot be compared counts, too."),
      .init(
        "evalrun gate evalsets/starter --model gguf:new.gguf --vary model",
        "A new model: which flips are the model's, and which are compaction's."),
    ],
    discussion: """
      Compares on the baseline's own questions, and looks at what the judge's 'gates' demand, at \
      must questions, new hazards, the cache and coverage. Exits 0 where every gate is met, 1 where \
      one is not, 2 where something that the baseline measured was not measured, 3 where nothing \
      could be compared, or with --strict not everything.
      """,
    options: GateOptions(), parameters: GateOptions.parameters
  ) { options, console in
    let found = try await runs(options, console)
    let path = options.baseline ?? found.baseline
    let baseline = try Baselines.read(path)
    if baseline.blessing.tool != Tool.version {
      console.note(
        "\(path): blessed with evalrun \(baseline.blessing.tool); this is \(Tool.version)")
    }
    guard let judge = found.runs.first?.judge else { return .usage }
    let gate = Gate(
      baseline: baseline, run: try MeasuredRuns.together(found.runs), rules: judge.gates,
      factor: options.factor ?? .strategy)
    let report: GateReport
    do throws(GateError) {
      report = try gate.report()
    } catch {
      throw Failure(.usage, error.description)
    }
    let page = GatePage(report: report, baseline: path, isStrict: options.isStrict)
    try write(page, options, console)
    if page.exitCode == .done, !report.improvements.isEmpty {
      console.note(
        "better than the baseline by more than a gate allows for the worse; bless it: evalrun bless "
          + found.runs.map(\.label).joined(separator: " ") + " --reason '…'")
    }
    return page.exitCode
  }

  private static func write(_ page: GatePage, _ options: GateOptions, _ console: Console) throws {
    if let file = options.junit {
      try Outputs.write(page.report.junit, to: file, console: console)
    }
    if let file = options.sarif {
      let log = page.report.sarif(file: page.baseline, tool: Tool.version)
      try Outputs.write(log.serialised() + "\n", to: file, console: console)
    }
    if let file = options.markdown {
      try Outputs.write(page.markdown, to: file, console: console)
    }
    if let file = console.stepSummary {
      try Outputs.append(page.markdown, to: file)
    }
    if options.isJSON {
      try console.print(page.report.json(isStrict: options.isStrict).serialised(sortedKeys: true))
    } else {
      try console.print(page.text(width: console.width))
    }
  }

  // MARK: Runs

  /// The runs that were named, or made of the sets that were, with where their baseline is.
  private static func runs(_ options: GateOptions, _ console: Console) async throws -> (
    runs: [MeasuredRun], baseline: String
  ) {
    let areRuns = options.targets.map { Platform.exists("\($0)/run.json") }
    guard Set(areRuns).count == 1 else {
      throw UsageError.conflict("name runs or eval sets, not both")
    }
    if areRuns[0] {
      if let name = optionsOfSets(options.run).first {
        throw UsageError.conflict("'\(name)' is for eval sets that are run; these were run already")
      }
      let runs = try options.targets.map {
        try MeasuredRuns.read($0, judge: options.run.judge, console: console)
      }
      return (runs, try options.baseline ?? runs.first.map(Baselines.path(of:)) ?? "")
    }
    guard let first = options.targets.first, options.targets.count == 1 || options.baseline != nil
    else {
      throw UsageError.conflict("several sets have no baseline of their own: --baseline FILE")
    }
    let baseline = options.baseline ?? Baselines.path(ofSet: first)
    // Looked at first: a run takes longer than to find that there is nothing to hold it against.
    _ = try Baselines.read(baseline)
    return ([try await made(options, console)], baseline)
  }

  private static func optionsOfSets(_ run: RunOptions) -> [String] {
    [
      run.strategies.isEmpty ? nil : "--strategy", run.contexts.isEmpty ? nil : "--context",
      run.reserve == nil ? nil : "--reserve", run.models.isEmpty ? nil : "--model",
      run.output == nil ? nil : "--out",
    ].compactMap { $0 }
  }

  /// Runs sets, or finds that they were run already.
  private static func made(_ options: GateOptions, _ console: Console) async throws -> MeasuredRun {
    var own = options.run
    own.sets = options.targets
    let run = try PreparedRun(own)
    for remark in run.remarks { console.note(remark) }
    let path = own.output ?? RunDirectory.defaultPath(run.spec)
    let execution = RunExecution(
      run: run, url: URL(fileURLWithPath: path), width: own.jobs?.value ?? console.processors)
    let opened = try execution.open()
    if opened.state != .complete {
      let cells = run.plan.cells.filter { $0.action == .run }.count
      let progress = Progress("run", total: cells, console: console)
      defer { progress.finish() }
      try await execution.observe(opened, progress: progress)
    }
    _ = try await execution.judge(opened.directory)
    console.note("kept in \(path)")
    return try MeasuredRuns.read(path, judge: own.judge, console: console)
  }
}
