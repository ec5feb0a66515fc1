import EvalKit

/// `evalrun import`: transcripts of any format, read, counted, and kept in one.
enum ImportCommand {
  /// The verb.
  static let command = Command(
    "import", group: .look,
    summary: "Read transcripts of any format, say what is odd, and keep them in one format",
    synopsis: "PATH… [--out DIR] [--redact pii|FILE] [--expect FILE]",
    examples: [
      .init("evalrun import sessions/", "What is in these files, and what is odd. Writes nothing."),
      .init(
        "evalrun import results.json --select '[3]' --out imported",
        "One run of a benchmark, as a file that 'suggest' and cases can name."),
      .init(
        "evalrun import requests.jsonl --out imported --redact pii",
        "A log of request bodies as one session, whose policy is the strategy 'recorded'."),
      .init("evalrun import --formats", "Every format there is."),
    ],
    discussion: """
      The format is told by the content. Nothing is dropped in silence: what is left out or repaired \
      is counted, and --strict refuses it. A file of what is expected, such as tau2's tasks or BFCL's \
      answers, holds no transcript: name it with --expect. Exit code 65: a file or a transcript was \
      refused; the others are imported all the same.
      """,
    options: ImportOptions(), parameters: ImportOptions.parameters
  ) { options, console in
    if options.listsFormats {
      try console.print(
        options.isJSON
          ? ImportFormats.json.serialised() : ImportFormats.text(width: console.width))
      return .done
    }
    guard !options.inputs.isEmpty else { throw UsageError.missingArgument("PATH") }
    var work = try ImportWork(options, console: console)
    try work.run()
    try console.print(
      options.isJSON
        ? work.report.json.serialised() : work.report.text(width: console.width))
    return work.report.exitCode
  }
}

/// The list of formats.
enum ImportFormats {
  static func text(width: Int) -> String {
    var table = TextTable(["format", "what it is"], leftColumns: [0, 1])
    for format in TranscriptFormat.all { table.add([format.name, format.title]) }
    var beside = TextTable(["read beside, with --expect", "what it is"], leftColumns: [0, 1])
    for kind in ExpectationFile.Kind.allCases { beside.add([kind.rawValue, kind.title]) }
    return (table.lines(width: width) + [""] + beside.lines(width: width)).joined(separator: "\n")
  }

  static var json: JSONValue {
    [
      "expectations": .array(
        ExpectationFile.Kind.allCases.map {
          ["name": .string($0.rawValue), "title": .string($0.title)]
        }),
      "formats": .array(
        TranscriptFormat.all.map { ["name": .string($0.name), "title": .string($0.title)] }),
      "kind": "formats", "version": 1,
    ]
  }
}
