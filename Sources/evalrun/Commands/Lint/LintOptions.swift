import EvalKit

/// What `evalrun lint` is told.
struct LintOptions: Sendable {
  /// How findings are printed.
  enum Format: String, OptionValue, CaseIterable {
    /// For a person.
    case text
    /// One object.
    case json
    /// SARIF 2.1.0.
    case sarif
    /// The list of rules as a page; with `--rules` only.
    case markdown
  }

  var inputs: [String] = []
  var strategies: [String] = []
  var context: ContextSize?
  var reserve: TokenCount?
  var dialect: Dialect?
  var judge: String?
  var format: Format?
  var inputFormat: String?
  var select: String?
  var jobs: PositiveCount?
  var allowsPrograms = false
  var listsRules = false
  var isEach = false
  var showsInherited = false
  var isFull = false
  var isJSON = false

  /// The table of parameters.
  static let parameters: [Parameter<LintOptions>] = [
    .arguments(
      "PATH", to: \.inputs,
      help:
        "Transcripts, cases, or a run's folder; two transcripts are the history before and after an edit. - is standard input."
    ),
    .options(
      "-s", "--strategy", value: "SPEC", to: \.strategies,
      help:
        "A policy to replay the sessions under, perhaps 'NAME = SPEC', a saved one (@FILE), or a pattern; may be repeated. Default: none, what the record itself has."
    ),
    .sessionContext(to: \.context),
    .sessionReserve(to: \.reserve),
    .option(
      "--dialect", value: "NAME", to: \.dialect,
      help: "The provider whose own rules hold too. Default: the judge's, else none."),
    .option(
      "--judge", value: "FILE", to: \.judge, completion: .files,
      help: "Rules and severities. Default: the default judge's."),
    .option(
      "--format", value: "NAME", to: \.format,
      help: "text, json or sarif; --rules also as markdown. Default: text."),
    .inputFormat("--input-format", to: \.inputFormat),
    .select(to: \.select),
    .flag("--rules", to: \.listsRules, help: "List the rules and end."),
    .flag(
      "--each", to: \.isEach, help: "Two transcripts are two sessions, not an edit of the first."),
    .flag(
      "--inherited", to: \.showsInherited,
      help: "List what the record has itself beside what a policy brought about."),
    .flag("--full", to: \.isFull, help: "List every finding, not the first of each rule."),
    .jobs(to: \.jobs),
    .allowPrograms(to: \.allowsPrograms),
    .flag("--json", to: \.isJSON, help: "The same as --format json."),
  ]
}

extension Dialect: OptionValue {}
