import Authoring
import EvalKit

/// `evalrun author`: a page to mark facts and write probes on.
enum AuthorCommand {
  /// What it is told.
  struct Options: Sendable {
    var input: String?
    var html: String?
    var caseID: String?
    var format: String?
    var select: String?
  }

  /// The verb.
  static let command = Command(
    "author", group: .write, summary: "Make a page to mark facts and write probes on",
    synopsis: "CASE --html FILE",
    examples: [
      .init(
        "evalrun author cases/lost-luggage.json5 --html page.html",
        "A page that opens in any browser, from the disk; it hands the case over as a download."),
      .init(
        "evalrun author session.json --select '[3]' --html page.html",
        "Begins a case with a recorded transcript."),
      .init(
        "evalrun author evalsets/starter --case travel-desk --html page.html", "A case of a set."),
    ],
    discussion: """
      The page needs no server and opens no connection. It holds the whole transcript: treat it as \
      you treat the recording. Errors that can be told from the case alone are found as you edit; \
      what the tool finds in the file now is listed beside them. Comments of a case are not in what \
      is downloaded, and marks in its transcript become entries of its facts. docs/author-page.md \
      shows the page.
      """,
    options: Options(),
    parameters: [
      .argument(
        "CASE", to: \.input, isRequired: true, completion: .files,
        help: "A case, a transcript, or a set with --case; - is standard input."),
      .option(
        "--html", value: "FILE", to: \.html, completion: .files,
        help: "The page, which is replaced if it is there; - is standard output."),
      .option("--case", value: "ID", to: \.caseID, help: "The case of a set, or of many lines."),
      .inputFormat(to: \.format),
      .select(to: \.select),
    ]
  ) { options, console in
    guard let input = options.input else { throw UsageError.missingArgument("CASE") }
    guard let html = options.html else {
      throw Failure(.usage, "where is the page to go? --html FILE, or --html - for standard output")
    }
    let page = try AuthorIntake(options, console: console).page(input)
    if page.namesTranscriptFile {
      console.note(
        "note: the case names the file of its transcript; keep what you download beside \(input)")
    }
    try Outputs.write(page.html, to: html, console: console)
    if html != "-" { console.note("\(html): open it in a browser") }
    return .done
  }
}
