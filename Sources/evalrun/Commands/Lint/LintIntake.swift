import EvalKit

/// What was linted, and what was refused; nothing is left out in silence.
struct LintIntake: Sendable {
  /// The results, by input, then by policy.
  private(set) var results: [LintResult] = []
  /// Zero, or why something was refused: a missing file before bad data.
  private(set) var exitCode = ExitCode.done

  /// Reads the inputs and lints them.
  ///
  /// - Throws: ``Failure`` where nothing can be linted; `CancellationError`.
  init(_ options: LintOptions, judge: Judge, console: Console) async throws {
    let runs = options.inputs.filter(RunBrowser.isRun)
    if !runs.isEmpty {
      guard runs.count == options.inputs.count, options.strategies.isEmpty else {
        throw Failure(
          .usage, "a run is linted as it was made: name it without transcripts and policies")
      }
      for run in runs { results += try Self.results(ofRun: run, judge) }
      return
    }
    let format = try Inputs.format(options.inputFormat)
    if options.inputs.count == 2, !options.isEach, options.strategies.isEmpty {
      results = [try Self.edit(options.inputs, format: format, options, judge)]
      return
    }
    let sessions = try read(options, format: format, console: console)
    guard !sessions.isEmpty else { throw Failure(exitCode, "nothing to lint") }
    results += try await Self.lint(sessions, options, judge, console)
  }

  // MARK: Sessions

  private mutating func read(
    _ options: LintOptions, format: TranscriptFormat?, console: Console
  ) throws -> [LintSession] {
    var sessions: [LintSession] = []
    for path in options.inputs {
      do {
        if path.hasSuffix(".json5"), format == nil {
          sessions += try LintSession.cases(path)
          continue
        }
        for result in try Inputs.eachTranscript(path, format: format, select: options.select) {
          try Task.checkCancellation()
          switch result {
          case .success(let imported): sessions.append(LintSession(imported))
          case .failure(let error):
            refuse(Failure(.badData, error.description), console: console)
          }
        }
      } catch let failure as Failure {
        refuse(failure, console: console)
      }
    }
    return sessions
  }

  private mutating func refuse(_ failure: Failure, console: Console) {
    if exitCode != .missingInput { exitCode = failure.code }
    console.note("evalrun: \(failure.description)")
  }

  private static func lint(
    _ sessions: [LintSession], _ options: LintOptions, _ judge: Judge, _ console: Console
  ) async throws -> [LintResult] {
    let arms: [ArmSpec?] =
      options.strategies.isEmpty
      ? [nil]
      : try Specs.arms(options.strategies, allowsPrograms: options.allowsPrograms).map { $0 }
    let cells = sessions.indices.flatMap { session in arms.indices.map { (session, $0) } }
    let progress = Progress("lint", total: cells.count, console: console)
    defer { progress.finish() }
    let width = options.jobs?.value ?? console.processors
    return try await boundedMap(cells, width: width) { cell in
      let result = try await sessions[cell.0].lint(
        arms[cell.1], context: options.context, reserve: options.reserve?.value,
        judge: judge)
      progress.advance(sessions[cell.0].session.label)
      return result
    }
  }

  // MARK: An edit

  private static func edit(
    _ paths: [String], format: TranscriptFormat?, _ options: LintOptions, _ judge: Judge
  ) throws -> LintResult {
    let pair = try paths.map { path -> Transcript in
      let found = try Inputs.transcripts(path, format: format, select: options.select)
      guard let only = found.first, found.count == 1 else {
        throw Failure(
          .usage,
          "\(Inputs.name(path)) holds \(found.count) transcripts; --select names one, "
            + "--each lints both files for themselves")
      }
      return only.transcript
    }
    let ledger = TokenLedger(
      entries: pair[0].entries, renderer: NeutralRenderer(), tokenizer: PieceTokenizer())
    return LintResult(
      file: Inputs.name(paths[1]), strategy: "the edit of \(Inputs.name(paths[0]))",
      report: judge.hazards(before: pair[0], after: pair[1], ledger: ledger))
  }

  // MARK: Runs

  private static func results(ofRun path: String, _ judge: Judge) throws -> [LintResult] {
    try Rejudging(path).run.hazards(by: judge).map { caseID, arm, report in
      guard let report else {
        throw Failure(
          .badData, "\(path): a recorded change of \(caseID) under \(arm.key) does not fit")
      }
      return LintResult(file: "\(path)#\(caseID)", strategy: arm.key, report: report)
    }
  }
}

/// A session to be linted, with its case where it has one.
struct LintSession: Sendable {
  let session: RecordedSession
  let evalCase: EvalCase?

  /// A session of its own.
  init(_ imported: ImportedTranscript) {
    session = RecordedSession(imported, imageTokens: NeutralRenderer.defaultImageTokens)
    evalCase = nil
  }

  private init(_ value: EvalCase, label: String) {
    session = RecordedSession(value.transcript, label: label)
    evalCase = value
  }

  /// The case of a file.
  ///
  /// - Throws: ``Failure``.
  static func cases(_ path: String) throws -> [LintSession] {
    try PreparedRun.load(path).cases.map { LintSession($0, label: path) }
  }

  /// What is found under a policy, or in the record itself.
  ///
  /// - Throws: `CancellationError`.
  func lint(_ arm: ArmSpec?, context: ContextSize?, reserve: Int?, judge: Judge) async throws
    -> LintResult
  {
    // Without a policy a window that nobody named is no measure.
    let isMeasured = arm != nil || context != nil
    let budget =
      isMeasured
      ? session.budget(context ?? .share(50), reserve: reserve)
      : ContextBudget(contextSize: .max / 4, reserve: 0)
    var subject = judge.subject(session.transcript, structure: session.structure)
    subject.evalCase = evalCase
    subject.ledger = session.ledger
    subject.pipeline = arm?.pipeline
    if isMeasured { subject.budget = budget }
    var linter = judge.linter(of: subject)
    var builder = ViewBuilder(session.transcript, log: session.log)
    let pipeline = arm?.pipeline ?? Pipeline()
    let start = Session(
      pipeline: pipeline, head: session.transcript.head, budget: budget, ledger: session.ledger,
      summarisers: Models.summarisers(fittedTo: budget.contextSize),
      timeLimit: Double(RunSettings.defaultTimeLimit), tracksEdits: true)
    let (_, records) = try await Replay(session.transcript, structure: session.structure).run(start)
    { current, place in
      guard case .request(let record, let view) = place else { return }
      let change = builder.record(view, at: record.entry.index + 1)
      linter.observe(record, view: view, change: change, summaries: current.summaries)
    }
    linter.finish(records, stages: pipeline.stages.map(\.description))
    return LintResult(
      file: session.label, strategy: arm?.name, report: linter.report, isOfRecord: arm == nil)
  }
}
