import EvalKit
import LocalModels

/// What `evalrun replay` is told.
struct ReplayOptions: Sendable {
  var inputs: [String] = []
  var strategies: [String] = []
  var context: ContextSize?
  var reserve: TokenCount?
  var cache: CachePolicy?
  var imageTokens: TokenCount?
  var format: String?
  var select: String?
  var profile: String?
  var nextCalls: PositiveCount?
  var model: String?
  var template: String?
  var jobs: PositiveCount?
  var allowsPrograms = false
  var isEach = false
  var isJSON = false

  /// The table of parameters.
  static let parameters: [Parameter<ReplayOptions>] = [
    .arguments(
      "FILE", to: \.inputs, isRequired: true, help: "Recorded sessions; - is standard input."),
    .options(
      "-s", "--strategy", value: "SPEC", to: \.strategies,
      help:
        "A policy, perhaps 'NAME = SPEC', a saved one (@FILE), several by a list ('rolling-window([4, 8])'), or a pattern such as 'apple.*'; may be repeated. Default: six common ones."
    ),
    .sessionContext(to: \.context),
    .sessionReserve(to: \.reserve),
    .flag("--each", to: \.isEach, help: "A table for every transcript, not one for all."),
    .inputFormat(to: \.format),
    .select(to: \.select),
    .option(
      "--cache", value: "KIND", to: \.cache,
      help:
        "How the model's cache behaves: attention or recurrent, with ,block=N and ,minimum=N. Default: attention."
    ),
    .imageTokens(to: \.imageTokens),
    .option(
      "--profile-out", value: "FILE", to: \.profile, completion: .files,
      help: "Save how far back used values stood."),
    .option(
      "--next-call", value: "N", to: \.nextCalls,
      help:
        "Ask the default model at up to N recorded calls of each session what it would call on each policy's view."
    ),
    .option(
      "--model", value: "NAME", to: \.model, completion: .words(Models.names),
      help:
        "A language model that says how likely it holds the recorded next actions, at up to 8 of each session, or as many as --next-call says: gguf:FILE, or one that 'models fetch' got, such as smollm2."
    ),
    .option(
      "--template", value: "NAME", to: \.template,
      completion: .words(TransformerModel.templates),
      help: "Its chat template, where that is of no known family."),
    .jobs(to: \.jobs),
    .allowPrograms(to: \.allowsPrograms),
    .flag("--json", to: \.isJSON, help: "Print JSON."),
  ]
}
