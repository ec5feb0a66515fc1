import EvalKit

/// Parameters that mean the same in every command that has them.
extension Parameter {
  /// `--allow-exec`, which means the same wherever policies are named.
  static func allowPrograms(to path: any WritableKeyPath<Options, Bool> & Sendable) -> Parameter {
    .flag(
      "--allow-exec", to: path,
      help: "Let saved pipelines run the programs they name; a spec that you type needs no leave.")
  }

  /// `--include-drafts`, which means the same wherever a set is measured.
  static func includeDrafts(to path: any WritableKeyPath<Options, Bool> & Sendable) -> Parameter {
    .flag(
      "--include-drafts", to: path,
      help: "Measure what was only suggested too: facts, probes and rules with 'draft: true'.")
  }

  /// `--context`, for recorded sessions.
  static func sessionContext(to path: any WritableKeyPath<Options, ContextSize?> & Sendable)
    -> Parameter
  {
    .option(
      "--context", value: "N|P%", to: path,
      help: "Context size in tokens, or a share of each session's own peak. Default: 50%.")
  }

  /// `--reserve`, for recorded sessions.
  static func sessionReserve(to path: any WritableKeyPath<Options, TokenCount?> & Sendable)
    -> Parameter
  {
    .option(
      "--reserve", value: "N", to: path,
      help: "Tokens kept free for the answer. Default: 512, or an eighth of a context given as a "
        + "share if that is less.")
  }

  /// The format of the files, by whatever name the command calls it.
  static func inputFormat(
    _ name: String = "--format", to path: any WritableKeyPath<Options, String?> & Sendable
  ) -> Parameter {
    .option(
      name, value: "NAME", to: path, completion: .words(TranscriptFormat.all.map(\.name)),
      help: "The format of the files. Default: told by their content.")
  }

  /// `--select`.
  static func select(to path: any WritableKeyPath<Options, String?> & Sendable) -> Parameter {
    .option(
      "--select", value: "PATH", to: path,
      help: "The transcript in a file that holds several, such as [3].")
  }

  /// `--image-tokens`.
  static func imageTokens(to path: any WritableKeyPath<Options, TokenCount?> & Sendable)
    -> Parameter
  {
    .option(
      "--image-tokens", value: "N", to: path,
      help: "Tokens of an attachment that declares none. Default: 1024.")
  }

  /// `--jobs`.
  static func jobs(to path: any WritableKeyPath<Options, PositiveCount?> & Sendable) -> Parameter {
    .option(
      "-j", "--jobs", value: "N", to: path, help: "Threads. Default: as many as processors.")
  }
}
