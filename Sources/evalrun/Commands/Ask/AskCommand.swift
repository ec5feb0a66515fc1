import EvalKit
import Foundation

/// How prompts are written.
extension PromptFormat: OptionValue {}

/// `evalrun ask`: writes the questions of a run for a model that runs elsewhere.
enum AskCommand {
  /// What it is told.
  struct Options: Sendable {
    var run: String?
    var output: String?
    var format: PromptFormat?
    var arms: [String] = []
    var model: String?
  }

  /// The verb.
  static let command = Command(
    "ask", group: .measure, summary: "Write a run's questions for a model that runs elsewhere",
    synopsis: "RUN [--out FILE] [--format NAME] [--arm PATTERN]…",
    examples: [
      .init(
        "evalrun ask runs/starter-1a2b3c4d --out prompts.jsonl",
        "A line for every question and view: messages, tools, limit, id and digest."),
      .init(
        "evalrun ask runs/starter-1a2b3c4d --arm 'rolling*' --format openai-batch --model gpt-5-mini",
        "Some policies, with the controls they need, as an input file for a batch."),
      .init(
        "evalrun run evalsets/starter --model replay:answers.jsonl",
        "What comes next: the answers as a model, on the same sets and policies."),
    ],
    discussion: """
      Make the run first, with the reader: it is quick, and decides what is shown. Then answer each \
      line in any way, on any device, with one line {"id", "digest", "text"} or {"id", "digest", \
      "calls"}; results of batches are read as they come. An answer is used for its own view only. \
      Nothing is sent anywhere. docs/own-model.md has a complete example.
      """,
    options: Options(),
    parameters: [
      .argument("RUN", to: \.run, isRequired: true, completion: .folders, help: "A run's folder."),
      .option(
        "-o", "--out", value: "FILE", to: \.output, completion: .files,
        help: "Where the lines go. Default: - for standard output."),
      .option(
        "--format", value: "NAME", to: \.format,
        help: "How they are written: \(Figures.list(PromptFormat.choices)). Default: plain."),
      .options(
        "--arm", value: "PATTERN", to: \.arms,
        help: "Only these arms, and the controls they need; * stands for any text; may be repeated."
      ),
      .option(
        "--model", value: "NAME", to: \.model,
        help: "The model that requests of openai-batch and anthropic are for. Default: MODEL."),
    ]
  ) { options, console in
    guard let path = options.run else { throw UsageError.missingArgument("RUN") }
    let format = options.format ?? .plain
    if options.model != nil, !format.namesModel {
      throw UsageError.conflict(
        "--model goes with --format openai-batch or anthropic; \(format.rawValue) names no model")
    }
    let source = try AskSource(path)
    let prompts = try source.prompts(options.arms)
    guard !prompts.elements.isEmpty else {
      let reason = source.missingCells > 0 ? AskReport.incomplete(source.missingCells) : nil
      throw Failure(
        .badData,
        "\(path): no question is left to ask; \(reason ?? AskReport.unasked(prompts))")
    }
    let lines = prompts.elements.map { element in
      format.line(
        element.prompt, arms: element.arms, model: options.model ?? PromptFormat.unnamedModel)
    }
    let output = options.output ?? "-"
    let end = output == "-" ? "" : "\n"
    try Outputs.write(lines.joined(separator: "\n") + end, to: output, console: console)
    AskReport(
      prompts: prompts, format: format, isModelNamed: options.model != nil, output: output,
      missingCells: source.missingCells
    ).lines.forEach(console.note)
    return source.missingCells > 0 ? .incomplete : .done
  }
}

/// A run's folder, read for its questions.
struct AskSource: Sendable {
  private let directory: RunDirectory
  private let cases: [EvalCase]
  private let observations: [Observation]

  /// Reads a run.
  ///
  /// - Throws: ``Failure``.
  init(_ path: String) throws {
    do {
      directory = try RunDirectory(reading: URL(fileURLWithPath: path))
      cases = try directory.cases()
      observations = try directory.observations(of: cases)
    } catch let error as RunDirectoryError {
      throw Failure(error)
    }
  }

  /// How many cells of the run's plan are not there.
  var missingCells: Int { max(0, directory.cells - observations.count) }

  /// The prompts of the arms that any of some patterns fits; of all where there is none.
  ///
  /// - Throws: ``Failure`` where a pattern fits no arm.
  func prompts(_ patterns: [String]) throws -> PromptCollection {
    let arms = directory.spec.arms.map { ArmIdentity(key: $0.key) }
    func fits(_ pattern: String, _ arm: ArmIdentity) -> Bool {
      let pattern = CasePattern(pattern)
      return pattern.matches(arm.name) || pattern.matches(arm.key)
    }
    for pattern in patterns where !arms.contains(where: { fits(pattern, $0) }) {
      let names = Set(arms.map(\.name)).sorted()
      throw Failure(
        .usage,
        "no arm fits '\(pattern)'" + EditDistance.suggestion(for: pattern, in: names)
          + "\nthere is: \(names.prefix(20).joined(separator: ", "))")
    }
    return PromptCollection(cases: cases, observations: observations, arms: arms) { arm in
      patterns.isEmpty || patterns.contains { fits($0, arm) }
    }
  }
}
