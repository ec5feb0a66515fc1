import Authoring
import EvalKit
import Strategies

/// `evalrun minimise`: the smallest session that still shows what a policy broke.
enum MinimiseCommand {
  /// What it is told.
  struct Options: Sendable {
    var run: String?
    var probe: String?
    var arm: String?
    var caseID: String?
    var tests: PositiveCount?
    var output: String?
  }

  /// The verb.
  static let command = Command(
    "minimise", group: .write, summary: "Cut a session down to what still shows a loss",
    synopsis: "RUN --probe ID --arm NAME [--out FILE]",
    examples: [
      .init(
        "evalrun minimise runs/starter-1a2b3c4d --probe ticket-number --arm 'rolling*|2048'",
        "A case, on standard output, in which the policy still gets that question wrong."),
      .init(
        "evalrun minimise runs/starter-1a2b3c4d --probe coding-agent/ticket-number --arm 'drop*|4096' "
          + "--out cases/lost-ticket.json5",
        "The same of one of several cases with such a probe, as a file of its own."),
    ],
    discussion: """
      The probe is right with everything in view and wrong under the policy; whole turns, then rounds of \
      calls and replies, then sentences and rows are taken out as long as that stays so (delta \
      debugging). Calls keep their outputs, the evidence stays, and the result passes 'check' if the case \
      did. The context stays as many tokens as the run gave the case.
      """,
    options: Options(),
    parameters: [
      .argument("RUN", to: \.run, isRequired: true, completion: .folders, help: "A run's folder."),
      .option(
        "--probe", value: "ID", to: \.probe,
        help: "The probe, or CASE/PROBE where several cases have one of that id."),
      .option("--arm", value: "NAME", to: \.arm, help: "The policy that gets it wrong."),
      .option("--case", value: "ID", to: \.caseID, help: "The case, where several have the probe."),
      .option(
        "--tests", value: "N", to: \.tests,
        help: "Try at most N smaller sessions. Default: \(CaseMinimiser.mostTests)."),
      .option(
        "-o", "--out", value: "FILE", to: \.output, completion: .files,
        help: "Where the case goes. Default: - for standard output."),
    ]
  ) { options, console in
    guard let path = options.run else { throw UsageError.missingArgument("RUN") }
    let source = try MinimiseSource(path, options)
    let result: CaseMinimiser.Result
    do {
      result = try await CaseMinimiser(
        source.value, probe: source.probe, arm: source.arm, settings: source.settings,
        most: options.tests?.value ?? CaseMinimiser.mostTests
      ).minimised()
    } catch let error as MinimisingError {
      throw Failure(.badData, "\(path): \(error)")
    }
    let text: String
    do {
      text = try CaseWriter(result.value).text()
    } catch {
      throw Failure(.badData, "\(source.value.id): \(error)")
    }
    try Outputs.write(text, to: options.output ?? "-", console: console)
    console.note(
      "\(source.value.id)/\(source.probe): \(result.entries.before) entries to "
        + "\(result.entries.after), \(Figures.grouped(result.tokens.before)) tokens to "
        + "\(Figures.grouped(result.tokens.after)), \(Figures.counted(result.tests, "test")); context "
        + "\(source.arm.context)"
        + (result.isCutShort ? "; the tests ran out, a smaller one may exist (--tests)" : ""))
    return .done
  }
}

/// What is minimised: a case, a probe and an arm of a run.
struct MinimiseSource: Sendable {
  let value: EvalCase
  let probe: String
  let arm: Arm
  let settings: RunSettings

  /// Finds them in a run's folder.
  ///
  /// - Throws: ``Failure``; ``UsageError``.
  init(_ path: String, _ options: MinimiseCommand.Options) throws {
    let rejudging = try Rejudging(path)
    let spec = rejudging.directory.spec
    let arms = rejudging.run.arms
    guard let name = options.arm else {
      let policies = arms.filter { $0.control == nil }.map(\.key)
      throw UsageError.conflict(
        "which arm? name one with --arm\nthere is: \(policies.joined(separator: ", "))")
    }
    let identity = try ArmPattern.only(arms, name, "--arm")
    guard let reference = spec.arms.first(where: { $0.key == identity.key }),
      !reference.isControl
    else {
      throw UsageError.conflict("'\(identity.key)' is a control; name a policy with --arm")
    }
    guard let wanted = options.probe else {
      throw UsageError.conflict("which probe? name one with --probe")
    }
    (value, probe) = try Self.find(wanted, options.caseID, rejudging.run.values)
    let pipeline: Pipeline
    do {
      pipeline = try Strategies.catalog.parse(reference.spec)
    } catch {
      throw Failure(.badData, "\(path): the arm '\(reference.key)' cannot be read: \(error)")
    }
    let caseID = value.id
    let observed = rejudging.run.observations.first {
      $0.caseID == caseID && $0.arm == identity.key
    }
    guard let observed, observed.contextSize > 0 else {
      throw Failure(.badData, "\(path): '\(identity.key)' was not run on '\(caseID)'")
    }
    let models = try Models.named([reference.model])
    let policy = ArmSpec(reference.name, pipeline)
    settings = RunSettings(
      renderer: NeutralRenderer(named: spec.renderer) ?? NeutralRenderer(), models: models,
      summarisers: Models.summarisers
        + (try Models.summarisers(of: [policy], timeLimit: RunSettings.defaultTimeLimit)))
    arm = Arm(
      name: reference.name, policy: .pipeline(pipeline), model: reference.model,
      context: .tokens(observed.contextSize), reserve: reference.reserve)
  }

  /// The case and the probe that are meant.
  private static func find(_ wanted: String, _ caseID: String?, _ cases: [EvalCase]) throws -> (
    EvalCase, String
  ) {
    var owner = caseID
    var probe = wanted
    if let slash = wanted.firstIndex(of: "/") {
      owner = String(wanted[..<slash])
      probe = String(wanted[wanted.index(after: slash)...])
    }
    let ids = cases.map(\.id)
    if let owner, !ids.contains(owner) {
      throw Failure(
        .usage, "the run has no case '\(owner)'" + EditDistance.suggestion(for: owner, in: ids))
    }
    let found = cases.filter { value in
      (owner == nil || value.id == owner) && value.probes.contains { $0.id == probe }
    }
    if found.count == 1 { return (found[0], probe) }
    if found.isEmpty {
      let probes = cases.filter { owner == nil || $0.id == owner }.flatMap(\.probes).map(\.id)
      throw Failure(
        .usage,
        "no case has a probe '\(probe)'" + EditDistance.suggestion(for: probe, in: probes))
    }
    throw Failure(
      .usage,
      "\(found.count) cases have a probe '\(probe)'; name one with --case: "
        + found.prefix(8).map(\.id).joined(separator: ", "))
  }
}
