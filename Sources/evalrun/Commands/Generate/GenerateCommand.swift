import Authoring
import EvalKit
import Foundation

/// `evalrun generate`: makes sets of cases whose truth is known, from templates.
enum GenerateCommand {
  /// What it is told.
  struct Options: Sendable {
    var source: String?
    var cases: PositiveCount?
    var seed: SeedNumber?
    var turns: CountRange?
    var tokens: CountRange?
    var profiles: [ProfileName] = []
    var id: String?
    var output: String?
    var isReplacing = false
    var isUnmeasured = false
    var json = false
  }

  /// The verb.
  static let command = Command(
    "generate", group: .write, summary: "Make a set of cases with known truth from templates",
    synopsis: "TEMPLATE|FOLDER|PLAN [--cases N] [--seed S] [--out DIR]",
    examples: [
      .init(
        "evalrun generate evalsets/templates --cases 60 --seed 7 --out my-set",
        "Sixty cases from all templates of a folder, in turn."),
      .init(
        "evalrun generate evalsets/templates/travel-rebooking.json5 --cases 2 --turns 24..30 "
          + "--tokens 8k..12k",
        "Two cases of one template, on standard output, one a line."),
      .init(
        "evalrun generate evalsets/long-haul/plan.json5 --out long-haul",
        "A set as its plan says."),
    ],
    discussion: """
      The same templates, settings and tool give the same bytes. What the cases are worth is measured \
      and said: how much of a question's words stand in its evidence, how much prose two cases share, \
      and what the reader answers with everything, with nothing, with another case's session, and with \
      the evidence taken out. docs/generating.md explains templates and plans.
      """,
    options: Options(),
    parameters: [
      .argument(
        "SOURCE", to: \.source, isRequired: true, completion: .files,
        help: "A template, a folder of templates, or the plan of a set."),
      .option(
        "--cases", value: "N", to: \.cases, help: "How many cases. Default: the plan's, else 20."),
      .option(
        "--seed", value: "S", to: \.seed,
        help: "What all draws begin from. Default: the plan's, else 1."),
      .option(
        "--turns", value: "N..M", to: \.turns,
        help: "How many turns a session has. Default: the plan's, else 20..32."),
      .option(
        "--tokens", value: "N..M", to: \.tokens,
        help: "How large a session is by the default tokenizer. Default: the plan's, else 6k..16k."),
      .options(
        "--profile", value: "NAME", to: \.profiles,
        help:
          "How far back questions reach: usage, uniform; the mean of those given. Default: both."
      ),
      .option(
        "--id", value: "ID", to: \.id, help: "The set's id. Default: the plan's, else the folder's."
      ),
      .option(
        "-o", "--out", value: "DIR", to: \.output, completion: .folders,
        help: "The set's folder. Default: none; the cases go to standard output."),
      .flag(
        "--replace", to: \.isReplacing,
        help: "Replace files of DIR that differ; else they are kept."),
      .flag("--no-measure", to: \.isUnmeasured, help: "Do not measure what came out."),
      .flag("--json", to: \.json, help: "Print what was measured as JSON; needs --out."),
    ]
  ) { options, console in
    guard let source = options.source else { throw UsageError.missingArgument("SOURCE") }
    if options.json, options.output == nil {
      throw UsageError.conflict("--json goes with --out: without it the cases are printed")
    }
    var (plan, templates) = try GenerateSource(source).read()
    options.apply(to: &plan)
    let set: GeneratedCaseSet
    do throws(GenerationError) {
      set = try GeneratedCaseSet(plan, templates)
    } catch {
      throw Failure(.badData, error.description)
    }
    if let folder = options.output {
      try GeneratedFiles(set).write(to: folder, isReplacing: options.isReplacing, console: console)
    } else {
      try console.print(String(set.lines.dropLast()))
    }
    if options.isUnmeasured { return .done }
    let report = GenerateReport(
      set: set, repeats: ParagraphRepeats(set.cases.map(\.value)),
      measure: try await SetMeasure(set.cases.map(\.value)))
    if options.json {
      try console.print(report.json.serialised(sortedKeys: true))
    } else {
      report.lines.forEach(console.note)
    }
    return .done
  }
}

extension GenerateCommand.Options {
  /// Puts what was said in the place of what the plan says.
  func apply(to plan: inout SetPlan) {
    if let cases { plan.settings.cases = cases.value }
    if let seed { plan.settings.seed = seed.value }
    if let turns { plan.settings.turns = turns.value }
    if let tokens { plan.settings.tokens = tokens.value }
    if !profiles.isEmpty { plan.settings.ages = profiles.map(\.profile) }
    if let id { plan.id = id }
  }
}

/// A seed.
struct SeedNumber: OptionValue, Hashable {
  var value: Int
  init?(argument: String) {
    guard let number = Int(argument), number >= 0 else { return nil }
    value = number
  }
  static var expectation: String { "a whole number of at least 0" }
}

/// One number of at least 1, or two with `..` between them; `k` stands for a thousand.
struct CountRange: OptionValue, Hashable {
  var value: ClosedRange<Int>
  init?(argument: String) {
    var parts = [argument[...]]
    if let dots = argument.firstRange(of: "..") {
      parts = [argument[..<dots.lowerBound], argument[dots.upperBound...]]
    }
    let counts = parts.compactMap { TokenCount(argument: String($0))?.value }
    guard counts.count == parts.count, let low = counts.first, let high = counts.last, low >= 1,
      low <= high
    else { return nil }
    value = low...high
  }
  static var expectation: String { "a number, or a range such as 20..32 or 8k..16k" }
}

/// An age profile by its name.
struct ProfileName: OptionValue, Hashable {
  var profile: AgeProfile
  init?(argument: String) {
    guard let found = AgeProfile.all.first(where: { $0.name == argument }) else { return nil }
    profile = found
  }
  static var choices: [String] { AgeProfile.all.map(\.name) }
  static var expectation: String { "one of " + choices.joined(separator: ", ") }
}
