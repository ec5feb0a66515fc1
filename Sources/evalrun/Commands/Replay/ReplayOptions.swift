import EvalKit

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
        "A policy, perhaps 'NAME = SPEC', a saved one (@FILE), or a pattern such as 'apple.*'; may be repeated. Default: six common ones."
    ),
    .option(
      "--context", value: "N|P%", to: \.context,
      help: "Context size in tokens, or a share of each session's own peak. Default: 50%."),
    .option(
      "--reserve", value: "N", to: \.reserve,
      help:
        "Tokens kept free for the answer. Default: 512, or an eighth of a context given as a share if that is less."
    ),
    .flag("--each", to: \.isEach, help: "A table for every transcript, not one for all."),
    .option(
      "--format", value: "NAME", to: \.format,
      completion: .words(TranscriptFormat.all.map(\.name)),
      help: "The format of the files. Default: told by their content."),
    .option(
      "--select", value: "PATH", to: \.select,
      help: "The transcript in a file that holds several, such as [3]."),
    .option(
      "--cache", value: "KIND", to: \.cache,
      help:
        "How the model's cache behaves: attention or recurrent, with ,block=N and ,minimum=N. Default: attention."
    ),
    .option(
      "--image-tokens", value: "N", to: \.imageTokens,
      help: "Tokens of an attachment that declares none. Default: 1024."),
    .option(
      "--profile-out", value: "FILE", to: \.profile, completion: .files,
      help: "Save how far back used values stood."),
    .option(
      "--next-call", value: "N", to: \.nextCalls,
      help:
        "Ask the default model at up to N recorded calls of each session what it would call on each policy's view."
    ),
    .option(
      "-j", "--jobs", value: "N", to: \.jobs, help: "Threads. Default: as many as processors."),
    .allowPrograms(to: \.allowsPrograms),
    .flag("--json", to: \.isJSON, help: "Print JSON."),
  ]
}
