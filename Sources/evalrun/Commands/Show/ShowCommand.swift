import EvalKit

/// `evalrun show`: the entries of a transcript with their labels.
enum ShowCommand {
  /// What it is told.
  struct Options: Sendable {
    var input: String?
    var format: String?
    var select: String?
    var isFull = false
    var isJSON = false
  }

  /// The verb.
  static let command = Command(
    "show", group: .measure, summary: "Print a transcript with the labels of its entries",
    synopsis: "FILE [--select PATH] [--full]",
    examples: [
      .init("evalrun show session.json", "One line an entry: its label, and how cases address it."),
      .init("evalrun show sessions.json --select '[3]'", "The fourth of a file of several."),
    ],
    discussion: """
      A case may name an entry by its label (m4.calls) or by its kind and number (prompt 3, call 2, \
      output 2, response 1). Tokens are estimated.
      """,
    options: Options(),
    parameters: [
      .argument(
        "FILE", to: \.input, isRequired: true, completion: .files,
        help: "A transcript; - is standard input."),
      .option(
        "--format", value: "NAME", to: \.format,
        completion: .words(TranscriptFormat.all.map(\.name)),
        help: "The format of the file. Default: told by its content."),
      .option(
        "--select", value: "PATH", to: \.select,
        help: "The transcript in a file that holds several, such as [3]."),
      .flag("--full", to: \.isFull, help: "Print whole texts, not their first line."),
      .flag("--json", to: \.isJSON, help: "Print JSON."),
    ]
  ) { options, console in
    guard let input = options.input else { throw UsageError.missingArgument("FILE") }
    let transcripts = try Inputs.transcripts(
      input, format: try Inputs.format(options.format), select: options.select)
    if options.isJSON {
      let pages = transcripts.map { TranscriptPage($0).json }
      try console.print(
        (["kind": "transcripts", "transcripts": .array(pages), "version": 1] as JSONValue)
          .serialised())
    } else if let only = transcripts.first, transcripts.count == 1 {
      try console.print(TranscriptPage(only).text(width: console.width, isFull: options.isFull))
    } else {
      try console.print(TranscriptPage.list(transcripts, width: console.width))
      console.note("'--select' shows one of them: --select '[0]'")
    }
    return .done
  }
}
