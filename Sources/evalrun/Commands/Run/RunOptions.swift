import EvalKit
import LocalModels

/// Which questions a table is made of.
extension QuestionFilter: OptionValue {}

/// What `evalrun run` is told.
struct RunOptions: Sendable {
  var sets: [String] = []
  var strategies: [String] = []
  var contexts: [ContextSize] = []
  var reserve: TokenCount?
  var models: [String] = []
  var template: String?
  var prefixCache: PrefixCacheUse?
  var prefillsRequests = false
  var memory: ByteCount?
  var judge: String?
  var only: QuestionFilter?
  var breakdowns: [Breakdown] = []
  var output: String?
  var isFresh = false
  var retriesErrors = false
  var casePattern: String?
  var limit: PositiveCount?
  var imageTokens: TokenCount?
  var timeLimit: PositiveCount?
  var jobs: PositiveCount?
  var allowsPrograms = false
  var includesDrafts = false
  var isJSON = false
  var isMarkdown = false

  /// The table of parameters.
  static let parameters: [Parameter<RunOptions>] = [
    .arguments(
      "SET", to: \.sets, isRequired: true, help: "Folders of eval sets, or files of cases."),
    .options(
      "-s", "--strategy", value: "SPEC", to: \.strategies,
      help:
        "A policy, perhaps 'NAME = SPEC', a saved one (@FILE), several by a list ('rolling-window([4, 8])'), or a pattern such as 'apple.*'; may be repeated. Default: the set's panel."
    ),
    .options(
      "--context", value: "N|P%", to: \.contexts,
      help:
        "Context size in tokens, or a share of each case's own peak; may be repeated. Default: the set's."
    ),
    .option(
      "--reserve", value: "N", to: \.reserve,
      help: "Tokens kept free for the answer. Default: the set's, else 512."),
    .options(
      "--model", value: "NAME", to: \.models, completion: .words(Models.names),
      help: "The model that answers: \(Models.help). Default: reader."),
    .option(
      "--template", value: "NAME", to: \.template,
      completion: .words(TransformerModel.templates),
      help:
        "The chat template of a language model whose own is of no known family: \(TransformerModel.templates.joined(separator: ", "))."
    ),
    .option(
      "--prefix-cache", value: "on|off", to: \.prefixCache,
      help:
        "Whether a language model uses again what it holds of the request before; off reads every request in full, to the same replies. Default: on."
    ),
    .flag(
      "--prefill-requests", to: \.prefillsRequests,
      help:
        "A language model reads every recorded request and is asked nothing: what it read and held, beside what was predicted. Tokens are then the model's own."
    ),
    .option(
      "--memory", value: "SIZE", to: \.memory,
      help:
        "What language models may take, such as 6G; more than that is refused. Default: three quarters of the machine's."
    ),
    .option(
      "--judge", value: "FILE", to: \.judge, completion: .files,
      help: "How answers become scores. Default: the judge of judges/default.json5."),
    .option(
      "--only", value: "WHICH", to: \.only,
      help:
        "Questions the table counts: all, or answerable without those that a control flags. Default: all."
    ),
    .options(
      "--by", value: "WHAT", to: \.breakdowns,
      help:
        "Tells questions apart in further tables: kind, probe, age, tokens, mentions, role, position, compactions, answer; may be repeated."
    ),
    .option(
      "-o", "--out", value: "DIR", to: \.output, completion: .folders,
      help: "The run's folder. Default: runs/SET-DIGEST."),
    .flag("--fresh", to: \.isFresh, help: "Start over where the folder holds a run."),
    .flag("--retry-errors", to: \.retriesErrors, help: "Run again what errored."),
    .option(
      "--case", value: "PATTERN", to: \.casePattern,
      help: "Run only cases whose id fits; * stands for any text."),
    .option("--limit", value: "N", to: \.limit, help: "Ask at most N questions a case."),
    .imageTokens(to: \.imageTokens),
    .option(
      "--time-limit", value: "SECONDS", to: \.timeLimit,
      help: "How long an answer, a summary or a stage may take. Default: 120."),
    .jobs(to: \.jobs),
    .allowPrograms(to: \.allowsPrograms),
    .includeDrafts(to: \.includesDrafts),
    .flag("--json", to: \.isJSON, help: "Print JSON: summary.json of the run's folder."),
    .flag("--markdown", to: \.isMarkdown, help: "Print a table of the policies in Markdown."),
  ]
}
